#!/usr/bin/env python3
"""Check an OrbitCert certificate without OrbitCert: orbitcheck.py [--explain] certificate.json [ranges.json] [minimum.json] [clean.json]

Needs Python 3 and mpmath, nothing of OrbitCert. It computes every row again from the request in the certificate, in 30 digits, and checks
what `withstand` and `pmin` printed for that request, and what `read` printed of the clean cloud of radii. P is the Gaussian distribution
function, rho the log ratio of the likelihoods averaged over the group, v the smallest probability of the class at the perturbed cloud.
Source: Schuchardt and Guennemann, NeurIPS 2022. Monte Carlo
rows are compared with draws of this program: plausible, not proved. Exit codes: 0 the verdict is proved, 2 unreadable, 3 verification
failed, 4 verified except for rows that this program cannot prove (listed)."""
import base64, functools, gzip, hashlib, json, math, random, re, struct, sys
from mpmath import fp, matrix, mp, mpf
from mpmath.calculus.quadrature import GaussLegendre

mp.dps = 30
SMALL = mpf(10) ** -12  # what double precision may lose, relative to the sizes that go in
NODES = GaussLegendre(mp).calc_nodes(4, 120)  # 24 of them
FLOAT_NODES = [(float(x), float(w)) for x, w in NODES]
report = []

def check(row, good, text):
    report.append(("verified" if good else "FAILED", row, text))

def equal(row, claimed, own, slack, how):
    check(row, type(claimed) in (int, float) and abs(mpf(claimed) - own) <= slack, f"claimed {claimed}, computed {mp.nstr(own, 16)} = {how}")

# Functions. c is mp for 30 digits, or fp for Python's floats where a search needs no more.

def quantile(p):
    with mp.workdps(60):  # enough where p or 1 - p is tiny
        return +mp.sqrt(2) * mp.erfinv(2 * mpf(p) - 1) if 0 < p < 1 else mpf("inf") * (1 if p >= 1 else -1)

@functools.cache
def at_least(k, n, p):
    """Pr[Bin(n, p) >= k], a sum of positive terms."""
    term, total = mp.exp(mp.loggamma(n + 1) - mp.loggamma(k + 1) - mp.loggamma(n - k + 1) + k * mp.log(p) + (n - k) * mp.log1p(-p)), mpf(0)
    while k <= n and (term > total * SMALL ** 2 or k < n * p):
        total, k, term = total + term, k + 1, term * (n - k) * p / ((k + 1) * (1 - p))
    return total

def used(k, n, p, share, planned):
    """The part of a share that the lower bound p uses up, at most 1 if it holds. Votes that may be looked at after any sample have a betting
    bound with four fifths of it, and Clopper-Pearson with the rest after all samples planned; the better of them counts."""
    if planned is None:
        return at_least(k, n, p) / share
    beta = mp.exp(mp.loggamma(k + 1) + mp.loggamma(n - k + 1) - mp.loggamma(n + 2)) * at_least(n + 1 - k, n + 1, 1 - p)
    capital = beta / ((1 - p) ** (n - k + 1) * p ** k)
    return min([1 / (capital * share * mpf("0.8"))] + [at_least(k, n, p) / (share * mpf("0.2"))] * (n == planned))

def sharp(part, samples):
    """Tell whether a bound holds and uses up its share, but for the rounding of a probability, which counts once for each sample."""
    return 1 - mpf(10) ** -6 - samples * mpf(2) ** -44 <= part <= 1

def root(f, low, high):
    """Find the sign change of f by bisection; None if there is none."""
    rising = f(high) > 0
    for _ in range(100 if (f(low) > 0) != rising else 0):
        middle = (low + high) / 2
        low, high = (low, middle) if (f(middle) > 0) == rising else (middle, high)
    return low if (f(low) > 0) != rising else None

def integral(f, low, high, ends=(), c=mp):
    """Gauss-Legendre with 24 nodes on panels of length at most 2 (4 for floats), which end where the integrand bends."""
    edges, total = [low, *sorted(e for e in ends if low < e < high), high], c.mpf(0)
    for a, b in zip(edges, edges[1:]):
        count = max(1, math.ceil((b - a) / (2 if c is mp else 4)))
        half = (b - a) / count / 2
        total += sum(half * w * f(a + half * (2 * i + 1 + x)) for i in range(count) for x, w in (NODES if c is mp else FLOAT_NODES))
    return total

def i0e(x, c=mp):
    """exp(-x) I0(x) in fixed point: the power series, or from 40 on the asymptotic one (DLMF 10.25.2, 10.40.1)."""
    bits = 110 if c is mp else 64
    total, k, term, q = 0, 0, 1 << bits, int(c.ldexp(x * x / 4 if x < 40 else 1 / (8 * x), bits))
    while term:
        total, k = total + term, k + 1
        term = (term * q >> bits) // (k * k) if x < 40 else (term * q >> bits) * (2 * k - 1) ** 2 // k
    return c.ldexp(c.mpf(total), -bits) * (c.exp(-x) if x < 40 else 1 / c.sqrt(2 * c.pi * x))

def log_i0(x, c=mp):
    return x + c.log(i0e(x, c))

def slope(x):
    """About the derivative of log I0."""
    return x / (0.5 + (x * x + 2.25) ** 0.5)

def inverse_log_i0(y, c=mp):
    x = c.sqrt(4 * y) if y < 1 else y + c.log(2 * c.pi * y) / 2
    for _ in range(40 if y > 0 else 0):
        step = (log_i0(x, c) - y) / slope(x)
        x -= step
        if abs(step) < x * (SMALL ** 2 if c is mp else 1e-14):
            break
    return max(x, c.mpf(0))

# The value v in the plane, about an axis, of a rod and of subsets

def below(k, s, t, m, axial, c=mp):
    """Pr[log I0(|<z,x'>|) - log I0(|<z,x>|) + T <= k] for z ~ N(x, 1), |x| = s, |x'| = t, |<x',x>| = m, T ~ N(0, axial^2).
    r = |<z,x>|/s is Rice(s); given r, |<z,x'>|/(across s) is Rice(along r/across)."""
    k, s, t, m, axial = map(c.mpf, (k, s, t, m, axial))
    along = m / s ** 2
    across = c.sqrt(max(t ** 2 / s ** 2 - along ** 2, 0))
    smooth = lambda rho: c.ncdf((k - rho) / axial) if axial else c.mpf(rho <= k)
    rice = lambda x, nu: x * c.exp(-(x - nu) ** 2 / 2) * i0e(x * nu, c)
    def given(r):
        start = log_i0(s * r, c)
        if across < SMALL:
            return smooth(log_i0(along * s * r, c) - start)
        nu, g = along * r / across, inverse_log_i0(max(k + start, c.mpf(0)), c)
        low, high, edge = max(nu - 8, c.mpf(0)), nu + 8, g / (across * s)
        if not axial:
            return c.mpf(edge >= high) if edge >= high or edge <= low else integral(lambda x: rice(x, nu), low, edge, (), c)
        width = axial / (across * s * slope(g)) if g else 9
        ends = [edge + j * width for j in (-8, -3, 0, 3, 8)] if width < 2 else []
        return integral(lambda x: rice(x, nu) * smooth(log_i0(across * s * x, c) - start), low, high, ends, c)
    low, high, width = max(s - 8, c.mpf(0)), s + 8, max(across, axial / s)
    ends = [inverse_log_i0(-k, c) / s] if k < 0 and not axial else []
    jump = root(lambda r: log_i0(along * s * r, c) - log_i0(s * r, c) - k, low, high) if width < 1 else None
    ends += [] if jump is None else [jump + j * width for j in (-8, -2, 0, 2, 8)]
    return integral(lambda r: rice(r, s) * given(r), low, high, ends, c)

def planar_value(p, s, t, m, axial):
    """v = max of lam p - (lam C - Q) over lam = exp(kappa - offset), C and Q = Pr[rho <= kappa] at x and at x'. It is largest where C = p;
    near there it is a parabola, so that floats find kappa."""
    offset, z, d = (t ** 2 - s ** 2 + axial ** 2) / 2, quantile(p), mp.sqrt(max(s ** 2 + t ** 2 - 2 * m, 0) + axial ** 2)
    if d < SMALL or s < SMALL or abs(z) == mp.inf:
        return mp.ncdf(z - d)
    miss = lambda kappa: quantile(min(max(below(kappa, s, t, m, axial, fp), 1e-15), 1 - 1e-15)) - z
    a, b = z * d - d ** 2 / 2 + offset, z * d - d ** 2 / 2 + offset + d / 20
    fa, fb = miss(a), miss(b)
    for _ in range(12):
        if abs(fb) < mpf(10) ** -9 or fa == fb:
            break
        a, fa, b = b, fb, b - fb * (b - a) / (fb - fa)
        fb = miss(b)
    return mp.exp(b - offset) * (p - below(b, s, t, m, axial)) + 1 - below(axial ** 2 - b, t, s, m, axial)

def rod_value(p, s, c):
    """X' = cX of a collinear cloud in space: |X^T z|/|X| is noncentral chi with 3 degrees of freedom, and rho monotone in it."""
    chi = lambda r, s: mp.ncdf(r - s) + mp.ncdf(r + s) - 1 - (mp.npdf(r - s) - mp.npdf(r + s)) / s
    r = root(lambda r: chi(r, s) - (p if c > 1 else 1 - p), mpf(0), s + 40)
    return chi(r, c * s) if c > 1 else 1 - chi(r, c * s)

def subset_value(p, q, q_perturbed, law):
    """v >= q'(1 - W), W = min over kappa of e^kappa (1 - p)/q + E P(kappa, U), U the squared distance of a subset in units of sigma^2:
    P is convex, then concave in U, so E P is at most its concave envelope at the mean, or a parabola with its largest curvature."""
    mean, square, least, most = map(float, law)
    if most == 0:
        return q_perturbed * max(0, 1 - (1 - p) / q)
    share = float((1 - p) / q)
    def loss(kappa):
        lam, end, call = math.exp(kappa), 2 * (math.sqrt(1 + kappa ** 2) - 1), lambda u: beyond(kappa, u)
        rate = lambda u: math.exp(-(kappa / u ** 0.5 - u ** 0.5 / 2) ** 2 / 2) / (8 * math.pi * u) ** 0.5
        touch = root(lambda u: call(u) - rate(u) * (u - least) - call(least), max(end, least + 1e-11), end + 400 + 8 * abs(kappa)) or least
        right = min(touch, most)
        envelope = call(mean) if mean >= right else call(least) + (call(right) - call(least)) * (mean - least) / (right - least)
        g = lambda u: kappa ** 2 / (2 * u ** 2) - 1 / (2 * u) - 0.125
        peak = root(lambda u: g(u) ** 2 + 1 / (2 * u ** 2) - kappa ** 2 / u ** 3, end * 1e-11, end) or end if end > 0 else end
        at = min(max(peak, least), most)
        curvature = max(0, rate(at) * g(at)) if at > 0 and end > least else 0
        return lam * share + min(envelope, call(mean) + curvature * square / 2)
    return q_perturbed * max(0, 1 - min(smallest(loss), loss(0.0)))

def beyond(kappa, u):
    """E max(L - e^kappa, 0), L the likelihood ratio of two normal distributions of squared distance u, over the second."""
    if u > 0:
        return fp.ncdf(u ** 0.5 / 2 - kappa / u ** 0.5) - math.exp(kappa) * fp.ncdf(-kappa / u ** 0.5 - u ** 0.5 / 2)
    return max(0, 1 - math.exp(kappa))

def smallest(loss):
    """The least value of a convex function of e^kappa."""
    best = min((loss(i / 4 - 8), i / 4 - 8) for i in range(100))[1]
    low, high = best - 0.25, best + 0.25
    for _ in range(60):
        a, b = low + (high - low) * 0.382, low + (high - low) * 0.618
        low, high = (low, b) if loss(a) < loss(b) else (a, high)
    return loss(low)

def transformed_value(p, request, shift, gap):
    """v at X' = R(M X + Delta) of votes with normal parameters theta of transformations. The adversary sees theta, and points that are
    nu(theta) |Delta| apart: v >= 1 - e^kappa (1 - p) - E beyond(kappa - y t - t^2/2, (nu |Delta|/sigma)^2), over the family that spreads the
    points the most; the other families, or all of them, are bounded by q deviations, which a draw exceeds with the probability that is taken off."""
    names, noise = ("twist", "taper", "scale", "shear"), request["noise"]
    s = {f: noise.get(f, 0) for f in names}
    t = {f: math.hypot(*(shift[f] if f == "shear" else [shift[f]])) / s[f] if shift.get(f) else 0.0 for f in names}
    total, sigma, reach = math.hypot(*t.values()), least(request), max(abs(gap["low"]), abs(gap["high"]))
    def nu(y, rise):
        half = math.hypot(y["twist"] * s["twist"], y["taper"] * s["taper"]) * (gap["radius"] + gap["distance"]) / 2
        bent = math.hypot(*(v * s["shear"] for v in y["shear"])) / 2
        swell = lambda a: a + math.sqrt(1 + a * a)
        return math.exp(abs(y["scale"]) * s["scale"] + abs(y["taper"]) * s["taper"] * reach) * (swell(half) * swell(bent) if rise else 1)
    def near(y):
        across = nu(y, 0) * (gap["distance"] + math.hypot(y["twist"] * s["twist"], y["taper"] * s["taper"]) * (gap["radius"] + gap["distance"]) * gap["rise"])
        return math.hypot(across + math.hypot(*(v * s["shear"] for v in y["shear"])) * gap["rise"], gap["rise"])
    at = lambda q, **one: {**dict.fromkeys(names, q), "shear": (q, 0.0), **one}
    spreads = [f for f in names if s[f] and (gap["rise"] or f in ("taper", "scale"))]
    missed = lambda q, own: sum(math.exp(-q * q / 2) if f == "shear" else 2 * fp.ncdf(-q) for f in spreads if f != own) + (2 * fp.ncdf(-q)
        if own == "shear" else 0)
    normal = lambda d: mp.ncdf(quantile(p) - d)
    found = [mpf(0)] + [normal(math.hypot(total, min(nu(at(q), gap["rise"]) * gap["distance"], near(at(q))) / sigma)) - missed(q, None)
        for q in (1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 8)]
    if not spreads or not gap["distance"]:
        return normal(math.hypot(total, gap["distance"] / sigma))
    none = dict.fromkeys(names, 0.0) | {"shear": (0.0, 0.0)}
    own = max(spreads, key=lambda f: nu(none | {f: (2.0, 0.0) if f == "shear" else 2.0}, gap["rise"]))
    rest = math.hypot(*(t[f] for f in names if f != own))
    for q in (3, 4):
        apart = lambda y: math.hypot(rest, nu(at(q, **{own: (y, q) if own == "shear" else y}), gap["rise"]) * gap["distance"] / sigma) ** 2
        loss = lambda kappa: math.exp(kappa) * float(1 - p) + integral(lambda y: fp.npdf(y) * beyond(kappa - y * t[own] - t[own] ** 2 / 2, apart(y)),
            -9.0, 9.0, [-4.0, -2.0, 0.0, 2.0, 4.0], fp)
        found.append(mpf(1 - smallest(loss) - missed(q, own)))
    return min(max(found), p)

# The clouds: matrices with a row for each point

def clouds(request, order=None):
    """X', X and the weights. Rows are divided by sigma_n over the least sigma. From inner products come other points that have them."""
    if "gram" in request:
        g, n = request["gram"], request["gram"]["dimension"]
        if "factor" in g:
            rows = matrix(g["factor"]).T
            return rows[:, :n] + rows[:, n:2 * n], rows[:, :n], None
        values, vectors = mp.eigsy(matrix(g["matrix"]))
        rows = (vectors * mp.diag([mp.sqrt(max(v, 0)) for v in values])).T
        return rows[:, :n], rows[:, n:2 * n], None
    x, y = request["clean"]["points"], request["perturbed"]
    if y.get("attack") == "scale":
        factor = 1 + mpf(y["norm"]) / norm(matrix(x))
        y = {"points": [[factor * a for a in point] for point in x]}
    y = [y["points"][i] for i in order] if order else y["points"]
    sigma = each_sigma(request)
    w = matrix([mpf(min(sigma)) / mpf(s) for s in sigma] if isinstance(sigma, list) else [mpf(1)] * len(x))
    return *(matrix([[w[i] * mpf(a) for a in point] for i, point in enumerate(c)]) for c in (y, x)), w

def each_sigma(request):
    """Return sigma, or a list with that of each point of the clean cloud."""
    sigma = request["sigma"]
    if not isinstance(sigma, dict):
        return sigma
    values = {float(value): each for value, each in sigma["values"].items()}
    return [values[float(value)] for value in request["clean"]["attributes"][sigma["attribute"]]]

def moves(request, i, j):
    """By how many of their own sigmas the attributes with noise of a point and of its partner differ."""
    own, other = request["clean"].get("attributes", {}), request["perturbed"].get("attributes", {})
    return [(mpf(other[name][j]) - own[name][i]) / mpf(sigma) for name, sigma in request.get("attribute_sigma", {}).items()]

def beside(request, order=None):
    """Return the part of the distance that attributes with noise add, in units of sigma. Inner products for the group axis have it in their axial part."""
    if not request.get("attribute_sigma") or "gram" not in request and "points" not in request["perturbed"]:
        return mpf(0)
    if "gram" in request:
        return mpf(0) if request["group"] == "axis" else mpf(request["gram"]["axial"]) / mpf(least(request))
    every = order or range(len(request["clean"]["points"]))
    return norm(matrix([m for i, j in enumerate(every) for m in moves(request, i, j)]))

def norm(a):
    return mp.mnorm(a, "f")

def centred(a, w):
    return a - w * (w.T * a) / (w.T * w)[0]

def procrustes(y, x, proper):
    """X' turned as near to X as it comes (Schoenemann 1966, Kabsch 1976)."""
    u, _, v = mp.svd_r(y.T * x)
    if proper and mp.det(u * v) < 0:
        v[v.rows - 1, :] = -v[v.rows - 1, :]
    return y * u * v

def cross(a, b):
    return [a[i - 2] * b[i - 1] - a[i - 1] * b[i - 2] for i in range(3)]

def frame(axis):
    """A rotation whose first row is the axis."""
    a = [v / norm(matrix(axis)) for v in map(mpf, axis)]
    across = cross(a, [mpf(abs(v) == min(map(abs, a))) for v in a])
    across = [v / norm(matrix(across)) for v in across]
    return matrix([a, across, cross(a, across)])

def planar(y, x, sigma):
    """s, t and m of the last two coordinates and the axial distance of the first of three, in units of sigma."""
    axial = norm(y[:, 0] - x[:, 0]) / sigma if x.cols == 3 else mpf(0)
    y, x = (a[:, a.cols - 2:a.cols] / sigma for a in (y, x))
    dot = y.T * x
    return norm(x), norm(y), mp.hypot(dot[0, 0] + dot[1, 1], dot[0, 1] - dot[1, 0]), axial

def nearest(y, x, request, sigma):
    """The distance of X from the orbit of X', both centred if the group translates, and the numbers of the tight value in the plane."""
    group = request["group"]
    if group == "axis":
        numbers = planar(y * frame(request["axis"]).T, x * frame(request["axis"]).T, sigma) if x.cols == 3 else planar(y, x, sigma)
        numbers = (*numbers[:3], numbers[3] if x.cols == 3 else mpf(request["gram"]["axial"]) / sigma)
        return mp.sqrt(max(numbers[0] ** 2 + numbers[1] ** 2 - 2 * numbers[2], 0) + numbers[3] ** 2) * sigma, numbers
    y = y if group in ("none", "T") else procrustes(y, x, group in ("SO", "SE"))
    return norm(y - x), planar(y, x, sigma)

def translates(request):
    return request["group"] in ("T", "SE", "E") or bool(request.get("translation"))

def least(request):
    sigma = each_sigma(request)
    return min(sigma) if isinstance(sigma, list) else sigma

def differs(request):
    sigma = each_sigma(request)
    return isinstance(sigma, list) and min(sigma) < max(sigma)

# The rows. odds are p, the bound of the runner-up or None, and the bar: what v has to exceed without a runner-up.

values = {}  # v as a function of p, by the names of rows

def check_probability(c, request):
    """Clopper-Pearson bounds are put into the binomial tail, which must use up their share of alpha."""
    row, q, alpha = c["probability"], request["prediction"], mpf(request.get("alpha", 0.001))
    rival = q.get("runner_up")
    p, upper, rest = mpf(row["lower"]), mpf(row["upper_runner_up"]) if rival else None, None
    if "probability" in q:
        equal("probability.lower", row["lower"], mpf(q["probability"]), 0, "the probability given")
        equal("probability.level", row["level"], mpf(0), 0, "nothing is spent on votes")
        rest = mpf(rival["probability"]) if rival else None
    else:
        sides, q = counted(q)
        drawn = mpf(((c.get("tight") or {}).get("monte_carlo") or {}).get("level", 0))
        check("probability.level", alpha - mpf(2) ** -39 <= row["level"] and row["level"] + drawn <= alpha * (1 + SMALL),
            f"{row['level']} for the votes, {drawn} for the draws")
        share, k, n = mpf(row["level"]) / max(1, q.get("looks", 1)) / (2 if rival else sides), q["votes"], q["samples"]
        rule = q.get("anytime", {})  # then every class may be the one named; the others are bounded by the two most probable
        part = used(k, n, p, share / rule.get("classes", 1), rule.get("planned")) if k and p > 0 else 1 if p == 0 else 2
        check("probability.lower", sharp(part, n),
            f"{k} of {n} votes at {row['lower']} use up {mp.nstr(part, 9)} of {mp.nstr(share, 9)} for each of {rule.get('classes', 1)} classes")
        part = used(n - rival["votes"], n, 1 - upper, share / (2 if rule else 1), rule.get("planned")) if rival and upper < 1 else 1
        rest = upper if sharp(part, n) else mpf(1)
    if rival:
        equal("probability.upper_runner_up", row["upper_runner_up"], min(rest, 1 - p), SMALL, "its bound, or what the class leaves")
    if "evidence" in q and {"values", "labels"} & set(q):
        check_answers(request, q)
    elif "evidence" in q:
        check_evidence(request, q, rival)
    return p, upper

def counted(q):
    """Numbers and labels as votes: on the side of the tolerance with fewer numbers, or of the point with the fewest. Two ends, or all
    points, share the level."""
    if "values" in q:
        votes, settled, tolerance = 0, sorted(v for v in q.get("select", []) if v is not None), mpf(q.get("tolerance", 0))
        if tolerance:
            middle = (settled[(len(settled) - 1) // 2] + settled[len(settled) // 2]) / 2
            votes = min(sum(v is not None and mpf(v) * sign <= middle * sign + tolerance for v in q["values"]) for sign in (1, -1))
        return 2, {**q, "votes": votes, "samples": len(q["values"])}
    if "labels" in q:
        return len(q["labels"]["votes"]), {**q, "votes": min(q["labels"]["votes"]), "samples": q["labels"]["samples"]}
    return 1, q

def reached(votes, samples, share):
    """The largest p with Pr[Bin(samples, p) >= votes] <= share, by the secant method in P^-1(p), where its log is nearly a parabola."""
    if not votes:
        return mpf(0)
    miss = lambda z: mp.log(at_least(votes, samples, mp.ncdf(z)) / share)
    middle = (mpf(votes) + mpf(1) / 2) / (samples + 1)
    a = quantile(middle) + quantile(share) / mp.sqrt(samples * mp.npdf(quantile(middle)) ** 2 / (middle * (1 - middle)))
    b, fa = a + mpf(1) / 100, miss(a)
    for _ in range(40):
        fb = miss(b)
        if abs(fb) < SMALL or fa == fb:
            break
        a, fa, b = b, fb, b - max(min(fb * (b - a) / (fb - fa), mpf(1)), mpf(-1))
    return mp.ncdf(b)

def check_interval(name, claim, value, q, level):
    """The median at X' is between the k-th numbers from either end: the least k with Pr[Bin(n, p) >= k] <= level/2 where v(p) > 1/2."""
    settled, n = sorted(v for v in q["values"] if v is not None), len(q["values"])
    if not claim or value is None:
        return check(name, not claim, "unbounded")
    ranks = [k for k in range(1, len(settled) + 1) if settled[k - 1] == claim["upper"] and settled[-k] == claim["lower"]]
    good = any(value(reached(k, n, level / 2)) > mpf(1) / 2 - SMALL for k in ranks) and (ranks[0] == 1
        or value(reached(ranks[0] - 1, n, level / 2)) <= mpf(1) / 2 + SMALL)
    check(name, good, f"the {ranks[:1]} of {n} numbers from either end")

def check_labels(name, claim, value, q, level, sigma):
    """Radii by Clopper-Pearson at level/N; for this pair the p-values Pr[Bin(n, p) >= k] where v(p) > 1/2, as Holm (1979) has it."""
    votes, n = q["labels"]["votes"], q["labels"]["samples"]
    for i, r in enumerate(claim.get("radius", [])):
        part = at_least(votes[i], n, mp.ncdf(mpf(r) / sigma)) * len(votes) / level
        check(f"{name}.radius[{i}]", sharp(part, n) if r else part >= 1,
            f"sigma P^-1 of the bound of {votes[i]} of {n} votes: it uses up {mp.nstr(part, 9)} of its share")
    if "radius" in claim:
        check(name + ".radius", len(claim["radius"]) == len(votes), "one for each point")
    if "certified" not in claim or value is None:
        return check(name + ".share", "share" not in claim and "count" not in claim, "nothing is compared")
    order = sorted(range(len(votes)), key=lambda i: -votes[i])
    good = [claim["certified"][i] for i in order]
    kept = sum(good)
    bounds = [reached(votes[i], n, level / (len(votes) - j)) for j, i in enumerate(order[:kept + 1]) if j in (0, kept) or votes[i] < votes[order[j - 1]]]
    at_end = kept == len(good) or value(bounds.pop()) <= mpf(1) / 2 + SMALL
    check(name + ".certified", good == [j < kept for j in range(len(good))] and at_end and (not kept or value(min(bounds)) > mpf(1) / 2 - SMALL),
        f"{kept} of {len(good)} labels, by Holm")
    equal(name + ".share", claim["share"], mpf(kept) / len(good), SMALL, "of the points")
    equal(name + ".count", claim["count"], mpf(kept), 0, "of the points")
    check_overlap(name, claim, q["labels"], [bool(stays) for stays in claim["certified"]])

def check_overlap(name, claim, labels, certified):
    """Check what follows for the cloud as a whole; earlier cores do not state it."""
    predicted, truth, n = labels["predicted"], labels.get("truth"), len(certified)
    own = {"changed": certified.count(False), "iou": least_overlap(predicted, predicted, certified)}
    if truth:
        kept = [label if stays else None for label, stays in zip(predicted, certified)]
        parts = set(truth) | set(kept) - {None}
        own["accuracy"] = sum(map(int.__eq__, truth, (-1 if label is None else label for label in kept))) / n
        own["true_iou"] = least_overlap(truth, predicted, certified)
        own["mean_iou"] = sum(sum(t == k == c for t, k in zip(truth, kept)) / sum(c in pair for pair in zip(truth, kept)) for c in parts) / len(parts)
    for field in set(own) & set(claim) | ({"true_iou", "accuracy", "mean_iou"} & set(claim)):
        equal(f"{name}.{field}", claim[field], mpf(own.get(field, math.nan)), SMALL, "what the certified labels leave")

def least_overlap(reference, predicted, certified):
    """Return the least mean IoU with the reference: the open points take the largest of all falls that a point can cause by joining a part."""
    total, falls, free = 0, [], certified.count(False)
    for c in set(reference):
        here = [(r == c, stays and p == c, stays) for r, p, stays in zip(reference, predicted, certified)]
        common, union = sum(r and p for r, p, _ in here), sum(r or p for r, p, _ in here)
        falls += [common / (union + j) - common / (union + j + 1) for j in range(free - sum(r and not stays for r, _, stays in here))]
        total += common / union
    return (total - math.fsum(sorted(falls, reverse=True)[:free])) / len(set(reference))

def check_stated(c, request):
    """Check what every row says of a number or of labels."""
    q, level = request["prediction"], mpf(c["probability"]["level"])
    for name in ("black_box", "orbit", "tight.exact", "tight.axis", "subsample", "parameters"):
        claim = c
        for part in name.split("."):
            claim = (claim or {}).get(part)
        if claim and ("interval" in claim and "values" not in q or "labels" in claim and "labels" not in q):
            check(name, False, "an interval is for numbers, labels are for labels")
        elif claim and "interval" in claim:
            check_interval(name + ".interval", claim["interval"], values.get(name), q, level)
        elif claim and "labels" in claim:
            check_labels(name + ".labels", claim["labels"], values.get(name), q, level, mpf(least(request)))

def check_evidence(request, q, rival):
    e, votes = q["evidence"], q["evidence"]["votes"]
    counts, names = votes["estimate"], e["model"]["classes"]
    own = {i for i, name in enumerate(names) if name in q["classes"]} if "classes" in q else {votes["predicted"]}
    rivals = [n for i, n in enumerate(counts) if i not in own] or [0]
    check("prediction.classes", votes["predicted"] in own and set(q.get("classes", [])) <= set(names), "the class predicted is one of those that count as one")
    good = [sum(counts[i] for i in own), sum(counts) + votes["none"], votes.get("looks", 1)] == [q["votes"], q["samples"], q.get("looks", 1)]
    good = good and votes["samples"] == q["samples"]
    whenever = {"classes": len(names), "planned": e["sampling"]["estimate"]} if e["sampling"]["select"] == 0 else None
    check("evidence.rule", votes.get("rule", "") == ("anytime" if whenever else "") and q.get("anytime") == whenever, f"{whenever or 'looks'}")
    check_sampling(request, e)
    check("evidence.votes", good and (not rival or rival["votes"] == max(rivals) + votes["none"]), f"{counts}, {votes['none']} without a class")
    if e.get("sampled"):
        classes = singles(e)
        parts = {"select": classes[:len(classes) - votes["samples"]], "estimate": classes[len(classes) - votes["samples"]:]}
        same = all([part.count(i) for i in range(len(counts))] == (votes.get(name) or [0] * len(counts)) for name, part in parts.items())
        check("evidence.sampled", same, "the single votes add up to the counts")

def singles(e):
    """Return the numbers of the classes of single samples, or of the labels of their points."""
    data, size = gzip.decompress(base64.b64decode(e["sampled"])), 2 if len(e["model"]["classes"]) > 254 else 1
    return [int.from_bytes(data[i:i + size], "little") for i in range(0, len(data), size)]

def check_answers(request, q):
    """Check numbers and labels against how many samples were drawn, and labels against the label of every point in every sample."""
    e, labels = q["evidence"], q.get("labels")
    first, n, returns = e["sampling"]["select"], e["sampling"]["estimate"], e["model"].get("returns")
    check_sampling(request, e)
    if not labels:
        return check("evidence.values", returns == "number" and [len(q.get("select", [])), len(q["values"])] == [first, n], f"{first} and {n} numbers")
    points, classes = len(labels["votes"]), len(e["model"]["classes"])
    check("evidence.labels", returns in ("BNC", "BCN") and labels["samples"] == n and max(labels["predicted"]) < classes, f"{classes} labels by {n} samples")
    if e.get("sampled"):
        coded, same = singles(e), True
        for i, (label, votes) in enumerate(zip(labels["predicted"], labels["votes"])):
            of = coded[i::points]
            most = max(range(classes), key=of[:first].count)  # of equal ones the first
            same = same and len(of) == first + n and [label, votes] == [most, of[first:].count(most)]
        check("evidence.sampled", same, "the labels of every point add up to its votes")

COUNTED = "sigma select estimate block seed fresh cloud axis noise".split()  # fields of sampling that are not in the request, or elsewhere

def check_sampling(request, e):
    """Check that the samples were drawn as the request needs them."""
    sampling, named = e["sampling"], e["classifier"]["group"]
    wider = {"none": "none T SO O SE E axis", "T": "T SE E", "SO": "SO O SE E", "O": "O E", "SE": "SE E", "E": "E", "axis": "axis SO O SE E"}
    law = {"noise" if name == "parameters" else name: value for name, value in sampling.items() if name not in COUNTED}
    counted = law == {name: request[name] for name in ("subsample", "noise", "attribute_sigma") if name in request}
    counted = counted and sampling.get("axis") == (request.get("axis") if "noise" in request else None)
    counted = counted and named in wider[request["group"]].split() and not (translates(request) and named == "SO")
    counted = counted and ("noise" in sampling if differs(request) else sampling["sigma"] == least(request))
    check("evidence.sampling", counted, f"counted with sigma {sampling['sigma']}, invariant under {named}")

def check_row(name, key, claim, value, slack, odds, how):
    p, rival, bar = odds
    v, values[name] = value(p), value
    if rival is not None:
        bar = 1 - value(1 - rival)
        equal(name + ".upper_runner_up", claim.get("upper_runner_up"), bar, slack, "1 - v at 1 - p_B")
    equal(f"{name}.{key}", claim[key], v, slack, how)
    check(name + ".certified", claim["certified"] is False or claim["certified"] is True and v > bar,
        f"{claim['certified']}: {mp.nstr(v, 12)} against {mp.nstr(bar, 12)}")

def check_closed(name, claim, d, slack, sigma, odds):
    p, rival, bar = odds
    radius = sigma * (quantile(p) - quantile(bar)) if rival is None else sigma / 2 * (quantile(p) - quantile(rival))
    equal(name + ".radius", claim["radius"], max(radius, mpf(0)), SMALL * sigma * 9, "sigma (P^-1(p) - P^-1(bar))" if rival is None
        else "sigma/2 (P^-1(p) - P^-1(p_B))")
    if d is None:
        return check(name + ".certified", claim["certified"] is False and "lower" not in claim and "distance" not in claim, "nothing is compared")
    equal(name + ".distance", claim["distance"], d, slack, "|X' - X|" if name == "black_box" else "min over the group |X' - X|")
    check_row(name, "lower", claim, lambda p: mp.ncdf(quantile(p) - d / sigma), slack / sigma + SMALL, odds, "P(P^-1(p) - d/sigma)")

def check_attributes(request, partners, name="attributes"):
    """Attributes that the model sees: the same at points that belong together."""
    own, other = request["clean"].get("attributes", {}), request["perturbed"].get("attributes", {})
    if (own or other) and "points" in request["perturbed"]:
        fixed = own.keys() - request.get("attribute_sigma", {}).keys()
        same = own.keys() == other.keys() and all(own[name][i] == other[name][j] for name in fixed for i, j in partners)
        check(name, same, "attributes are the same at points that belong together")

def member(a, b, request):
    """Tell whether x -> A x + b belongs to the group."""
    group, n = request["group"], a.rows
    turns = mp.mnorm(a * a.T - mp.eye(n)) < mpf(10) ** -12 and (group in ("O", "E") or mp.det(a) > 0) and (group not in ("none", "T") or a == mp.eye(n))
    axis = matrix(request["axis"]) if group == "axis" else None
    return turns and (translates(request) or norm(b) == 0) and (not axis or norm(a * axis - axis) <= mpf(10) ** -12 * norm(axis))

def check_pair(c, request, odds):
    """Black box, orbit and tight rows of two clouds whose points belong together."""
    group, orbit, tight, sigma, shared = request["group"], c["orbit"], c.get("tight") or {}, mpf(least(request)), request.get("gram")
    order = (orbit.get("alignment") or {}).get("permutation")
    if order:
        check("orbit.alignment.permutation", request["permutation"] and sorted(order) == list(range(len(order))), "a reordering, which the request allows")
    if not shared:
        check_attributes(request, list(enumerate(order or range(len(request["clean"]["points"])))))
    y, x, w = clouds(request, order)
    slack = norm(y) * (mpf(10) ** -6 if "matrix" in (shared or {}) else SMALL)
    extra = beside(request, order)  # the group leaves it alone, so that it counts like a part along an axis
    plain = mp.hypot(norm(clouds(request)[0] - x), beside(request) * sigma) if not shared or group in ("none", "SO", "O") else None
    if shared and "black_box_distance" in shared:
        plain = mpf(shared["black_box_distance"])
    posed = y
    if not shared:
        a, b = matrix(orbit["alignment"]["matrix"]), matrix(orbit["alignment"]["offset"])
        apart, posed = mp.hypot(norm(y * a.T + w * b.T - x), extra * sigma), y * a.T  # the axes below belong to this pose
        check("orbit.alignment", member(a, b, request) and abs(apart - orbit["distance"]) <= slack,
            f"a member of the group, after it {mp.nstr(apart, 16)} apart")
    if translates(request) and not shared:
        y, x, posed = (centred(a, w) for a in (y, x, posed))
    d, numbers = nearest(y, x, request, sigma)
    d, numbers = mp.hypot(d, extra * sigma), (*numbers[:3], mp.hypot(numbers[3], extra))
    if "black_box" in c:
        if order and not shared:  # without invariance point n belongs to point n
            check_attributes(request, list(enumerate(range(len(order)))), "black_box")
        check_closed("black_box", c["black_box"], plain, slack, sigma, odds)
    check_closed("orbit", orbit, d, slack, sigma, odds)
    if "conclusion" in orbit:
        follows = "certified" if orbit["certified"] else "out_of_reach" if orbit["distance_lower"] >= orbit["radius"] else "undecided"
        check("orbit.conclusion", orbit["distance_lower"] <= orbit["distance"] and orbit["conclusion"] == follows, "as the distances say")
    exact, axis, drawn, loose = tight.get("exact"), tight.get("axis"), tight.get("monte_carlo"), slack / sigma + SMALL
    for row in filter(None, (exact, axis)):
        check("tight.error", 0 <= row["error"] <= mpf(10) ** -9 + 10 * loose, f"{row['error']}, as small as computing such a value allows")
    if exact and group in ("none", "T"):
        check_row("tight.exact", "value", exact, lambda p: mp.ncdf(quantile(p) - d / sigma), loose + exact["error"], odds,
            "the orbit-based value, as nothing better exists")
    elif exact and (x.cols == 2 or group == "axis"):
        check_row("tight.exact", "value", exact, lambda p: planar_value(p, *numbers), loose + exact["error"], odds, "lam p - (lam C - Q) at C = p")
    elif exact:
        check_row("tight.exact", "value", exact, lambda p: rod_value(p, norm(x) / sigma, norm(y) / norm(x)), loose + exact["error"], odds, "noncentral chi")
    if axis:
        other = axis.get("perturbed_axis") or axis["axis"]
        unit = axis["axis"] == [0, 0, 1] if x.cols == 2 else all(abs(norm(matrix(a)) - 1) < mpf(10) ** -12 for a in (axis["axis"], other))
        check("tight.axis.axis", unit, "of length 1, and across the plane in two dimensions")
        about = numbers if x.cols == 2 else planar(posed * frame(other).T, x * frame(axis["axis"]).T, sigma)
        check_row("tight.axis", "value", axis, lambda p: planar_value(p, *about[:3], mp.hypot(about[3], extra if x.cols == 3 else 0)),
            loose + axis["error"], odds, "turns about the axis alone")
    if drawn:
        check_drawn(c, drawn, y, x, request, float(odds[0]), float(extra))

def check_drawn(c, drawn, y, x, request, p, extra):
    good = drawn["lower"] <= drawn["estimate"] <= drawn["upper"] and drawn["samples"] <= request["samples"] and drawn["level"] <= mpf(2) ** -39
    check("tight.monte_carlo.order", good, "lower <= estimate <= upper")
    v, error = draw(y, x, float(least(request)), request["group"], p, extra)
    good = drawn["lower"] <= v + 5 * error and drawn["upper"] >= v - 5 * error
    report.append(("plausible" if good else "FAILED", "tight.monte_carlo", f"{drawn['lower']} to {drawn['upper']}; own draws give {v:.3f} +- {error:.3f}"))
    moments = sorted(mp.eigsy(x.T * x, eigvals_only=True)) if x.cols == 3 else [1, 1]
    sound = any((c["tight"].get(row) or {}).get("certified") for row in ("exact", "axis"))
    withdrawn = moments[-2] <= moments[-1] * mpf(10) ** -18 and c["certified_by"] == ["tight"] and not sound and version(c) < (0, 8)
    check("withdrawn", not withdrawn, "Monte Carlo alone, of a collinear cloud in space, before core 0.8.0" if withdrawn else "not among the withdrawn results")

def draw(y, x, sigma, group, p, extra, count=400):
    """v by drawing Z: rho compares the means over the group of exp tr R^T A, A = X'^T Z/sigma^2 against A = X^T Z/sigma^2, and adds a normal
    term for what the group leaves alone."""
    random.seed(1)
    n, g = x.cols, matrix([[mp.fdot(zip(a, b)) / sigma ** 2 for b in columns(y, x)] for a in columns(y, x)])
    found, vectors = mp.eigsy(g)  # A is normal with this covariance; so few numbers are drawn, not Z
    half = vectors * mp.diag([mp.sqrt(max(v, 0)) for v in found])
    def rho(at):
        a = half * matrix([[random.gauss(0, 1) for _ in range(n)] for _ in range(2 * n)]) + g[:, at:at + n]
        alone = extra * random.gauss(0, 1) + (extra ** 2 if at == 0 else 0) if extra else 0
        return log_beta(a[:n, :], group) - log_beta(a[n:2 * n, :], group) + alone
    clean, perturbed = sorted(rho(n) for _ in range(count)), [rho(0) for _ in range(count)]
    kappa = clean[min(int(p * count), count - 1)]
    v = sum(one <= kappa for one in perturbed) / count
    offset = sum(g[i, i] - g[n + i, n + i] for i in range(n)) / 2 + extra ** 2 / 2
    return v, float(mp.sqrt((max(v * (1 - v), 0.01) + mp.exp(2 * min(kappa - offset, 5)) * p * (1 - p)) / count))

def log_beta(a, group):
    """The log of the mean of exp tr R^T A over the group (matrix Fisher distribution, T. Lee, arXiv 1710.03746)."""
    s = [float(v) for v in mp.svd_r(a, compute_uv=False)]
    s[-1] *= 1 if mp.det(a) > 0 else -1
    def rotations(s):
        if len(s) == 2:
            return log_i0(s[0] + s[1], fp)
        end = min(math.sqrt(2), math.sqrt(40 / (s[0] + s[2]))) if s[0] + s[2] > 0 else math.sqrt(2)
        f = lambda r: i0e((s[1] - s[2]) * r * r / 2, fp) * i0e((s[1] + s[2]) * (2 - r * r) / 2, fp) * math.exp(-(s[0] + s[2]) * r * r) * r
        return sum(s) + math.log(integral(f, 0.0, end, (), fp))
    if group in ("SO", "SE"):
        return rotations(s)
    one, other = rotations(s), rotations(s[:-1] + [-s[-1]])
    return max(one, other) + math.log((1 + math.exp(-abs(one - other))) / 2)

def columns(*clouds):
    return [c[:, i] for c in clouds for i in range(c.cols)]

def check_subsample(claim, request, odds):
    """Votes of k points: kept pairs under the stated alignment, or all perturbations within some changes."""
    k, shared = request["subsample"], request.get("gram", {}).get("points")
    changes = (shared or request["perturbed"]).get("changes")
    clean, sigma = shared["clean"] if shared else len(request["clean"]["points"]), mpf(least(request))
    if changes:
        kept, perturbed = clean - changes.get("replaced", 0) - changes.get("removed", 0), clean - changes.get("removed", 0) + changes.get("added", 0)
        square = (mpf(changes.get("moved", 0)) / sigma) ** 2
        law, d = (min(square, square * k / max(kept, k)), math.inf, 0, square), mp.sqrt(square) * sigma
    elif shared:
        kept, perturbed, moved, d = shared["kept"], shared["perturbed"], shared["moved"], mpf(shared["distance"])
        scale = (mpf(moved["sigma"]) / sigma) ** 2
        law = scale * moved["mean"], scale ** 2 * moved["square"], scale * moved["least"], scale * moved["most"]
    else:
        x, y, a = request["clean"]["points"], request["perturbed"]["points"], claim["alignment"]
        rows, partners = [[mpf(v) for v in r] for r in a["matrix"]], [(i, j) for i, j in enumerate(a["permutation"]) if j >= 0]
        each = each_sigma(request)
        own = lambda i: mpf(each[i]) if isinstance(each, list) else sigma
        squares = sorted(
            sum((mp.fdot(zip(r, y[j])) + b - u) ** 2 for r, b, u in zip(rows, a["offset"], x[i])) / own(i) ** 2 + sum(m ** 2 for m in moves(request, i, j))
            for i, j in partners
        )
        kept, perturbed, mean = len(squares), len(y), sum(squares) / len(squares)
        spread = sum((u - mean) ** 2 for u in squares) / kept * (kept - k) / max(kept - 1, 1)
        law, d = (k * mean, k * spread, sum(squares[:k]), sum(squares[-k:])), mp.sqrt(sum(squares)) * sigma
        good = member(matrix(rows), matrix(a["offset"]), request) and len({j for _, j in partners}) == kept
        check("subsample.alignment", good, "a member of the group, and no point has two partners")
        check_attributes(request, partners)
    share = lambda total: mp.binomial(kept, k) / mp.binomial(total, k)
    equal("subsample.kept", claim["kept"], mpf(kept), 0, "pairs that are kept")
    equal("subsample.q", claim["q"], share(clean), SMALL, "C(m,k)/C(N,k)")
    equal("subsample.q_perturbed", claim["q_perturbed"], share(perturbed), SMALL, "C(m,k)/C(N',k)")
    equal("subsample.distance", claim["distance"], d, SMALL * (1 + d), "of the kept pairs")
    if kept >= k:
        check_row("subsample", "lower", claim, lambda p: subset_value(p, share(clean), share(perturbed), law), mpf(10) ** -8, odds, "q'(1 - W((1 - p)/q))")

def bent(request, shift):
    """The clean cloud after a transformation, its rows (height, x, y) in the frame of the axis: w = x + iy goes to
    exp(scale + taper z + i twist z) w + shear z."""
    a = frame(request["axis"])[0, :]
    least = min(range(3), key=lambda i: (abs(a[i]), i))
    across = matrix([[mpf(i == least) for i in range(3)]]) - a[least] * a
    across /= norm(across)
    own = matrix([list(a), list(across), cross(list(a), list(across))])
    rows = matrix([[mpf(v) for v in u] for u in request["clean"]["points"]]) * own.T
    for i in range(rows.rows):
        z = rows[i, 0]
        w = mp.exp(shift.get("scale", 0) + (shift.get("taper", 0) + mp.mpc(0, shift.get("twist", 0))) * z) * mp.mpc(rows[i, 1], rows[i, 2])
        w += mp.mpc(*shift.get("shear", (0, 0))) * z
        rows[i, 1], rows[i, 2] = w.real, w.imag
    return rows, own

def spread(rows, back=None):
    """Return what a bound depends on beside the transformation, for Delta = back - rows."""
    back = rows if back is None else back
    d, rise, heights = norm(back - rows), norm(back[:, 0] - rows[:, 0]), [*rows[:, 0], *back[:, 0]]
    far = max(mp.hypot(rows[i, 1], rows[i, 2]) for i in range(rows.rows))
    flat = rise <= SMALL * (norm(rows) + norm(back))
    return {"distance": float(d), "rise": 0.0 if flat else float(rise), "radius": float(far), "low": float(min(heights)), "high": float(max(heights))}

def widened(gap, d):
    """The same for every Delta of norm d."""
    return {**gap, "distance": d, "rise": d, "low": gap["low"] - d, "high": gap["high"] + d}

def brought_back(a, request, n, own):
    """A X' + b in the frame of the axis. Without taper, translations along the axis are ignored, and all without a twist, too."""
    order, drawn = list(a.get("permutation") or range(n)), [f for f in request["noise"] if request["noise"][f]]
    turn, offset = matrix(a["matrix"]), matrix(a["offset"])
    shifts, free = own * offset, request.get("translation") and "taper" not in drawn
    good = (norm(offset) == 0 or free) and ("twist" not in drawn or mp.hypot(shifts[1], shifts[2]) <= mpf(10) ** -12 * (1 + norm(offset)))
    good = good and sorted(order) == list(range(n)) and (order == list(range(n)) or request["permutation"])
    check("parameters.alignment", good and member(turn, matrix([0, 0, 0]), request),
        "a member of the group, and an order of the points that the request allows")
    check_attributes(request, list(enumerate(order)))
    return (matrix([[mpf(v) for v in request["perturbed"]["points"][i]] for i in order]) * turn.T + matrix([mpf(1)] * n) * offset.T) * own.T

def check_parameters(claim, request, odds):
    """Votes with noise on transformations: a decomposition X' = R(M X + Delta), and what it proves."""
    noise, p, rival, bar = request["noise"], *odds
    radius = quantile(p) - quantile(bar) if rival is None else (quantile(p) - quantile(rival)) / 2
    own = {f: max(noise[f] * radius, mpf(0)) for f in ("twist", "taper", "scale", "shear") if noise.get(f) and (f != "shear" or len(noise) == 1)}
    check("parameters.radii", set(claim["radii"]) - {"distance"} == set(own), "of the families that have noise")
    for f in set(own) & set(claim["radii"]):
        equal(f"parameters.radii.{f}", claim["radii"][f], own[f], SMALL * noise[f] * 9, "s (P^-1(p) - P^-1(bar))")
    along, line = (matrix([mpf(v) for v in axis]) for axis in (claim["axis"]["along"], request["axis"]))
    check("parameters.axis", claim["axis"]["through"] == [0, 0, 0] and norm(along / norm(along) - line / norm(line)) <= SMALL, "the axis, through the origin")
    if "shift" not in claim:
        if "gram" in request:  # of the clean cloud alone
            still = request["gram"]["parameters"]
            check("parameters.alone", not still.get("shift") and still["distance"] == still["rise"] == 0, "nothing is compared")
        else:
            still = spread(bent(request, {})[0])
        for share, good in ((1, True), (1 + mpf(10) ** -5, False)):
            moved = float(share * claim["radii"]["distance"])
            at = lambda p: transformed_value(p, request, {}, widened(still, moved))
            fits = moved == 0 and good or (at(p) > (bar if rival is None else 1 - at(1 - rival))) == good
            check("parameters.radii.distance", fits, f"any change of this norm is certified, a little more is not: {mp.nstr(moved, 9)}")
        return check("parameters.certified", claim["certified"] is False and "lower" not in claim, "nothing is compared")
    shift, shared, changes = claim["shift"], request.get("gram", {}).get("parameters"), request.get("perturbed", {}).get("changes")
    check("parameters.shift", all(f in own for f in shift), "of families that have noise")
    if shared:
        gap, size = shared, abs(shared["distance"])
        check("parameters.shift.shared", shared.get("shift", {}) == shift, "as shared")
    else:
        rows, own = bent(request, shift)
        if changes is not None:
            gap, size = widened(spread(rows), changes.get("moved", 0)), norm(rows)
        else:
            back = brought_back(claim["alignment"], request, rows.rows, own)
            gap, size = spread(rows, back), norm(rows) + norm(back)
    equal("parameters.distance", claim["distance"], mpf(gap["distance"]), SMALL * size, "|A X' + b - M X|")
    value = functools.cache(lambda p: transformed_value(p, request, shift, gap))
    check_row("parameters", "lower", claim, value, mpf(10) ** -3, odds, "lam p - E of the loss, over the noise on the transformation")
    sound = claim["lower"] <= value(p) + mpf(10) ** -9 and (rival is None or claim["upper_runner_up"] >= 1 - value(1 - rival) - mpf(10) ** -9)
    check("parameters.sound", sound, "no more than computed here")

# Checks of the documents of withstand and pmin

def moved(family, t, u, a, toward):
    """The point u, as seen from the centre, moved along a family of transformations."""
    z = mp.fdot(zip(u, a))
    rho = [v - z * b for v, b in zip(u, a)]
    if family in ("rotation", "twist"):
        angle, still = t * (z if family == "twist" else 1), [z * b for b in a] if len(u) == 3 else [0, 0]
        turned = cross(a, u) if len(u) == 3 else [-u[1], u[0]]
        return [s + mp.cos(angle) * (v - s) + mp.sin(angle) * w for s, v, w in zip(still, u, turned)]
    step = {"scale": u, "stretch": [z * b for b in a], "shear": [z * b for b in toward or a], "taper": [z * v for v in rho], "shift": a}[family]
    return [v + t * s for v, s in zip(u, step)]

def check_ranges(w, request, odds):
    """Ranges at their ends and in between: the orbit-based bound certifies there, or the tight value."""
    x, sigma, (p, rival, bar) = request["clean"]["points"], mpf(least(request)), odds
    radius = sigma * (quantile(p) - quantile(bar)) if rival is None else sigma / 2 * (quantile(p) - quantile(rival))
    check("ranges.radius", 0 <= radius - w["radius"] <= SMALL * sigma * 9, f"{w['radius']}, rounded down from {mp.nstr(radius, 16)}")
    each = each_sigma(request)
    weights = matrix([sigma / mpf(s) for s in each] if isinstance(each, list) else [mpf(1)] * len(x))
    def seen(points):
        a = matrix([[f * mpf(v) for v in u] for f, u in zip(weights, points)])
        return centred(a, weights) if translates(request) else a
    clean = seen(x)
    if "each_point" in w:
        size = mp.svd_r(seen([[mpf(a) - m for a, m in zip(u, w["centre"])] for u in x]), compute_uv=False)[0]
        check("ranges.each_point", 0 <= radius / norm(weights) - w["each_point"] <= radius * 1e-9, "r over the norm of the weights")
        check("ranges.linear", 0 <= radius / size - w["linear"] <= radius / size * 1e-8, "r over the largest singular value of X")
    for r in w.get("ranges", []):
        for t in [0.5, 1.0] if r.get("any") else [r["from"], r["from"] / 2, r["to"] / 2, r["to"]]:
            along, toward = r.get("along", w["along"]), r.get("toward")
            y = [[v + m for v, m in zip(moved(r["family"], mpf(t), [mpf(a) - m for a, m in zip(u, w["centre"])], along, toward), w["centre"])] for u in x]
            d, numbers = nearest(seen(y), clean, request, sigma)
            exact = rival is None and (request["group"] == "axis" or len(x[0]) == 2 and request["group"] not in ("none", "T"))
            good = d < radius or exact and planar_value(p, *numbers) > bar
            if good or exact or r["by"] != "tight":
                check(f"ranges.{r['family']}", good, f"at {t}: {mp.nstr(d, 9)} from the orbit")
            else:
                report.append(("not computed", f"ranges.{r['family']}", f"at {t}: the tight value in space"))

def check_minimum(document, odds):
    """The smallest probabilities: there the bound is at the bar, and a little below it is not."""
    rows = {**{name: document.get(name) for name in ("black_box", "orbit", "subsample")},
        **{f"tight.{name}": m for name, m in document.get("tight", {}).items() if name != "seed"}}
    for name, m in rows.items():
        if m is not None and name in values and odds[1] is None:
            high, low = values[name](min(mpf(m) + mpf(10) ** -9, 1)), values[name](max(mpf(m) - mpf(10) ** -6, mpf(10) ** -30))
            check(f"minimum.{name}", low <= odds[2] <= high, f"v = {mp.nstr(low, 9)} just below {m}, {mp.nstr(high, 9)} just above")
        elif m is not None:
            report.append(("not computed", f"minimum.{name}", "the certificate has no such row that this program computes"))

def check_alone(request):
    """A certificate of radii has the digest of its cloud, and of noise on transformations the extent. Nothing else depends on the cloud."""
    shared, q = request["gram"], request["prediction"]
    digest, own = shared["cloud"]["sha256"], q.get("evidence", {}).get("sampling", {}).get("cloud")
    check("gram", set(shared) == {"dimension", "cloud"} | ({"parameters"} if "noise" in request else set()), "of one cloud")
    check("gram.cloud", "perturbed" not in request and own in (None, "sha256:" + digest), "the cloud of the votes")
    check("gram.cloud.points", len(q.get("labels", {}).get("votes", [])) in (0, shared["cloud"]["points"]), "as many as labels")
    report.append(("not checked", "gram.cloud", f"{shared['cloud']['points']} points with the SHA-256 {digest}: give clean.json to compare them"))

def check_cloud(cloud, request):
    """The digest of the shape, the coordinates and the attributes that the model sees."""
    shared, points, q = request["gram"], cloud["points"], request["prediction"]
    seen = q.get("evidence", q).get("model", {}).get("attributes", [])
    pack = lambda numbers: b"".join(struct.pack("<d", v + 0.0) for v in numbers)  # -0 counts as 0
    data = f"orbitcert cloud\n{len(points)} {len(points[0])}\n".encode() + pack(v for u in points for v in u)
    for name in sorted(a if isinstance(a, str) else a["name"] for a in seen):
        data += f"attribute {json.dumps(name, ensure_ascii=False)}\n".encode() + pack(cloud["attributes"][name])
    own = {"dimension": len(points[0]), "cloud": {"points": len(points), "sha256": hashlib.sha256(data).hexdigest()}}
    check("gram.cloud.sha256", own == {name: shared[name] for name in own}, "of the cloud given")
    if "noise" in request:
        own, slack = spread(bent({**request, "clean": cloud}, {})[0]), SMALL * max(abs(v) for u in points for v in u)
        for name in ("radius", "low", "high"):
            equal(f"gram.parameters.{name}", shared["parameters"][name], mpf(own[name]), slack, "of the cloud given")

CLOSED, EXACT = "distance radius lower upper_runner_up certified interval labels", "value error upper_runner_up certified interval labels"
KNOWN = {  # the fields of a certificate that this program reads, and those that claim nothing
    "": "format certified certified_by probability black_box orbit tight subsample parameters request core notes key signature $schema",
    "probability": "lower level upper_runner_up", "black_box": CLOSED, "orbit": CLOSED + " alignment distance_lower conclusion",
    "tight": "exact axis monte_carlo",
    "orbit.alignment": "matrix offset permutation", "subsample.alignment": "matrix offset permutation",
    "tight.monte_carlo": "bound lower estimate upper upper_runner_up samples level seed certified", "tight.exact": EXACT,
    "tight.axis": EXACT + " axis perturbed_axis", "subsample": "kept q q_perturbed distance lower upper_runner_up certified alignment interval labels",
    "parameters": "shift distance lower upper_runner_up certified axis radii alignment interval labels", "parameters.alignment": "matrix offset permutation",
    "request": "prepared clean perturbed gram sigma attribute_sigma noise prediction group axis translation permutation subsample top alpha samples "
        "bound stop seed pairing",
    "request.prediction": "values select tolerance labels probability votes samples runner_up looks evidence anytime classes model",
}

def check_fields(c):
    for path, known in KNOWN.items():
        place = c
        for name in filter(None, path.split(".")):
            place = place.get(name) or {}
        for name in sorted(set(place) - set(known.split())):
            report.append(("not computed", f"{path}.{name}".strip("."), "this program does not know the field"))

def fields(pairs):
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a field is there twice")
    return dict(pairs)

def no_number(text):
    raise ValueError(f"{text} is not a number")

def version(c):
    numbers = re.fullmatch(r"0\.([5-8])(\.[0-9]+)?", c["core"])
    if not numbers or type(c.get("format", 1)) is not int or c.get("format", 1) != 1:
        raise ValueError(f"core {c['core']!r}, format {c.get('format')!r}: documents of cores 0.5 to 0.8 with the format 1 are read")
    return 0, int(numbers[1])

def verify(c, others):
    request = c["request"]
    bounds = ["disagreement"] + (["dual", "quantile"] if version(c) < (0, 8) else [])
    check("bound", request.get("bound", bounds[0]) in bounds, f"a bound of core {c['core']}")
    check("top", request.get("top", 1) == 1 or "runner_up" not in request["prediction"], f"the class stays among the first {request.get('top', 1)}")
    p, rival = check_probability(c, request)
    odds, sigma = (p, rival, mpf(1) / (request.get("top", 1) + 1)), mpf(least(request))
    products = "gram" not in request or set(request["gram"]) & {"matrix", "factor"}
    if "distance" in c.get("orbit", {}) and products and "changes" not in request.get("perturbed", {}):
        check_pair(c, request, odds)
    else:
        changes = request.get("perturbed", request.get("gram", {}).get("points", {})).get("changes", {})
        still = not any(changes.get(name) for name in ("replaced", "added", "removed"))
        for name in ("black_box", "orbit"):
            if name in c:  # every cloud within a distance
                check_closed(name, c[name], mpf(changes["moved"]) if name == "orbit" and still and "moved" in changes else None, 0, sigma, odds)
    if "cloud" in request.get("gram", {}):
        check_alone(request)
    if "subsample" in c:
        check_subsample(c["subsample"], request, odds)
    if "parameters" in c:
        check_parameters(c["parameters"], request, odds)
    check_stated(c, request)
    tight = [r for r in (c.get("tight") or {}).values() if r["certified"]]
    own = [name for name in ("black_box", "orbit", "tight", "subsample", "parameters") if (tight if name == "tight" else c.get(name, {}).get("certified"))]
    check("certified_by", own == c.get("certified_by", []) and c["certified"] is bool(own), f"{own}")
    check_fields(c)
    for note in c.get("notes", []):
        report.append(("not checked", "notes", note))
    for name in sorted({"key", "signature"} & set(c)):
        report.append(("not checked", name, "of the service that stored the certificate"))
    drawn = c["certified"] and not any(c[n]["certified"] for n in ("black_box", "orbit", "subsample", "parameters") if n in c)
    if drawn and not any("value" in r for r in tight):
        report.append(("not computed", "certified", "only rows that this program does not prove certify"))
    for other in others:
        if "points" in other and "cloud" in request.get("gram", {}):
            check_cloud(other, request)
            report[:] = [line for line in report if line[:2] != ("not checked", "gram.cloud")]
        elif "points" in other:
            raise ValueError("the certificate has no digest of a clean cloud")
        else:
            check_ranges(other, request, odds) if "centre" in other else check_minimum(other, odds)

def main(arguments):
    files = [a for a in arguments if a != "--explain"]
    try:
        documents = [json.loads(open(name, encoding="utf-8").read(), object_pairs_hook=fields, parse_constant=no_number) for name in files]
        verify(documents[0], documents[1:])
    except (OSError, ValueError, KeyError, IndexError, TypeError, AttributeError, ZeroDivisionError) as problem:
        print(f"{' '.join(files) or 'orbitcheck.py'}: cannot be checked: {type(problem).__name__}: {problem}", file=sys.stderr)
        return 2
    for status, row, text in report:
        if "--explain" in arguments or status != "verified":
            print(f"{status:12} {row}: {text}")
    states = {status for status, _, _ in report}
    code = 3 if "FAILED" in states else 4 if "not computed" in states else 0
    print({0: "verified", 3: "verification failed", 4: "verified except for the rows above"}[code])
    return code

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
