"""The name of a model without a file."""

from __future__ import annotations

import hashlib

import torch
from torch import nn


def weights(model: nn.Module) -> str:
    """Return the SHA-256 of all parameters and buffers of a model, and of its printed layers."""
    digest = hashlib.sha256(repr(model).encode())
    for name, tensor in [*model.named_parameters(), *model.named_buffers()]:
        digest.update(f"{name} {tensor.dtype} {tuple(tensor.shape)}\n".encode())
        digest.update(tensor.detach().cpu().contiguous().reshape(-1).view(torch.uint8).numpy())
    return digest.hexdigest()
