#!/usr/bin/env python3
"""Check an OrbitCert certificate without OrbitCert: orbitcheck.py [--explain] certificate.json

Needs Python 3 and mpmath, nothing of OrbitCert. Every row is computed again from the request in the certificate, in 30 digits.
P is the Gaussian distribution function, rho the log ratio of the likelihoods averaged over the group, v the smallest probability
of the class at the perturbed cloud. Source: Schuchardt and Guennemann, NeurIPS 2022. Monte Carlo rows are compared with draws of
this program: plausible, not proved. Exit codes: 0 the verdict is proved, 2 unreadable, 3 verification failed, 4 verified except for
rows that this program cannot prove (listed)."""
import base64, gzip, json, random, sys
from mpmath import matrix, mp, mpf

mp.dps = 30
ROUNDING = mpf(10) ** -11  # what double precision may lose, relative to the sizes that go in
report = []

def say(status, row, text):
    report.append((status, row, text))

def check(row, good, text):
    say("verified" if good else "FAILED", row, text)

def equal(row, claimed, own, slack, how):
    check(row, claimed is not None and abs(mpf(claimed) - own) <= slack, f"claimed {claimed}, computed {mp.nstr(own, 16)} = {how}")

# Special functions

def quantile(p):
    with mp.workdps(60):  # enough where p or 1 - p is tiny
        return +mp.sqrt(2) * mp.erfinv(2 * p - 1) if 0 < p < 1 else mpf("inf") * (1 if p >= 1 else -1)

def tail(k, n, p, step):
    """Pr[Bin(n, p) >= k] for step 1, <= k for step -1: a sum of positive terms."""
    if not 0 < p < 1:
        return mpf((p >= 1) == (step > 0))
    term = first = mp.exp(mp.loggamma(n + 1) - mp.loggamma(k + 1) - mp.loggamma(n - k + 1) + k * mp.log(p) + (n - k) * mp.log1p(-p))
    total, odds = mpf(0), p / (1 - p)
    while 0 <= k <= n and (term > total * ROUNDING ** 2 or term > first):
        total, k = total + term, k + step
        term *= (n - k + 1) * odds / k if step > 0 and k <= n else (k + 1) / (odds * (n - k)) if step < 0 else 0
    return total

def used(k, n, p, step, share, planned):
    """The part of a share that a bound uses up, at most 1 if it holds. Votes that may be looked at after any sample have a betting
    bound with four fifths of it, and Clopper-Pearson with the rest after all samples planned; the better of them counts."""
    if planned is None:
        return tail(k, n, p, step) / share
    won, chance = (k, p) if step > 0 else (n - k, 1 - p)
    beta = mp.exp(mp.loggamma(won + 1) + mp.loggamma(n - won + 1) - mp.loggamma(n + 2)) * tail(won, n + 1, chance, -1)
    capital = beta / ((1 - chance) ** (n - won + 1) * chance ** won)
    return min([1 / (capital * share * mpf("0.8"))] + [tail(k, n, p, step) / (share * mpf("0.2"))] * (n == planned))

def root(f, low, high):
    """Find the sign change of f by bisection; None if there is none."""
    rising = f(high) > 0
    for _ in range(100 if (f(low) > 0) != rising else 0):
        middle = (low + high) / 2
        low, high = (low, middle) if (f(middle) > 0) == rising else (middle, high)
    return low if (f(low) > 0) != rising else None

def quad(f, low, high, ends=(), degree=4):
    """Gauss-Legendre with 24 nodes (12 at degree 3) on panels of length at most 5 that end where the integrand bends."""
    points = [low] + sorted(e for e in ends if low < e < high) + [high]
    points = [a + (b - a) * i / n for a, b in zip(points, points[1:]) for n in [max(1, int(mp.ceil((b - a) / 5)))] for i in range(n)]
    return mp.quad(f, points + [high], method="gauss-legendre", maxdegree=degree)

def i0e(x):
    """exp(-x) I0(x) in fixed point: the power series, or from 40 on the asymptotic one (DLMF 10.25.2, 10.40.1)."""
    total, k, term, q = 0, 0, 1 << 110, int(mp.ldexp(x * x / 4 if x < 40 else 1 / (8 * x), 110))
    while term:
        total, k = total + term, k + 1
        term = (term * q >> 110) // (k * k) if x < 40 else (term * q >> 110) * (2 * k - 1) ** 2 // k
    return mp.ldexp(total, -110) * (mp.exp(-x) if x < 40 else 1 / mp.sqrt(2 * mp.pi * x))

def log_i0(x):
    return x + mp.log(i0e(x))

def slope(x):
    """About the derivative of log I0."""
    return x / (mpf(1) / 2 + mp.sqrt(x * x + mpf(9) / 4))

def inverse_log_i0(y):
    x, step = mp.sqrt(4 * y) if y < 1 else y + mp.log(2 * mp.pi * y) / 2, mpf(1)
    while y > 0 and abs(step) > x * ROUNDING ** 2:
        step = (log_i0(x) - y) / slope(x)
        x -= step
    return max(x, mpf(0))

def rice(x, nu):
    return x * mp.exp(-(x - nu) ** 2 / 2) * i0e(x * nu)

# The tight value in the plane, about an axis, of a rod and of subsets

def below(k, s, t, m, axial, degree=4):
    """Pr[log I0(|<z,x'>|) - log I0(|<z,x>|) + T <= k] for z ~ N(x, 1), |x| = s, |x'| = t, |<x',x>| = m, T ~ N(0, axial^2).
    r = |<z,x>|/s is Rice(s); given r, |<z,x'>|/(across s) is Rice(along r/across)."""
    along = m / s ** 2
    across = mp.sqrt(max(t ** 2 / s ** 2 - along ** 2, 0))
    smooth = lambda rho: mp.ncdf((k - rho) / axial) if axial else mpf(rho <= k)
    def given(r):
        start = log_i0(s * r)
        if across < ROUNDING:
            return smooth(log_i0(along * s * r) - start)
        nu, g = along * r / across, inverse_log_i0(max(k + start, mpf(0)))
        low, high, edge = max(nu - 8, mpf(0)), nu + 8, g / (across * s)
        if not axial:
            return mpf(edge >= high) if edge >= high or edge <= low else quad(lambda x: rice(x, nu), low, edge, (), degree)
        width = axial / (across * s * slope(g)) if g else mpf(9)
        ends = [edge + j * width for j in (-8, -3, 0, 3, 8)] if width < 2 else []
        return quad(lambda x: rice(x, nu) * smooth(log_i0(across * s * x) - start), low, high, ends, degree)
    low, high, width = max(s - 8, mpf(0)), s + 8, max(across, axial / s)
    ends = [inverse_log_i0(-k) / s] if k < 0 and not axial else []
    jump = root(lambda r: log_i0(along * s * r) - log_i0(s * r) - k, low, high) if width < 1 else None
    ends += [] if jump is None else [jump + j * width for j in (-8, -2, 0, 2, 8)]
    return quad(lambda r: rice(r, s) * given(r), low, high, ends, degree)

def planar_value(p, s, t, m, axial):
    """v = max of lam p - (lam C - Q) over lam = exp(kappa - offset), C and Q = Pr[rho <= kappa] at x and at x'. It is largest where C = p;
    near there it is a parabola, so a coarse search is enough."""
    offset, z = (t ** 2 - s ** 2 + axial ** 2) / 2, quantile(p)
    d = mp.sqrt(max(s ** 2 + t ** 2 - 2 * m, 0) + axial ** 2)
    if d < ROUNDING or s < ROUNDING:
        return mp.ncdf(z - d)
    miss = lambda kappa: quantile(min(max(below(kappa, s, t, m, axial, 3), ROUNDING), 1 - ROUNDING)) - z
    a = z * d - d ** 2 / 2 + offset
    fa, b = miss(a), a + d / 20
    for _ in range(9):
        fb = miss(b)
        density = mp.npdf(z) * (fb - fa) / (b - a)
        if abs(fb) < mpf(10) ** -5 or not density:
            break
        a, fa, b = b, fb, b - fb * (b - a) / (fb - fa)
    b += (p - below(b, s, t, m, axial)) / density
    lam, clean = mp.exp(b - offset), below(b, s, t, m, axial)
    v = lam * (p - clean) + 1 - below(axial ** 2 - b, t, s, m, axial)
    return v + lam * (p - clean) ** 2 / (2 * density)

def rod_value(p, s, c):
    """X' = cX of a collinear cloud in space: |X^T z|/|X| is noncentral chi with 3 degrees of freedom, and rho monotone in it."""
    chi = lambda r, s: mp.ncdf(r - s) + mp.ncdf(r + s) - 1 - (mp.npdf(r - s) - mp.npdf(r + s)) / s
    r = root(lambda r: chi(r, s) - (p if c > 1 else 1 - p), mpf(0), s + 40)
    return chi(r, c * s) if c > 1 else 1 - chi(r, c * s)

def subset_value(p, q, q_perturbed, law):
    """v >= q'(1 - W), W = min over kappa of e^kappa (1 - p)/q + E P(kappa, U), U the squared distance of a subset in units of sigma^2:
    P is convex, then concave in U, so E P is at most its concave envelope at the mean, or a parabola with its largest curvature."""
    mean, square, least, most = law
    if most == 0:
        return q_perturbed * max(0, 1 - (1 - p) / q)
    def loss(kappa):
        lam, end = mp.exp(kappa), 2 * (mp.sqrt(1 + kappa ** 2) - 1)
        call = lambda u: mp.ncdf(mp.sqrt(u) / 2 - kappa / mp.sqrt(u)) - lam * mp.ncdf(-kappa / mp.sqrt(u) - mp.sqrt(u) / 2) if u > 0 else max(0, 1 - lam)
        rate = lambda u: mp.npdf(kappa / mp.sqrt(u) - mp.sqrt(u) / 2) / (2 * mp.sqrt(u))
        touch = root(lambda u: call(u) - rate(u) * (u - least) - call(least), max(end, least + ROUNDING), end + 400 + 8 * abs(kappa)) or least
        right = min(touch, most)
        envelope = call(mean) if mean >= right else call(least) + (call(right) - call(least)) * (mean - least) / (right - least)
        g = lambda u: kappa ** 2 / (2 * u ** 2) - 1 / (2 * u) - mpf(1) / 8
        peak = root(lambda u: g(u) ** 2 + 1 / (2 * u ** 2) - kappa ** 2 / u ** 3, end * ROUNDING, end) or end if end > 0 else end
        at = min(max(peak, least), most)
        curvature = max(0, rate(at) * g(at)) if at > 0 and end > least else 0
        return lam * (1 - p) / q + min(envelope, call(mean) + curvature * square / 2)
    grid = [loss(mpf(i) / 4 - 8) for i in range(100)]
    low, high = mpf(grid.index(min(grid)) - 1) / 4 - 8, mpf(grid.index(min(grid)) + 1) / 4 - 8
    for _ in range(60):
        a, b = low + (high - low) * 0.382, low + (high - low) * 0.618
        low, high = (low, b) if loss(a) < loss(b) else (a, high)
    return q_perturbed * max(0, 1 - min(grid + [loss(low), loss(mpf(0))]))

# The clouds, by their inner products

def gram(request, order=None):
    """The Gram matrix of the columns of X', X and 1, each row divided by sigma_n over the least sigma; or as the request gives it."""
    if "gram" in request:
        g, n = request["gram"], request["gram"]["dimension"]
        change = matrix(2 * n, 2 * n)
        for i in range(n):
            change[i, i] = change[i, n + i] = change[n + i, i] = 1
        return matrix(g["matrix"]) if "matrix" in g else change * matrix(g["factor"]) * matrix(g["factor"]).T * change.T
    x, y, sigma = request["clean"]["points"], request["perturbed"], request["sigma"]
    factor = 1 + mpf(y["norm"]) / mp.sqrt(sum(mpf(a) ** 2 for p in x for a in p)) if y.get("attack") == "scale" else 1
    y = y["points"] if "points" in y else [[factor * a for a in p] for p in x] if factor != 1 else y["points"]
    weights = [mpf(min(sigma)) / mpf(s) for s in sigma] if isinstance(sigma, list) else [mpf(1)] * len(x)
    columns = [[w * mpf(a) for w, a in zip(weights, c)] for c in (*zip(*([y[i] for i in order] if order else y)), *zip(*x), [1] * len(x))]
    return matrix([[mp.fdot(zip(a, b)) for b in columns] for a in columns])

def turn(g, n, left, right):
    """After X' -> X' left^T and X -> X right^T."""
    change = mp.eye(g.rows)
    change[:n, :n], change[n:2 * n, n:2 * n] = left, right
    return change * g * change.T

def trace(a):
    return sum(a[i, i] for i in range(a.rows))

def away(g, n):
    return mp.sqrt(max(trace(g[:2 * n, :2 * n]) - 2 * trace(g[:n, n:2 * n]), 0))

def procrustes(g, n, proper):
    """X' turned as near to X as it comes (Schoenemann 1966, Kabsch 1976)."""
    u, _, v = mp.svd_r(g[:n, n:2 * n])
    if proper and mp.det(u * v) < 0:
        v[n - 1, :] = -v[n - 1, :]
    return turn(g, n, (u * v).T, mp.eye(n))

def frame(axis):
    """A rotation whose first row is the axis."""
    a = matrix(axis) / mp.norm(matrix(axis))
    q = mp.qr(matrix([[a[i]] + [mpf(i == j) for j in range(3) if j != max(range(3), key=lambda k: abs(a[k]))] for i in range(3)]))[0]
    if (q.T * a)[0] < 0:
        q[:, 0] = -q[:, 0]
    if mp.det(q) < 0:
        q[:, 2] = -q[:, 2]
    return q.T

def across(g, axis, perturbed=None):
    """Clouds in space in the coordinates (along the axis, two across it); the axis of X' may be another."""
    return turn(g, 3, frame(perturbed or axis), frame(axis))

def planar(g, n, sigma):
    """s, t and m of the last two coordinates and the axial distance of the first of three, in units of sigma."""
    y, c, x, k = g[n - 2:n, n - 2:n], g[n - 2:n, 2 * n - 2:2 * n], g[2 * n - 2:2 * n, 2 * n - 2:2 * n], n
    axial = mp.sqrt(max(g[0, 0] + g[k, k] - 2 * g[0, k], 0)) / sigma if n == 3 else mpf(0)
    return mp.sqrt(trace(x)) / sigma, mp.sqrt(trace(y)) / sigma, mp.hypot(c[0, 0] + c[1, 1], c[0, 1] - c[1, 0]) / sigma ** 2, axial

# The rows of the certificate

def check_probability(c, q, alpha):
    """Bounds of the clean probabilities. Clopper-Pearson bounds are put into the binomial tail, which must use up their share of alpha."""
    row, rival = c["probability"], q.get("runner_up")
    p, upper, rest = mpf(row["lower"]), mpf(row["upper_runner_up"]) if rival else None, None
    if "probability" in q:
        equal("probability.lower", row["lower"], mpf(q["probability"]), 0, "the probability given")
        equal("probability.level", row["level"], mpf(0), 0, "nothing is spent on votes")
        rest = mpf(rival["probability"]) if rival else None
    else:
        drawn = mpf(((c.get("tight") or {}).get("monte_carlo") or {}).get("level", 0))
        check("probability.level", alpha - mpf(2) ** -39 <= row["level"] and row["level"] + drawn <= alpha * (1 + ROUNDING), f"{row['level']} for the votes, {drawn} for the draws")
        share, k, n = mpf(row["level"]) / max(1, q.get("looks", 1)) / (2 if rival else 1), q["votes"], q["samples"]
        rule = q.get("anytime", {})
        planned = rule.get("planned")
        # Every class may be the one named; the others are bounded by the two most probable.
        part = used(k, n, p, 1, share / rule.get("classes", 1), planned) if k else 1
        check("probability.lower", 1 - mpf(10) ** -6 <= part <= 1, f"{k} of {n} votes at {row['lower']} use up {mp.nstr(part, 9)} of {mp.nstr(share, 9)}" + (f" for each of {rule['classes']} classes" if rule else ""))
        part = used(rival["votes"], n, upper, -1, share / (2 if rule else 1), planned) if rival and upper < 1 else 1
        rest = upper if 1 - mpf(10) ** -6 <= part <= 1 else mpf(1)
    if rival:
        equal("probability.upper_runner_up", row["upper_runner_up"], min(rest, 1 - p), ROUNDING, "its bound, or what the class leaves")
    if "evidence" in q:
        votes, e = q["evidence"]["votes"], q["evidence"]
        counts, names = votes["estimate"], e["model"]["classes"]
        own = {i for i, name in enumerate(names) if name in q["classes"]} if "classes" in q else {votes["predicted"]}
        rivals = [n for i, n in enumerate(counts) if i not in own] or [0]
        check("prediction.classes", votes["predicted"] in own and set(q.get("classes", [])) <= set(names), "the class predicted is one of those that count as one")
        good = [sum(counts[i] for i in own), sum(counts) + votes["none"], votes.get("looks", 1)] == [q["votes"], q["samples"], q.get("looks", 1)] and votes["samples"] == q["samples"]
        whenever = {"classes": len(names), "planned": e["sampling"]["estimate"]} if e["sampling"]["select"] == 0 else None
        check("evidence.rule", votes.get("rule", "") == ("anytime" if whenever else "") and q.get("anytime") == whenever, f"{whenever or 'looks'}")
        check("evidence.votes", good and (not rival or rival["votes"] == max(rivals) + votes["none"]), f"{counts}, {votes['none']} without a class")
        if e.get("sampled"):
            data, size = gzip.decompress(base64.b64decode(e["sampled"])), 2 if len(counts) > 254 else 1
            classes = [int.from_bytes(data[i:i + size], "little") for i in range(0, len(data), size)][-votes["samples"]:]
            check("evidence.sampled", [classes.count(i) for i in range(len(counts))] == counts, "the single votes add up to the counts")
    return p, upper

first = 1  # among how many classes the class stays

def check_row(name, key, claim, value, slack, p, rival, how):
    v, bar = value(p), mpf(1) / (first + 1) if rival is None else 1 - value(1 - rival)
    equal(f"{name}.{key}", claim[key], v, slack, how)
    if rival is not None:
        equal(name + ".upper_runner_up", claim.get("upper_runner_up"), bar, slack, "1 - v at 1 - p_B")
    check(name + ".certified", not claim["certified"] or v > bar, f"{claim['certified']}: {mp.nstr(v, 12)} against {mp.nstr(bar, 12)}")

def check_closed(name, claim, d, slack, sigma, p, rival):
    radius = sigma * (quantile(p) - quantile(mpf(1) / (first + 1))) if rival is None else sigma / 2 * (quantile(p) - quantile(rival))
    equal(name + ".radius", claim["radius"], max(radius, mpf(0)), ROUNDING * sigma * 9, "sigma (P^-1(p) - P^-1(1/(k+1)))" if rival is None else "sigma/2 (P^-1(p) - P^-1(p_B))")
    if d is not None:
        equal(name + ".distance", claim["distance"], d, slack, "|X' - X|" if name == "black_box" else "min over the group |X' - X|")
        check_row(name, "lower", claim, lambda p: mp.ncdf(quantile(p) - d / sigma), slack / sigma + ROUNDING, p, rival, "P(P^-1(p) - d/sigma)")

def check_attributes(request, partners):
    """Attributes that the model sees: the same at points that belong together."""
    own, other = request["clean"].get("attributes", {}), request["perturbed"].get("attributes", {})
    if (own or other) and "points" in request["perturbed"]:
        same = own.keys() == other.keys() and all(own[name][i] == other[name][j] for name in own for i, j in partners)
        check("attributes", same, "the same at points that belong together")

def check_pair(c, request, p, rival):
    """Black box, orbit and tight rows of two clouds whose points belong together."""
    group, orbit, tight = request["group"], c["orbit"], c.get("tight") or {}
    sigma = mpf(min(request["sigma"]) if isinstance(request["sigma"], list) else request["sigma"])
    whole, n = "gram" not in request, len(orbit["alignment"]["matrix"]) if "alignment" in orbit else request["gram"]["dimension"]
    order = (orbit.get("alignment") or {}).get("permutation")
    if order:
        check("orbit.alignment.permutation", request["permutation"] and sorted(order) == list(range(len(order))), "a reordering, which the request allows")
    if whole:
        check_attributes(request, list(enumerate(order or range(len(request["clean"]["points"])))))
    with mp.workdps(60):  # distances come from differences of inner products
        g = gram(request, order)
        size, shared = mp.sqrt(trace(g[:2 * n, :2 * n])), request.get("gram", {})
        slack = size * (mpf(10) ** -6 if "matrix" in shared else ROUNDING)
        plain = mpf(shared["black_box_distance"]) if "black_box_distance" in shared else away(gram(request) if order else g, n) if whole or group in ("none", "SO", "O") else None
        if whole:
            a, b = matrix(orbit["alignment"]["matrix"]), matrix(orbit["alignment"]["offset"])
            left = mp.eye(2 * n + 1)
            left[:n, :n], left[:n, 2 * n] = a, b
            moved = away(left * g * left.T, n)
            turns = mp.mnorm(a * a.T - mp.eye(n)) < mpf(10) ** -12 and (group in ("O", "E") or mp.det(a) > 0) and (group not in ("none", "T") or mp.mnorm(a - mp.eye(n)) == 0)
            check("orbit.alignment", turns and abs(moved - orbit["distance"]) <= slack, f"a member of the group, after it {mp.nstr(moved, 16)} apart")
        if group in ("T", "SE", "E") or request.get("translation"):
            g = g if not whole else g - g[:, 2 * n] * g[2 * n, :] / g[2 * n, 2 * n]
        if group == "axis":
            g, n = (across(g, request["axis"]), 3) if whole else (g, n)
            axial = planar(g, n, 1)[3] if whole else mpf(shared["axial"])
            s, t, m, _ = planar(g, n, 1)
            d = mp.sqrt(max(s ** 2 + t ** 2 - 2 * m, 0) + axial ** 2)
            numbers = s / sigma, t / sigma, m / sigma ** 2, axial / sigma
        else:
            posed = turn(g, n, a, mp.eye(n)) if whole else g  # of several alignments the one stated, to which the axes belong
            g = g if group in ("none", "T") else procrustes(g, n, group in ("SO", "SE"))
            d, numbers = away(g, n), planar(g, n, sigma)
        moments = sorted(mp.eigsy(g[n:2 * n, n:2 * n], eigvals_only=True)) if n == 3 else [1, 1]
    if "black_box" in c:
        check_closed("black_box", c["black_box"], plain, slack, sigma, p, rival)
    check_closed("orbit", orbit, d, slack, sigma, p, rival)
    exact, axis, drawn, rod = tight.get("exact"), tight.get("axis"), tight.get("monte_carlo"), moments[-2] <= moments[-1] * mpf(10) ** -18
    loose = slack / sigma + ROUNDING
    if exact and group in ("none", "T"):
        check_row("tight.exact", "value", exact, lambda p: mp.ncdf(quantile(p) - d / sigma), loose + exact["error"], p, rival, "the orbit-based value, as nothing better exists")
    elif exact and (n == 2 or group == "axis"):
        check_row("tight.exact", "value", exact, lambda p: planar_value(p, *numbers), loose + exact["error"], p, rival, "lam p - (lam C - Q) at C = p")
    elif exact:
        ratio = mp.sqrt(trace(g[:3, :3]) / trace(g[3:6, 3:6]))
        check_row("tight.exact", "value", exact, lambda p: rod_value(p, mp.sqrt(trace(g[3:6, 3:6])) / sigma, ratio), loose + exact["error"], p, rival, "noncentral chi")
    if axis:
        about = numbers if n == 2 else planar(across(posed, axis["axis"], axis.get("perturbed_axis")), 3, sigma)
        check_row("tight.axis", "value", axis, lambda p: planar_value(p, *about), loose + axis["error"], p, rival, "turns about the axis alone")
    if drawn:
        check("tight.monte_carlo.order", drawn["lower"] <= drawn["estimate"] <= drawn["upper"] and drawn["samples"] <= request["samples"], "lower <= estimate <= upper")
        v, error = draw(g, n, sigma, group, float(p))
        good = drawn["lower"] <= v + 5 * error and drawn["upper"] >= v - 5 * error
        say("plausible" if good else "FAILED", "tight.monte_carlo", f"{drawn['lower']} to {drawn['upper']}; own draws give {v:.3f} +- {error:.3f}")
        withdrawn = rod and c["certified_by"] == ["tight"] and not (exact or axis or {}).get("certified") and tuple(map(int, c["core"].split("."))) < (0, 8)
        check("withdrawn", not withdrawn, "Monte Carlo alone, of a collinear cloud in space, before core 0.8.0" if withdrawn else "not among the withdrawn results")

def draw(g, n, sigma, group, p, count=1000):
    """v by drawing q = M^T Z/sigma^2, M = [X' X]: about the clean and the perturbed cloud its columns are N(M^T V_j/sigma^2, M^T M/sigma^2)."""
    random.seed(1)
    g = g[:2 * n, :2 * n] / mpf(sigma) ** 2
    values, vectors = mp.eigsy(g)
    half = matrix(2 * n, 2 * n)
    for i in range(2 * n):
        half[:, i] = vectors[:, i] * mp.sqrt(max(values[i], 0))
    def ratio(at):
        q = half * matrix([[random.gauss(0, 1) for _ in range(n)] for _ in range(2 * n)]) + g[:, at:at + n]
        return log_beta(q[:n, :], group) - log_beta(q[n:2 * n, :], group)
    clean, perturbed = sorted(ratio(n) for _ in range(count)), [ratio(0) for _ in range(count)]
    kappa = clean[min(int(p * count), count - 1)]
    v = sum(r <= kappa for r in perturbed) / count
    offset = (trace(g[:n, :n]) - trace(g[n:2 * n, n:2 * n])) / 2
    return v, float(mp.sqrt((max(v * (1 - v), 0.01) + mp.exp(2 * min(kappa - offset, 5)) * p * (1 - p)) / count))

def log_beta(a, group):
    """The log of the mean of exp tr R^T A over the group (matrix Fisher distribution, T. Lee, arXiv 1710.03746)."""
    s = list(mp.svd_r(a, compute_uv=False))
    s[-1] *= mp.sign(mp.det(a))
    def proper(s):
        if len(s) == 2:
            return log_i0(s[0] + s[1])
        end = min(mp.sqrt(2), mp.sqrt(40 / (s[0] + s[2]))) if s[0] + s[2] > 0 else mp.sqrt(2)
        f = lambda y: i0e((s[1] - s[2]) * y * y / 2) * i0e((s[1] + s[2]) * (2 - y * y) / 2) * mp.exp(-(s[0] + s[2]) * y * y) * y
        return sum(s) + mp.log(mp.quad(f, [0, end], method="gauss-legendre", maxdegree=3))
    return proper(s) if group in ("SO", "SE") else mp.log((mp.exp(proper(s)) + mp.exp(proper(s[:-1] + [-s[-1]]))) / 2)

def check_subsample(claim, request, p, rival):
    """Votes of k points: kept pairs under the stated alignment, or all perturbations within some changes."""
    k, shared = request["subsample"], request.get("gram", {}).get("points")
    changes = (shared or request["perturbed"]).get("changes")
    clean = shared["clean"] if shared else len(request["clean"]["points"])
    sigma = mpf(request["sigma"])
    if changes:
        kept, perturbed = clean - changes.get("replaced", 0) - changes.get("removed", 0), clean - changes.get("removed", 0) + changes.get("added", 0)
        square = (mpf(changes.get("moved", 0)) / sigma) ** 2
        law = min(square, square * k / max(kept, k)), mp.inf, mpf(0), square
        d = mp.sqrt(square) * sigma
    elif shared:
        kept, perturbed, moved, d = shared["kept"], shared["perturbed"], shared["moved"], mpf(shared["distance"])
        scale = (mpf(moved["sigma"]) / sigma) ** 2
        law = scale * moved["mean"], scale ** 2 * moved["square"], scale * moved["least"], scale * moved["most"]
    else:
        x, y, a = request["clean"]["points"], request["perturbed"]["points"], claim["alignment"]
        rows, partners = [[mpf(v) for v in r] for r in a["matrix"]], [(i, j) for i, j in enumerate(a["permutation"]) if j >= 0]
        squares = sorted(sum((mp.fdot(zip(r, y[j])) + b - u) ** 2 for r, b, u in zip(rows, a["offset"], x[i])) / sigma ** 2 for i, j in partners)
        kept, perturbed, mean = len(squares), len(y), sum(squares) / len(squares)
        spread = sum((u - mean) ** 2 for u in squares) / kept * (kept - k) / max(kept - 1, 1)
        law, d = (k * mean, k * spread, sum(squares[:k]), sum(squares[-k:])), mp.sqrt(sum(squares)) * sigma
        check("subsample.alignment", len({j for _, j in partners}) == kept, "no point has two partners")
        check_attributes(request, partners)
    share = lambda total: mp.binomial(kept, k) / mp.binomial(total, k)
    equal("subsample.kept", claim["kept"], mpf(kept), 0, "pairs that are kept")
    equal("subsample.q", claim["q"], share(clean), ROUNDING, "C(m,k)/C(N,k)")
    equal("subsample.q_perturbed", claim["q_perturbed"], share(perturbed), ROUNDING, "C(m,k)/C(N',k)")
    equal("subsample.distance", claim["distance"], d, ROUNDING * (1 + d), "of the kept pairs")
    if kept >= k:
        check_row("subsample", "lower", claim, lambda p: subset_value(p, share(clean), share(perturbed), law), mpf(10) ** -8, p, rival, "q'(1 - W((1 - p)/q))")

def verify(c):
    global first
    request = c["request"]
    first = request.get("top", 1)
    check("top", first == 1 or "runner_up" not in request["prediction"], f"the class stays among the first {first}")
    p, rival = check_probability(c, request["prediction"], mpf(request.get("alpha", 0.001)))
    sigma = request["sigma"]
    if "distance" in c["orbit"] and ("gram" not in request or set(request["gram"]) & {"matrix", "factor"}) and "changes" not in request.get("perturbed", {}):
        check_pair(c, request, p, rival)
    else:
        for name in {"black_box", "orbit"} & set(c):
            check_closed(name, c[name], mpf(c[name]["distance"]) if "distance" in c[name] else None, 0, mpf(min(sigma) if isinstance(sigma, list) else sigma), p, rival)
    if "subsample" in c:
        check_subsample(c["subsample"], request, p, rival)
    tight = [r for r in (c.get("tight") or {}).values() if r["certified"]]
    own = [name for name in ("black_box", "orbit", "tight", "subsample") if (tight if name == "tight" else c.get(name, {}).get("certified"))]
    check("certified_by", own == c["certified_by"] and c["certified"] == bool(own), f"{own}")
    for name in set(c) - {"format", "certified", "certified_by", "probability", "black_box", "orbit", "tight", "subsample", "request", "core", "notes", "key", "signature", "$schema"}:
        say("not computed", name, "this program does not know the row")
    proved = any(c[n]["certified"] for n in ("black_box", "orbit", "subsample") if n in c) or any("value" in r for r in tight)
    if c["certified"] and not proved:
        say("not computed", "certified", "only Monte Carlo certifies, which this program does not prove")

def main(arguments):
    files = [a for a in arguments if a != "--explain"]
    try:
        with open(files[0], encoding="utf-8") as file:
            document = json.load(file)
        verify(document)
    except (OSError, ValueError, KeyError, IndexError, TypeError) as problem:
        print(f"{files[0] if files else 'orbitcheck.py'}: cannot be checked: {type(problem).__name__}: {problem}", file=sys.stderr)
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
