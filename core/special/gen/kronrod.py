#!/usr/bin/env python3
"""Prints the 31-point Gauss-Kronrod rule that exact_rule.go of core/tight holds.

The Gauss nodes are the roots of the Legendre polynomial P15, the added ones the
roots of the Stieltjes polynomial E16, which is orthogonal to all polynomials of
lower degree under the weight P15. Computed with mpmath 1.3 in 60 digits; prints
positive nodes in descending order with both weights.
"""
from mpmath import mp, mpf, matrix, lu_solve, legendre, polyroots, diff, taylor

mp.dps = 60
N = 15


def coefficients(n):
    """Monomial coefficients of P_n, lowest first."""
    a, b = [mpf(1)], [mpf(0), mpf(1)]
    for k in range(1, n):
        c = [mpf(0)] + [(2 * k + 1) * v / (k + 1) for v in b]
        for i, v in enumerate(a):
            c[i] -= k * v / (k + 1)
        a, b = b, c
    return b


def integral(p):
    return sum(2 * v / (i + 1) for i, v in enumerate(p) if i % 2 == 0)


def product(p, q):
    r = [mpf(0)] * (len(p) + len(q) - 1)
    for i, v in enumerate(p):
        for j, w in enumerate(q):
            r[i + j] += v * w
    return r


def value(p, x):
    y = mpf(0)
    for v in reversed(p):
        y = y * x + v
    return y


def shifted(p, k):
    return [mpf(0)] * k + p


def stieltjes(p):
    """The monic even polynomial of degree N+1, orthogonal to x^k p for k <= N."""
    half = (N + 1) // 2
    a, b = matrix(half, half), matrix(half, 1)
    for row in range(half):
        test = shifted(p, 2 * row + 1)
        b[row] = -integral(product(test, shifted([mpf(1)], N + 1)))
        for col in range(half):
            a[row, col] = integral(product(test, shifted([mpf(1)], 2 * col)))
    solution = lu_solve(a, b)
    e = [mpf(0)] * (N + 2)
    for col in range(half):
        e[2 * col] = solution[col]
    e[N + 1] = mpf(1)
    return e


def roots(p):
    return sorted((r.real for r in polyroots(p[::-1], maxsteps=500, extraprec=400)), reverse=True)


def weights(nodes):
    """Weights of the interpolating rule, from the Lagrange polynomials."""
    w = []
    for i, x in enumerate(nodes):
        p = [mpf(1)]
        for j, y in enumerate(nodes):
            if j != i:
                p = product(p, [-y / (x - y), 1 / (x - y)])
        w.append(integral(p))
    return w


p = coefficients(N)
gauss = roots(p)
kronrod = sorted(gauss + roots(stieltjes(p)), reverse=True)
wk = weights(kronrod)
wg = dict(zip([mp.nstr(x, 30) for x in gauss], weights(gauss)))
for x, w in zip(kronrod, wk):
    if x > -mpf(10) ** -30:
        g = wg.get(mp.nstr(x, 30), mpf(0))
        print("\t{%s, %s, %s}," % tuple(mp.nstr(v if abs(v) > mpf(10) ** -40 else mpf(0), 20) for v in (x, w, g)))
