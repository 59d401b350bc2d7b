"""Calls of the program orbitcert, which computes everything."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from .errors import Error, PartlyVerified, VerificationFailedError, input_error, sentence
from .printable import printable
from .resident import Gone, answered

PROGRAM = Path(__file__).with_name("bin") / ("orbitcert.exe" if os.name == "nt" else "orbitcert")

COMPUTED, BAD_INPUT, VERIFICATION_FAILED, PARTLY_VERIFIED = 0, 2, 3, 4

# With this option the last line of the error stream holds the failures as JSON.
AS_JSON, FAILURES = "--errors=json", b'{"failures":'


# Options that the program's notes advise, and the same in this package.
REMEDIES = {"add --model FILE for that": "call `recount` for that", "add --clean FILE for that": "give `clean` for that"}


def call(name: str, *arguments: str, document: bytes = b"", own: str = "standard input", quiet: bool = False) -> str:
    """
    Return what a call of the program prints.

    Parameters
    ----------
    name, *arguments
        The call. "-" among the arguments reads `document`.
    own
        File that this package wrote; errors do not name it.
    quiet
        Drop the program's notes instead of issuing them as warnings.
    """
    return printed(name, *arguments, document=document, own=own, quiet=quiet).decode()


def printed(name: str, *arguments: str, document: bytes = b"", own: str = "standard input", quiet: bool = False) -> bytes:
    """Return the bytes that a call of the program prints, which may be an array; `call` explains the arguments."""
    called = [name, AS_JSON, *arguments]
    try:
        code, out, errs = answered(PROGRAM, called, document)
    except Gone:
        done = subprocess.run([PROGRAM, *called], input=document, capture_output=True)
        code, out, errs = done.returncode, done.stdout, done.stderr
    return settle(code, out, errs, own, quiet=quiet)


def watched(name: str, *arguments: str, document: bytes = b"", heard: Callable[[bytes], bool] = lambda line: False) -> str:
    """
    Return what a long call prints, and copy its notes to this process's error stream at once, except those that `heard` takes.

    If this process is interrupted, the program ends in order.
    """
    read, write = os.pipe()
    lines: list[bytes] = []

    def copy_notes() -> None:
        with open(read, "rb") as notes:
            for line in notes:
                if heard(line):
                    continue
                lines.append(line)
                if not line.startswith(FAILURES):
                    sys.stderr.write(printable(line.decode(errors="replace").removesuffix("\n")) + "\n")

    with subprocess.Popen([PROGRAM, name, AS_JSON, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=write) as child:
        os.close(write)
        copier = threading.Thread(target=copy_notes, daemon=True)
        copier.start()
        try:
            out, _ = child.communicate(document)
        except BaseException:
            child.terminate()
            raise
    copier.join()
    return settle(child.returncode, out, b"".join(lines), "standard input", quiet=child.returncode == COMPUTED).decode()


def settle(code: int, out: bytes, errs: bytes, own: str, *, quiet: bool = False) -> bytes:
    """Return what was printed, or raise the error of the exit code. Notes on the error stream become a warning."""
    lines = errs.splitlines()
    failures = json.loads(lines.pop())["failures"] if lines and lines[-1].startswith(FAILURES) else []
    notes = "\n".join(printable(line.decode(errors="replace")).removeprefix("orbitcert: ") for line in lines)
    if code == COMPUTED:
        for option, words in REMEDIES.items():
            notes = notes.replace(option, words)
        if notes and not quiet:
            warnings.warn(notes, stacklevel=depth())
        return out
    if code == BAD_INPUT and failures:
        raise input_error(failures[0], own, [input_error(failure, own) for failure in failures[1:]])
    if code in (VERIFICATION_FAILED, PARTLY_VERIFIED):
        kind = VerificationFailedError if code == VERIFICATION_FAILED else PartlyVerified
        raise kind([sentence(failure, ["field"]) for failure in failures])
    raise Error("\n".join([notes, *(printable(sentence(failure, ["file", "field"])) for failure in failures)]).strip() or f"orbitcert ended with exit code {code}")


def depth() -> int:
    """Return the number of frames from the caller of this function to the code that uses this package."""
    frame: FrameType | None = sys._getframe(1)
    package = str(Path(__file__).parent)
    levels = 1
    while frame is not None and frame.f_code.co_filename.startswith(package):
        frame, levels = frame.f_back, levels + 1
    return levels
