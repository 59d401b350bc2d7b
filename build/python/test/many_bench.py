"""Times of certify_many against single calls of certify, in one run of the installed package: run by make bench."""

import time

import numpy as np
import orbitcert

COUNT, ALONE, ROUNDS = 1000, 50, 5

rng = np.random.default_rng(1)
CLEAN = rng.normal(size=(COUNT, 64, 2))
NEAR = CLEAN + 0.01 * rng.normal(size=CLEAN.shape)
ASKED = {"sigma": 0.1, "votes": 9731, "samples": 10_000, "group": "SE"}


def seconds(act):
    before = time.perf_counter()
    act()
    return time.perf_counter() - before


many = min(seconds(lambda: orbitcert.certify_many(CLEAN, NEAR, **ASKED)) for _ in range(ROUNDS)) / COUNT
alone = min(seconds(lambda: [orbitcert.certify(*pair, **ASKED) for pair in zip(CLEAN[:ALONE], NEAR)]) for _ in range(ROUNDS)) / ALONE
print(f"pairs of 64 points in 2-D: {1000 * many:.2f} ms each by certify_many, {1000 * alone:.2f} ms by certify: {alone / many:.0f} times faster")
