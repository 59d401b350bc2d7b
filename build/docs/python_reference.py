"""
Prints the reference of a Python package as JSON, [[name, text, section of the page of documents or null], …] in the order of __all__, by introspection.

  PYTHONPATH=build/python python3 -B build/docs/python_reference.py orbitcert
"""

import dataclasses
import functools
import importlib
import inspect
import json
import re
import sys
import textwrap
from pathlib import Path
from types import FunctionType, ModuleType


class Missing(ModuleType):
    """Stands for PyTorch and NumPy, which signatures do not need: the reference is the same on machines that lack them."""

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        found = type(name, (), {}) if name[0].isupper() else Missing(f"{self.__name__}.{name}")
        setattr(self, name, found)
        sys.modules[f"{self.__name__}.{name}"] = found  # type: ignore[assignment]
        return found

    def __call__(self, *arguments: object, **named: object) -> object:
        return arguments[0] if arguments else lambda function: function  # a decorator


def signature(name: str, function: object) -> str:
    """Return a call as it is defined: arguments with their defaults, without self and types, which the text has."""
    given = inspect.signature(defined(function)).parameters.values()  # type: ignore[arg-type]
    kept = [one.replace(annotation=inspect.Parameter.empty) for one in given if one.name not in ("self", "cls")]
    own = inspect.Signature(kept)
    return textwrap.fill(f"{name}{own}", 116, subsequent_indent="    ", break_long_words=False)


def defined(function: object) -> object:
    """Return a function without the signature that names the settings behind **settings."""
    if not hasattr(function, "__signature__") or not isinstance(function, FunctionType):
        return function
    bare = FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__)
    bare.__kwdefaults__ = function.__kwdefaults__
    return bare


# Texts that the page has once, for every function and result.
ONCE = ("\n\nRaises\n------\nInputError\n    An argument is bad. `field` names it.",
    "\ntext : str\n    The document, with the bytes that the command line prints.")

DOCUMENTS = (Path(__file__).resolve().parents[2] / "site/docs/documents.md").read_text(encoding="utf-8")

# Classes whose attributes are fields of documents: the section of the page that explains them.
FIELDS = {
    "AxisBound": "Tight", "Bound": "Closed forms", "Certificate": "Certificate", "Closed": "Closed forms", "Curve": "Curve", "Exact": "Tight", "Map": "Map",
    "MonteCarlo": "Monte Carlo", "Radii": "Radii", "Range": "Ranges", "Region": "One region", "Run": "Result", "Sampling": "Request",
    "Subsampled": "Subsample", "Terms": "Request", "Transformed": "Parameters", "Withstood": "Withstand",
}

# Attributes that the section explains only in part.
OTHERWISE = {"Certificate": {"certified"}, "Radii": {"every"}, "Run": {"stated", "population"}}


def explained(name: str) -> set[str]:
    """Return the attributes of a class that the page of documents explains."""
    if name not in FIELDS:
        return set()
    tables = "".join(DOCUMENTS.split(f"# {section}\n", 1)[1].split("\n#", 1)[0] for section in (FIELDS[name], "Shared fields"))
    rows = re.findall(r"^\| (`.*?`) \|", tables, re.MULTILINE)
    return {field for row in rows for field in re.findall(r"`(\w+)`", row)} - OTHERWISE.get(name, set())


def described(value: object) -> str:
    """Return a docstring without lines below headings, and without what the page or that of documents says elsewhere."""
    text = (inspect.getdoc(value) or "") + "\n"
    for once in ONCE:
        text = text.replace(once + "\n", "\n")
    known = explained(getattr(value, "__name__", ""))
    text = re.sub(r"^((\w[\w, ]*) : .*\n)(?:    .*\n)+", lambda found: found[1 if known.issuperset(found[2].split(", ")) else 0], text, flags=re.MULTILINE)
    return re.sub(r"^(\w+)\n-{4,}$", r"\1:", text, flags=re.MULTILINE).strip()


def indented(text: str) -> str:
    return "\n".join(f"    {line}" if line else "" for line in text.splitlines())


def member(name: str, value: object) -> str:
    """Return a method with its call, or a property as one."""
    is_property = isinstance(value, (property, functools.cached_property))
    text = described(value)
    head = f"{name}    (property)" if is_property else signature(name, getattr(value, "__func__", value))
    return f"{head}\n{indented(text)}".rstrip()


def members(kind: type) -> list[str]:
    """Return the public methods and properties that a class defines and describes itself, but the document, which every result has."""
    return [member(name, value) for name, value in vars(kind).items() if not name.startswith("_") and name != "document" and inspect.getdoc(value)
        and (inspect.isfunction(value) or isinstance(value, (property, functools.cached_property, classmethod, staticmethod)))]


def entry(name: str, value: object) -> str:
    """Return what the reference says of a name."""
    text = described(value)
    if not inspect.isclass(value):
        return "\n\n".join(part for part in (signature(name, value), text) if part)
    # Functions of the package make those of results; errors and dictionaries of keywords have no call either.
    made = dataclasses.is_dataclass(value) or issubclass(value, (dict, tuple, Exception))
    head = "" if made else "class " + signature(name, value)
    return "\n\n".join(part for part in (head, text, *members(value)) if part)


def documented(package: ModuleType) -> dict[str, object]:
    """Return the names of a package that have an entry: functions and classes, under their own name."""
    named = {name: getattr(package, name) for name in package.__all__}
    return {name: value for name, value in named.items() if (inspect.isclass(value) or inspect.isfunction(value)) and value.__name__ == name}


if __name__ == "__main__":
    for name in ("torch", "torch.nn", "torch.nn.functional", "torch.utils", "torch.utils.data", "numpy"):
        sys.modules[name] = Missing(name)
    sys.modules["torch"].nn = sys.modules["torch.nn"]  # type: ignore[attr-defined]
    print(json.dumps([[name, entry(name, value), FIELDS.get(name)] for name, value in documented(importlib.import_module(sys.argv[1])).items()]))
