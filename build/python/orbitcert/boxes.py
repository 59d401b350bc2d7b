"""Bounds the IoU of a detected box."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Union

from .certificate import Certificate, parsed, text_of
from .population import of_files
from .request import Document

Part = Union[Certificate, Mapping[str, Any], str, "os.PathLike[str]"]


def box(centre: Part, heading: Part, length: Part, width: Part, height: Part | None = None) -> Document:
    """
    Bound the IoU of the box that a smoothed detector returns for the perturbed cloud with the reference box.

    All parts are verified first; votes of a model are not recounted.

    Parameters
    ----------
    centre, heading : Certificate, mapping, str or path
        Certificates of a vector each, with a reference. The centre is relative to the mean of the cloud.
    length, width, height : Certificate, mapping, str or path
        Certificates of a number each, for the same clouds, noise and group. Without `height` the IoU is that seen from above.

    Returns
    -------
    dict
        `iou`, which holds unless a certificate is wrong, the probability `level` of that, and the reference box: `centre`, `heading`, `size`.

    Raises
    ------
    InputError
        A certificate is of another kind or of another cloud, or bounds nothing.
    VerificationFailedError
        A certificate is wrong.
    """
    parts = {"centre": centre, "heading": heading, "length": length, "width": width, **({} if height is None else {"height": height})}
    return parsed(of_files("box", [], {name: text_of(part).encode() for name, part in parts.items()}, quiet=True))
