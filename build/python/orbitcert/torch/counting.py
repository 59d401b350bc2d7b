"""Classes and radii of clouds by votes that the core draws."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from ..certificate import certify
from ..evaluation import Forward, answering
from ..probe import Probed
from ..smoothing import Votes, count

# In place of a class: the votes do not decide.
ABSTAIN = -1


def votes(clouds: Iterable[Any], model: Any, forward: Forward | None, name: str, *, batch: int, **drawing: Any) -> Iterator[Votes]:
    """
    Return the votes of each cloud.

    The model is tested at the start, meanwhile, and after the last cloud, so read to the end. Errors call it `name`.
    """
    with answering(model, name, forward) as answer:
        probed = Probed(answer, batch)
        for points in clouds:
            yield count(probed, points, batch=batch, quiet=True, **drawing)
        probed.finish()


def predicted(counted: Votes, alpha: float) -> int:
    """
    Return the class with the most votes, or ABSTAIN (PREDICT of Cohen et al. 2019).

    The two-sided test of its votes against those of the second class makes an error with probability `alpha` at most
    (Hung and Fithian 2019). Samples without a class count for the second.
    """
    classes = counted.document["votes"]["estimate"]
    second = max(x for i, x in enumerate(classes) if i != counted.predicted) + counted.samples - sum(classes)
    return counted.predicted if leads(counted.votes, second, alpha) else ABSTAIN


def leads(first: int, second: int, alpha: float) -> bool:
    """Return whether 2·P(Bin(first + second, ½) ≥ first) ≤ alpha, in exact arithmetic."""
    n = first + second
    allowed = Fraction(alpha) * 2**n / 2
    tail, term = 0, 1  # term is the binomial coefficient of n over k
    for k in range(second + 1):
        tail += term
        if tail > allowed:
            return False
        term = term * (n - k) // (k + 1)
    return first > second


def certified(counted: Votes, points: Any, sigma: float, alpha: float) -> tuple[int, float]:
    """Return the class and its certified radius, or ABSTAIN and 0 (CERTIFY of Cohen et al. 2019)."""
    radius = certify(points, sigma=sigma, votes=counted, alpha=alpha, draws=0).orbit.radius
    return (counted.predicted, radius) if radius is not None and radius > 0 else (ABSTAIN, 0.0)
