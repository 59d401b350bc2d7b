"""The mathematics of sets that hold the truth: rank, bound and threshold from the votes of a calibration, and which votes reach it."""
from fractions import Fraction

from mpmath import mp, mpf

from description import need, of_labels
from mathematics import quantile, sharp, used

UNIT, NEAR = 10**12, mpf(10) ** -9  # of ranks, which are of decimals; of thresholds
FEW = "sets: the calibration has {} clouds, and a coverage of {} needs {}: every {} is in the set"
FEW_IN_CLASS = "sets: a {3} of the calibration has too few clouds: a coverage of {1} needs {2}: every {3} is in the set"
NEVER = "sets: no number of clouds gives a coverage of {} with eta {}: calibrate on a run of a smaller error probability"
UNNAMED = "sets: the calibration does not name its model; the set holds only if the same model voted, shown clouds in the same way"

def units(x):
    return -(-Fraction(str(x)) * UNIT // 1)

def left(s):
    """1 - coverage - 2 eta in units."""
    return max(0, UNIT - units(s["coverage"]) - units(2 * s["eta"]))

def needed(s):
    return (UNIT + left(s) - 1) // left(s) - 1 if left(s) else None

def notes_of(request):
    s = request.get("sets")
    if s is None:
        return []
    few = (FEW_IN_CLASS if s.get("per_class") else FEW).format(s["clouds"], s["coverage"], needed(s), s.get("returns", "").rstrip("s") or "class") if left(s) else NEVER.format(s["coverage"], s["eta"])
    return [few] * (s["rank"] == 0) + [UNNAMED] * ("classifier" not in s["settings"])

def check_calibration(s, share, planned, errors):
    """Refuse a calibration that does not follow from its votes, or its errors. Each lower bound has the share of eta."""
    results, say = s["results"], "request.sets"
    need(all(r["votes"] <= r["samples"] <= (planned or results[0]["samples"]) for r in results), say + ".results", "have too many votes or samples")
    need(planned or all(r["samples"] == results[0]["samples"] for r in results), say + ".results", "are not of as many samples each")
    need(all(("label" in r) == bool(s.get("per_class") and "cloud" in r) for r in results), say + ".results", "have labels if and only if it is per class")
    firsts = [one["cloud"] for before, one in zip([{}, *results], results) if "cloud" in one and not follows(s, before, one)]
    need(len(set(firsts)) == len(firsts), say + ".results", "have a cloud twice")
    clouds = sum("cloud" not in r or i == 0 or r["cloud"] != results[i - 1].get("cloud") for i, r in enumerate(results))
    groups = groups_of(results)
    ranks = [left(s) * (len(group) + 1) // UNIT for group in groups]
    rank = min(ranks) and s["rank"]
    need(s["clouds"] == clouds and s["rank"] == rank and (rank == 0 or rank in ranks), say + ".rank", f"must be of {ranks}, of {clouds} clouds")
    need(s.get("needed") == (None if rank else needed(s)), say + ".needed", "does not follow from coverage and eta")
    if errors:
        return check_error(s, rank)
    need(not any("error" in r for r in [s.whole(), *results]), say + ".error", "belongs to numbers")
    need(("q" in s) == ("threshold" in s) == (rank > 0), say + ".q", "is there if and only if the rank is above 0")
    if rank:
        check_threshold(s, groups, ranks, share, planned)

def follows(s, before, one):
    """Tell whether a result is of a further label of the cloud before: each has a point of its labels, in rising order."""
    return of_labels(s) and s.get("per_class") and one["cloud"] == before.get("cloud") and one["label"] > before["label"]

def groups_of(results):
    """The results whose ranks count together: all, or those of each label, if any has one. One without a label is in each."""
    labels = {r["label"] for r in results if "label" in r}
    return [[r for r in results if r.get("label", label) == label] for label in labels] or [results]

def check_threshold(s, groups, ranks, share, planned):
    """q must be the bound of the rank in one group, and no greater than that in any other."""
    own = False
    for group, rank in zip(groups, ranks):
        good, below, up_to = around(s, group, share, planned)
        need(below < rank, "request.sets.q", f"is above the lower bound of rank {rank}")
        own = own or good and rank == s["rank"] and rank <= up_to
    need(own, "request.sets.q", f"is not the lower bound of rank {s['rank']}")
    q, far = mpf(s["q"]), mpf(s["radius"]) / mpf(s["settings"]["sigma"])
    own = mp.ncdf(quantile(q) - far) if q else mpf(0)
    need(0 <= own - mpf(s["threshold"]) <= own * NEAR * (1 + far) ** 2, "request.sets.threshold", f"computed {mp.nstr(own, 16)}")

def around(s, results, share, planned):
    """Count how many bounds lie below q, how many below or at it, and whether one is sharp."""
    q, below, up_to, good = mpf(s["q"]), 0, 0, s["q"] == 0
    for k, n in ((r["votes"], r["samples"]) for r in results):
        if k == 0 or share == 0 or q == 0:
            bounded = k > 0 and share > 0  # above 0, by however little
            below, up_to = below + (q > 0 and not bounded), up_to + (not bounded)
        else:
            part = used(k, n, q, share, planned)
            good = good or sharp(part, n)
            below, up_to = below + (part > 1), up_to + (part > 1 or sharp(part, n))
    return good, below, up_to

def check_error(s, rank):
    """As many samples of each cloud are within its error, which prove that half are after a move by the radius; the error of the rank counts."""
    results, say, far = s["results"], "request.sets", mpf(s["radius"]) / mpf(s["settings"]["sigma"])
    k, n, found = results[0]["votes"], results[0]["samples"], sorted(mpf(r.get("error", mp.inf)) for r in results)[-rank] if rank else mp.inf
    need(all(r["votes"] == k for r in results), say + ".results", "are not of as many votes each")
    need(s["eta"] and used(k, n, mp.ncdf(far), mpf(s["eta"]), None) <= 1, say + ".results", "do not prove that half are as near")
    need("q" not in s and "threshold" not in s and s.get("error") == (None if mp.isinf(found) else float(found)), say + ".error", f"computed {mp.nstr(found, 16)}")

def between(s, values):
    """The ends of the interval that holds the true number; none where nothing bounds it."""
    settled, n = sorted(v for v in values if v is not None), len(values)
    k = next((k for k in range(1, len(settled) + 1) if s["eta"] and used(k, n, mpf(1) / 2, mpf(s["eta"]), None) <= 1), None)
    return {} if k is None or "error" not in s else {"lower": mpf(settled[-k]) - mpf(s["error"]), "upper": mpf(settled[k - 1]) + mpf(s["error"])}

def left_out(s, misses, n, share, planned=None):
    """Tell whether what all but so many votes may be for stays below the threshold."""
    at = s.get("threshold")
    return bool(at and misses and share and used(misses, n, 1 - mpf(at), share, planned) < 1)

def holds(s, votes, n, share, planned):
    """Which numbers of votes reach the threshold, with those for no class; each upper bound has the share of eta."""
    return [not left_out(s, sum(votes) - k, n, share, planned) for k in votes]
