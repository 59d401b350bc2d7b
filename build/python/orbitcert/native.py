"""The program orbitcert, which computes everything. This package only speaks to it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import warnings
from collections.abc import Sequence
from pathlib import Path

from .errors import Error, InputError, input_error, sentence

PROGRAM = Path(__file__).with_name("bin") / ("orbitcert.exe" if os.name == "nt" else "orbitcert")

COMPUTED, BAD_INPUT, DOES_NOT_STAND = 0, 2, 3

# Has failures told as JSON, in the last line of the error stream.
AS_JSON, FAILURES = "--errors=json", b'{"failures":'


class DoesNotStandError(Error):
    """A certificate differs from what its request gives. `differences` has a line for each field."""

    def __init__(self, differences: Sequence[str]):
        super().__init__("\n  ".join(["the certificate does not stand:", *differences]))
        self.differences = list(differences)


def call(name: str, *arguments: str, document: bytes = b"", own: str = "standard input", expected: bytes = b"") -> str:
    """
    What a call of the program prints. It reads the document where an argument is "-". A request in the file `own` was
    made here; what else the program says is a warning, unless it was expected.
    """
    done = subprocess.run([PROGRAM, name, AS_JSON, *arguments], input=document, capture_output=True)
    return settle(done.returncode, done.stdout, b"" if done.stderr.strip() == expected else done.stderr, own)


def watched(name: str, *arguments: str, document: bytes = b"") -> str:
    """The same of a call that takes long: what it says goes to this process's error stream at once. Interrupted, the program ends in order."""
    read, write = os.pipe()
    lines: list[bytes] = []

    def tell() -> None:
        with open(read, "rb") as said:
            for line in said:
                lines.append(line)
                if not line.startswith(FAILURES):
                    sys.stderr.write(line.decode(errors="replace"))

    with subprocess.Popen([PROGRAM, name, AS_JSON, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=write) as child:
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


def settle(code: int, out: bytes, errs: bytes, own: str) -> str:
    """The text printed, or the error that the exit code and the failures tell. What else is said is a warning."""
    lines = errs.splitlines()
    failures = json.loads(lines.pop())["failures"] if lines and lines[-1].startswith(FAILURES) else []
    said = "\n".join(line.decode(errors="replace").removeprefix("orbitcert: ") for line in lines)
    if code == COMPUTED:
        if said:
            warnings.warn(said, stacklevel=4)
        return out.decode()
    if code == BAD_INPUT and failures:
        raise input_error(failures[0], own, [input_error(failure, own) for failure in failures[1:]])
    if code == DOES_NOT_STAND:
        raise DoesNotStandError([sentence(failure, ["field"]) for failure in failures])
    raise Error("\n".join([said, *(sentence(failure, ["file", "field"]) for failure in failures)]).strip() or f"orbitcert ended with {code}")
