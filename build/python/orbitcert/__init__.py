"""
Certificates for point cloud classifiers with randomized smoothing.

A certificate proves that a perturbation cannot change the prediction of a smoothed classifier. It is larger if the base
classifier ignores translation, rotation, reflection or the order of the points.

    certificate = orbitcert.certify(clean, perturbed, sigma=0.1, votes=9731, samples=10_000, group="SE")
    certificate.certified, certificate.orbit.lower

Clouds are N×D arrays of N points in D = 2 or 3 dimensions, or paths of files.
"""

from .batch import certify_many
from .bounds import AxisBound, Bound, Closed, Exact, MonteCarlo, Subsampled, Transformed
from .boxes import box
from .certificate import Certificate, Minimum, Verification, certify, minimum, verify
from .dataset import Family, Run, merge, run
from .errors import DoesNotStandError, Error, InputError, VerificationFailedError
from .exploration import Curve, Map, Radii, Region, curve, map, radii, regions
from .population import Comparison, calibrate, compare, plan
from .ranges import Range, Span, Withstood, withstand
from .reading import Points, read
from .recount import recount
from .settings import Sampling, Settings, Terms
from .smoothing import Votes, smooth
from .version import __version__
from .words import Group, Layout

__all__ = [
    "AxisBound", "Bound", "Certificate", "Closed", "Comparison", "Curve", "DoesNotStandError", "Error", "Exact", "Family", "Group", "InputError", "Layout", "Map", "Minimum",
    "MonteCarlo", "Points", "Radii", "Range", "Region", "Run", "Sampling", "Settings", "Span", "Subsampled", "Terms", "Transformed", "Verification", "VerificationFailedError",
    "Votes", "Withstood",
    "__version__", "box", "calibrate", "certify", "certify_many", "compare", "curve", "map", "merge", "minimum", "plan", "radii", "read", "recount", "regions", "run", "smooth", "verify", "withstand",
]
