"""
Proves which perturbations of a point cloud cannot change the prediction of a randomly smoothed classifier that
ignores translation, rotation, reflection or the order of the points.

    certificate = orbitcert.certify(clean, perturbed, sigma=0.1, votes=9731, samples=10_000, group="SE")
    certificate.certified, certificate.orbit.lower

Clouds are N×D numpy arrays, N points in D = 2 or 3 dimensions.
"""

from .certificate import Certificate, Closed, Exact, Minimum, MonteCarlo, Subsampled, certify, minimum, verify
from .dataset import Family, Run, merge, run
from .native import DoesNotStandError, Error, InputError
from .ranges import Range, Span, Withstood, withstand
from .smoothing import Votes, smooth

__all__ = [
    "Certificate", "Closed", "DoesNotStandError", "Error", "Exact", "Family", "InputError", "Minimum", "MonteCarlo", "Range", "Run", "Span", "Subsampled", "Votes",
    "Withstood", "certify", "merge", "minimum", "run", "smooth", "verify", "withstand",
]
