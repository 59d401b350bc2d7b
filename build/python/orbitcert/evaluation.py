"""Models while their votes are counted: in evaluation mode, without gradients, one batch at a time."""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any
from weakref import WeakKeyDictionary

from .errors import InputError
from .request import as_array

# Returns the logits of a model: `forward(model, inputs)`.
Forward = Callable[[Any, Any], Any]


class Held:
    """A submodule that counts hold in evaluation mode: how many do, and the flag `training` to restore."""

    def __init__(self, training: bool):
        self.counts, self.training = 0, training


# Axes of what models return: classes, a number or their scores for each row; labels of points, or their scores.
CLASSES, LABELS = (1, 2), (2, 3)

# Two counts may hold one submodule, in two threads or inside two modules. The last one restores its flag.
HELD: WeakKeyDictionary[Any, Held] = WeakKeyDictionary()
HOLDING = threading.Lock()

# Counts in two threads call one module in turn.
CALLING: WeakKeyDictionary[Any, AbstractContextManager[Any]] = WeakKeyDictionary()


def is_module(model: object) -> bool:
    """Return whether a model is a torch.nn.Module, without importing torch."""
    torch: Any = sys.modules.get("torch")
    return torch is not None and isinstance(model, torch.nn.Module)


def with_mode(module: Any) -> list[Any]:
    """Return a module and its submodules, without those that TorchScript has frozen in evaluation mode."""
    return [part for part in module.modules() if hasattr(part, "training")]


@contextmanager
def evaluated(module: Any) -> Iterator[None]:
    """Hold a module in evaluation mode. At the end every submodule gets its own flag back."""
    parts = with_mode(module)
    with HOLDING:
        for part in parts:
            HELD.setdefault(part, Held(part.training)).counts += 1
    try:
        with HOLDING:
            if parts:
                module.eval()
        yield
    finally:
        with HOLDING:
            release(module, parts)


def release(module: Any, parts: list[Any]) -> None:
    for part in parts:
        HELD[part].counts -= 1
    free = [(part, HELD.pop(part).training) for part in parts if HELD[part].counts == 0]
    # A module may do more in train() than set flags, so call it, unless another count holds one of its parts.
    if free and len(free) == len(parts) and free[0][1]:
        module.train()
    for part, training in free:
        part.training = training


class Answer:
    """
    A model as a function from arrays to logits.

    Parameters
    ----------
    model
        A function of arrays, or a torch.nn.Module. A module gets tensors on its own device, in the type of its parameters.
    name
        Argument that errors name.
    forward
        Returns the logits, ``forward(model, inputs)``, if the model itself does not.
    """

    def __init__(self, model: Any, name: str, forward: Forward | None = None):
        self.model, self.name, self.forward = model, name, forward
        self.axes: tuple[int, ...] = CLASSES
        self.parts = with_mode(model) if is_module(model) else None
        with HOLDING:
            self.lock: AbstractContextManager[Any] = CALLING.setdefault(model, threading.Lock()) if self.parts is not None else threading.Lock()

    def __call__(self, inputs: Any) -> Any:
        found = self._call(inputs) if self.parts is None else self._call_module(inputs)
        return checked(as_array(logits_of(found, self.name)), len(inputs), self.name, self.axes)

    def _call(self, inputs: Any) -> Any:
        return self.model(inputs) if self.forward is None else self.forward(self.model, inputs)

    def _call_module(self, inputs: Any) -> Any:
        import torch

        with torch.no_grad():  # holds for this thread alone
            tensor = torch.from_numpy(inputs).to(**placed(self.model))
            with fitting(tensor):
                found = self._call(tensor)
        if self.parts is not None and any(part.training for part in self.parts):
            raise InputError("was set to training mode during the count; count the votes before or after training", self.name)
        return found


@contextmanager
def fitting(inputs: Any) -> Iterator[None]:
    """Raise InputError where a module fails because of the shape of its inputs."""
    try:
        yield
    except RuntimeError as error:
        if not re.search(r"shape|size|channels|dimension", str(error)):
            raise
        told = f"does not fit the model, which fails for inputs of the shape {tuple(inputs.shape)}: {error}"
        raise InputError(f'{told}; give its own, as layout="BDN" of Invariant or smooth', "layout") from error


def placed(module: Any) -> dict[str, Any]:
    """Return the device and the floating type of the inputs of a module."""
    tensors = [*module.parameters(), *module.buffers()]
    device = tensors[0].device if tensors else "cpu"
    kind = next((tensor.dtype for tensor in tensors if tensor.is_floating_point()), None)
    return {"device": device} if kind is None else {"device": device, "dtype": kind}


def logits_of(found: Any, name: str) -> Any:
    """Return the logits among what a model returns: the first of several outputs, or the entry "logits"."""
    if isinstance(found, Mapping):
        if "logits" in found or len(found) == 1:
            return found["logits"] if "logits" in found else next(iter(found.values()))
        keys = list(found)
        example = f"forward=lambda model, clouds: model(clouds)[{keys[0]!r}]" if keys else "forward="
        raise InputError(f"returns a dictionary of {', '.join(map(str, keys)) or 'nothing'}; choose the logits by {example}", name)
    if isinstance(found, (tuple, list)) and found and len(getattr(found[0], "shape", ())) > 1:
        return found[0]
    return found


def checked(found: Any, rows: int, name: str, axes: tuple[int, ...] = CLASSES) -> Any:
    """
    Return logits, rows × classes, or the class or number of each row; or labels of points or their scores, in so many axes.
    InputError if they are something else.
    """
    if found.dtype.kind not in "fiu" or found.ndim not in axes or len(found) != rows:
        advice = "; choose the logits by forward=" if found.dtype.kind == "O" else ""
        raise InputError(f"must return {rows} rows of logits for {rows} inputs, got {found.dtype} of shape {found.shape}{advice}", name)
    return found.astype("float32") if found.dtype == "float16" else found


@contextmanager
def answering(model: Any, name: str, forward: Forward | None = None) -> Iterator[Answer]:
    """Hold a model in evaluation mode, and return it as a function of arrays."""
    if not callable(model):
        raise InputError(f"must be callable, got {type(model).__name__}", name)
    answer = Answer(model, name, forward)
    if not is_module(model):
        yield answer
        return
    with evaluated(model):
        yield answer
