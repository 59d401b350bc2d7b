"""Class names in the metadata of an ONNX file, as the page reads them."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from io import BytesIO
from typing import BinaryIO

# Numbers of the fields that hold metadata: of ModelProto, and of the key and value of its entries.
METADATA, KEY, VALUE = 14, 1, 2

# Sizes of the wire types of Protocol Buffers that have a fixed one. Type 0 is a varint, type 2 has a length.
FIXED = {1: 8, 5: 4}


def class_names(path: str) -> list[str] | None:
    """Return the names that an ONNX file gives its classes, None if it gives none."""
    if not path.lower().endswith(".onnx"):
        return None
    try:
        with open(path, "rb") as file:
            entries = [dict(fields(BytesIO(entry), (KEY, VALUE))) for _, entry in fields(file, (METADATA,))]
        metadata = {entry.get(KEY, b"").decode(): entry.get(VALUE, b"").decode() for entry in entries}
    except ValueError:
        return None
    text = metadata.get("classes", metadata.get("labels", ""))
    return listed(text) if text else None


def listed(text: str) -> list[str]:
    """Return the names in a JSON list, or between commas."""
    try:
        names = json.loads(text)
        if isinstance(names, list):
            return [str(name) for name in names]
    except ValueError:
        pass
    return [name.strip() for name in re.split(r"[,\n]", text) if name.strip()]


def fields(file: BinaryIO, wanted: tuple[int, ...]) -> Iterator[tuple[int, bytes]]:
    """Return number and bytes of some fields of a message of Protocol Buffers. ValueError if it is not one."""
    while (tag := varint(file)) is not None:
        number, kind = tag >> 3, tag & 7
        length = size(file, kind)
        if kind == 2 and number in wanted:
            content = file.read(length)
            if len(content) < length:
                raise ValueError("a field is cut off")
            yield number, content
        else:
            file.seek(length, os.SEEK_CUR)


def size(file: BinaryIO, kind: int) -> int:
    """Return how many bytes the rest of a field has."""
    if kind in FIXED:
        return FIXED[kind]
    if kind not in (0, 2):
        raise ValueError(f"{kind} is not a wire type")
    number = varint(file)
    if number is None:
        raise ValueError("a field is cut off")
    return number if kind == 2 else 0


def varint(file: BinaryIO) -> int | None:
    """Return the next number, None at the end of the file."""
    number = shift = 0
    while byte := file.read(1):
        number |= (byte[0] & 127) << shift
        shift += 7
        if byte[0] < 128:
            return number
        if shift > 63:
            break
    if shift:
        raise ValueError("a number is cut off")
    return None
