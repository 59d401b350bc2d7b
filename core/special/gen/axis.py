#!/usr/bin/env python3
"""Prints the rows of core/tight/testdata/axis.csv.gz: the tight value v at a clean probability p for
a rotation about an axis.

With s = norm, far = s + along, t = perp, d = axial, r the Rice variable |<x, z>|/s around
X, y that of |<x', z>|/t given r, and
    l = log I0(t y) - log I0(s r) - (s'^2 - s^2)/2 + N(-d^2/2, d^2)
the normalised log likelihood ratio, the double integrals over r and y of their densities
times
    Phi((c + d^2/2 - l_h)/d)            are P = Pr_clean[l <= c],
    e^{l_h} Phi((c - d^2/2 - l_h)/d)    are V = E_clean[e^l; l <= c] = Pr_perturbed[l <= c].
Everything is in 60 digits. Neither order of integration nor formula is that of the Go
code, which smears a table of planar probabilities and never sees V. Intervals are halved
until the argument of Phi changes by at most 5 on them, and are short against the distance
from 0; each part takes 20 Gauss-Legendre nodes. The first case in twenty is computed with
28 nodes as well and must not change by 1e-16. Cases from 500 on are those where the
error reported for the table comes nearest to the true one: norms near 1, clouds nearly
parallel, little along the axis. They take 28 nodes, the first in ten 36 as well.

p is P rounded to a double, and v that of the tangent there: V + e^c (p - P). Run as
    axis.py FIRST LAST
for the rows of some cases, about six seconds each with gmpy2, from 500 on half a minute. Computed with mpmath 1.2.1.
"""
import math
import random
import sys
from mpmath import mp, mpf, exp, log, sqrt, pi, erfc, besseli

from exact import gauss_legendre, log_i0

mp.dps = 60


def approx_log_i0(x):
    """log I0 in doubles, to place intervals."""
    if x < 8:
        term = total = 1.0
        k = 0
        while term > 1e-16 * total:
            k += 1
            term *= x * x / (4 * k * k)
            total += term
        return math.log(total)
    return x - math.log(2 * math.pi * x) / 2 + 1 / (8 * x)


ROOT = sqrt(mpf(2))


def upper(z):
    """1 - Phi(z)."""
    if abs(z) > 12:
        return mpf(0 if z > 0 else 1)
    return erfc(z / ROOT) / 2


def panels(low, high, argument, scale, limit=6.2):
    """Cuts an interval; argument is in doubles."""
    out = []

    def cut(u, v, zu, zv, depth):
        m = (u + v) / 2
        zm = argument(m)
        flat = min(zu, zv, zm) > 13 or max(zu, zv, zm) < -13
        steep = not flat and abs(zm - zu) + abs(zv - zm) > 5
        if depth < 100 and (v - u > limit or v - u > 3 * max(u, scale) or steep):
            cut(u, m, zu, zm, depth + 1)
            cut(m, v, zm, zv, depth + 1)
        else:
            out.append((u, v))

    cut(low, high, argument(low), argument(high), 0)
    return out


def integrals(norm, along, perp, axial, level, rule):
    """P, 1 - P and V."""
    s, c, t, d, k = (mpf(x) for x in (norm, along, perp, axial, level))
    far = s + c
    shift = (2 * c * s + c * c + t * t) / 2
    fs, ff, ft, fd = float(s), float(far), float(t), float(d)
    fk, fshift = float(k + d * d / 2), float(shift)

    # Differences of large logarithms, to place intervals, in long enough arithmetic.
    def ratio(r, y):
        a, b = fs * r, ft * y
        if min(a, b) > 8:
            mean = ff * r
            gap = (b - mean) + (ff - fs) * (r - fs) - (float((c * c + t * t) / 2))
            return gap - math.log(b / a) / 2 + 1 / (8 * b) - 1 / (8 * a)
        return approx_log_i0(b) - approx_log_i0(a) - fshift

    def centre(r):
        return ff * r / ft

    total = [mpf(0), mpf(0), mpf(0)]
    spread = math.hypot(fd, ft)
    outer = panels(max(0.0, fs - 9 - max(0.0, -float(c))), fs + 9 + max(0.0, float(c)),
                   lambda r: (fk - ratio(r, max(centre(r), 1.0))) / spread, min(1.0, 2 / fs))
    for u, v in outer:
        for x, w in rule:
            r = (mpf(u) + mpf(v)) / 2 + (mpf(v) - mpf(u)) / 2 * x
            fr = float(r)
            nu = far * r / t
            lr = log_i0(s * r)
            density = r * exp(lr - (r * r + s * s) / 2) * w * (mpf(v) - mpf(u)) / 2
            gone = (fr - fs) ** 2 / 2
            fnu = float(nu)
            inner = panels(max(0.0, fnu - 9), fnu + 9 + ft, lambda y: (fk - ratio(fr, y)) / fd, min(1.0, 2 / ft))
            for a, b in inner:
                for q, weight in rule:
                    y = (mpf(a) + mpf(b)) / 2 + (mpf(b) - mpf(a)) / 2 * q
                    fy = float(y)
                    if gone + (fy - fnu) ** 2 / 2 - max(0.0, ratio(fr, fy)) > 46:
                        continue
                    f = density * y * besseli(0, nu * y) * exp(-(y * y + nu * nu) / 2) * weight * (mpf(b) - mpf(a)) / 2
                    planar = log_i0(t * y) - lr - shift
                    z = (k + d * d / 2 - planar) / d
                    above = upper(z)
                    total[0] += f * (1 - above)
                    total[1] += f * above
                    total[2] += f * exp(planar) * upper(d - z)
    return total


RULES = [gauss_legendre(n) for n in (20, 28, 36)]
STEEP = 500


def size(low, high):
    return math.exp(random.uniform(math.log(low), math.log(high)))


def steep():
    """norm, distance, axial and angle of a case where the table has its largest errors."""
    distance = size(0.1, 4)
    return size(0.3, 12), distance, distance * size(0.1, 0.6), random.choice([0.003, 0.03, 0.3, 2.8, 3.11])


def case(i):
    random.seed(i)
    norm = math.exp(random.uniform(math.log(0.01), math.log(1e4)))
    distance = math.exp(random.uniform(math.log(3e-3), math.log(6)))
    axial = math.exp(random.uniform(math.log(1e-3), math.log(20)))
    if i % 3 == 0:
        axial = distance * random.uniform(0.2, 2)
    angle = random.choice([0.01, 3.1, math.pi / 2, random.uniform(0, math.pi), random.uniform(0, math.pi)])
    if i >= STEEP:
        norm, distance, axial, angle = steep()
    score = random.choice([-0.5, 0.3, 1.0, 1.6, 2.3, 3.1, 4, 5.5, 7])
    along, perp = distance * math.cos(angle), distance * math.sin(angle)
    if norm + along < 0:
        along = -along
    spread = math.hypot(distance * min(1, (2 * norm + along + perp) / 2), axial)
    level = score * spread - spread * spread / 2
    rule, finer = RULES[1:] if i >= STEEP else RULES[:2]
    below, above, value = integrals(norm, along, perp, axial, level, rule)
    if i % (10 if i >= STEEP else 20) == 0:
        again = integrals(norm, along, perp, axial, level, finer)
        change = max(abs(a - b) for a, b in zip((below, above, value), again))
        assert change < mpf(10) ** -16, (i, float(change))
    assert abs(below + above - 1) < mpf(10) ** -16, (i, float(below + above - 1))
    p = float(below if below < 0.5 else 1 - above)
    v = value + exp(mpf(level)) * (mpf(p) - below if below < 0.5 else above - (1 - mpf(p)))
    print("%r,%r,%r,%r,%r,%r" % (norm, along, perp, axial, p, float(v)), flush=True)


if __name__ == "__main__":
    for i in range(int(sys.argv[1]), int(sys.argv[2])):
        case(i)
