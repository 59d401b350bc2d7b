"""
Randomized smoothing of point cloud classifiers in PyTorch: modules that share one meaning between training, attacks by
other tools and certificates, and the losses of the field.

    classifier = Invariant(network, group="SE", layout="BDN")        # B×N×D clouds to B×C logits
    smoothed = Smoothed(classifier, sigma=0.1, samples=16)           # B×N×D clouds to B×C log probabilities, differentiable
    loss = consistency(smoothed.logits(clouds), labels, weight=10)

What is proved is proved by the core, of noise that it draws itself: nothing here bounds a probability.
`orbitcert` does not import this; it needs PyTorch 1.13 or later.
"""

try:
    import torch as _torch  # noqa: F401, the sentence below is for those who have none
except ModuleNotFoundError as error:
    if error.name != "torch":
        raise
    raise ImportError("orbitcert.torch needs PyTorch, which is not installed here: pip install torch") from None

from .attack import attack
from .callback import CertifiedAccuracy
from .dataset import certify_dataset
from .export import export_onnx
from .losses import consistency, gaussian, macer
from .noise import Noise, Subsample
from .poses import PrincipalPoses
from .smoothing import Invariant, Smoothed

__all__ = [
    "CertifiedAccuracy", "Invariant", "Noise", "PrincipalPoses", "Smoothed", "Subsample", "attack", "certify_dataset", "consistency",
    "export_onnx", "gaussian", "macer",
]
