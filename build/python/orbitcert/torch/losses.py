"""
Losses that train a base classifier for smoothing.

Each takes the logits z of m noisy copies of each of B clouds, m×B×C from `Smoothed.logits`, and labels y, B numbers from 0
to C − 1. It returns the mean over the clouds, in nats.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor
from torch.nn import functional

from ..errors import InputError


def check(logits: Tensor, labels: Tensor) -> None:
    """Raise InputError unless logits are m×B×C for B labels."""
    if logits.dim() != 3 or labels.shape != logits.shape[1:2]:
        raise InputError(f"must be m×B×C for B labels, got {tuple(logits.shape)} for {tuple(labels.shape)}", "logits")


def gaussian(logits: Tensor, labels: Tensor, *, label_smoothing: float = 0.0) -> Tensor:
    """
    Noise augmentation, the cross entropy at noisy copies:

        (1/mB) Σ_{i,b} −log softmax(z_ib)_{y_b}

    Parameters
    ----------
    logits, labels : Tensor
        m×B×C and B.
    label_smoothing : float
        As for `torch.nn.functional.cross_entropy`, from 0 to 1.

    Returns
    -------
    Tensor
        One number, in nats.

    References
    ----------
    Cohen, Rosenfeld & Kolter, "Certified Adversarial Robustness via Randomized Smoothing", ICML 2019, section 3.3.
    """
    check(logits, labels)
    return functional.cross_entropy(logits.flatten(0, 1), labels.repeat(len(logits)), label_smoothing=label_smoothing)


def consistency(logits: Tensor, labels: Tensor, *, weight: float, entropy: float = 0.5, label_smoothing: float = 0.0) -> Tensor:
    """
    Consistency regularisation. With p_ib = softmax(z_ib) and their mean over the copies p̄_b = (1/m) Σ_i p_ib:

        gaussian(z, y) + (1/B) Σ_b [ (λ/m) Σ_i KL(p̄_b ‖ p_ib) + η H(p̄_b) ]

    With one copy the divergence is zero. At λ = η = 0 this is `gaussian`. In its logarithm, a p̄ below 1e-12 counts as 1e-12.

    Parameters
    ----------
    weight : float
        λ ≥ 0. The paper uses 5 to 20.
    entropy : float
        η ≥ 0. The paper uses 0.5.

    The other parameters and the result are those of `gaussian`.

    References
    ----------
    Jeong & Shin, "Consistency Regularization for Certified Robustness of Smoothed Classifiers", NeurIPS 2020.
    """
    loss = gaussian(logits, labels, label_smoothing=label_smoothing)
    log_p = functional.log_softmax(logits, 2)
    mean = log_p.exp().mean(0)
    log_mean = mean.clamp_min(1e-12).log()
    loss = loss + weight * (mean * (log_mean - log_p)).sum(-1).mean()
    return loss - entropy * (mean * log_mean).sum(-1).mean() if entropy else loss


def macer(
    logits: Tensor, labels: Tensor, sigma: float, *, weight: float = 12.0, margin: float = 8.0, temperature: float = 16.0,
) -> Tensor:
    """
    Maximisation of the certified radius. With the soft smoothed classifiers q_b = (1/m) Σ_i softmax(z_ib), the sharper
    q′_b = (1/m) Σ_i softmax(β z_ib), and its radius in units of σ/2, ξ_b = Φ⁻¹(q′_b,y) − Φ⁻¹(max_{c≠y} q′_b,c):

        −(1/B) Σ_b log q_b,y  +  (λσ/2B) Σ_{b: 0 < ξ_b < γ} (γ − ξ_b)

    A cloud with ξ ≤ 0, which is wrong, or infinite ξ has the first term only. A q below 1e-10 counts as 1e-10.

    Parameters
    ----------
    logits, labels : Tensor
        m×B×C and B.
    sigma : float
        σ > 0 of the noise in the copies, in the unit of the coordinates.
    weight : float
        λ ≥ 0, per unit of length. The paper uses 12 for σ = 0.25.
    margin : float
        γ > 0. A radius beyond it is long enough.
    temperature : float
        β > 0, the factor of the logits.

    Returns
    -------
    Tensor
        One number, in nats.

    References
    ----------
    Zhai, Dan, He, Zhang, Gong, Ravikumar, Hsieh & Wang, "MACER: Attack-free and Scalable Robust Training via Maximizing
    Certified Radius", ICLR 2020, algorithm 1.
    """
    check(logits, labels)
    own = labels[:, None]
    soft = functional.softmax(logits, 2).mean(0)
    classified = -soft.gather(1, own).clamp_min(1e-10).log().mean()
    sharp = functional.softmax(temperature * logits, 2).mean(0)
    first = sharp.gather(1, own)[:, 0]
    second = sharp.scatter(1, own, -math.inf).amax(1)
    with torch.no_grad():
        radius = torch.special.ndtri(first) - torch.special.ndtri(second)
        counts = (radius > 0) & (radius < margin)
    short = margin - torch.special.ndtri(first[counts]) + torch.special.ndtri(second[counts])
    loss: Tensor = classified + weight * sigma / 2 * short.sum() / len(labels)
    return loss
