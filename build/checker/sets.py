"""The mathematics of sets that hold the true class: rank, bound and threshold from the votes of a calibration, and which votes reach it."""
from fractions import Fraction

from mpmath import mp, mpf

from description import need
from mathematics import quantile, sharp, used

UNIT, NEAR = 10**12, mpf(10) ** -9  # of ranks, which are of decimals; of thresholds
FEW = "sets: the calibration has {} clouds, and a coverage of {} needs {}: every class is in the set"
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
    few = FEW.format(s["clouds"], s["coverage"], needed(s)) if left(s) else NEVER.format(s["coverage"], s["eta"])
    return [few] * (s["rank"] == 0) + [UNNAMED] * ("classifier" not in s["settings"])

def check_calibration(s, share, planned):
    """Refuse a calibration that does not follow from its votes. Each lower bound has the share of eta."""
    results, say = s["results"], "request.sets"
    need(all(r["votes"] <= r["samples"] <= (planned or results[0]["samples"]) for r in results), say + ".results", "have too many votes or samples")
    need(planned or all(r["samples"] == results[0]["samples"] for r in results), say + ".results", "are not of as many samples each")
    rank = left(s) * (len(results) + 1) // UNIT
    need((s["clouds"], s["rank"]) == (len(results), rank), say + ".rank", f"must be {rank} of {len(results)} clouds")
    need(s.get("needed") == (None if rank else needed(s)), say + ".needed", "does not follow from coverage and eta")
    need(("q" in s) == ("threshold" in s) == (rank > 0), say + ".q", "is there if and only if the rank is above 0")
    if rank:
        check_threshold(s, rank, share, planned)

def check_threshold(s, rank, share, planned):
    """q must be the bound of the given rank: few lie below it, enough lie below or at it, and one is sharp."""
    q, below, up_to, good = mpf(s["q"]), 0, 0, s["q"] == 0
    for k, n in ((r["votes"], r["samples"]) for r in s["results"]):
        if k == 0 or share == 0 or q == 0:
            bounded = k > 0 and share > 0  # above 0, by however little
            below, up_to = below + (q > 0 and not bounded), up_to + (not bounded)
        else:
            part = used(k, n, q, share, planned)
            good = good or sharp(part, n)
            below, up_to = below + (part > 1), up_to + (part > 1 or sharp(part, n))
    need(good and below < rank <= up_to, "request.sets.q", f"is not the lower bound of rank {rank}")
    far = mpf(s["radius"]) / mpf(s["settings"]["sigma"])
    own = mp.ncdf(quantile(q) - far) if q else mpf(0)
    need(0 <= own - mpf(s["threshold"]) <= own * NEAR * (1 + far) ** 2, "request.sets.threshold", f"computed {mp.nstr(own, 16)}")

def holds(s, votes, n, share, planned):
    """Which numbers of votes leave the threshold, with those for no class; each upper bound has the share of eta."""
    none, at = n - sum(votes), s.get("threshold")
    left_out = lambda misses: at and misses and share and used(misses, n, 1 - mpf(at), share, planned) < 1
    return [at is None or not left_out(n - k - none) for k in votes]
