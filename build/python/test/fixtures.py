"""Clouds and helpers of the package's tests."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import orbitcert

REPOSITORY = Path(__file__).resolve().parents[3]

rng = np.random.default_rng(7)
CLEAN = rng.normal(size=(64, 3))
NEAR = CLEAN + 0.002 * rng.normal(size=(64, 3))
ASKED = {"sigma": 0.1, "votes": 9731, "samples": 10_000, "group": "SE", "draws": 2000}
FLAT = np.array([[0, 0], [2, 0], [3, 1], [0, 1], [-1, 0.5]])


def command(*arguments, document=""):
    return subprocess.run([Path(sys.executable).with_name("orbitcert"), *arguments], input=document, capture_output=True, text=True)


def refusal(case, act):
    with case.assertRaises(orbitcert.InputError) as caught:
        act()
    return caught.exception.field, str(caught.exception)


def wide(inputs):
    """Wide or high, by the spread of the coordinates."""
    return inputs.std(1)[:, :2] - np.float32([0, 0.5])
