"""Certified accuracy as a metric of torchmetrics, which is optional."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from ..errors import InputError


class Sums(nn.Module):
    """The part of torchmetrics.Metric that `CertifiedAccuracy` needs, where torchmetrics is not installed."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def add_state(self, name: str, default: Tensor, dist_reduce_fx: str) -> None:
        """Add a tensor that the processes add up."""
        self.register_buffer(name, default, persistent=False)
        self.names.append(name)

    def reset(self) -> None:
        """Forget all clouds."""
        for name in self.names:
            self.get_buffer(name).zero_()


def base() -> tuple[Any, bool]:
    """Return the class to inherit from, and whether it adds up the states of all processes."""
    try:
        return import_module("torchmetrics").Metric, True
    except ImportError:
        return Sums, False


if TYPE_CHECKING:
    Metric = Sums
    REDUCES = False
else:
    Metric, REDUCES = base()


class CertifiedAccuracy(Metric):
    """
    Share of clouds with the right class and a certified radius above each r.

    A torchmetrics.Metric, if that is installed; else a module with the same methods. A cloud without prediction is
    wrong.

        metric = CertifiedAccuracy(radii=[0, 0.1, 0.2])
        for clouds, labels in loader:
            metric.update(*smoothed.certify(clouds), labels)
        metric.compute()    # {"certified_accuracy/0": tensor(0.9375), …}

    Parameters
    ----------
    radii : sequence of float
        r, in the unit of the coordinates.
    **more
        Arguments of torchmetrics.Metric, such as `process_group`.
    """

    is_differentiable = False
    higher_is_better = True
    full_state_update = False

    def __init__(self, radii: Sequence[float], **more: Any):
        super().__init__(**more)
        self.radii = checked_radii(radii)
        self.right: Tensor
        self.total: Tensor
        self.add_state("right", default=torch.zeros(len(self.radii), dtype=torch.int64), dist_reduce_fx="sum")
        self.add_state("total", default=torch.zeros((), dtype=torch.int64), dist_reduce_fx="sum")

    def update(self, classes: Any, radii: Any, labels: Any) -> None:
        """Add clouds: their classes and radii, as `Smoothed.certify` returns them, and their labels."""
        found, certified, true = (torch.as_tensor(values, device=self.total.device).reshape(-1) for values in (classes, radii, labels))
        if not len(found) == len(certified) == len(true):
            raise InputError(f"must be as many as the classes and radii, got {len(true)} for {len(found)} and {len(certified)}", "labels")
        above = certified[:, None] > torch.tensor(self.radii, dtype=certified.dtype, device=certified.device)
        self.right += (above & (found == true)[:, None]).sum(0)
        self.total += len(true)

    def compute(self) -> dict[str, Tensor]:
        """Return the certified accuracy at each radius."""
        right, total = over_processes(self.right), over_processes(self.total)
        return {f"certified_accuracy/{radius:g}": share for radius, share in zip(self.radii, right / total)}


def checked_radii(radii: Sequence[float]) -> tuple[float, ...]:
    if not radii or not all(radius >= 0 for radius in radii):
        raise InputError(f"must be numbers from 0, got {radii}", "radii")
    return tuple(map(float, radii))


def over_processes(count: Tensor) -> Tensor:
    """Return the sum of a count over all processes, unless the base class has made it."""
    distributed: Any = torch.distributed
    if REDUCES or not (distributed.is_available() and distributed.is_initialized()):
        return count
    total = count.clone()
    distributed.all_reduce(total)
    return total
