#!/usr/bin/env python3
"""Prints exact_table_test.go of core/tight: Pr[l <= level] around X and around X'.

With s = norm, far = s + along, t = perp, and l the normalised log likelihood ratio,
    Pr_clean[l <= level] = int Rice(r; s) F(g(r)/t; far r/t) dr,
    log I0(g(r)) = level + (s'^2 - s^2)/2 + log I0(s r),
and around X' the same with both clouds swapped. F, log I0 and its inverse are summed
to 40 digits; the interval is halved until y = (g - far r)/t changes by at most 3 on
it and it is short against its distance from r = 0 and from the point where g = 0,
between which and infinity the integrand has no scale of its own but that of the
distance. Each part takes 30 Gauss-Legendre nodes; with 40 nodes the 26 cases that were
tried were the same in all 20 digits. Takes ten minutes. Computed with mpmath 1.3.
"""
import random
from rice import poisson
from mpmath import mp, mpf, exp, log, sqrt, pi, erfc, besseli, cos, sin

mp.dps = 40
NODES = 30


def gauss_legendre(n):
    rule = []
    for i in range(1, n + 1):
        x = cos(pi * (4 * i - 1) / (4 * n + 2))
        for _ in range(8):
            a, b = mpf(1), x
            for k in range(1, n):
                a, b = b, ((2 * k + 1) * x * b - k * a) / (k + 1)
            slope = n * (x * b - a) / (x * x - 1)
            x -= b / slope
        rule.append((x, 2 / ((1 - x * x) * slope * slope)))
    return rule


RULE = gauss_legendre(NODES)


def expansion(nu, x):
    """The tail beyond x as seen from nu, for large nu x."""
    d = x - nu
    w, xi, rho, z = d * d / 2, nu * x, x / nu, abs(d)
    mills = sqrt(pi / 2) * erfc(z / sqrt(mpf(2))) * exp(w)
    previous, power, total = z * mills, mpf(1), mpf(0)
    for n in range(1, 200):
        e = (1 - previous) / (n - mpf(1) / 2)
        power *= mpf((2 * n - 1) ** 2) / (8 * n * xi)
        total += power * (1 + mpf(2 * n + 1) / ((2 * n - 1) * rho)) * e
        previous = w * e
        if power < mpf(10) ** -36 * total:
            break
    rest = rho * sqrt(xi) / 2 * total
    return exp(-w) * (sqrt(rho) * mills + (rest if d >= 0 else -rest)) / sqrt(2 * pi)


def rice(nu, x):
    if x <= 0:
        return mpf(0), mpf(1)
    w = (x - nu) ** 2 / 2
    if w > 300:
        return (mpf(0), mpf(1)) if x < nu else (mpf(1), mpf(0))
    lower = x < nu
    tail = expansion(nu, x) if nu * x > 200 and w < nu * x else poisson(nu, x, lower, 38)
    return (tail, 1 - tail) if lower else (1 - tail, tail)


def series(x):
    term = total = mpf(1)
    k = 0
    while abs(term) > mpf(10) ** -40:
        k += 1
        term *= mpf((2 * k - 1) ** 2) / (8 * k * x)
        total += term
    return total


def log_i0(x):
    if x > 200:
        return x - log(2 * pi * x) / 2 + log(series(x))
    return log(besseli(0, x))


def inverse(y):
    if y <= 0:
        return mpf(0)
    x = 2 * sqrt(y + y * y / 4) if y < 2 else y + log(2 * pi * (y + 2)) / 2
    for _ in range(60):
        slope = besseli(1, x) / besseli(0, x) if x <= 200 else 1 - 1 / (2 * x) - 1 / (8 * x * x)
        step = (log_i0(x) - y) / slope
        x -= step
        if abs(step) < mpf(10) ** -37 * x:
            break
    return x


def probability(s, far, t, k):
    """Both tails of log I0(|<other, z>|) - log I0(|<base, z>|) <= k around the base."""
    def y(r):
        return (inverse(k + log_i0(s * r)) - far * r) / t

    def f(r):
        density = r * exp(-(r - s) ** 2 / 2 + log_i0(s * r) - s * r)
        below, above = rice(far * r / t, inverse(k + log_i0(s * r)) / t)
        return density * below, density * above

    def part(u, v, yu, yv, depth):
        m = (u + v) / 2
        ym = y(m)
        flat = min(yu, yv, ym) > 14 or max(yu, yv, ym) < -14
        far_off = v - u < 2 * max(u - origin, grade)
        if depth < 120 and (v - u > 1.6 or not far_off or (not flat and abs(yu - ym) + abs(yv - ym) > 3)):
            a, b = part(u, m, yu, ym, depth + 1), part(m, v, ym, yv, depth + 1)
            return a[0] + b[0], a[1] + b[1]
        below = above = mpf(0)
        for x, w in RULE:
            p, q = f(m + (v - u) / 2 * x)
            below += w * p
            above += w * q
        return below * (v - u) / 2, above * (v - u) / 2

    low, high = max(mpf(0), s - 13), s + 13
    below = above = mpf(0)
    origin, grade = mpf(0), max(mpf(10) ** -9, min(mpf(1), t / far) if far else mpf(1))
    if k < 0:
        origin = inverse(-k) / s
        start = inverse(-k) / s
        if start > low:
            # Nothing is below the level here: the mass is that of the Rice distribution.
            end = min(start, high)
            above = rice(s, end)[0] - rice(s, low)[0]
            low = end
    if low < high:
        p, q = part(low, high, y(low), y(high), 0)
        below, above = below + p, above + q
    return below, above


def case(norm, along, perp, level):
    s, c, t, level = mpf(norm), mpf(along), mpf(perp), mpf(level)
    far = s + c
    prime = sqrt(far * far + t * t)
    k = level + (2 * c * s + c * c + t * t) / 2
    clean = probability(s, far, t, k)
    above, below = probability(prime, far * s / prime, s * t / prime, -k)
    digits = [float(v) for v in clean + (below, above)]
    print("\t{%r, %r, %r, %r, %r, %r, %r, %r}," % ((norm, along, perp, float(level)) + tuple(digits)), flush=True)


if __name__ == "__main__":
    print("""// Generated by special/gen/exact.py; see there for the method. DO NOT EDIT.

package tight

// exactTable holds norm, along and perp of a planarPair, a level, the clean
// probability that ℓ is at most that, its complement, and the same around X'.
var exactTable = []struct{ norm, along, perp, level, below, above, primeBelow, primeAbove float64 }{""")
    random.seed(20)
    norms = [1e-6, 1e-3, 0.05, 0.3, 1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 30.0, 107.0, 1e4, 1e6]
    distances = [1e-7, 1e-5, 1e-3, 0.03, 0.3, 1.0, 3.0, 8.0]
    angles = [0.001, 0.02, 0.7, 1.5, 1.5707963, 2.4, 3.1, 3.1412]
    scores = [-1.0, 0.0, 1.3, 2.5, 5.0]
    for i in range(112):
        norm = norms[i % len(norms)]
        distance, angle, score = random.choice(distances), random.choice(angles), random.choice(scores)
        along, perp = float(distance * cos(angle)), float(distance * sin(angle))
        if norm + along < 0:
            along = -along
        spread = distance * min(1, (2 * norm + along + perp) / 2)
        case(norm, along, perp, float(score * spread - spread * spread / 2))
    print("}")
