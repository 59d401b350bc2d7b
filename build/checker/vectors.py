"""Computes what samples prove of vectors that turn with the cloud: a box, a ball and an angle for each, in units of the length C at which they are clipped.

Bounds of the means come from Theorem 4 of Maurer and Pontil (2009), the band of distribution functions from Dvoretzky, Kiefer and Wolfowitz with
Massart's constant. At a distance of d sigma a mean moves by at most sqrt(E(Y - c)^2 (exp(d^2) - 1)), and the probability p of each event Y <= t falls to
P(P^-1(p) - d) at least. Sums run as the core's do, so that both round alike."""
import functools, math, statistics
from mpmath import mp, matrix

UNIT, TURNED, LEVELS, FARTHEST = 2.0 ** -53, 2.0 ** -29, 2048, 40
quantile = statistics.NormalDist().inv_cdf


def settled(samples, k, count, clip):
    """Vector k of each sample that has one, clipped."""
    for sample in samples:
        vector = sample if sample is None or count is None else sample[k]
        if vector is not None:
            length = max(clip, math.hypot(*vector))
            yield [max(-1.0, min(1.0, x / length)) for x in vector]


class Evidence:
    def __init__(self, q, far, level, turned):
        """The vectors of a prediction, how far they may be from their references in length or in degrees, the level that all bounds share, and whether they
        were turned back from poses, which puts each off by at most TURNED."""
        values, self.clip, self.far, self.angle = q["values"], q["clip"], far, q.get("angle")
        count, dimension = shape(values)
        self.n, vectors = len(values), count or 1
        self.log = math.log(2 / (level / (vectors * (4 * dimension + 1)))) * (1 + 8 * UNIT)
        self.slack = (8 * self.n + 512) * UNIT + 8 * TURNED * turned
        self.band = math.sqrt(self.log / (2 * self.n)) * (1 + 8 * UNIT)
        self.stride = -(-self.n // LEVELS)
        self.all = []
        for k in range(vectors):
            chosen = list(settled(q.get("select", []), k, count, self.clip))
            reference = [0.0] * dimension
            for v in chosen:
                reference = [m + x / len(chosen) for m, x in zip(reference, v)]
            own = list(settled(values, k, count, self.clip))
            parts = [self.component([v[j] for v in own], c) for j, c in enumerate(reference)]
            self.all.append((reference if chosen else None, parts, self.eigenvalue(own, reference)))

    def bernstein(self, variance, length):
        return (math.sqrt(2 * max(0.0, variance) * self.log / self.n) + 7 * length * self.log / (3 * (self.n - 1))) * (1 + 32 * UNIT)

    def component(self, ys, c):
        """The ends of the mean, the second moment about c, and the order statistics of Y and of -Y. What is not settled is as bad as it can be."""
        far, n, total, squares, fourths = 1 + abs(c), self.n, 0.0, 0.0, 0.0
        for y in ys:
            x = y - c
            total, squares, fourths = total + x, squares + x * x, fourths + (x * x) * (x * x)
        missing = n - len(ys)
        apart = max(0.0, abs(total) - missing * far)
        variance = (squares + missing * far * far - apart * apart / n) / (n - 1) + self.slack * far * far
        width = self.bernstein(variance, 2) + 2 * self.slack
        spread = (fourths + missing * far ** 4 - squares * squares / n) / (n - 1) + self.slack * far ** 4
        square = (squares + missing * far * far) / n + self.slack * far * far + self.bernstein(spread, far * far)
        ends = c + (total - missing * (1 + c)) / n - width, c + (total + missing * (1 - c)) / n + width
        ys = sorted(ys)
        steps = slice(self.stride - 1, None, self.stride)
        return (*ends, square, ys[steps], [-y for y in reversed(ys)][steps])

    def eigenvalue(self, own, c):
        """The largest eigenvalue of the second moment about c: its vector depends on the law only, so that one bound of a mean is enough."""
        squares, fourths = ([[0.0] * len(c) for _ in c] for _ in range(2))
        for v in own:
            x = [y - m for y, m in zip(v, c)]
            length = sum(a * a for a in x)
            for i, a in enumerate(x):
                for j, b in enumerate(x):
                    squares[i][j] += a * b / self.n
                    fourths[i][j] += a * b * length / self.n
        largest = lambda m: float(max(map(abs, mp.eigsy(matrix(m), eigvals_only=True)))) * (1 + 256 * UNIT)
        far, missing = 1 + math.hypot(*c) + self.slack, (self.n - len(own)) / self.n
        square = largest(squares) + (missing + 3 * self.slack) * far ** 2
        fourth = largest(fourths) + (missing + 3 * self.slack) * far ** 4
        return square + self.bernstein(fourth * self.n / (self.n - 1), far ** 2)

    @functools.lru_cache(maxsize=8)
    def at(self, delta):
        """The bounds of each vector at a distance: lower and upper ends, ball, angle and largest distance from the reference, in the unit of the vectors."""
        x = delta * delta
        grown = math.expm1(x) * (1 + 64 * UNIT) if x < 700 else math.inf
        heights = [(i + 1) * self.stride / self.n - self.band - 4 * UNIT for i in range(self.n // self.stride)]
        kept = [math.erfc((delta - quantile(h)) * math.sqrt(0.5)) / 2 if 0 < h < 1 else 0.0 for h in heights]
        return [self.bound(one, grown, kept) for one in self.all]

    def bound(self, one, grown, kept):
        reference, parts, square = one
        box, slack = [], self.slack
        for low, high, second, rising, falling in parts:
            half = math.sqrt(second * grown) + slack
            ends = max(-1.0, low - half, -layers(falling, kept) - slack), min(1.0, high + half, layers(rising, kept) + slack)
            box.append(ends if ends[0] <= ends[1] else (-1.0, 1.0))
        about = lambda ends, beyond: ([low + (high - low) / 2 for low, high in ends], math.hypot(*((high - low) / 2 for low, high in ends)) + beyond + slack)
        near = about([p[:2] for p in parts], math.sqrt(square * grown))
        centre, radius = min(near, about(box, 0.0), ([0.0] * len(parts), 1.0), key=lambda ball: ball[1])
        angle, reach, c = 180.0, math.inf, reference
        if c:
            angle = around(*near, c)
            reach = min(math.dist(near[0], c) + near[1], 1 + math.hypot(*c), math.hypot(*(max(high - m, m - low) for (low, high), m in zip(box, c)))) + slack
        scaled = lambda xs: [x * self.clip for x in xs]
        return {"lower": scaled(e[0] for e in box), "upper": scaled(e[1] for e in box), "centre": scaled(centre), "radius": radius * self.clip,
            "angle": angle if angle < 180 else None, "reach": reach * self.clip}

    @property
    def claims(self):
        return self.far is not None or self.angle is not None

    def stays(self, delta, looser=0.0):
        """Tell whether each vector stays as near its reference as the request demands; looser is room for rounding."""
        if self.far is not None:
            return all(b["reach"] <= self.far + looser * self.clip for b in self.at(delta))
        return all(b["angle"] is not None and b["angle"] <= self.angle + 1e5 * looser for b in self.at(delta))

    def is_radius(self, delta):
        """Tell whether the claim holds up to a distance and not beyond it, but for rounding."""
        inside, beyond = delta * (1 - 1e-9) - 1e-9, delta * (1 + 1e-9) + 1e-9
        return (inside <= 0 or self.stays(inside)) and (beyond >= FARTHEST or not self.stays(beyond)) and delta <= FARTHEST

    def agrees(self, claimed, delta):
        """Tell whether a row states these bounds, but for rounding."""
        close, own = 1e-11 * self.clip, self.at(delta)
        near = lambda a, b: len(a) == len(b) and all(abs(x - y) <= close for x, y in zip(a, b))
        return len(claimed) == len(own) and all(
            near(a["lower"], b["lower"]) and near(a["upper"], b["upper"]) and near([*a["ball"]["centre"], a["ball"]["radius"]], [*b["centre"], b["radius"]])
            and ("angle" in a) == (b["angle"] is not None) and abs(a.get("angle", 0) - (b["angle"] or 0)) <= 1e-6 for a, b in zip(claimed, own))


def layers(rising, kept):
    """Return the largest mean of numbers up to 1, if at least the share kept is below each step."""
    return 1.0 - math.fsum((high - low) * k for low, high, k in zip(rising, [*rising[1:], 1.0], kept))


def around(centre, radius, c):
    """The largest angle in degrees between c and a point of a ball."""
    away, length = math.hypot(*centre), math.hypot(*c)
    if not (radius < away * (1 - 64 * UNIT) and length > 0):
        return 180.0
    cosine, sine = sum(a * b for a, b in zip(centre, c)) / (away * length) - 64 * UNIT, radius / away + 64 * UNIT
    return min(180.0, math.degrees(math.acos(max(-1.0, cosine)) + math.asin(min(1.0, sine))))


def shape(samples):
    """Count the vectors of a sample, None where it is one, and the numbers of each; (None, 0) if none is settled."""
    for sample in samples:
        if sample and not isinstance(sample[0], (list, type(None))):
            return None, len(sample)
        for vector in sample or []:
            if vector:
                return len(sample), len(vector)
    return None, 0


def fits(samples, of):
    """Tell whether all samples have one shape."""
    count, dimension = of
    return shape(samples) == of and dimension > 0 and all(s is None or (len(s) == dimension and None not in s if count is None else len(s) == count and all(
        v is None or isinstance(v, list) and len(v) == dimension for v in s)) for s in samples)
