"""Processes of the program that answer one call after another: starting one takes longer than a small certificate."""

from __future__ import annotations

import atexit
import json
import os
import struct
import subprocess
from pathlib import Path
from typing import Any

# The command of the program that serves calls.
SERVING = "serve-calls"

# Kinds of frames of an answer; the end has the exit code in place of a length.
END, OUT, ERRS = 0, 1, 2
LENGTH, FRAME = struct.Struct("<Q"), struct.Struct("<BQ")

# At most so many processes wait for calls. Further threads start their own, which end after one call.
WAITING = 8


class Gone(Exception):
    """The process ended before it answered."""


class Resident:
    """One process, for one thread at a time."""

    def __init__(self, program: Path):
        # Without buffers, a fork cannot write what the parent began to write.
        self.child = subprocess.Popen([program, SERVING], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0)
        self.input: Any = self.child.stdin
        self.output: Any = self.child.stdout

    def answer(self, call: bytes, document: bytes) -> tuple[int, bytes, bytes]:
        """Return exit code, output and error stream of a call. Any exception ends the process."""
        try:
            self.send(LENGTH.pack(len(call)) + call + LENGTH.pack(len(document)) + document)
            return self.receive()
        except BaseException:
            self.end()
            raise

    def send(self, data: bytes) -> None:
        left = memoryview(data)
        while left:
            left = left[self.input.write(left):]

    def receive(self) -> tuple[int, bytes, bytes]:
        pieces: dict[int, list[bytes]] = {OUT: [], ERRS: []}
        while True:
            kind, number = FRAME.unpack(self.read(FRAME.size))
            if kind == END:
                return number, b"".join(pieces[OUT]), b"".join(pieces[ERRS])
            pieces[kind].append(self.read(number))

    def read(self, size: int) -> bytearray:
        data = bytearray(size)
        left = memoryview(data)
        while left:
            count = self.output.readinto(left)
            if not count:
                raise OSError("the process ended")
            left = left[count:]
        return data

    def end(self) -> None:
        """End the process, also within a call."""
        self.child.kill()
        self.child.wait()
        self.input.close()
        self.output.close()

    def leave(self) -> None:
        """Forget the process in a fork: it belongs to the parent."""
        self.input.close()
        self.output.close()
        self.child.returncode = 0


# Those that wait for a call, and all.
waiting: list[Resident] = []
living: set[Resident] = set()


def answered(program: Path, arguments: list[str], document: bytes) -> tuple[int, bytes, bytes]:
    """Return exit code, output and error stream of a call. Gone if a process of its own must answer."""
    call = written(arguments)
    try:
        resident = waiting.pop()
    except IndexError:
        resident = started(program)
    try:
        answer = resident.answer(call, document)
    except OSError as error:
        living.discard(resident)
        raise Gone from error
    except BaseException:
        living.discard(resident)
        raise
    if len(waiting) < WAITING:
        waiting.append(resident)
    else:
        living.discard(resident)
        resident.end()
    return answer


def written(arguments: list[str]) -> bytes:
    """Return a call as the program reads it. Gone if a name is not UTF-8, this process has no folder, or another program counts votes."""
    if "--model" in arguments:
        raise Gone  # that program needs the environment of this process
    try:
        return json.dumps({"arguments": arguments, "folder": os.getcwd()}, ensure_ascii=False).encode()
    except (OSError, UnicodeEncodeError) as error:
        raise Gone from error


def started(program: Path) -> Resident:
    try:
        resident = Resident(program)
    except OSError as error:
        raise Gone from error
    living.add(resident)
    return resident


def end_all() -> None:
    for resident in list(living):
        resident.end()


def leave_all() -> None:
    for resident in living:
        resident.leave()
    living.clear()
    waiting.clear()


atexit.register(end_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=leave_all)
