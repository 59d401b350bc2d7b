"""The functions that a certificate rests on. P is the Gaussian distribution function, rho the log ratio of the likelihoods averaged over the group, v the
smallest probability of the class at the perturbed cloud. Source: Schuchardt and Guennemann, NeurIPS 2022.

Inner products of clouds are exact: whole numbers times a power of two. Small matrices have 30 digits. Integrals and tails are in double precision, sums of
positive terms without cancellation."""
import collections, functools, math, random
from mpmath import matrix, mp, mpf
from mpmath.calculus.quadrature import GaussLegendre

mp.dps = 30
SMALL = mpf(10) ** -12  # what double precision may lose, relative to the sizes that go in
with mp.workdps(20):
    NODES = [(float(x), float(w)) for x, w in GaussLegendre(mp).calc_nodes(4, 60)]  # 24 of them
FAMILIES = ("twist", "taper", "scale", "shear")

# Probabilities

@functools.cache
def quantile(p):
    with mp.workdps(60):  # enough where p or 1 - p is tiny
        return +mp.sqrt(2) * mp.erfinv(2 * mpf(p) - 1) if 0 < p < 1 else mpf("inf") * (1 if p >= 1 else -1)

def cdf(x):
    return math.erfc(-x * 0.7071067811865476) / 2

def density(x):
    return math.exp(-x * x / 2) * 0.3989422804014327

MOST_WORK = 20_000_000  # steps of continued fractions for one document, a few seconds for a million
work = collections.Counter()

def spend(steps):
    work["steps"] += steps
    if work["steps"] > MOST_WORK:
        raise ValueError("the votes need more work than this program does")

@functools.cache
def at_least(k, n, p):
    """Pr[Bin(n, p) >= k] = I_p(k, n - k + 1), the regularised incomplete beta function by its continued fraction (DLMF 8.17.22)."""
    if k <= 0 or k > n or p <= 0 or p >= 1:
        return mpf(k <= 0 or p >= 1 and k <= n)
    p = mpf(p)
    if n - k < 100:
        total, term = mpf(0), mp.binomial(n, k) * p ** k * (1 - p) ** (n - k)
        for i in range(k, n + 1):
            total, term = total + term, term * (n - i) * p / ((i + 1) * (1 - p))
        return total
    a, b, x = k, n - k + 1, p
    if mirrored := p * (n + 3) > k + 1:
        a, b, x = b, a, 1 - p
    with mp.workdps(50):  # the logarithms of large factorials cancel
        front = mp.exp(mp.loggamma(a + b) - mp.loggamma(a + 1) - mp.loggamma(b) + a * mp.log(x) + b * mp.log1p(-x))
    x, tiny = float(x), 1e-300
    c, d = 1.0, 1 / max(1 - (a + b) * x / (a + 1), tiny)
    h = d
    for m in range(1, 400_000):
        even, odd = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)), -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d, c = 1 / (1 + even * d or tiny), 1 + even / c or tiny
        h *= d * c
        d, c = 1 / (1 + odd * d or tiny), 1 + odd / c or tiny
        h *= d * c
        if abs(d * c - 1) < 1e-16:
            break
    spend(m + 500)
    return 1 - front * h if mirrored else front * h

def used(k, n, p, share, planned):
    """The part of a share that the lower bound p uses up, at most 1 if it holds. Votes that may be looked at after any sample have a betting
    bound with four fifths of it, and Clopper-Pearson with the rest after all samples planned; the better of them counts."""
    if planned is None:
        return at_least(k, n, p) / share
    with mp.workdps(50):
        beta = mp.exp(mp.loggamma(k + 1) + mp.loggamma(n - k + 1) - mp.loggamma(n + 2))
        capital = beta * at_least(n + 1 - k, n + 1, 1 - p) / ((1 - p) ** (n - k + 1) * p ** k)
    return min([1 / (capital * share * mpf("0.8"))] + [at_least(k, n, p) / (share * mpf("0.2"))] * (n == planned))

def sharp(part, samples):
    """Tell whether a bound holds and uses up its share, but for the rounding of a probability, which counts once for each sample."""
    return 1 - mpf(10) ** -6 - samples * mpf(2) ** -44 <= part <= 1

@functools.cache
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

def root(f, low, high):
    """Find the sign change of f by bisection; None if there is none."""
    rising = f(high) > 0
    for _ in range(100 if (f(low) > 0) != rising else 0):
        middle = (low + high) / 2
        low, high = (low, middle) if (f(middle) > 0) == rising else (middle, high)
    return low if (f(low) > 0) != rising else None

# Integrals

def integral(f, low, high, ends=()):
    """Gauss-Legendre with 24 nodes on panels of length at most 4, which end where the integrand bends."""
    return sum(w * f(x) for x, w in panels(low, high, ends))

def panels(low, high, ends=()):
    edges = [low, *sorted(e for e in ends if low < e < high), high]
    for a, b in zip(edges, edges[1:]):
        count = max(1, math.ceil((b - a) / 4))
        half = (b - a) / count / 2
        yield from ((a + half * (2 * i + 1 + x), half * w) for i in range(count) for x, w in NODES)

def bell(f, middle, width, ends):
    """The integral of f(x - middle) over x > 0, a Gaussian bell of width 1 times a step of this width: the trapezoidal rule, which converges as
    exp(-2 pi^2 w^2/h^2) for a bell of width w. Near 0, where the bell is cut off, and for steep steps it is Gauss-Legendre between the ends."""
    if middle < 9.5 or width < 0.3:
        return integral(f, max(-9.0, -middle), 9.0, ends)
    h = 0.65 * width / math.hypot(1, width) if width < 100 else 0.65
    return h * math.fsum(f(h * i) for i in range(-int(9 / h), int(9 / h) + 1))

def i0e(x):
    """exp(-x) I0(x): the power series, or from 22 on the asymptotic one (DLMF 10.25.2, 10.40.1)."""
    total, k, term, q = 0.0, 0, 1.0, x * x / 4 if x < 22 else 1 / (8 * x)
    while term > total * 1e-17:
        total, k = total + term, k + 1
        term *= q / (k * k) if x < 22 else q * (2 * k - 1) ** 2 / k
    return total * (math.exp(-x) if x < 22 else 1 / math.sqrt(2 * math.pi * x))

def log_i0e(x):
    """log I0(x) - x, without loss near 0."""
    return math.log(i0e(x)) if x > 0.5 else math.log1p(sum((x * x / 4) ** k / math.factorial(k) ** 2 for k in range(1, 10))) - x

def slope(x):
    """About the derivative of log I0."""
    return x / (0.5 + (x * x + 2.25) ** 0.5)

def shifted(a, y):
    """The w >= -a with log I0(a + w) - a = y; -a if there is none."""
    if y <= -a:
        return -a
    w = 2 * math.sqrt(y + a) - a if y + a < 1 else y + math.log(2 * math.pi * (y + a)) / 2
    for _ in range(60):
        step = (w + log_i0e(a + w) - y) / slope(a + w)
        w = max(w - step, (w - a) / 2)
        if abs(step) <= 1e-15 * (abs(w) + 1):
            break
    return w

# The value v in the plane, about an axis, of a rod and of subsets

def rice(u, nu):
    """The density of Rice(nu) at nu + u."""
    return (nu + u) * math.exp(-u * u / 2) * i0e((nu + u) * nu) if nu + u > 0 else 0.0

def above(k, s, t, m, axial):
    """Pr[log I0(|<z,x'>|) - log I0(|<z,x>|) + T > k] for z ~ N(x, 1), |x| = s, |x'| = t, |<x',x>| = m, T ~ N(0, axial^2).
    r = |<z,x>|/s is Rice(s); given r, |<z,x'>|/(across s) is Rice(along r/across). Both are taken from their middles, and logarithms from s r."""
    more, along = float((m - s ** 2) / s ** 2), float(m / s ** 2)
    across = float(mp.sqrt(max(t ** 2 / s ** 2 - (m / s ** 2) ** 2, 0)))
    k, s, axial = float(k), float(s), float(axial)
    smooth = lambda rho: cdf((rho - k) / axial) if axial else float(rho > k)
    level = lambda v: more * s * (s + v) - log_i0e(s * (s + v))
    def given(v):
        a, base = along * s * (s + v), level(v)
        if across * s < 1e-13:
            return smooth(base + log_i0e(a))
        nu, edge = a / (across * s), shifted(a, k - base) / (across * s)
        if not axial:
            return 1.0 if edge <= max(-9, -nu) else integral(lambda u: rice(u, nu), edge, max(edge, 0) + 9)
        width = axial / (across * s * slope(a + edge * across * s)) if a + edge * across * s > 0 else 9.0
        ends = [edge + j * width for j in (-8, -3, 0, 3, 8)] if width < 2 else []
        return bell(lambda u: rice(u, nu) * smooth(base + across * s * u + log_i0e(max(a + across * s * u, 0.0))), nu, width, ends)
    low = max(-9.0, -s)
    jump = root(lambda v: level(v) + log_i0e(along * s * (s + v)) - k, low, 9.0)
    r = s + (jump or 0)
    steep = abs(along * s * slope(along * s * r) - s * slope(s * r))
    width = math.hypot(across * s, axial) / max(steep, s * 1e-9)
    ends = [] if jump is None or width > 2 else [jump + j * max(width, 1e-13 * s) for j in (-8, -2, 0, 2, 8)]
    ends += [2.0 ** -i - s for i in range(-1, 5)] if s < 9.5 else []
    if k < 0 and axial < 0.05 and s < 20:  # from here on the probability is below 1; near r = 0 it changes fast
        kink = shifted(0.0, -k) / s
        ends += [kink - s] + [kink - s + 4.0 ** -i for i in range(-1, 20) if 4.0 ** -i > min(across, (across * s) ** 2 / (2 * s * slope(s * kink) + 1e-9))]
    return bell(lambda v: rice(v, s) * given(v), s, width, ends)

def planar_value(p, s, t, m, axial):
    """v = max of lam p - (lam C - Q) over lam = exp(kappa - offset), C and Q = Pr[rho <= kappa] at x and at x'. It is largest where C = p;
    near there it is a parabola. 1 - C and 1 - p have no rounding that counts."""
    offset, z, d = (t ** 2 - s ** 2 + axial ** 2) / 2, quantile(p), mp.sqrt(max(s ** 2 + t ** 2 - 2 * m, 0) + axial ** 2)
    if d < SMALL or s < SMALL or abs(z) == mp.inf:
        return mp.ncdf(z - d)
    rest = mpf(1) - p
    miss = lambda kappa: float(-quantile(min(max(above(kappa, s, t, m, axial), 1e-300), 1 - 1e-15)) - z)
    a = float(z * d - d ** 2 / 2 + offset)
    b, fa = a + float(d) / 20, miss(a)
    fb = miss(b)
    for _ in range(12):
        if abs(fb) < 1e-8 or fa == fb:
            break
        a, fa, b = b, fb, b - max(min(fb * (b - a) / (fb - fa), float(d) + 1), -float(d) - 1)
        fb = miss(b)
    return mp.exp(b - offset) * (above(b, s, t, m, axial) - rest) + above(axial ** 2 - b, t, s, m, axial)

def rod_value(p, s, t):
    """Collinear clouds in space of |X| = s and |X'| = t: |X^T z|/|X| is noncentral chi with 3 degrees of freedom, and rho monotone in it."""
    chi = lambda r, s: mp.ncdf(r - s) + mp.ncdf(r + s) - 1 - ((mp.npdf(r - s) - mp.npdf(r + s)) / s if s else 2 * r * mp.npdf(r))
    r = root(lambda r: chi(r, s) - (p if t > s else 1 - p), mpf(0), s + 40)
    return chi(r, t) if t > s else 1 - chi(r, t)

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
        return cdf(u ** 0.5 / 2 - kappa / u ** 0.5) - math.exp(kappa) * cdf(-kappa / u ** 0.5 - u ** 0.5 / 2)
    return max(0, 1 - math.exp(kappa))

def smallest(loss):
    """The least value of a convex function of e^kappa."""
    best = min((loss(i / 4 - 8), i / 4 - 8) for i in range(100))[1]
    low, high = best - 0.25, best + 0.25
    for _ in range(40):
        a, b = low + (high - low) * 0.382, low + (high - low) * 0.618
        low, high = (low, b) if loss(a) < loss(b) else (a, high)
    return loss(low)

def transformed_value(p, noise, sigma, shift, gap, newest):
    """v at X' = R(M X + Delta) of votes with normal parameters theta of transformations, as decomposed_value has it. Where little of Delta is along the
    axis, from core 0.9 on it may count as across it: M_theta moves it by no more than a longer Delta, unless a parameter is beyond nine deviations."""
    value = decomposed_value(p, noise, sigma, shift, gap)
    s = {f: 9 * noise.get(f, 0) for f in FAMILIES}
    extra = (math.hypot(s["twist"], s["taper"]) * (gap["radius"] + gap["distance"]) + s["shear"]) * gap["rise"]
    if not newest or not 0 < gap["rise"] or extra > gap["distance"] / 1000:
        return value
    missed = sum((2 * cdf(-9.0) if f != "shear" else math.exp(-40.5)) for f in ("twist", "taper", "shear") if s[f])
    return max(value, decomposed_value(p, noise, sigma, shift, {**gap, "rise": 0, "distance": gap["distance"] + extra}) - missed)

def decomposed_value(p, noise, sigma, shift, gap):
    """v at X' = R(M X + Delta) of votes with normal parameters theta of transformations. The adversary sees theta, and points that are
    nu(theta) |Delta| apart: v >= 1 - e^kappa (1 - p) - E beyond(kappa - y t - t^2/2, (nu |Delta|/sigma)^2), over the family that spreads the
    points the most; the other families, or all of them, are bounded by q deviations, which a draw exceeds with the probability that is taken off."""
    s = {f: noise.get(f, 0) for f in FAMILIES}
    t = {f: math.hypot(*(shift[f] if f == "shear" else [shift[f]])) / s[f] if shift.get(f) else 0.0 for f in FAMILIES}
    total, reach = math.hypot(*t.values()), max(abs(gap["low"]), abs(gap["high"]))
    def nu(y, rise):
        half = math.hypot(y["twist"] * s["twist"], y["taper"] * s["taper"]) * (gap["radius"] + gap["distance"]) / 2
        bent = math.hypot(*(v * s["shear"] for v in y["shear"])) / 2
        swell = lambda a: a + math.sqrt(1 + a * a)
        return math.exp(min(abs(y["scale"]) * s["scale"] + abs(y["taper"]) * s["taper"] * reach, 500)) * (swell(half) * swell(bent) if rise else 1)
    def near(y):
        across = nu(y, 0) * (gap["distance"] + math.hypot(y["twist"] * s["twist"], y["taper"] * s["taper"]) * (gap["radius"] + gap["distance"]) * gap["rise"])
        return math.hypot(across + math.hypot(*(v * s["shear"] for v in y["shear"])) * gap["rise"], gap["rise"])
    at = lambda q, **one: {**dict.fromkeys(FAMILIES, q), "shear": (q, 0.0), **one}
    spreads = [f for f in FAMILIES if s[f] and (gap["rise"] or f in ("taper", "scale"))]
    missed = lambda q, own: sum(math.exp(-q * q / 2) if f == "shear" else 2 * cdf(-q) for f in spreads if f != own) + (2 * cdf(-q) if own == "shear" else 0)
    normal = lambda d: mp.ncdf(quantile(p) - d)
    found = [mpf(0)] + [normal(math.hypot(total, min(nu(at(q), gap["rise"]) * gap["distance"], near(at(q))) / sigma)) - missed(q, None)
        for q in (1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 8)]
    if not spreads or not gap["distance"]:
        return normal(math.hypot(total, gap["distance"] / sigma))
    none = dict.fromkeys(FAMILIES, 0.0) | {"shear": (0.0, 0.0)}
    own = max(spreads, key=lambda f: nu(none | {f: (2.0, 0.0) if f == "shear" else 2.0}, gap["rise"]))
    rest = math.hypot(*(t[f] for f in FAMILIES if f != own))
    for q in (3, 4):
        apart = lambda y: math.hypot(rest, nu(at(q, **{own: (y, q) if own == "shear" else y}), gap["rise"]) * gap["distance"] / sigma) ** 2
        nodes = [(w * density(y), y * t[own] + t[own] ** 2 / 2, apart(y)) for y, w in panels(-9.0, 9.0, [-4.0, -2.0, 0.0, 2.0, 4.0])]
        loss = lambda kappa: math.exp(kappa) * float(1 - p) + sum(w * beyond(kappa - drift, u) for w, drift, u in nodes)
        found.append(mpf(1 - smallest(loss) - missed(q, own)))
    return min(max(found), p)

# Clouds: matrices with a row for each point, or fewer rows with the same inner products

def fixed(columns):
    """Columns of floats as whole numbers, all times one power of two."""
    ratios = [[v.as_integer_ratio() for v in column] for column in columns]
    bits = max(d.bit_length() for column in ratios for _, d in column)
    return [[n << (bits - d.bit_length()) for n, d in column] for column in ratios], bits - 1

def reduced(y, x, weights):
    """Y, X and w in 2D + 1 rows: the Cholesky factor of their inner products, which are exact but for 2^-200 of each weight."""
    columns, bits = fixed([*zip(*y), *zip(*x)])
    unit = 1 << 200
    ws = [unit * w.numerator // w.denominator for w in weights]
    columns = [[v * w for v, w in zip(column, ws)] for column in columns] + [[w << bits for w in ws]]
    with mp.workdps(100):
        scale = mpf(2) ** (2 * bits + 400)
        gram = [[mpf(sum(map(int.__mul__, a, b))) / scale for b in columns[:i + 1]] for i, a in enumerate(columns)]
        rows = factor(gram)
    return matrix([r[:len(y[0])] for r in rows]), matrix([r[len(y[0]):-1] for r in rows]), matrix([r[-1] for r in rows])

def factor(gram):
    """The columns of the lower Cholesky factor as rows: row k has entry k of each column."""
    size = len(gram)
    low = [[mpf(0)] * size for _ in range(size)]
    for i in range(size):
        for j in range(i + 1):
            rest = gram[i][j] - mp.fdot(low[i][:j], low[j][:j])
            if i == j:
                low[i][i] = mp.sqrt(rest) if rest > gram[i][i] * mpf(10) ** -90 else mpf(0)
            elif low[j][j]:
                low[i][j] = rest / low[j][j]
    return [[low[i][k] for i in range(size)] for k in range(size)]

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

def turn_frame(axis):
    """The frame of transformations: the axis, the nearest of the directions across it, and the third, in floats."""
    size = math.hypot(*axis)
    a = [v / size for v in axis]
    least = min(range(3), key=lambda i: (abs(a[i]), i))
    across = [float(i == least) - a[least] * v for i, v in enumerate(a)]
    size = math.hypot(*across)
    across = [v / size for v in across]
    return [a, across, cross(a, across)]

def resolved(points, own, offset=(0.0, 0.0, 0.0)):
    return [[math.fsum((*map(float.__mul__, map(float, u), a), b)) for a, b in zip(own, offset)] for u in points]

def bent(points, shift, own):
    """A cloud after a transformation, its rows (height, x, y) in the frame of the axis: w = x + iy goes to exp(scale + taper z + i twist z) w + shear z."""
    rows, shear = resolved(points, own), shift.get("shear", (0, 0))
    for u in rows:
        grown, angle, (z, x, y) = math.exp(min(shift.get("scale", 0) + shift.get("taper", 0) * u[0], 700)), shift.get("twist", 0) * u[0], u
        u[1] = grown * (math.cos(angle) * x - math.sin(angle) * y) + shear[0] * z
        u[2] = grown * (math.sin(angle) * x + math.cos(angle) * y) + shear[1] * z
    return rows

def size_of(rows):
    return math.hypot(*(v for u in rows for v in u))

def spread(rows, back=None):
    """Return what a bound depends on beside the transformation, for Delta = back - rows."""
    back = rows if back is None else back
    apart = [[a - b for a, b in zip(u, v)] for u, v in zip(back, rows)]
    heights = [u[0] for u in (*rows, *back)]
    d, rise = size_of(apart), math.hypot(*(u[0] for u in apart))
    flat = rise <= 1e-12 * (size_of(rows) + size_of(back))
    return {"distance": d, "rise": 0.0 if flat else rise, "radius": max(math.hypot(u[1], u[2]) for u in rows), "low": min(heights), "high": max(heights)}

def widened(gap, d):
    """The same for every Delta of norm d."""
    return {**gap, "distance": d, "rise": d, "low": gap["low"] - d, "high": gap["high"] + d}

def moved(family, t, u, a, toward):
    """The point u, as seen from the centre, moved along a family of transformations."""
    z = math.fsum(v * b for v, b in zip(u, a))
    rho = [v - z * b for v, b in zip(u, a)]
    if family in ("rotation", "twist"):
        angle, still = t * (z if family == "twist" else 1), [z * b for b in a] if len(u) == 3 else [0, 0]
        turned = cross(a, u) if len(u) == 3 else [-u[1], u[0]]
        return [s + math.cos(angle) * (v - s) + math.sin(angle) * w for s, v, w in zip(still, u, turned)]
    step = {"scale": u, "stretch": [z * b for b in a], "shear": [z * b for b in toward or a], "taper": [z * v for v in rho], "bulge": [z * z * v for v in rho], "shift": a}[family]
    return [v + t * s for v, s in zip(u, step)]

# Draws, to compare Monte Carlo rows with

def draw(y, x, sigma, group, p, extra, count=400):
    """v by drawing Z: rho compares the means over the group of exp tr R^T A, A = X'^T Z/sigma^2 against A = X^T Z/sigma^2, and adds a normal
    term for what the group leaves alone."""
    chance, n = random.Random(1), x.cols
    both = [c[:, i] for c in (y, x) for i in range(n)]
    g = matrix([[mp.fdot(zip(a, b)) / sigma ** 2 for b in both] for a in both])
    found, vectors = mp.eigsy(g)  # A is normal with this covariance; so few numbers are drawn, not Z
    half = [[float(v) for v in row] for row in (vectors * mp.diag([mp.sqrt(max(v, 0)) for v in found])).tolist()]
    means = [[float(v) for v in row] for row in g.tolist()]
    def rho(at):
        drawn = [[chance.gauss(0, 1) for _ in range(2 * n)] for _ in range(n)]
        a = [[math.fsum(map(float.__mul__, row, z)) + mean[at + j] for j, z in enumerate(drawn)] for row, mean in zip(half, means)]
        alone = extra * chance.gauss(0, 1) + (extra ** 2 if at == 0 else 0) if extra else 0
        return log_beta(a[:n], group) - log_beta(a[n:], group) + alone
    clean, perturbed = sorted(rho(n) for _ in range(count)), [rho(0) for _ in range(count)]
    kappa = clean[min(int(p * count), count - 1)]
    v = sum(one <= kappa for one in perturbed) / count
    offset = sum(means[i][i] - means[n + i][n + i] for i in range(n)) / 2 + extra ** 2 / 2
    return v, math.sqrt((max(v * (1 - v), 0.01) + math.exp(2 * min(kappa - offset, 5)) * p * (1 - p)) / count)

def singular(a):
    """The proper singular values of a small matrix: the last has the sign of the determinant. Jacobi's method turns columns until they are orthogonal."""
    c = [list(column) for column in zip(*a)]
    dot = lambda u, v: math.fsum(map(float.__mul__, u, v))
    for i, j in [(i, j) for i in range(len(c)) for j in range(i)] * (6 if len(c) == 3 else 1):
        angle = math.atan2(2 * dot(c[i], c[j]), dot(c[i], c[i]) - dot(c[j], c[j])) / 2
        co, si = math.cos(angle), math.sin(angle)
        c[i], c[j] = [co * u + si * v for u, v in zip(c[i], c[j])], [co * v - si * u for u, v in zip(c[i], c[j])]
    s = sorted((math.hypot(*u) for u in c), reverse=True)
    det = a[0][0] * a[1][1] - a[0][1] * a[1][0] if len(a) == 2 else dot(a[0], cross(a[1], a[2]))
    return s if det > 0 else [*s[:-1], -s[-1]]

def log_beta(a, group):
    """The log of the mean of exp tr R^T A over the group (matrix Fisher distribution, T. Lee, arXiv 1710.03746)."""
    def rotations(s):
        if len(s) == 2:
            return abs(s[0] + s[1]) + log_i0e(abs(s[0] + s[1]))
        end = min(math.sqrt(2), math.sqrt(40 / (s[0] + s[2]))) if s[0] + s[2] > 0 else math.sqrt(2)
        f = lambda r: i0e((s[1] - s[2]) * r * r / 2) * i0e(abs(s[1] + s[2]) * (2 - r * r) / 2) * math.exp(-(s[0] + s[2]) * r * r) * r
        return sum(s) + math.log(integral(f, 0.0, end))
    s = singular(a)
    if group in ("SO", "SE"):
        return rotations(s)
    one, other = rotations(s), rotations(s[:-1] + [-s[-1]])
    return max(one, other) + math.log((1 + math.exp(-abs(one - other))) / 2)
