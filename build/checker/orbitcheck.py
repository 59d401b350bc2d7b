#!/usr/bin/env python3
"""Check an OrbitCert certificate without OrbitCert: orbitcheck.py [--explain] certificate.json [ranges.json] [minimum.json] [clean.json]
Or votes of a model: orbitcheck.py [--explain] --votes votes.json [clean.json]

Needs Python 3 and mpmath, nothing of OrbitCert. It holds the document against a strict description, computes every row again from the request in
it, and checks what `withstand` and `pmin` printed for that request, and what `read` printed of the clean cloud of radii. A leaf of the document
that no check has used fails. Monte Carlo rows are compared with draws of this program: plausible, not proved. Exit codes: 0 verified, 2 not a valid
document, 3 verification failed, 4 verified except for rows that this program does not compute (listed)."""
import base64, collections, copy, decimal, functools, hashlib, heapq, json, math, os, re, struct, sys, zlib
from fractions import Fraction
from mpmath import matrix, mp, mpf

from description import CERTIFICATE, CLOUD, EVIDENCE, MOST_UNPACKED, REQUEST, Ledger, Refused, Used, check_versions, need, parsed, quoted, read, version
from law import LAW
import lengths, sets, vectors
from mathematics import (FAMILIES, SMALL, at_least, bent, centred, draw, fixed, frame, moved, norm, planar, planar_value, quantile,
    procrustes, reached, reduced, resolved, rod_value, sharp, size_of, spread, subset_value, transformed_value, turn_frame, used, widened, work)

NEWEST = 9  # documents of core 0.9 must have every row that this core computes; earlier ones may lack some
MOST_ORDERED = 8192  # points whose order is searched for
ROUNDED = mpf(10) ** -11 * 3  # that cores take off votes with noise on transformations, for the rounding of their sums, at most
ROWS = ("black_box", "orbit", "tight", "subsample", "parameters")
ledger, values = Ledger({}), {}  # of the document at hand; v as a function of p, by the names of rows
proved = []  # what samples prove of vectors, where these are predicted

def check(path, good, text):
    """Note what a check found, and tick off the leaf that it is named after."""
    ledger.note("verified" if good else "FAILED", path, text)

def equal(path, claimed, own, slack, how):
    check(path, type(claimed) in (int, float) and abs(mpf(claimed) - own) <= slack, f"claimed {claimed}, computed {mp.nstr(mpf(own), 16)} = {how}")

def unproved(path, text):
    ledger.note("not computed", path, text)

def check_fields(path, claim, required, optional=""):
    """Tell whether an object has the fields that a request makes; earlier cores may lack some."""
    own = set(claim)
    missing, invented = set(required.split()) - own, own - set(required.split()) - set(optional.split())
    for name in sorted(invented):
        check(f"{path}.{name}".strip("."), False, "the request has no such claim")
    for name in sorted(missing):
        check(f"{path}.{name}".strip("."), False, "is missing")
    return not missing and not invented

# The request

def least(request):
    sigma = each_sigma(request)
    return min(sigma) if isinstance(sigma, list) else sigma

def each_sigma(request):
    """Return sigma, or a list with that of each point of the clean cloud."""
    sigma = request["sigma"]
    if not isinstance(sigma, dict):
        return sigma
    by = {float(value): each for value, each in sigma["values"].whole().items()}
    need(len(by) == len(sigma["values"]), "request.sigma.values", "has a value twice")
    own = request["clean"].get("attributes", {}).get(sigma["attribute"])
    need(own is not None and all(v in by for v in own), "request.sigma", "does not have the values of an attribute of the clean cloud")
    return [by[v] for v in own]

def differs(request):
    sigma = each_sigma(request)
    return isinstance(sigma, list) and min(sigma) < max(sigma)

def translates(request):
    return request["group"] in ("T", "SE", "E") or request["group"] == "axis" and bool(request.get("translation"))

def turns(group):
    return group in ("SO", "O", "SE", "E")

def seen(request):
    """The names of the attributes that the model sees, and whether they are named."""
    q = request["prediction"]
    model = q["evidence"]["model"] if "evidence" in q else q.get("model", {})
    if "attributes" in model:
        names = [a if isinstance(a, str) else a["name"] for a in model["attributes"]]
        need(len(set(names)) == len(names), "request.prediction", "names an attribute twice")
        beside = q.get("model", {}).get("attributes")
        need(beside is None or sorted(a if isinstance(a, str) else a["name"] for a in beside) == sorted(names), "request.prediction.model", "names others")
        return names, True
    return sorted({name for c in ("clean", "perturbed") for name in request.get(c, {}).get("attributes", {})}), False

VECTOR = re.compile(r"(scalar)?(n|normals?|nrm|norm|v|vel|velo|velocity|velocities|forces?|f|dir|direction|tangent|moment(um|a)|dipoles?)[xyz012]")

def kept(request):
    """The attributes of both clouds that count: those that the model sees, and the one that sigma goes by."""
    names, named = seen(request)
    by, noisy = request["sigma"]["attribute"] if isinstance(request["sigma"], dict) else None, request.get("attribute_sigma", {}).whole() if (
        "attribute_sigma" in request) else {}
    need(set(noisy) <= set(names), "request.attribute_sigma", "is noise on an attribute that the model does not see")
    if "clean" not in request:
        return [], noisy
    own = request["clean"].get("attributes", {})
    need(named or "evidence" not in request["prediction"] or set(own) <= {by}, "request.prediction.evidence.model.attributes", "is missing")
    need(by is None or by not in noisy, "request.sigma.attribute", "has noise itself")
    names = sorted({*names, by} - {None})
    turning = turns(request["group"]) or request["group"] == "axis"
    for name in names:
        need(name in own and ("points" not in request.get("perturbed", {}) or name in request["perturbed"].get("attributes", {})),
            "request.clean.attributes", f"lacks {name}")
        need(not turning or not VECTOR.fullmatch(re.sub(r"[^a-z0-9]", "", name.lower())), "request", f"{name} is part of a vector that turns")
    return names, noisy

def attributes_of(request, names):
    """For each point of either cloud the values of some attributes."""
    clean = list(zip(*(request["clean"]["attributes"][n] for n in names))) or [()] * len(request["clean"]["points"])
    other = request["perturbed"]
    return clean, list(zip(*(other["attributes"][n] for n in names))) or [()] * len(other["points"]) if "points" in other else clean

def partners_fit(request, partners):
    """Tell whether fixed attributes are the same at points that belong together."""
    names, noisy = kept(request)
    own, other = attributes_of(request, [n for n in names if n not in noisy])
    return all(own[i] == other[j] for i, j in partners)

def perturbed_points(request):
    x, y = request["clean"]["points"], request["perturbed"]
    if y.get("attack") == "scale":
        size = mp.sqrt(sum(mpf(v) ** 2 for u in x for v in u)) if len(x) < 50 else mpf(size_of(x))
        need(size > 0, "request.perturbed.attack", "scales a cloud of zeros")
        factor = float(1 + mpf(y["norm"]) / size)
        return [[factor * v for v in u] for u in x]
    need("attack" not in y, "request.perturbed.attack", "its draws are not made here; give the perturbed points")
    return y["points"]

def pair_of(request):
    """Tell what is compared: "clouds" whose points belong together, "products" of two clouds, all that "moved" by a norm, or None."""
    gram, other = request.get("gram", {}), request.get("perturbed", {})
    changes = other.get("changes", gram.get("points", {}).get("changes") if "points" in gram else None)
    if changes is not None:
        return None if any(changes.get(f) for f in ("replaced", "added", "removed")) else "moved"
    if "matrix" in gram or "factor" in gram:
        return "products"
    if not other:
        return None
    if "attack" in other:
        return "clouds"
    if len(other["points"]) != len(request["clean"]["points"]):
        return None
    names, noisy = kept(request)
    own, others = attributes_of(request, [n for n in names if n not in noisy])
    reorders = request.get("permutation") and len(own) <= MOST_ORDERED
    same = collections.Counter(own) == collections.Counter(others) if reorders else own == others
    return "clouds" if same else None

def check_request(r, core=NEWEST):
    """Refuse a request whose fields contradict each other by the rules of a core."""
    say, gram, other, k, group = "request", r.get("gram", {}), r.get("perturbed", {}), r.get("subsample", 0), r["group"]
    products, points = "matrix" in gram or "factor" in gram, gram.get("points", {})
    noise = {f: s for f, s in r.get("noise", {}).items() if r["noise"][f]} if "noise" in r else {}
    need("noise" not in r or len(r["noise"]) > 0, say + ".noise", "says nothing")
    need("changes" not in {**other, **points} or len((other if other else points)["changes"]) > 0, say, "changes say nothing")
    need(not r.get("scores") or not {"values", "labels", "vectors"} & set(r["prediction"]), say + ".scores", "is for classes")
    if "clean" in r:
        dimension, n = len(r["clean"]["points"][0]), len(r["clean"]["points"])
        for c in (r["clean"], other):
            rows = c.get("points", [])
            need(all(len(u) == dimension for u in rows), say, "points have another dimension")
            need(all(len(v) == len(rows) for v in c.get("attributes", {}).whole().values()) if "attributes" in c else True, say, "attributes are not one for each point")
        need("points" not in other or k or len(other["points"]) == n, say + ".perturbed", "has another number of points")
        need(other.get("attack") != "rotate" or ("axis" in other) == (dimension == 3), say + ".perturbed.axis", "is for space")
    else:
        dimension, n = gram["dimension"], points.get("clean", gram.get("cloud", {}).get("points", 0))
        need(any(f in gram for f in ("matrix", "factor", "points", "parameters", "cloud")), say + ".gram", "has nothing that a certificate rests on")
        need(not isinstance(r["sigma"], (dict, list)), say + ".sigma", "must be one number with gram")
        for f in {"matrix", "factor"} & set(gram):
            need([len(row) for row in gram[f]] == [2 * dimension] * (2 * dimension), f"{say}.gram.{f}", "has another size")
        need("axial" not in gram or group == "axis" or r.get("attribute_sigma"), say + ".gram.axial", "belongs to axis or attribute_sigma")
        need(not (products and r.get("attribute_sigma") and "axial" not in gram), say + ".gram.axial", "is missing")
        need(group != "axis" or (dimension == 2 if products or "axial" in gram else dimension == 3) and (not products or "axial" in gram), say + ".gram",
            "is not that of an axis")
        need("parameters" not in gram or noise, say + ".noise", "is missing beside gram.parameters")
    sigma = each_sigma(r)
    if isinstance(sigma, list):
        need(len(sigma) == n and max(sigma) <= 1e6 * min(sigma), say + ".sigma", "is not one for each point, within a factor of 1e6")
        need(not differs(r) or not isinstance(r["sigma"], list) or not (r.get("permutation") or k), say + ".sigma", "in a list keeps the order and all points")
    need(("axis" in r) == (group == "axis") and (group == "axis" or "translation" not in r), say + ".axis", "belongs to the group axis")
    need(group != "axis" or 1e-100 <= math.hypot(*r["axis"]) <= 1e100, say + ".axis", "has no direction")
    need(group != "axis" or "clean" not in r or dimension == 3, say + ".group", "axis is for space")
    need(not noise or group == "axis" and not k and not differs(r) and ("clean" in r or "parameters" in gram), say + ".noise", "needs an axis and clouds")
    need(not k or n and k <= n, say + ".subsample", "needs as many points")
    changes = other.get("changes", points.get("changes"))
    if changes is not None and n:
        add, replace, remove = (changes.get(f, 0) for f in ("added", "replaced", "removed"))
        need(k or not (add or replace or remove), say + ".subsample", "is missing")
        need(replace + remove <= n and n - remove >= max(k, 1) and n - remove + add <= 10**6, say + ".changes", "leave too few points, or make too many")
    need("pairing" not in r or "changes" not in other, say + ".pairing", "is of two clouds")
    if points and "changes" not in points:
        need(k and (not products or points["perturbed"] == n) and points["kept"] <= min(n, points["perturbed"]), say + ".gram.points", "do not fit")
    need(not (products and "changes" in points), say + ".gram.points.changes", "are of every cloud, but products of one")
    if "cloud" in gram and "parameters" in gram:
        still = gram["parameters"]
        need(not any(map(any_of, still.get("shift", {}).values())) and still["distance"] == still["rise"] == 0, say + ".gram.parameters", "is of one cloud")
    if "parameters" in gram:
        still = gram["parameters"]
        need(still["rise"] <= still["distance"] and still["low"] <= still["high"], say + ".gram.parameters", "contradict each other")
        need(all(not any_of(t) or noise.get(f) and (f != "shear" or len(noise) == 1) for f, t in still.get("shift", {}).items()), say + ".gram.parameters.shift",
            "has a parameter without noise")
    lengths.check_scale(r)
    check_prediction_request(r, n, core)
    kept(r)
    need(not other or "points" not in other or k or pair_of(r), say + ".perturbed.attributes", "are not those of the clean cloud")

def any_of(t):
    return any(t) if isinstance(t, list) else bool(t)

def check_prediction_request(r, n, core):
    say, q, k = "request.prediction", r["prediction"], r.get("subsample", 0)
    need(r.get("top", 1) == 1 or not {"runner_up", "values", "labels", "vectors"} & set(q), "request.top", "is for classes, and leaves out the runner-up")
    need("votes" not in q or q["votes"] <= q["samples"], say + ".votes", "exceed the samples")
    need("anytime" not in q or q["anytime"]["planned"] >= q["samples"], say + ".anytime.planned", "is below the samples")
    if "runner_up" in q and "evidence" not in q:
        rival, left = q["runner_up"], q["samples"] - q["votes"] if "votes" in q else math.nextafter(1 - q["probability"], 2)
        need(("votes" if "votes" in q else "probability") in rival and next(iter(rival.values())) <= left, say + ".runner_up", "is more than the class leaves")
    if "labels" in q:
        l = q["labels"]
        need(not k and len(l["predicted"]) == len(l["votes"]) == len(l.get("truth", l["votes"])) and max(l["votes"]) <= l["samples"], say + ".labels", "do not fit")
        need(n in (0, len(l["votes"])), say + ".labels.votes", "are not one for each point")
        need("truth" not in l or core < NEWEST and None not in l["truth"] or are_labels(l["truth"], l["predicted"], l.get("ignore")), say + ".labels.truth",
            "are no labels, and ignore does not say so")
    if "tolerance" in q:
        need("values" in q and any(v is not None for v in q.get("select", [])), say + ".select", "has no number for the tolerance")
    chosen = [v for v in q.get("select", []) if v is not None]
    need("evidence" in q or len(set(chosen)) < 10 or collections.Counter(chosen) != collections.Counter(v for v in q["values"] if v is not None), say + ".select",
        "has the same numbers as values")
    if "evidence" in q:
        model = q["evidence"]["model"]
        need(model.get("returns") not in ("number", *TURNING) or "classes" not in model, say + ".evidence.model.classes", "is there though the model has none")
    if "vectors" in q:
        check_vectors_request(r, q["vectors"], n)
    for name in q.get("classes", []):
        need(list(q["classes"]).count(name) == 1, say + ".classes", "names a class twice")

def are_labels(truth, predicted, ignore):
    """Tell whether the true labels that are known, one at least, count from 0. 255 often stands for none: ignore or a prediction must say what it is."""
    known = set(truth) - {ignore, None}
    return bool(known) and min(known) >= 0 and (255 not in known or ignore is not None or 255 in predicted)

def check_vectors_request(r, v, n):
    """Vectors of one shape, which fits the cloud, and chosen ones that name a reference."""
    say, of, chosen = "request.prediction.vectors", vectors.shape(v["values"]), v.get("select", [])
    dimension = len(r["clean"]["points"][0]) if "clean" in r else 3 if r["group"] == "axis" else r["gram"]["dimension"]
    need(not {"subsample", "noise"} & set(r), "request.prediction.vectors", "are there beside subsample or noise")
    need(vectors.fits(v["values"], of) and of[1] == dimension and of[0] in (None, n or of[0]), say + ".values", "do not fit the cloud")
    if not chosen:
        return
    need(vectors.fits(chosen, of), say + ".select", "has other lists than values")
    flat = lambda samples: sorted(x for s in samples for u in (s if of[0] else [s]) or [] for x in u or [])
    need(len(chosen) != len(v["values"]) or len(set(flat(chosen))) < 10 or flat(chosen) != flat(v["values"]), say + ".select", "has the same vectors as values")
    for k in range(of[0] or 1):
        own = list(vectors.settled(chosen, k, of[0], v["clip"]))
        need(own and ("angle" not in v or any(map(math.fsum, zip(*own)))), say + ".select", "names no reference")

# Votes, numbers and labels

def level_of(request):
    """The share of alpha that votes have: all but min(2^-40, alpha/2), which draws have."""
    alpha = request.get("alpha", 0.001)
    return math.nextafter(alpha - min(2.0 ** -40, alpha / 2), 0)

def share_of(core, level, q):
    """The error probability of each one-sided bound by votes, by the rule of its core. It is one N-th for each of N labels, and half for either end of
    an interval and for a class and its runner-up. Before 0.9 interval and tolerance had all of the level each; from 0.9 on they share it, so that both
    ends and both sides of the tolerance have a quarter."""
    if "labels" in q:
        return level / len(q["labels"]["votes"])
    if "values" in q:
        return level / (4 if core >= 9 and "tolerance" in q else 2)
    return level / (2 if "runner_up" in q else 1)

def counted(q):
    """Numbers and labels as votes: on the side of the tolerance with fewer numbers, or of the point with the fewest."""
    if "values" in q:
        votes, settled, tolerance = 0, sorted(v for v in q.get("select", []) if v is not None), q.get("tolerance", 0)
        if tolerance:
            middle = (settled[(len(settled) - 1) // 2] + settled[len(settled) // 2]) / 2
            high, low = Fraction(middle) + Fraction(tolerance), Fraction(middle) - Fraction(tolerance)
            numbers = [v for v in q["values"] if v is not None]
            votes = min(sum(v <= high for v in numbers), sum(v >= low for v in numbers))
        return votes, len(q["values"])
    if "labels" in q:
        return min(q["labels"]["votes"]), q["labels"]["samples"]
    return q["votes"], q["samples"]

def check_probability(c, request):
    """Clopper-Pearson bounds are put into the binomial tail, which must use up their share of alpha."""
    q = request["prediction"]
    if "vectors" in q:
        need("probability" not in c and "tight" not in c, "probability", "is none of vectors, which have no tight rows")
        proved.append(vectors.Evidence(q["vectors"].whole(), q["vectors"].get("tolerance"), level_of(request), "evidence" in q))
        if "evidence" in q:
            check_evidence(request, q, None)
        return mpf(0), None
    need("probability" in c, "probability", "is missing")
    row, rival = c["probability"], q.get("runner_up")
    check_fields("probability", row, "lower level" + " upper_runner_up" * (rival is not None))
    p, upper, rest = mpf(row["lower"]), mpf(row["upper_runner_up"]) if rival else None, None
    if "probability" in q:
        equal("probability.lower", row["lower"], mpf(q["probability"]), 0, "the probability given")
        equal("probability.level", row["level"], mpf(0), 0, "nothing is spent on votes")
        rest = mpf(rival["probability"]) if rival else None
    else:
        (k, n), whole, alpha = counted(q), level_of(request), request.get("alpha", 0.001)
        if version(c) < NEWEST:  # they left to the votes what they did not draw with
            drawn = c.get("tight", {}).get("monte_carlo", {}).get("level", 0)
            good, whole = alpha - 2.0 ** -39 <= row["level"] <= alpha and row["level"] + drawn <= alpha * (1 + 1e-12), row["level"]
            check("probability.level", good, f"{row['level']} for the votes, {drawn} for the draws")
        equal("probability.level", row["level"], whole, whole * 1e-12, "what alpha leaves to the votes")
        share = mpf(share_of(version(c), whole, q)) / q.get("looks", 1)
        rule = q.get("anytime", {})  # then every class may be the one named; the others are bounded by the two most probable
        each, planned = share / rule.get("classes", 1), rule.get("planned")
        part = used(k, n, p, each, planned) if k and p > 0 else 1 if p == 0 and (not k or rule) else 2
        check("probability.lower", sharp(part, n),
            f"{k} of {n} votes at {row['lower']} use up {mp.nstr(mpf(part), 9)} of {mp.nstr(share, 9)} for each of {rule.get('classes', 1)} classes")
        part = used(n - rival["votes"], n, 1 - upper, share / (2 if rule else 1), planned) if rival and upper < 1 else 1
        rest = upper if sharp(part, n) else mpf(1)
    if rival:
        equal("probability.upper_runner_up", row["upper_runner_up"], min(rest, 1 - p), SMALL, "its bound, or what the class leaves")
    if "evidence" in q:
        check_evidence(request, q, rival)
    return p, upper

def check_interval(name, claim, value, q, share):
    """The median at X' is between the k-th numbers from either end: the least k with Pr[Bin(n, p) >= k] <= share where v(p) > 1/2."""
    settled, n = sorted(v for v in q["values"] if v is not None), len(q["values"])
    proves = lambda k, sign: value(reached(k, n, share)) > mpf(1) / 2 + sign * SMALL
    if not claim:
        return check(name, not settled or not proves(len(settled), 1000), "unbounded")
    ranks = [k for k in range(1, len(settled) + 1) if settled[k - 1] == claim["upper"] and settled[-k] == claim["lower"]]
    good = bool(ranks) and proves(ranks[-1], -1) and (ranks[0] == 1 or not proves(ranks[0] - 1, 1000))
    check(name, good, f"the {ranks[:1]} of {n} numbers from either end")

def label_bounds(core, votes, n, level, stays):
    """The least bound of the labels with so many votes as stay, and the greatest of the others; None where there are none. Before 0.9 the bounds
    are Holm's (1979), of those that are left; from 0.9 on each is that of its radius, at level/N."""
    counts, before, lowest = collections.Counter(votes), 0, None
    for v in sorted(counts, reverse=True):
        share = level / (len(votes) if core >= 9 else len(votes) - before)
        before += counts[v]
        if v not in stays:
            return lowest, reached(v, n, share)
        if lowest is None or at_least(v, n, lowest) > share:
            lowest = reached(v, n, share)
    return lowest, None

def check_labels(name, claim, value, q, level, core, radii, sigma):
    """Radii by Clopper-Pearson at level/N; for this pair the labels that the votes prove to stay."""
    labels = q["labels"]
    votes, n = labels["votes"], labels["samples"]
    own = " certified count share changed iou" + " true_iou accuracy mean_iou" * ("truth" in labels) if value else ""
    check_fields(name, claim, "radius" * radii + own, "file_radius" * radii)
    if radii and "radius" in claim:
        good, parts = len(claim["radius"]) == len(votes), {}
        for k, r in set(zip(votes, claim["radius"])):
            part = at_least(k, n, mp.ncdf(mpf(r) / sigma)) * len(votes) / level
            good = good and (sharp(part, n) if r else part >= 1)
        check(name + ".radius", good, f"sigma P^-1 of the bounds of votes at a share of 1/{len(votes)}")
    if not value or not {"certified", "share", "count"} <= set(claim):
        return None
    good = len(claim["certified"]) == len(votes)
    stays = {v for v, one in zip(votes, claim["certified"]) if one}
    good = good and all(one == (v in stays) for v, one in zip(votes, claim["certified"])) and stays == {v for v in votes if stays and v >= min(stays)}
    lowest, other = label_bounds(core, votes, n, mpf(level), stays)
    good = good and (lowest is None or value(lowest) > mpf(1) / 2 - SMALL) and (other is None or value(other) <= mpf(1) / 2 + 1000 * SMALL)
    check(name + ".certified", good, f"{sum(claim['certified'])} of {len(votes)} labels")
    if len(claim["certified"]) == len(votes):
        check_overlap(name, claim, labels, claim["certified"])

def check_overlap(name, claim, labels, certified):
    """Check what follows for the cloud as a whole."""
    predicted, n = labels["predicted"], len(certified)
    own = {"count": sum(certified), "share": sum(certified) / n, "changed": certified.count(False), "iou": least_overlap(predicted, predicted, certified)}
    known = [(t, p, s) for t, p, s in zip(labels.get("truth", []), predicted, certified) if t not in (labels.get("ignore"), None)]
    if known:
        truth, predicted, certified = map(list, zip(*known))
        stay = [label if stays else None for label, stays in zip(predicted, certified)]
        both, all_true, all_kept = collections.Counter(t for t, s in zip(truth, stay) if t == s), collections.Counter(truth), collections.Counter(stay)
        parts = set(truth) | set(stay) - {None}
        own["accuracy"], own["true_iou"] = sum(both.values()) / len(known), least_overlap(truth, predicted, certified)
        own["mean_iou"] = sum(both[c] / (all_true[c] + all_kept[c] - both[c]) for c in parts) / len(parts)
    for field in own:
        equal(f"{name}.{field}", claim.get(field), mpf(own[field]), SMALL, "what the certified labels leave")

def least_overlap(reference, predicted, certified):
    """Return the least mean IoU with the reference: the open points take the largest of all falls that a point can cause by joining a part."""
    free, total = certified.count(False), 0.0
    common, union, own_open = collections.Counter(), collections.Counter(reference), collections.Counter()
    for r, p, stays in zip(reference, predicted, certified):
        common[r] += stays and p == r
        union[p] += stays and p != r
        own_open[r] += not stays
    total = math.fsum(common[c] / union[c] for c in set(reference))
    fall = lambda c, j: (common[c] / (union[c] + j + 1) - common[c] / (union[c] + j), c, j)  # what the next point that joins the part takes
    heap = [fall(c, 0) for c in set(reference) if common[c] and free > own_open[c]]
    heapq.heapify(heap)
    for _ in range(free if heap else 0):
        lost, c, j = heap[0]
        total += lost
        heapq.heapreplace(heap, fall(c, j + 1)) if j + 1 < free - own_open[c] else heapq.heappop(heap)
        if not heap:
            break
    return total / len(set(reference))

def check_stated(c, request):
    """Check what every row says of a number or of labels. One interval for each row that states one."""
    if proved:
        return
    q, level, core = request["prediction"], c["probability"]["level"], version(c)
    rows = {n: c.get(n) for n in ("black_box", "orbit", "subsample", "parameters")} | {f"tight.{n}": c["tight"].get(n) for n in ("exact", "axis") if "tight" in c}
    for name, claim in rows.items():
        value = values.get(name)
        if not claim:
            continue
        radii = name in ("black_box", "orbit")
        states = ("interval" if value else None) if "values" in q else "labels" if "labels" in q and (value or radii) else None
        for part in {"interval", "labels"} - {states}:
            if part in claim:
                check(f"{name}.{part}", False, "nothing of that kind is predicted")
        if states and states not in claim:
            check(f"{name}.{states}", False, "is missing")
        elif states == "interval":
            check_interval(name + ".interval", claim["interval"], value, q, mpf(share_of(core, level, q)))
        elif states:
            check_labels(name + ".labels", claim["labels"], value, q, level, core, radii, mpf(least(request)))

# The evidence of votes

TURNING = ("vector", "BND", "BDN")

def fill_vectors(q, e):
    """Vectors that were counted, in the evidence or beside it: of one form and at the clip length of the model."""
    say, own, beside = "request.prediction.vectors", e.get("vectors", {}), q.get("vectors", {})
    need(not {"tolerance", "angle"} & set(own), "request.prediction.evidence.vectors", "asks for something")
    need(all(own[f] == beside[f] for f in own.keys() & beside.keys()), say, "are others than in the evidence")
    q["vectors"] = {"clip": e["model"]["clip"], **own, **beside}
    need(q["vectors"]["clip"] == e["model"]["clip"], say + ".clip", "is not the length at which vectors were clipped")
    need({"values", "select"} <= set(q["vectors"]), say, "lack values or select")
    need((vectors.shape(q["vectors"]["values"])[0] is not None) == (e["model"]["returns"] != "vector"), say + ".values", "are not what the model returns")

def looks_of(n):
    return [n] if n < 200 else [*looks_of(n // 2), n]

def fill(request):
    """Votes, numbers and labels that the evidence has may be missing beside it, and the other way round."""
    q = request["prediction"]
    e = q.get("evidence")
    if not e:
        return
    for name in ("values", "select", "labels"):
        if name in q or name in e:
            own, beside = e.get(name, q.get(name)), q.get(name, e.get(name))
            same = own == beside if name != "labels" else all(own[f] == beside[f] for f in own.keys() & beside.keys())
            need(same, f"request.prediction.evidence.{name}", "is another than beside it")
            q[name] = own if "truth" in own else beside  # ignore belongs to the true labels beside it
    returns, turning = e["model"].get("returns", "classes"), e["model"].get("returns") in TURNING
    need("classes" in e["model"] or turning or returns == "number", "request.prediction.evidence.model.classes", "is missing")
    need(("clip" in e["model"]) == turning, "request.prediction.evidence.model.clip", "is of vectors, and there for them")
    if turning:
        fill_vectors(q, e)
    need(("values" in q, "labels" in q, "vectors" in q) == (returns == "number", returns in ("BNC", "BCN"), turning), "request.prediction",
        f"does not have what {returns} are")
    need("number" not in e["model"] or returns == "number", "request.prediction.evidence.model.number", "is of a model that returns numbers")
    need("tolerance" not in q or returns == "number", "request.prediction.tolerance", "is of numbers")
    if returns != "classes":
        return need(not {"votes", "samples", "looks", "anytime", "classes", "runner_up"} & set(q) and "votes" not in e, "request.prediction", "has votes, too")
    votes, sampling, names = e.get("votes"), e["sampling"], e["model"]["classes"]
    need(votes is not None, "request.prediction.evidence.votes", "is missing")
    anytime, looks = sampling["select"] == 0, looks_of(sampling["estimate"])
    need((votes.get("rule", "") == "anytime") == anytime and ("samples" in votes if anytime else "look" in votes and votes["look"] <= len(looks)),
        "request.prediction.evidence.votes", "are not by the rule of sampling.select")
    need(not anytime or not {"looks", "look", "select"} & set(votes), "request.prediction.evidence.votes", "are of one stage")
    samples = votes["samples"] if anytime else looks[votes["look"] - 1]
    chosen = votes["estimate"] if anytime else votes.get("select", [])
    need(len(chosen) == len(votes["estimate"]) == len(names) and sum(votes["estimate"]) <= samples <= sampling["estimate"]
        and (anytime or sum(chosen) <= sampling["select"]), "request.prediction.evidence.votes", "are not one for each class, of the samples")
    none, predicted = samples - sum(votes["estimate"]), chosen.index(max(chosen))
    derived = {"none": none, "predicted": predicted, "samples": samples} | ({} if anytime else {"looks": len(looks)})
    need(all(votes.get(f, v) == v for f, v in derived.items()), "request.prediction.evidence.votes", f"do not follow from the counts: {derived}")
    own = {i for i, n in enumerate(names) if n in q["classes"]} if "classes" in q else {predicted}
    need(predicted in own and set(q.get("classes", [])) <= set(names), "request.prediction.classes", "lack the class predicted, or name no class")
    expected = {"votes": sum(votes["estimate"][i] for i in own), "samples": samples}
    expected |= {"anytime": {"classes": len(names), "planned": sampling["estimate"]}} if anytime else {"looks": len(looks)} if len(looks) > 1 or "looks" in q else {}
    need(all(q.get(f, v) == v for f, v in expected.items()) and not {"looks", "anytime"} & set(q) - set(expected), "request.prediction",
        f"does not follow from the evidence: {expected}")
    q |= expected
    if "runner_up" in q:
        most = max((n for i, n in enumerate(votes["estimate"]) if i not in own), default=0) + none
        need(q["runner_up"].get("votes", most) == most, "request.prediction.runner_up.votes", f"must be {most}")
        q["runner_up"]["votes"] = most

def written(value):
    """JSON as the program writes it."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{written(k)}:{written(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(written, value)) + "]"
    if type(value) is float:
        if value == 0 or 1e-6 <= abs(value) < 1e21:
            return format(decimal.Decimal(repr(value)), "f")
        return re.sub(r"e([+-])0*", r"e\1", repr(value))
    text = json.dumps(value, ensure_ascii=False)
    return re.sub("[<>&\u2028\u2029]", lambda c: f"\\u{ord(c[0]):04x}", text) if isinstance(value, str) else text

def packed(numbers):
    return b"".join(struct.pack("<d", v + 0.0) for v in numbers)  # -0 counts as 0

def cloud_digest(cloud, names):
    points = cloud["points"]
    data = f"orbitcert cloud\n{len(points)} {len(points[0])}\n".encode() + packed(v for u in points for v in u)
    for name in sorted(names, key=str.encode):
        data += f"attribute {written(name)}\n".encode() + packed(cloud["attributes"][name])
    return hashlib.sha256(data).hexdigest()

def check_evidence(request, q, rival):
    """Check a votes document against the request: what was counted, how it was drawn, and the single votes."""
    e = q["evidence"].whole()
    say, m, s, named = "request.prediction.evidence", e["model"], e["sampling"], e["classifier"]
    group, returns = request["group"], m.get("returns", "classes")
    dimension = len(request["clean"]["points"][0]) if "clean" in request else 3 if group == "axis" else request["gram"]["dimension"]
    rank = lambda g: 3 if g in ("O", "E") else 2 if g in ("SO", "SE") else 1 if g == "axis" else 0
    wide = named["group"] in ("T", "SE", "E") or named.get("translation", False)
    covers = rank(named["group"]) >= rank(group) and (wide or not translates(request)) and (named["sorted"] or not request.get("permutation"))
    covers = covers and (not named["group"] == group == "axis" or named["axis"] == request["axis"])
    need(named["group"] != "axis" or "axis" in named and dimension == 3, say + ".classifier.axis", "is missing")
    check("evidence.classifier", covers, f"invariant under {named['group']}")
    made = named["how"] == "made"
    drawn = [f for f in ("pose", "turn") if named.get(f, "all") != "all"]
    poses = {3: 1 << dimension, 2: 1 << dimension - 1, 1: 2, 0: 1}[rank(named["group"]) if made and not drawn else 0]
    free = made and rank(named["group"]) > 0 and len(drawn) == 1 and m["layout"] != "BPDN" and (drawn == ["pose"] or named.get("order") != "falling")
    check("evidence.classifier.drawn", not drawn or free, "a vote draws one pose or one turn")
    sigma = least(request)
    grid = math.ldexp(1, math.frexp(sigma)[1] - 9)
    single = s["select"] == 0 or returns in ("BNC", "BCN", "BND", "BDN")
    check("evidence.classifier.derived", [named["poses"], named["grid"], s["block"]] == [poses, grid, 10 if single else 50], f"{poses} poses, grid {grid}")
    points = request.get("subsample") or len(request.get("clean", {}).get("points", []))
    axes = {3: dimension - 1, 2: dimension - 1, 1: 1, 0: 0}[rank(named["group"]) if made and "turn" not in drawn else 0]
    check("evidence.classifier.axes", not points or not axes or points >= axes + wide, f"the axes of {points} points")
    check("evidence.classifier.how", made or returns == "classes" and not s.get("scores"), "a declared invariance is of the largest score")
    check("evidence.sampling.scores", not s.get("scores") or returns == "classes", "draw classes")
    check("evidence.tested", "tested" not in e or not made and e["tested"].get("rate", 0) in (0, min(1, 3 / max(e["tested"]["clouds"], 1))), "of a declared one")
    law = {LAW[f]: v for f, v in s.items() if f in LAW and v is not False}
    asked = {f: request[f].whole() if isinstance(request[f], dict) else request[f] for f in LAW.values() if request.get(f, False) is not False}
    axis = s.get("axis") == (request.get("axis") if "noise" in request else None) or "noise" not in request
    check("evidence.sampling", law == asked and axis and s["sigma"] == sigma, f"counted with sigma {s['sigma']}")
    if "clean" in request:
        names, _ = kept(request)
        each = each_sigma(request)
        spread_digest = "sha256:" + hashlib.sha256(f"orbitcert noise\n{len(each)}\n".encode() + packed(each)).hexdigest() if differs(request) else None
        check("evidence.sampling.cloud", s["cloud"] == "sha256:" + cloud_digest(request["clean"], names) and s.get("noise") == spread_digest, "of this cloud")
    elif "cloud" in request["gram"]:
        check("evidence.sampling.cloud", s["cloud"] == "sha256:" + request["gram"]["cloud"]["sha256"], "of this cloud")
    check("evidence.sampling.seed", (derived_seed(m, s, named) != s["seed"]) == s.get("fresh", False), "follows from model, cloud and settings, or is fresh")
    if returns != "classes":
        first, n = s["select"], s["estimate"]
        of = q.get("vectors", q)
        sizes = [len(of["select"]), len(of["values"])] if "values" in of and "select" in of else [first, q["labels"]["samples"]] if "labels" in q else []
        check("evidence.answers", sizes == [first, n] and first > 0 and ("labels" not in q or max(q["labels"]["predicted"]) < len(m["classes"])), f"{first} and {n} samples")
    check("evidence.layout", m["layout"] != "BPDN" or returns not in TURNING, "shows a model of vectors one pose at a time")
    if "sampled" in e and returns not in ("number", *TURNING):
        check("evidence.sampled", sampled_agree(e, q), "the single votes add up to the counts")
    elif "sampled" in e:
        check("evidence.sampled", False, "is of classes and labels")

def plain(source, names):
    return {f: source[f] for f in names.split() if source.get(f) not in (None, "", False, [], {}) or f in ("poses", "sorted", "grid")}

def voter(e):
    """The SHA-256 of model and classifier, without what follows from sigma and the dimension."""
    named = {**e["classifier"], "poses": 0, "grid": 0}
    return hashlib.sha256(("orbitcert classifier\n" + written(voted_by(e["model"], named))).encode()).hexdigest()

def voted_by(m, named):
    """The model and the classifier made of it, as the program writes them. Names of the model and of classes do not count."""
    returns = m.get("returns", "classes")
    model = {**plain(m, "sha256 layout"), **({} if m.get("numbers") == "float32" else plain(m, "numbers")), **plain(m, "output batch"),
        **({} if returns == "classes" else {"returns": returns}), **plain(m, "clip"), **({"number": m["number"]} if "number" in m else {}), **({} if returns in ("number", *TURNING) else {"classes": None})}
    channels = [a if isinstance(a, str) or set(a) == {"name"} or a.get("scale") == 1 else a for a in m.get("attributes", [])]
    model |= {"attributes": [a if isinstance(a, str) else a["name"] if a.get("scale", 1) == 1 and "values" not in a else plain(a, "name values scale") for a in channels]} if channels else {}
    chosen = {f: named[f] for f, value in (("order", "falling"), ("pose", "one"), ("turn", "random")) if named.get(f) == value}
    return {"model": model, "classifier": {**plain(named, "group axis translation how"), **chosen, **plain(named, "poses sorted grid")}}

ORDER = "subsample parameters axis attribute_sigma scores".split()  # as the program writes them

def derived_seed(m, s, named):
    """The SHA-256 of all that samples are drawn for."""
    law = {f: dict(sorted(s[f].items())) if f == "attribute_sigma" else {g: s[f][g] for g in FAMILIES if s[f].get(g)} if f == "parameters" else s[f]
        for f in sorted({*LAW, *("axis",) * ("parameters" in s)}, key=ORDER.index) if s.get(f)}
    sampling = {f: s[f] for f in ("sigma", "select", "estimate", "block")} | {"seed": "", "cloud": s["cloud"], **law, **plain(s, "noise")}
    return hashlib.sha256(("orbitcert samples\n" + written({**voted_by(m, named), "sampling": sampling})).encode()).hexdigest()

def sampled_agree(e, q):
    """The numbers of the classes of single samples, or of the labels of their points, give the counts; what unpacks to more is refused."""
    s, classes, labels = e["sampling"], len(e["model"]["classes"]), q.get("labels")
    width, points = 2 if classes > 254 else 1, len(labels["votes"]) if labels else 1
    first = s["select"]
    samples = first + (s["estimate"] if labels else q["samples"])
    size = samples * points * width
    need(size <= MOST_UNPACKED, "request.prediction.evidence.sampled", "has more votes than this program unpacks")
    try:
        data = zlib.decompressobj(31).decompress(base64.b64decode(e["sampled"], validate=True), size + 1)
    except (ValueError, zlib.error):
        return False
    if len(data) != size:
        return False
    coded = data if width == 1 else struct.unpack(f"<{size // 2}H", data)
    none = 255 if width == 1 else 65535
    if any(v >= classes and v != none for v in set(coded)):
        return False
    count = lambda part: (lambda by: [by[i] for i in range(classes)])(collections.Counter(part))
    if not labels:
        votes = e["votes"]
        return count(coded[:first]) == (votes.get("select") or [0] * classes) and count(coded[first:]) == votes["estimate"]
    for i, (label, votes) in enumerate(zip(labels["predicted"], labels["votes"])):
        own = coded[i::points]
        chosen = collections.Counter(v for v in own[:first] if v != none)
        if min(chosen, key=lambda c: (-chosen[c], c), default=0) != label or own[first:].count(label) != votes:
            return False
    return True

# The rows. odds are p, the bound of the runner-up or None, and the bar: what v has to exceed without a runner-up.

def check_row(name, key, core, claim, value, slack, odds, how, within=True):
    p, rival, bar = odds
    v, values[name] = value(p), value
    if rival is not None:
        bar = 1 - value(1 - rival)
        equal(name + ".upper_runner_up", claim.get("upper_runner_up"), bar, slack, "1 - v at 1 - p_B")
    equal(f"{name}.{key}", claim.get(key), v, slack, how)
    certified, close = v > bar and within, abs(v - bar) <= 2 * slack + 4 * SMALL
    check(name + ".certified", claim["certified"] == certified or not claim["certified"] and (core < NEWEST and not name.startswith("tight.") or close),
        f"{claim['certified']}: {mp.nstr(mpf(v), 12)} against {mp.nstr(mpf(bar), 12)}")

def check_near(name, claim, d, slack, sigma, more):
    """Check a closed form about vectors: where they are at this distance, and how far the claim of the request holds."""
    own, asked = proved[0], "radius " * proved[0].claims
    if not check_fields(name, claim, asked + "certified" + " distance vectors" * (d is not None) + more, "file_radius file_distance"):
        return
    if asked:
        check(name + ".radius", own.is_radius(claim["radius"] / float(sigma)), "the largest distance at which all vectors stay")
    if d is None:
        return check(name + ".certified", claim["certified"] is False, "nothing is compared")
    equal(name + ".distance", claim["distance"], d, slack, "|X' - X|" if name == "black_box" else "min over the group |X' - X|")
    delta = min(1e150, claim["distance"] / float(sigma) * (1 + 2.0 ** -51))
    check(name + ".vectors", own.agrees(claim["vectors"], delta), f"at {delta:.6g} sigma")
    check(name + ".certified", claim["certified"] == (bool(asked) and claim["distance"] < claim["radius"]), "within the radius")

def check_closed(name, core, claim, d, slack, sigma, odds, more=""):
    if proved:
        return check_near(name, claim, d, slack, sigma, more)
    p, rival, bar = odds
    radius = sigma * (quantile(p) - quantile(bar)) if rival is None else sigma / 2 * (quantile(p) - quantile(rival))
    check_fields(name, claim, "certified radius" + " distance lower" * (d is not None) + " upper_runner_up" * (d is not None and rival is not None) + more, "interval labels file_radius file_distance")
    equal(name + ".radius", claim.get("radius"), max(radius, mpf(0)), SMALL * sigma * 9 if radius < mp.inf else 0, "sigma (P^-1(p) - P^-1(bar))"
        if rival is None else "sigma/2 (P^-1(p) - P^-1(p_B))")
    if d is None:
        return check(name + ".certified", claim["certified"] is False, "nothing is compared")
    equal(name + ".distance", claim.get("distance"), d, slack, "|X' - X|" if name == "black_box" else "min over the group |X' - X|")
    check_row(name, "lower", core, claim, lambda p: mp.ncdf(quantile(p) - d / sigma), slack / sigma + SMALL, odds, "P(P^-1(p) - d/sigma)")

def nearest(y, x, request, sigma):
    """The distance of X from the orbit of X', both centred if the group translates, X' turned there, and the numbers of the tight value in the plane."""
    group = request["group"]
    if group == "axis":
        numbers = planar(y * frame(request["axis"]).T, x * frame(request["axis"]).T, sigma) if x.cols == 3 else planar(y, x, sigma)
        numbers = (*numbers[:3], numbers[3] if x.cols == 3 else mpf(request["gram"]["axial"]) / sigma)
        return mp.sqrt(max(numbers[0] ** 2 + numbers[1] ** 2 - 2 * numbers[2], 0) + numbers[3] ** 2) * sigma, y, numbers
    y = y if group in ("none", "T") else procrustes(y, x, group in ("SO", "SE"))
    return norm(y - x), y, planar(y, x, sigma)

def member(a, b, request):
    """Tell whether x -> A x + b belongs to the group."""
    group, n = request["group"], a.rows
    turns = mp.mnorm(a * a.T - mp.eye(n)) < mpf(10) ** -12 and (group in ("O", "E") or mp.det(a) > 0) and (group not in ("none", "T") or a == mp.eye(n))
    axis = matrix(request["axis"]) if group == "axis" else None
    return turns and (translates(request) or norm(b) == 0) and (not axis or norm(a * axis - axis) <= mpf(10) ** -12 * norm(axis))

def clouds(request, order=None):
    """X', X and the weights in few rows. Rows are divided by sigma_n over the least sigma. From inner products come points that have them."""
    if "gram" in request:
        g, n = request["gram"], request["gram"]["dimension"]
        if "factor" in g:
            rows = matrix(g["factor"]).T
            return rows[:, :n] + rows[:, n:2 * n], rows[:, :n], None
        values, vectors = mp.eigsy(matrix(g["matrix"]))
        rows = (vectors * mp.diag([mp.sqrt(max(v, 0)) for v in values])).T
        return rows[:, :n], rows[:, n:2 * n], None
    x, y = request["clean"]["points"], perturbed_points(request)
    sigma = each_sigma(request)
    weights = [Fraction(min(sigma)) / Fraction(s) for s in sigma] if isinstance(sigma, list) else [Fraction(1)] * len(x)
    return reduced([y[i] for i in order] if order else y, x, weights)

def beside(request, order=None):
    """The part of the distance that attributes with noise add, in units of sigma. Inner products for the group axis have it in their axial part."""
    if not request.get("attribute_sigma"):
        return mpf(0)
    if "gram" in request:
        return mpf(0) if request["group"] == "axis" else mpf(request["gram"]["axial"]) / mpf(least(request))
    names, noisy = kept(request)
    clean, other = attributes_of(request, sorted(noisy))
    sigmas = [noisy[n] for n in sorted(noisy)]
    pairs = zip(clean, (other[j] for j in order) if order else other)
    return mpf(min(1e9, math.hypot(*((b - a) / s for u, v in pairs for a, b, s in zip(u, v, sigmas)))))

def gram_fits(gram, dimension):
    """A Cholesky factor is triangular; a matrix of inner products is symmetric and has no negative eigenvalue but for rounding."""
    if "factor" in gram:
        return check("request.gram.factor", all(v == 0 for i, row in enumerate(gram["factor"]) for v in row[i + 1:]), "lower triangular")
    m = gram["matrix"]
    good = all(m[i][j] == m[j][i] for i in range(len(m)) for j in range(i)) and min(mp.eigsy(matrix(m), eigvals_only=True)) >= -mpf(10) ** -11 * sum(m[i][i] for i in range(len(m)))
    check("request.gram.matrix", good, "symmetric and positive semidefinite")

def check_pair(c, request, odds):
    """Black box, orbit and tight rows of two clouds whose points belong together."""
    core, group, sigma, shared = version(c), request["group"], mpf(least(request)), request.get("gram")
    orbit, tight = c["orbit"], c.get("tight", {})
    alignment = orbit.get("alignment", {})
    searched = not shared and request.get("permutation", False) and len(request["clean"]["points"]) <= MOST_ORDERED
    searched = searched and (core >= NEWEST or "permutation" in alignment)  # an earlier core may take the order that is given
    order = alignment.get("permutation") if searched else None
    if not shared and "alignment" in orbit:
        n = len(request["clean"]["points"])
        check_fields("orbit.alignment", alignment, "matrix offset" + " permutation" * searched)
        order = list(order) if order and sorted(order) == list(range(n)) else None
        check("orbit.alignment.permutation", not searched or order is not None, "a reordering, which the request allows")
        check("request.clean.attributes", partners_fit(request, list(enumerate(order or range(n)))), "are the same at points that belong together")
    elif not shared:
        alignment = None
    y, x, w = whole = clouds(request, order)
    slack = norm(y) * (mpf(10) ** -6 if "matrix" in (shared or {}) else SMALL)
    extra, dimension = beside(request, order), x.cols  # the group leaves extra alone, so that it counts like a part along an axis
    if shared:
        gram_fits(shared, dimension)
    posed = y
    if alignment:
        a, b = matrix(alignment["matrix"]), matrix(alignment["offset"])
        good = len(b) == dimension and member(a, b, request)
        check("orbit.alignment.matrix", good, "a member of the group")
        if not good:
            return
        apart, posed = mp.hypot(norm(y * a.T + w * b.T - x), extra * sigma), y * a.T  # the axes below belong to this pose
        check("orbit.alignment.offset", abs(apart - orbit.get("distance", 0)) <= slack + SMALL * norm(w * b.T), f"under this alignment {mp.nstr(apart, 16)} apart")
    if translates(request) and not shared:
        y, x, posed = (centred(a, w) for a in (y, x, posed))
    d, turned, numbers = nearest(y, x, request, sigma)
    d, numbers = mp.hypot(d, extra * sigma), (*numbers[:3], mp.hypot(numbers[3], extra))
    if shared and "factor" in shared:
        check("request.gram.distance", d - slack <= shared["distance"], "at least that of the factor")
        check("request.gram.error", shared["error"] <= 1000 * slack or group in ("none", "T"), "as small as rounding, where a row depends on it")
        d = mpf(shared["distance"])
    if not shared:
        given = list(range(len(request["clean"]["points"])))
        before = clouds(request) if order else whole
        known = not searched or partners_fit(request, list(zip(given, given)))
        plain = mp.hypot(norm(before[0] - before[1]), beside(request) * sigma) if known else None
    elif "factor" in shared:
        plain = mpf(shared["black_box_distance"]) if "black_box_distance" in shared else None
        check("request.gram.black_box_distance", plain is None or plain >= d, "at least the distance of the orbit")
    else:
        plain = None if translates(request) else mp.hypot(norm(clouds(request)[0] - x), mpf(shared.get("axial", 0)))
    if plain is not None and "black_box" in c:
        check_closed("black_box", core, c["black_box"], plain, slack, sigma, odds)
    elif (plain is None) == ("black_box" in c):
        check("black_box", False, "is missing, or its clouds are unknown")
    check_closed("orbit", core, orbit, d, slack, sigma, odds, " alignment" * (not shared) + " distance_lower conclusion" * searched)
    if "conclusion" in orbit and "distance_lower" in orbit and "distance" in orbit:
        follows = "certified" if orbit["certified"] else "out_of_reach" if orbit["distance_lower"] >= orbit.get("radius", math.inf) else "undecided"
        check("orbit.conclusion", orbit["distance_lower"] <= orbit["distance"] and orbit["conclusion"] == follows, "as the distances say")
        if orbit["distance_lower"] > 0:
            unproved("orbit.distance_lower", f"that no order of the points comes nearer than {orbit['distance_lower']}")
        check("orbit.distance_lower", True, "a norm")
    if not proved:
        off = min(slack, 100 * mpf(shared["error"])) if "factor" in (shared or {}) else slack  # a factor states what its distance may be off
        check_tight(c, request, odds, y, x, turned, posed, d, numbers, extra, off / sigma + SMALL)

def collinear(*columns, most):
    """Tell whether columns, clouds side by side, are multiples of one of them; None in between."""
    rows = matrix([[v for c in columns for v in c[i, :]] for i in range(columns[0].rows)])
    off = sorted(mp.svd_r(rows, compute_uv=False), reverse=True)[1]
    return True if off < most / 4 else False if off > 4 * most else None

def check_tight(c, request, odds, y, x, turned, posed, d, numbers, extra, loose):
    core, group, sigma, tight, dimension = version(c), request["group"], mpf(least(request)), c.get("tight", {}), x.cols
    draws = turns(group) and (dimension == 3 or group in ("O", "E"))
    rods = draws and not extra and (collinear(turned, x, most=1e-9 * sigma) if dimension == 3 else all(collinear(a, most=1e-9 * sigma) for a in (y, x)))
    rods = "exact" in tight if rods is None else rods
    exact = rods or not draws and (turns(group) or group == "axis" or not request.get("permutation"))
    must = {"exact"} if exact else {"axis"} if draws and norm(x) / sigma < 1e6 else set()
    drawn = monte_carlo(c, request, draws or turns(group) or group == "axis", bool(exact), (norm(x) / sigma, d / sigma))
    must |= {"monte_carlo"} if drawn else set()
    if core >= NEWEST:
        check_fields("tight", tight, " ".join(must))
    else:
        check_fields("tight", tight, "", " ".join(must | {"monte_carlo"}) if draws or exact else "")
    for name in {"exact", "axis"} & set(tight) & must:
        row = tight[name]
        check_fields(f"tight.{name}", row, "value error certified" + " axis" * (name == "axis") + " upper_runner_up" * (odds[1] is not None), "interval labels perturbed_axis" if (
            name == "axis") else "interval labels")
        check(f"tight.{name}.error", 0 <= row["error"] <= mpf(10) ** -9 + 10 * loose, f"{row['error']}, as small as computing such a value allows")
        row_slack = loose + row["error"] + 10 * SMALL
        if name == "axis":
            other = row.get("perturbed_axis") or row["axis"]
            unit = row["axis"] == [0, 0, 1] if dimension == 2 else all(abs(norm(matrix(a)) - 1) < mpf(10) ** -12 for a in (row["axis"], other))
            check("tight.axis.axis", unit and (dimension == 3 or other == row["axis"]), "of length 1, and across the plane in two dimensions")
            check("tight.axis.perturbed_axis", unit, "likewise")
            about = numbers if dimension == 2 else planar(posed * frame(other).T, x * frame(row["axis"]).T, sigma) if unit else (mpf(0),) * 4
            value, how = lambda p: planar_value(p, *about[:3], mp.hypot(about[3], extra if dimension == 3 else 0)), "turns about the axis alone"
        elif group in ("none", "T"):
            value, how = lambda p: mp.ncdf(quantile(p) - d / sigma), "the orbit-based value, as nothing better exists"
        elif rods and dimension == 3:
            value, how = lambda p: rod_value(p, norm(x) / sigma, norm(y) / sigma), "noncentral chi"
        else:
            value, how = lambda p: planar_value(p, *numbers), "lam p - (lam C - Q) at C = p"
        check_row(f"tight.{name}", "value", core, row, functools.cache(value), row_slack, odds, how)
    if "monte_carlo" in tight and (drawn or core < NEWEST) and (draws or exact):
        check_drawn(c, tight["monte_carlo"], y, x, request, float(odds[0]), float(extra))

def monte_carlo(c, request, sampled, exact, sizes):
    """Tell whether a document has a drawn row: where one is drawn, and nothing else decides before."""
    q, samples = request["prediction"], request.get("samples")
    if samples is None and (exact or "values" in q and "tolerance" not in q):
        return False
    stop = request.get("stop", "decided" if samples is None else "full")
    tight = c.get("tight", {})
    others = any(c.get(n, {}).get("certified") for n in ("black_box", "orbit")) or any(tight.get(n, {}).get("certified") for n in ("exact", "axis"))
    return sampled and samples != 0 and max(sizes[0] / mpf(10) ** 7, sizes[1] / 30) <= 1 and not (stop == "decided" and others)

def check_drawn(c, drawn, y, x, request, p, extra):
    path, core = "tight.monte_carlo", version(c)
    bar = mpf(1) / (request.get("top", 1) + 1) if "runner_up" not in request["prediction"] else drawn.get("upper_runner_up", 1)
    good = drawn["lower"] <= drawn["estimate"] <= drawn["upper"] and drawn["samples"] <= request.get("samples", 100_000) and 0 < drawn["level"] <= mpf(2) ** -39
    good = good and drawn["certified"] == (drawn["lower"] > bar) and (drawn["bound"] == "disagreement" or core < 8)
    check(path + ".certified", good and ("upper_runner_up" in drawn) == ("runner_up" in request["prediction"]), "lower <= estimate <= upper")
    found = c["tight"].get("exact", {})
    check(path + ".order", not found or drawn["lower"] <= found["value"] + found["error"] + 1e-15, "not above the exact value")
    v, error = draw(y, x, float(least(request)), request["group"], p, extra) if request["group"] != "axis" else (found.get("value", 0.5), 0.1)
    good = drawn["lower"] <= v + 5 * error and drawn["upper"] >= v - 5 * error
    (unproved if good else lambda path, text: check(path, False, text))(path, f"{drawn['lower']} to {drawn['upper']}; own draws give {v:.3f} +- {error:.3f}")
    ledger.tick(path)
    moments = sorted(mp.eigsy(x.T * x, eigvals_only=True)) if x.cols == 3 else [1, 1]
    sound = any(c["tight"].get(row, {}).get("certified") for row in ("exact", "axis"))
    withdrawn = moments[-2] <= moments[-1] * mpf(10) ** -18 and c["certified_by"] == ["tight"] and not sound and core < 8 and request["group"] != "axis"
    check("withdrawn", not withdrawn, "Monte Carlo alone, of a collinear cloud in space, before core 0.8.0" if withdrawn else "not among the withdrawn results")

def check_alone(c, request, odds, sigma):
    """Rows without a cloud to compare with, or with every cloud within a norm: radii, and the bounds there."""
    changes = request.get("perturbed", request.get("gram", {}).get("points", {})).get("changes", {}) if pair_of(request) == "moved" else {}
    d, slack = lengths.of_prepared(changes.get("moved", 0), request) if pair_of(request) == "moved" else (None, 0)
    if d is None:
        check_fields("", {n: 1 for n in ("black_box",) if n in c}, "black_box")
        if "black_box" in c:
            check_closed("black_box", version(c), c["black_box"], None, 0, sigma, odds)
    elif "black_box" in c:
        check("black_box", False, "nothing is known of the order of the points")
    check_closed("orbit", version(c), c["orbit"], d, slack, sigma, odds)
    if slack and "distance" in c["orbit"]:
        check("orbit.distance", c["orbit"]["distance"] >= d, "rounded up")
    values.pop("orbit", None) if d is None else None
    if "tight" in c:
        check("tight", False, "there is no pair of clouds")

def check_subsample(core, claim, request, odds):
    """Votes of k points: kept pairs under the stated alignment, or all perturbations within some changes."""
    k, shared = request["subsample"], request["gram"]["points"] if "gram" in request else None
    source = shared if shared is not None else request["perturbed"]
    changes = source.get("changes") if "changes" in source else None
    clean, sigma = shared["clean"] if shared is not None else len(request["clean"]["points"]), mpf(least(request))
    check_fields("subsample", claim, "kept q q_perturbed distance lower certified" + " upper_runner_up" * (odds[1] is not None)
        + " alignment" * (changes is None and shared is None), "interval")
    if changes is not None:
        replaced, removed, added = (changes.get(f, 0) for f in ("replaced", "removed", "added"))
        count, perturbed, square = clean - replaced - removed, clean - removed + added, (lengths.of_prepared(changes.get("moved", 0), request)[0] / sigma) ** 2
        law, d = (min(square, square * k / max(count, k)), math.inf, 0, square), mp.sqrt(square) * sigma
    elif shared is not None:
        count, perturbed, d = shared["kept"], shared["perturbed"], mpf(shared["distance"])
        moved = shared["moved"] if "moved" in shared else None
        scale = (mpf(moved["sigma"]) / sigma) ** 2 if moved else 0
        law = (scale * moved["mean"], scale ** 2 * moved["square"], scale * moved["least"], scale * moved["most"]) if moved else None
        if moved:
            mean, off = (d / moved["sigma"]) ** 2 * k / max(count, 1), max(moved["mean"] - moved["least"], moved["most"] - moved["mean"])
            fits = count >= k and abs(moved["mean"] - mean) <= 1e-8 * mean + mpf(10) ** -290 and moved["least"] <= moved["mean"] <= moved["most"]
            fits = fits and moved["most"] <= moved["mean"] * mpf(count) / k * (1 + mpf(10) ** -8) + mpf(10) ** -290
            fits = fits and (count == k or off <= 1e-8 * moved["mean"] or moved["square"] >= (off - 1e-8 * moved["mean"]) ** 2 / (count - 1) * (1 - 1e-8))
            check("request.gram.points.moved", fits, "some pairs have such distances")
    else:
        law, d, count, perturbed = paired_law(claim, request, k, sigma)
        if law is None:
            return
    share = lambda total: mp.binomial(count, k) / mp.binomial(total, k)
    equal("subsample.kept", claim["kept"], mpf(count), 0, "pairs that are kept")
    equal("subsample.q", claim["q"], share(clean), SMALL, "C(m,k)/C(N,k)")
    equal("subsample.q_perturbed", claim["q_perturbed"], share(perturbed), SMALL, "C(m,k)/C(N',k)")
    equal("subsample.distance", claim["distance"], d, SMALL * (1 + d), "of the kept pairs")
    value = functools.cache(lambda p: subset_value(p, share(clean), share(perturbed), law) if count >= k and law else mpf(0))
    check_row("subsample", "lower", core, claim, value, mpf(10) ** -8, odds, "q'(1 - W((1 - p)/q))")

def paired_law(claim, request, k, sigma):
    """The law of the squared distance of k kept points under the stated alignment, exact but for the last step."""
    x, y, a = request["clean"]["points"], perturbed_points(request), claim.get("alignment", {})
    partners = [(i, j) for i, j in enumerate(a.get("permutation", [])) if j >= 0]
    rows, b, n = a.get("matrix", []), a.get("offset", []), len(x[0])
    good = len(a.get("permutation", [])) == len(x) and len(b) == n and all(j < len(y) for _, j in partners)
    good = good and member(matrix(rows), matrix(b), request) and len({j for _, j in partners}) == len(partners) >= k
    given, pairing = request.get("pairing"), dict(partners)
    good = good and (given != "order" or all(i == j for i, j in partners)) and (not isinstance(given, list) or all(pairing.get(i, j) == j for i, j in given)
        and {i for i, _ in partners} <= {i for i, _ in given})
    check("subsample.alignment", good, "a member of the group, and no point has two partners")
    if not good or not partners_fit(request, partners):
        return check("subsample.alignment", good and not good, "attributes are the same at points that belong together") or (None,) * 4
    ints, bits = fixed([*zip(*x), *zip(*y), b, *rows])
    xs, ys, shift, turn = list(zip(*ints[:n])), list(zip(*ints[n:2 * n])), ints[2 * n], ints[2 * n + 1:]
    each, (names, noisy) = each_sigma(request), kept(request)
    own, other = attributes_of(request, sorted(noisy))
    extra = lambda i, j: sum(((v - u) / noisy[f]) ** 2 for u, v, f in zip(own[i], other[j], sorted(noisy)))
    squares = []
    for i, j in partners:
        total = sum((sum(map(int.__mul__, r, ys[j])) + ((t - u) << bits)) ** 2 for r, t, u in zip(turn, shift, xs[i]))
        squares.append(mpf(total) / mpf(2) ** (4 * bits) / mpf(each[i] if isinstance(each, list) else sigma) ** 2 + extra(i, j))
    squares.sort()
    count, mean = len(squares), mp.fsum(squares) / len(squares)
    wide = mp.fsum((u - mean) ** 2 for u in squares) / count * (count - k) / max(count - 1, 1)
    return (k * mean, k * wide, mp.fsum(squares[:k]), mp.fsum(squares[-k:])), mp.sqrt(mp.fsum(squares)) * sigma, count, len(y)

def brought_back(a, request, n, own):
    """A X' + b in the frame of the axis. Without taper, translations along the axis are ignored, and all without a twist, too."""
    order, drawn = list(a.get("permutation") or range(n)), [f for f in request["noise"] if request["noise"][f]]
    turn, offset = matrix(a["matrix"]), matrix(a["offset"])
    shifts, free = resolved([a["offset"]], own)[0], translates(request) and "taper" not in drawn
    good = (norm(offset) == 0 or free) and ("twist" not in drawn or math.hypot(*shifts[1:]) <= 1e-12 * (1 + norm(offset)))
    good = good and sorted(order) == list(range(n)) and (order == list(range(n)) or request.get("permutation", False))
    check("parameters.alignment", good and member(turn, matrix([0, 0, 0]), request) and good and partners_fit(request, list(enumerate(order))),
        "a member of the group, and an order of the points that the request allows, with the same attributes")
    points = perturbed_points(request)
    turned = [[math.fsum(map(float.__mul__, map(float, points[i]), map(float, row))) + b for row, b in zip(a["matrix"], a["offset"])] for i in order] if good else points
    return resolved(turned, own)

def check_parameters(core, claim, request, odds):
    """Votes with noise on transformations: a decomposition X' = R(M X + Delta), and what it proves."""
    noise, sigma, p, rival, bar = request["noise"].whole(), float(least(request)), *odds
    drawn = [f for f in FAMILIES if noise.get(f)]
    radius = quantile(p) - quantile(bar) if rival is None else (quantile(p) - quantile(rival)) / 2
    own = {f: max(noise[f] * radius, mpf(0)) for f in drawn if f != "shear" or len(drawn) == 1}
    alone = pair_of(request) is None and ("gram" not in request or "cloud" in request["gram"])
    inline = not alone and "clean" in request and pair_of(request) == "clouds"
    check_fields("parameters", claim, "axis radii certified" + " shift distance lower" * (not alone) + " alignment" * inline
        + " upper_runner_up" * (not alone and rival is not None), "interval labels")
    check_fields("parameters.radii", claim["radii"], " ".join(own) + " distance" * alone)
    for f in set(own) & set(claim["radii"]):
        equal(f"parameters.radii.{f}", claim["radii"][f], own[f], SMALL * noise[f] * 9, "s (P^-1(p) - P^-1(bar))")
    check("parameters.axis.through", claim["axis"]["through"] == [0, 0, 0], "the origin")
    check("parameters.axis.along", claim["axis"]["along"] == list(request["axis"]), "the axis")
    frame_of, points = turn_frame(request["axis"]), request["clean"]["points"] if "clean" in request else None
    if alone:
        still = request["gram"]["parameters"].whole() if "gram" in request else spread(bent(points, {}, frame_of))
        for share, good in ((1, True), (1 + mpf(10) ** -5, False)):
            moved = float(share * claim["radii"].get("distance", 0))
            at = lambda p: transformed_value(p, noise, sigma, {}, widened(still, moved), core >= 9)
            fits = moved == 0 and good or (at(p) > (bar if rival is None else 1 - at(1 - rival))) == good
            check("parameters.radii.distance", fits or moved == 0, f"any change of this norm is certified, a little more is not: {mp.nstr(moved, 9)}")
        if not claim["radii"].get("distance"):
            tiny = widened(still, sigma * 1e-6)
            at = lambda p: transformed_value(p, noise, sigma, {}, tiny, core >= 9)
            check("parameters.radii.distance", not at(p) > (bar if rival is None else 1 - at(1 - rival)) + 1e-5, "no change of any norm is certified")
        return check("parameters.certified", claim["certified"] is False, "nothing is compared")
    shift = claim.get("shift", {})
    check("parameters.shift", all(f in own for f in shift), "of families that have noise")
    if "gram" in request:
        shared = request["gram"]["parameters"].whole()
        gap, size = shared, abs(shared["distance"])
        check("parameters.shift", shared.get("shift", {}) == shift, "as shared")
    elif pair_of(request) == "moved":
        rows = bent(points, {}, frame_of)
        gap, size = widened(spread(rows), float(lengths.of_prepared(request["perturbed"]["changes"].get("moved", 0), request)[0])), size_of(rows)
        check("parameters.shift", not shift, "none")
    elif inline and "alignment" in claim:
        rows = bent(points, shift, frame_of)
        back = brought_back(claim["alignment"], request, len(rows), frame_of)
        gap, size = spread(rows, back), size_of(rows) + size_of(back)
    else:
        return check("parameters", False, "compares nothing")
    equal("parameters.distance", claim.get("distance"), mpf(gap["distance"]), SMALL * size, "|A X' + b - M X|")
    value = functools.cache(lambda p: transformed_value(p, noise, sigma, shift, gap, core >= 9))
    check_row("parameters", "lower", core, claim, value, ROUNDED, odds, f"lam p - E of the loss over the noise, for the stated alignment, by the rule of 0.{core}")

# Documents beside the certificate

def check_ranges(w, request, odds):
    """Ranges at their ends and in between: the orbit-based bound certifies there, or the tight value."""
    x, sigma, (p, rival, bar) = request["clean"]["points"], mpf(least(request)), odds
    radius = sigma * (quantile(p) - quantile(bar)) if rival is None else sigma / 2 * (quantile(p) - quantile(rival))
    check("ranges.radius", 0 <= radius - w["radius"] <= SMALL * sigma * 9, f"{w['radius']}, rounded down from {mp.nstr(radius, 16)}")
    each = each_sigma(request)
    weights = [Fraction(min(each)) / Fraction(s) for s in each] if isinstance(each, list) else [Fraction(1)] * len(x)
    def seen(points):
        y, own, w = reduced(points, x, weights)
        return (*((centred(a, w) for a in (y, own)) if translates(request) else (y, own)), w)
    if "each_point" in w:
        y, _, ones = seen([[a - m for a, m in zip(u, w["centre"])] for u in x])
        size = mp.svd_r(y, compute_uv=False)[0]
        check("ranges.each_point", 0 <= radius / norm(ones) - w["each_point"] <= radius * 1e-9, "r over the norm of the weights")
        check("ranges.linear", 0 <= radius / size - w["linear"] <= radius / size * 1e-8, "r over the largest singular value of X")
    if scaled := lengths.scale_of(request):
        own = lengths.of_file(radius, request)
        check("ranges.file_radius", "file_radius" not in w or 0 <= own - w["file_radius"] <= own * 1e-8, "of the radius")
    for r in w.get("ranges", []):
        if r["family"] == "scale" and lengths.divides(request):
            check("ranges.scale", r.get("any"), "each cloud is divided by its own size")
            continue
        if scaled and lengths.divides(request) and "file" in r and not r["file"].get("any"):
            for t in (r["file"]["from"], r["file"]["to"]):
                t *= scaled ** {"1/length": 1, "1/length²": 2, "rad/length": 1, "length": -1}.get(r["unit"], 0)
                along, toward = r.get("along", w["along"]), r.get("toward")
                y = lengths.prepared_again([moved(r["family"], t, u, along, toward) for u in x], request)
                turned, own, _ = seen(y)
                check(f"ranges.{r['family']}.file", nearest(turned, own, request, sigma)[0] < radius, f"at {t}")
        for t in [0.5, 1.0] if r.get("any") else [r["from"], r["from"] / 2, r["to"] / 2, r["to"]]:
            along, toward = r.get("along", w["along"]), r.get("toward")
            y, own, _ = seen([[v + m for v, m in zip(moved(r["family"], t, [a - m for a, m in zip(u, w["centre"])], along, toward), w["centre"])] for u in x])
            d, _, numbers = nearest(y, own, request, sigma)
            exact = rival is None and (request["group"] == "axis" or len(x[0]) == 2 and request["group"] not in ("none", "T"))
            good = d < radius or exact and planar_value(p, *numbers) > bar
            if good or exact or r["by"] != "tight":
                check(f"ranges.{r['family']}", good, f"at {t}: {mp.nstr(d, 9)} from the orbit")
            else:
                unproved(f"ranges.{r['family']}", f"at {t}: the tight value in space")

def check_minimum(document, odds):
    """The smallest probabilities: there the bound is at the bar, and a little below it is not."""
    rows = {**{name: document.get(name) for name in ("black_box", "orbit", "subsample")},
        **{f"tight.{name}": m for name, m in document.get("tight", {}).items() if name != "seed"}}
    for name, m in rows.items():
        if m is not None and name in values and odds[1] is None:
            high, low = values[name](min(mpf(m) + mpf(10) ** -9, 1)), values[name](max(mpf(m) - mpf(10) ** -6, mpf(10) ** -30))
            check(f"minimum.{name}", low <= odds[2] <= high, f"v = {mp.nstr(mpf(low), 9)} just below {m}, {mp.nstr(mpf(high), 9)} just above")
        elif m is not None:
            unproved(f"minimum.{name}", "the certificate has no such row that this program computes")

def check_cloud(cloud, request):
    """The digest of the shape, the coordinates and the attributes that the model sees."""
    shared, points, names = request["gram"], cloud["points"], seen(request)[0]
    own = {"dimension": len(points[0]), "points": len(points), "sha256": cloud_digest(cloud, names)}
    check("gram.cloud.sha256", own == {"dimension": shared["dimension"], **shared["cloud"]}, "of the cloud given")
    if "noise" in request:
        own, slack = spread(bent(points, {}, turn_frame(request["axis"]))), SMALL * max(abs(v) for u in points for v in u)
        for name in ("radius", "low", "high"):
            equal(f"gram.parameters.{name}", shared["parameters"][name], mpf(own[name]), slack, "of the cloud given")

# Sets that hold the truth

def settings_of(request, e):
    """Return what a calibration has in common with the request, as it is written."""
    own = {f: request[f] for f in ("sigma", "group", "axis", "subsample") if f in request} | {"permutation": request.get("permutation", False)}
    prepared = {f: v for f, v in request.get("prepared", {}).items() if f not in ("scale", "norm") and v not in (False, 0, "none", "own")}
    more = {"translation": request.get("translation"), "scores": request.get("scores"), "preparation": prepared, "classifier": voter(e) if e else None}
    return own | {f: v for f, v in more.items() if v}

def check_sets(c, request):
    """Refuse a calibration that is not one of this request, and compute the set."""
    s, say, q, claim = request.get("sets"), "request.sets", request["prediction"], c.get("sets", {})
    if not claim or s is None:
        return check("sets", not claim and s is None, "is there if and only if the request asks for it") if claim or s is not None else None
    returns = next((name for field, name in (("values", "number"), ("labels", "labels"), ("vectors", "vectors")) if field in q), "")
    need(s.get("returns", "") == returns, say + ".returns", "is not what the prediction is of")
    need(returns or "votes" in q.get("evidence", {}), say, "needs the votes of every class")
    need(not {"noise", "attribute_sigma"} & set(request) and not isinstance(request["sigma"], (dict, list)), say, "needs one sigma and no other noise")
    e, settings, rule = q["evidence"].whole() if "evidence" in q else None, s["settings"].whole(), s.get("anytime", {})
    own = settings_of(request, e)
    need({**{f: v for f, v in own.items() if f == "classifier"}, **settings} == own, say + ".settings", "are not those of the request")
    shared = request.get("gram", {}).get("cloud", {}).get("sha256", "none")
    cloud = e["sampling"]["cloud"] if e else "sha256:" + (cloud_digest(request["clean"], seen(request)[0]) if "clean" in request else shared)
    need(all("sha256:" + r.get("cloud", "") != cloud for r in s["results"]), say + ".results", "have the cloud of the request")
    sets.check_calibration(s, mpf(s["eta"]) / rule.get("classes", 1), rule.get("planned"), returns == "number")
    for field in ("coverage", "radius", "per_class", "threshold"):
        check("sets." + field, claim.get(field) == s.get(field), "that of the calibration")
    kinds = [f for f in ("classes", "interval", "only") if f in claim]
    kind = {"number": "interval", "labels": "only", "": "classes"}[returns]
    check("sets." + kind, kinds == [kind], "what the prediction is of")
    if kinds == [kind]:
        check_set(s, q, e, claim)

def check_set(s, q, e, claim):
    """Compare the set itself."""
    if "values" in q:
        own = sets.between(s, q["values"])
        for end, sign in (("lower", 1), ("upper", -1)):
            near = end in own and end in claim["interval"] and 0 <= sign * (own[end] - mpf(claim["interval"][end])) <= abs(own[end]) * mpf(2) ** -51
            check(f"sets.interval.{end}" if own else "sets.interval", near or end not in own and end not in claim["interval"], f"computed {own}")
        return
    if "labels" in q:
        n = q["labels"]["samples"]
        known = {k: sets.left_out(s, k, n, mpf(s["eta"])) for k in set(q["labels"]["votes"])}
        own = [known[k] for k in q["labels"]["votes"]]
        return check("sets.only", claim["only"] == own, f"{sum(own)} of {len(own)} points")
    anytime = q.get("anytime", {})
    share = mpf(s["eta"]) / q.get("looks", 1) / (2 if anytime else 1)
    held = sets.holds(s, e["votes"]["estimate"], q["samples"], share, anytime.get("planned"))
    names = e["model"]["classes"]
    check("sets.classes", claim["classes"] == [name for name, one in zip(names, held) if one], f"{sum(held)} of {len(names)} classes")

# The document

FRESH = 'the counter chose the seed of the votes ("fresh": true); it does not follow from the model, the cloud and the settings'
UNTRIED = "the invariance of the model is declared and was not tried: the counter claims that the model has it"
TRIED = "the invariance of the model is declared: none of {} noisy clouds changed its class when it was moved, which is evidence and no proof"
MANY = ("the order of more than 8192 points is not searched: the distance is that of the order given; sample the clouds to fewer points")

def notes_of(request):
    """The notes that a core writes for a request, in their order."""
    q, notes = request["prediction"], []
    if request.get("permutation") and "noise" not in request and "clean" in request and pair_of(request) == "clouds" and len(request["clean"]["points"]) > MOST_ORDERED:
        notes.append(MANY)
    notes += lengths.notes_of(request, "noise" in request)
    if "evidence" in q:
        clouds = q["evidence"]["tested"]["clouds"] if "tested" in q["evidence"] else 0
        notes += [TRIED.format(clouds) if clouds else UNTRIED] if q["evidence"]["classifier"]["how"] == "declared" else []
        notes += [FRESH] if q["evidence"]["sampling"].get("fresh") else []
    return notes + sets.notes_of(request)

def rule_of(c, q):
    """Say which event bears the numbers of a document that rests on votes. Before 0.9 labels, radii, intervals and tolerances had alpha each."""
    rows = [c.get(name, {}) for name in ROWS if name != "tight"] + list(c.get("tight", {}).values())
    labels, earlier = sum("certified" in row.get("labels", {}) for row in rows), f"by the rule of core {c['core']}: all numbers hold together at"
    if version(c) < NEWEST and labels:
        return f"labels of each row and radii at alpha each, {earlier} {labels + 1} alpha"
    if version(c) < NEWEST and "tolerance" in q and any("interval" in row for row in rows):
        return f"interval and tolerance at alpha each, {earlier} 2 alpha"
    return f"all numbers hold together at alpha, by the rule of core {c['core']}"

def check_notes(c, request):
    """The words of earlier cores are not known to this program."""
    own, given = notes_of(request), c.get("notes", [])
    if version(c) >= NEWEST:
        check("notes", given == own, f"{len(own)} notes belong to this request")
    for note in given if version(c) < NEWEST else []:
        if note not in own:
            unproved("notes", note)
    ledger.tick("notes")

def check_file(c, request):
    """The radii of the file, rounded down, and whether its scale is divided out."""
    if ("scale" in c) != (version(c) >= NEWEST and lengths.divides(request)) or c.get("scale") is False:
        check("scale", False, "the preparation of this request says something else")
    elif "scale" in c:
        check("scale", True, "each cloud is divided by its own size")
    changed = (lengths.changes_of(request) or {}).get("unit") == "file" and lengths.scale_of(request) is not None
    knows = version(c) >= NEWEST and (changed or lengths.knows_apart(request, perturbed_points))
    for name in ("black_box", "orbit"):
        row = c.get(name, {})
        if ("file_distance" in row) != (knows and "distance" in row):
            check(name + ".file_distance", False, "is missing, or nothing is known of the files")
        elif "file_distance" in row:
            low, high = [lengths.changes_of(request).get("moved", 0)] * 2 if changed else lengths.apart(row["distance"], request, perturbed_points)
            check(name + ".file_distance", low <= row["file_distance"] <= high, f"computed {mp.nstr(low, 16)}, rounded up")
        for place, part in ((name, row), (name + ".labels", row.get("labels", {}))):
            check_file_radius(place + ".file_radius", part, c, request)

def check_file_radius(place, part, c, request):
    """The radius of the file beside each of the prepared cloud, of one row or of all labels."""
    if ("file_radius" in part) != ("radius" in part and version(c) >= NEWEST and lengths.scale_of(request) is not None):
        check(place, False, "is missing, or nothing is known of the file")
    elif "file_radius" in part:
        of = lambda name: part[name] if isinstance(part[name], list) else [part[name]]
        nu, good = lengths.norm_of(request), len(of("radius")) == len(of("file_radius"))
        for r, claimed in set(zip(of("radius"), of("file_radius"))):
            own = lengths.of_file(max(r - lengths.SURE * (2 * nu + r), mpf(0)), request)
            lost = lengths.LEAST * (2 * nu + r + 1) * lengths.scale_of(request)
            good = good and own - lost <= claimed <= own
        check(place, good, f"computed {mp.nstr(own, 16)} from {r}, rounded down")

# Fields that claim nothing: names, and settings of the draws.
TOLD = ("$schema format core request.format request.seed request.stop request.samples request.scores request.prepared request.bound request.permutation request.pairing "
    "request.prediction.classes request.prediction.model request.prediction.evidence request.sets.format request.sets.$schema").split()

IDLE = {"given": ["request.alpha"], "products": "request.axis request.attribute_sigma request.gram.dimension request.gram.cloud".split(),
    "alone": "request.group request.clean request.axis request.translation request.attribute_sigma request.prediction.labels.predicted "
        "request.prediction.labels.truth request.prediction.labels.ignore request.gram.points.clean request.subsample".split()}  # what no claim depends on then

def verify(c, others):
    global ledger
    ledger = Ledger(c)
    values.clear()
    proved.clear()
    work.clear()
    CERTIFICATE(c, "")
    check_versions(c)
    fill(c["request"])
    check_request(Used(c["request"], "request", Ledger({})), version(c))  # what is only compared here is not used yet
    request, core = Used(c["request"], "request", ledger), version(c)
    bounds = ["disagreement"] + (["dual", "quantile"] if core < NEWEST else [])
    need(request.get("bound", bounds[0]) in bounds, "request.bound", f"is none of core {c['core']}")
    p, rival = check_probability(c, request)
    odds, sigma = (p, rival, mpf(1) / (request.get("top", 1) + 1)), mpf(least(request))
    noisy = "noise" in request and any(request["noise"].values())
    compared = pair_of(request) in ("clouds", "products")
    samples = "subsample" in request and ("perturbed" in request or "points" in request.get("gram", {}))
    present = [n for n in ROWS if n in c and n not in ("black_box", "tight")]
    if not check_fields("", {n: 1 for n in present}, "parameters" if noisy else "orbit" + " subsample" * samples, "" if core >= NEWEST else "subsample"):
        pass
    elif noisy:
        check_parameters(core, c["parameters"], request, odds)
    else:
        check_pair(c, request, odds) if compared else check_alone(c, request, odds, sigma)
    if "subsample" in c and samples and not noisy:
        check_subsample(core, c["subsample"], request, odds)
    check_stated(c, request)
    check_file(c, request)
    check_sets(c, request)
    tight = [r for r in c.get("tight", {}).values() if r["certified"]]
    own = [name for name in ROWS if (tight if name == "tight" else c.get(name, {}).get("certified"))]
    check("certified_by", own == c["certified_by"], f"{own}")
    check("certified", c["certified"] is bool(own), "if a row certifies")
    check_notes(c, request)
    if "probability" not in request["prediction"]:
        ledger.lines.append(("rule", "probability", rule_of(c, request["prediction"])))
    if "cloud" in request.get("gram", {}):
        shared = request["gram"]["cloud"]
        if not any("points" in o for o in others):
            ledger.lines.append(("not checked", "gram.cloud", f"{shared['points']} points with the SHA-256 {shared['sha256']}: give clean.json to compare them"))
    if "key" in c:
        unproved("key", "the digest under which a service stored the certificate")
    if "signature" in c:
        ledger.note("not checked", "signature", "of the service that stored the certificate")
    if c["certified"] and own == ["tight"] and not any("value" in r for r in tight):
        unproved("certified", "only rows that this program does not prove certify")
    for other in others:
        need(isinstance(other, dict), "document beside", "must be an object")
        need("points" in other or not proved, "document beside", "is of a probability, and the certificate of vectors")
        need("points" not in other or "cloud" in request.get("gram", {}), "clean", "the certificate has no digest of a clean cloud")
        check_cloud(other, request) if "points" in other else check_ranges(other, request, odds) if "centre" in other else check_minimum(other, odds)
    idle = TOLD + IDLE.get("given" if "probability" in request["prediction"] else "", []) + ([] if compared else IDLE["alone"]) + (
        IDLE["products"] if "gram" in request else [])
    names, named = seen(request)
    idle += [f"request.{c}.attributes.{name}" for c in ("clean", "perturbed") for name in request.get(c, {}).get("attributes", {}) if named and name not in names]
    for path in idle:
        ledger.tick(path)
    for path in sorted(ledger.left):
        check(path, False, "no check of this program uses it")

def voted(e, cloud, dimension):
    """The request that votes are for, where they stand alone: all that their classifier is invariant under, and the law of their samples."""
    c, s = e["classifier"], e["sampling"]
    points = len(e["labels"]["votes"]) if "labels" in e else 10**6
    still = {"parameters": {"distance": 0, "rise": 0, "radius": 0, "low": 0, "high": 0}} if "parameters" in s else {}
    of = {"clean": cloud} if cloud else {"gram": {"dimension": dimension, "cloud": {"points": points, "sha256": s["cloud"][7:]}, **still}}
    return {**of, **{f: c[f] for f in ("group", "axis", "translation") if f in c}, "permutation": c["sorted"], "sigma": s["sigma"],
        **{f: s[name] for name, f in LAW.items() if name in s}, "prediction": {"evidence": copy.deepcopy(e)}}

def verify_votes(e, others):
    """Check the law of votes without their model: of the cloud beside them, or of one in the plane or in space."""
    global ledger
    EVIDENCE(e, "")
    need(len(others) < 2, "document beside", "must be the clean cloud alone")
    cloud = next(iter(others), None) if "noise" not in e["sampling"] else None
    CLOUD(cloud or {"points": [[0, 0]]}, "clean")
    for dimension in (2, 3):
        ledger = Ledger({})
        request = voted(e, cloud, dimension if e["classifier"]["group"] != "axis" else 3)
        REQUEST(request, "request")
        fill(request)
        request = Used(request, "request", ledger)
        check_request(request)
        check_evidence(request, request["prediction"], None)
        if cloud or all(status != "FAILED" for status, _, _ in ledger.lines):
            break
    if "noise" in e["sampling"]:
        unproved("evidence.sampling.noise", "votes do not have the sigma of single points: check a certificate that rests on them")
    elif not cloud:
        ledger.lines.append(("not checked", "evidence.sampling.cloud", f"{e['sampling']['cloud']}: give clean.json to compare it"))

def examine(c, others=(), verify=verify):
    """The exit code for a parsed document and those beside it, and the lines that say why. Never raises."""
    try:
        verify(c, others)
    except Exception as problem:  # whatever a document that breaks no rule still breaks: it is not verified
        return 2, [("refused", "document", f"{'' if isinstance(problem, Refused) else type(problem).__name__ + ': '}{problem}")]
    states = {status for status, _, _ in ledger.lines}
    return 3 if "FAILED" in states else 4 if "not computed" in states else 0, ledger.lines

def main(arguments):
    sys.stdout.reconfigure(errors="backslashreplace")
    sys.stderr.reconfigure(errors="backslashreplace")
    files = [a for a in arguments if a not in ("--explain", "--votes")]
    try:
        need(files, "orbitcheck.py", "needs the name of a certificate")
        documents = [read(name) for name in files]
        code, lines = examine(documents[0], documents[1:], verify_votes if "--votes" in arguments else verify)
    except (OSError, ValueError, MemoryError) as problem:
        code, lines = 2, [("refused", "document", str(problem))]
    if code == 2:
        print(f"{' '.join(map(quoted, files))}: cannot be checked: {quoted(lines[0][2])}", file=sys.stderr)
        return 2
    for status, row, text in lines:
        if "--explain" in arguments or status != "verified":
            print(f"{status:12} {quoted(row)}: {quoted(text)}")
    print({0: "verified", 3: "verification failed", 4: "verified except for the rows above"}[code])
    return code

if __name__ == "__main__":
    try:
        code = main(sys.argv[1:])
        sys.stdout.flush()
    except OSError as problem:  # of standard output: the answer did not arrive
        print(f"standard output: {problem.strerror}", file=sys.stderr)
        os._exit(1)
    sys.exit(code)
