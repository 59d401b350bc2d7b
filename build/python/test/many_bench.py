"""Times of certify_many against single calls of certify, and of these against a process for each, in one run of the installed package: run by make bench."""

import os
import time
from unittest import mock

import numpy as np
import orbitcert
from orbitcert import native, resident

COUNT, ALONE = 1000, 50
TIME = os.environ.get("BENCHTIME", "")
ROUNDS = int(TIME[:-1]) if TIME.endswith("x") else 5

rng = np.random.default_rng(1)
CLEAN = rng.normal(size=(COUNT, 64, 2))
NEAR = CLEAN + 0.01 * rng.normal(size=CLEAN.shape)
ASKED = {"sigma": 0.1, "votes": 9731, "samples": 10_000, "group": "SE"}


def seconds(act):
    before = time.perf_counter()
    act()
    return time.perf_counter() - before


def singly():
    return [orbitcert.certify(*pair, **ASKED) for pair in zip(CLEAN[:ALONE], NEAR)]


many = min(seconds(lambda: orbitcert.certify_many(CLEAN, NEAR, **ASKED)) for _ in range(ROUNDS)) / COUNT
alone = min(seconds(singly) for _ in range(ROUNDS)) / ALONE
with mock.patch.object(native, "answered", side_effect=resident.Gone):
    started = min(seconds(singly) for _ in range(ROUNDS)) / ALONE
print(f"pairs of 64 points in 2-D: {1000 * many:.2f} ms each by certify_many, {1000 * alone:.2f} ms by certify: {alone / many:.0f} times faster")
print(f"certify with a process for each call: {1000 * started:.2f} ms: {started / alone:.1f} times slower")
SMALL = [CLEAN[0][:5], NEAR[0][:5]]
small = min(seconds(lambda: [orbitcert.certify(*SMALL, **ASKED) for _ in range(ALONE)]) for _ in range(ROUNDS)) / ALONE
print(f"a pair of 5 points: {1000 * small:.2f} ms by certify")
