"""
Randomized smoothing of point cloud classifiers in PyTorch.

Modules, losses and attacks for training, and runs over a data loader.

    classifier = Invariant(network, group="SE", layout="BDN")        # B×N×D clouds to B×C logits
    smoothed = Smoothed(classifier, sigma=0.1, samples=16)           # B×N×D clouds to B×C log probabilities, differentiable
    loss = consistency(smoothed.logits(clouds), labels, weight=10)
    classes, radii = smoothed.certify(clouds)                        # by votes on noise that the core draws

Needs PyTorch 1.13 or later.
"""

try:
    import torch as _torch  # noqa: F401, for the error below
except ModuleNotFoundError as error:
    if error.name != "torch":
        raise
    raise ImportError("orbitcert.torch needs PyTorch: pip install torch") from None

from .adapt import adapt
from .attack import attack
from .callback import CertifiedAccuracyCallback
from .counting import ABSTAIN
from .dataset import certify_dataset
from .export import export_onnx
from .losses import consistency, gaussian, macer
from .metric import CertifiedAccuracy
from .noise import Noise, Subsample, Transformations
from .normalise import Normalise
from .poses import PrincipalPoses
from .smoothing import Invariant, Smoothed
from .turns import Turns

__all__ = [
    "ABSTAIN", "CertifiedAccuracy", "CertifiedAccuracyCallback", "Invariant", "Noise", "Normalise", "PrincipalPoses", "Smoothed", "Subsample", "Transformations", "Turns",
    "adapt", "attack", "certify_dataset", "consistency", "export_onnx", "gaussian", "macer",
]
