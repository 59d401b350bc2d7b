"""
Certificates for point cloud classifiers with randomized smoothing.

A certificate proves that a perturbation cannot change the prediction of a smoothed classifier. It is larger if the base
classifier ignores translation, rotation, reflection or the order of the points.

    certificate = orbitcert.certify(clean, perturbed, sigma=0.1, votes=9731, samples=10_000, group="SE")
    certificate.certified, certificate.orbit.lower

Clouds are N×D arrays of N points in D = 2 or 3 dimensions, or paths of files.
"""

from .certificate import AxisBound, Bound, Certificate, Closed, Exact, Minimum, MonteCarlo, Subsampled, Transformed, Verification, certify, minimum, verify
from .dataset import Family, Run, merge, run
from .errors import DoesNotStandError, Error, InputError, VerificationFailedError
from .ranges import Range, Span, Withstood, withstand
from .recount import recount
from .smoothing import Votes, smooth
from .version import __version__
from .words import Group, Layout

__all__ = [
    "AxisBound", "Bound", "Certificate", "Closed", "DoesNotStandError", "Error", "Exact", "Family", "Group", "InputError", "Layout", "Minimum", "MonteCarlo", "Range",
    "Run", "Span", "Subsampled", "Transformed", "Verification", "VerificationFailedError", "Votes", "Withstood", "__version__", "certify", "merge", "minimum",
    "recount", "run", "smooth", "verify", "withstand",
]
