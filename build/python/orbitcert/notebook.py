"""A certificate as a notebook shows it: the card that pages embed, complete in its HTML."""

from __future__ import annotations

import html as markup
import json
from functools import lru_cache
from pathlib import Path


def html(document: dict, text: str) -> str:
    """The card, drawn by its script; the text is for notebooks whose scripts do not run."""
    value = markup.escape(json.dumps(shown(document)))
    return f'<div data-orbitcert="{value}"><pre>{markup.escape(text)}</pre></div><script>{script()}</script>'


def shown(document: dict) -> dict:
    """What the card reads: neither clouds nor single votes."""
    request = {name: value for name, value in document["request"].items() if name not in ("clean", "perturbed", "gram")}
    prediction = dict(request["prediction"])
    if "evidence" in prediction:
        prediction["evidence"] = {name: value for name, value in prediction["evidence"].items() if name != "sampled"}
    orbit = {name: value for name, value in document.get("orbit", {}).items() if name != "alignment"}
    return {**document, **({"orbit": orbit} if orbit else {}), "request": {**request, "prediction": prediction}}


@lru_cache(maxsize=1)
def script() -> str:
    return Path(__file__).with_name("card.js").read_text(encoding="utf-8").replace("</", "<\\/")
