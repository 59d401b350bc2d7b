"""Check the set of classes that holds the true class: rank, bound and threshold from the votes of the calibration, and each class by its votes."""
from fractions import Fraction

from mpmath import mp, mpf

from description import need
from mathematics import at_least, quantile, sharp, used

UNIT, NEAR = 10**12, mpf(10) ** -9  # of ranks, which are of decimals; of thresholds and the parts of levels
FEW = "sets: the calibration has {} clouds, and a coverage of {} needs {}: every class is in the set"
NEVER = "sets: no number of clouds gives a coverage of {} with eta {}: lower alpha in the calibration run"
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

def settings_of(request, voter):
    """What a calibration has in common with the request, as it is written."""
    own = {f: request[f] for f in ("sigma", "group", "axis", "subsample") if f in request} | {"permutation": request.get("permutation", False)}
    prepared = {f: v for f, v in request.get("prepared", {}).items() if f not in ("scale", "norm") and v not in (False, 0, "none", "own")}
    more = {"translation": request.get("translation"), "preparation": prepared, "classifier": voter}
    return own | {f: v for f, v in more.items() if v}

def check_request(request, voter):
    """Refuse a calibration that is not one of this request, or does not follow from its votes."""
    s, say, q = request.get("sets"), "request.sets", request["prediction"]
    if s is None:
        return
    need("votes" in q.get("evidence", {}), say, "needs the votes of every class")
    need(not {"noise", "attribute_sigma"} & set(request) and not isinstance(request["sigma"], (dict, list)), say, "needs one sigma and no other noise")
    settings = s["settings"].whole()
    need({"classifier": voter, **settings} == settings_of(request, voter), say + ".settings", "are not those of the request")
    results, rule = s["results"], s.get("anytime", {})
    need(all(r["votes"] <= r["samples"] <= rule.get("planned", results[0]["samples"]) for r in results), say + ".results", "have too many votes or samples")
    need(rule or all(r["samples"] == results[0]["samples"] for r in results), say + ".results", "are not of as many samples each")
    need(all("sha256:" + r.get("cloud", "") != q["evidence"]["sampling"]["cloud"] for r in results), say + ".results", "have the cloud of the request")
    rank, share = left(s) * (len(results) + 1) // UNIT, mpf(s["eta"]) / rule.get("classes", 1)
    need((s["clouds"], s["rank"]) == (len(results), rank), say + ".rank", f"must be {rank} of {len(results)} clouds")
    need(s.get("needed") == (None if rank else needed(s)), say + ".needed", "does not follow from coverage and eta")
    need(("q" in s) == ("threshold" in s) == (rank > 0), say + ".q", "is there if and only if the rank is above 0")
    if rank:
        check_threshold(s, rank, share, rule.get("planned"))

def check_threshold(s, rank, share, planned):
    """q must be the bound of the given rank: few lie below it, enough lie below or at it, and one is sharp."""
    q, below, up_to, good = mpf(s["q"]), 0, 0, s["q"] == 0
    for k, n in ((r["votes"], r["samples"]) for r in s["results"]):
        part = 2 * (q > 0) if k == 0 or share == 0 else used(k, n, q, share, planned) if q > 0 else mpf(0)
        if k == 0 or share == 0:
            below, up_to = below + (q > 0), up_to + 1
        else:
            good = good or sharp(part, n)
            below, up_to = below + (part > 1), up_to + (part > 1 or sharp(part, n))
    need(good and below < rank <= up_to, "request.sets.q", f"is not the lower bound of rank {rank}")
    own = mp.ncdf(quantile(q) - mpf(s["radius"]) / mpf(s["settings"]["sigma"])) if q else mpf(0)
    need(0 <= own - mpf(s["threshold"]) <= own * NEAR * (1 + mpf(s["radius"]) / s["settings"]["sigma"]), "request.sets.threshold", f"computed {mp.nstr(own, 16)}")

def check_set(c, request, check):
    """Each class is in the set if its votes, and those for no class, leave it the threshold."""
    s = request.get("sets")
    if ("sets" in c) != (s is not None):
        check("sets", False, "is there if and only if the request asks for it")
    if s is None or "sets" not in c:
        return
    q, claim = request["prediction"], c["sets"]
    votes, n, names = q["evidence"]["votes"]["estimate"], q["samples"], q["evidence"]["model"]["classes"]
    share, none, at, held = mpf(s["eta"]) / q.get("looks", 1) / (2 if "anytime" in q else 1), n - sum(votes), s.get("threshold"), []
    for name, k in zip(names, votes):
        misses = n - k - none
        part = used(misses, n, 1 - mpf(at), share, q.get("anytime", {}).get("planned")) if at and misses and share else 2
        held += [name] * (at is None or part >= 1)
    for field in ("coverage", "radius", "threshold"):
        check("sets." + field, claim.get(field) == s.get(field), "that of the calibration")
    check("sets.classes", claim["classes"] == held, f"{len(held)} of {len(names)} classes")
