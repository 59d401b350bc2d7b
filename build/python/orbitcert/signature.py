"""Signatures of functions that take settings of a request."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


def takes(settings: type) -> Callable[[Function], Function]:
    """Name the settings that a function takes in its signature, which `help` shows."""
    named = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=getattr(kind, "__forward_arg__", kind))
        for name, kind in settings.__annotations__.items()]

    def with_signature(function: Function) -> Function:
        own = inspect.signature(function)
        kept = [one for one in own.parameters.values() if one.kind is not inspect.Parameter.VAR_KEYWORD]
        setattr(function, "__signature__", own.replace(parameters=[*kept, *named]))
        return function

    return with_signature
