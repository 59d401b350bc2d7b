"""Text of others in messages."""

from __future__ import annotations

import unicodedata


def printable(text: str) -> str:
    r"""
    Return a text as one line of a message.

    Characters that steer a terminal, end a line, change the direction of writing or have no shape are written as in Python,
    such as \x1b, \n and \u202e.
    """
    return "".join(c if c.isprintable() or unicodedata.category(c) == "Zs" else c.encode("unicode_escape").decode() for c in text)
