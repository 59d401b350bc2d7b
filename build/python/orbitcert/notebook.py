"""The HTML of a certificate in a notebook: the card that pages embed, without further files."""

from __future__ import annotations

import html as markup
import json
from functools import lru_cache
from pathlib import Path

from .request import Document


def html(document: Document, text: str) -> str:
    """Return the card, which its script draws. Notebooks that run no scripts show the text."""
    value = markup.escape(json.dumps(shown(document)))
    return f'<div data-orbitcert="{value}"><pre>{markup.escape(text)}</pre></div><script>{script()}</script>'


def shown(document: Document) -> Document:
    """Return the fields that the card shows, without clouds and single votes."""
    request = {name: value for name, value in document["request"].items() if name not in ("clean", "perturbed", "gram")}
    prediction = dict(request["prediction"])
    if "evidence" in prediction:
        prediction["evidence"] = {name: value for name, value in prediction["evidence"].items() if name != "sampled"}
    orbit = {name: value for name, value in document.get("orbit", {}).items() if name != "alignment"}
    return {**document, **({"orbit": orbit} if orbit else {}), "request": {**request, "prediction": prediction}}


@lru_cache(maxsize=1)
def script() -> str:
    return Path(__file__).with_name("card.js").read_text(encoding="utf-8").replace("</", "<\\/")
