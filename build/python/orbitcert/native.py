"""The program orbitcert, which computes everything. This package only speaks to it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import warnings
from pathlib import Path

PROGRAM = Path(__file__).with_name("bin") / ("orbitcert.exe" if os.name == "nt" else "orbitcert")

COMPUTED, BAD_INPUT = 0, 2

# Fields of the request document whose argument has another name here.
ARGUMENTS = {
    "samples": "draws",
    "prediction.votes": "votes",
    "prediction.samples": "samples",
    "prediction.probability": "probability",
    "prediction.runner_up.votes": "runner_up",
    "prediction.runner_up.probability": "runner_up",
    "prediction.sampling.estimate": "n",
    "prediction.sampling.select": "select",
    "prediction.model.layout": "layout",
    "prediction.model.classes": "classes",
    "prediction.classifier.group": "group",
}

_FIELD = re.compile(r"(?:in the request: )?([a-z_]+(?:\[\d+\])*(?:\.[a-z_]+(?:\[\d+\])*)*): ")


class Error(Exception):
    """The program failed, and not because of its input."""


class InputError(ValueError):
    """The input is bad. `field` names the argument, or the field of a document; None where it is a file."""

    def __init__(self, message: str, field: str | None = None):
        super().__init__(f"{field}: {message}" if field else message)
        self.field = field


class DoesNotStandError(Error):
    """A certificate differs from what its request gives. `differences` has a line for each field."""

    def __init__(self, text: str):
        super().__init__(text)
        self.differences = [line.strip() for line in text.splitlines()[1:]]


def call(*arguments: str, document: bytes = b"", name: str = "standard input") -> str:
    """What a call of the program prints. It reads the document where an argument is "-"; name is what it calls the request."""
    done = subprocess.run([PROGRAM, *arguments], input=document, capture_output=True)
    return settle(done.returncode, done.stdout, done.stderr, name)


def watched(*arguments: str, document: bytes = b"") -> str:
    """The same of a call that takes long: what it says goes to this process's error stream at once. Interrupted, the program ends in order."""
    read, write = os.pipe()
    lines: list[bytes] = []

    def tell() -> None:
        with open(read, "rb") as said:
            for line in said:
                lines.append(line)
                sys.stderr.write(line.decode(errors="replace"))

    with subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=write) as child:
        os.close(write)
        teller = threading.Thread(target=tell, daemon=True)
        teller.start()
        try:
            out, _ = child.communicate(document)
        except BaseException:
            child.terminate()
            raise
    teller.join()
    return settle(child.returncode, out, b"" if child.returncode == COMPUTED else b"".join(lines), "standard input")


def settle(code: int, out: bytes, errs: bytes, name: str) -> str:
    """The text printed, or the error that the exit code and the error stream tell. What else is said is a warning."""
    said = errs.decode(errors="replace").strip()
    said = re.sub(f"^orbitcert: ({re.escape(name)}: )?", "", said, flags=re.MULTILINE)
    if code == COMPUTED:
        if said:
            warnings.warn(said, stacklevel=4)
        return out.decode()
    if code == BAD_INPUT:
        raise input_error(said)
    raise Error(said or f"orbitcert ended with {code}")


def input_error(text: str) -> InputError:
    found = _FIELD.match(text)
    if not found:
        return InputError(text)
    field = found[1]
    return InputError(text[found.end():], ARGUMENTS.get(field, field))
