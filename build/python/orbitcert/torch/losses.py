"""
Losses that train a base classifier for smoothing. Each takes the logits of m noisy copies of each of B clouds, m×B×C as
`Smoothed.logits` gives them, and labels B from 0 to C − 1, and returns a number (nats), the mean over the clouds.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor
from torch.nn import functional

from ..native import InputError


def check(logits: Tensor, labels: Tensor) -> None:
    if logits.dim() != 3 or labels.shape != logits.shape[1:2]:
        raise InputError(f"must be m×B×C for B labels, got {tuple(logits.shape)} for {tuple(labels.shape)}", "logits")


def gaussian(logits: Tensor, labels: Tensor, *, label_smoothing: float = 0.0) -> Tensor:
    """
    Noise augmentation: the cross entropy at noisy copies,

        (1/mB) Σ_{i,b} −log softmax(z_ib)_{y_b}

    label_smoothing   that of `torch.nn.functional.cross_entropy`, from 0 to 1

    Cohen, Rosenfeld & Kolter, "Certified Adversarial Robustness via Randomized Smoothing", ICML 2019, section 3.3.
    """
    check(logits, labels)
    return functional.cross_entropy(logits.flatten(0, 1), labels.repeat(len(logits)), label_smoothing=label_smoothing)


def consistency(logits: Tensor, labels: Tensor, *, weight: float, entropy: float = 0.5, label_smoothing: float = 0.0) -> Tensor:
    """
    Consistency regularisation: with p_ib = softmax(z_ib) and their mean over the copies p̄_b = (1/m) Σ_i p_ib,

        gaussian(z, y) + (1/B) Σ_b [ (λ/m) Σ_i KL(p̄_b ‖ p_ib) + η H(p̄_b) ]

    weight     λ ≥ 0; the paper has 5 to 20
    entropy    η ≥ 0; the paper has 0.5

    Special cases: with one copy the divergence is zero; at λ = η = 0 it is `gaussian`. A probability of p̄ below 1e-12
    counts as that in its logarithm.

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
    Maximises the certified radius. With the soft smoothed classifiers q_b = (1/m) Σ_i softmax(z_ib), its sharper form
    q′_b = (1/m) Σ_i softmax(β z_ib) and the radius of the latter in units of σ/2, ξ_b = Φ⁻¹(q′_b,y) − Φ⁻¹(max_{c≠y} q′_b,c),

        −(1/B) Σ_b log q_b,y  +  (λσ/2B) Σ_{b: 0 < ξ_b < γ} (γ − ξ_b)

    sigma         σ > 0 of the noise that the copies have, in the unit of the coordinates
    weight        λ ≥ 0, per unit of length; the paper has 12 for σ = 0.25
    margin        γ > 0, beyond which a radius is long enough
    temperature   β > 0, by which logits are multiplied

    Special cases: clouds that the smoothed classifier gets wrong (ξ ≤ 0) and those of infinite ξ, where a probability is 0
    or 1 in floating point, have the first term alone. A q below 1e-10 counts as that.

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
    return classified + weight * sigma / 2 * short.sum() / len(labels)
