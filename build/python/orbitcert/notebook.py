"""The page in a notebook: the build in one file, with a document."""

from __future__ import annotations

import base64
import hashlib
import html as markup
from pathlib import Path
from typing import Literal

from .errors import Error, InputError
from .figures import needed

Theme = Literal["light", "dark"]

PAGE = Path(__file__).with_name("orbitcert.html")

# The frame has an origin of its own: it reads nothing of the notebook, and stores nothing.
SANDBOX = "allow-scripts allow-downloads allow-popups allow-popups-to-escape-sandbox"

# Most characters of a document. Browsers hardly open notebooks with larger ones.
LARGEST = 64 << 20


def show(document: str, name: str, view: str, height: int, theme: Theme | None) -> None:
    """Display the page with a document in one of its views."""
    if len(document) > LARGEST:
        raise InputError(f"is {len(document) >> 20} MB, and a notebook shows at most {LARGEST >> 20}; save it, and drop it on the page", "document")
    needed("IPython.display", "show").display({"text/html": frame(document, name, view, height, theme)}, raw=True)


def frame(document: str, name: str, view: str, height: int, theme: Theme | None) -> str:
    """Return the frame. The page computes the document again, as if it had been dropped, and fetches nothing."""
    if not PAGE.is_file():
        raise Error("this package was built without the page: run `make demo` in the checkout, and install it again")
    before, end, after = coloured(PAGE.read_text(encoding="utf-8"), theme).rpartition("</body>")
    held = document.replace("<", "\\u003c")
    script = f'<script type="application/json" id="orbitcert-document" data-name="{name}" data-view="{view}">{held}</script>'
    return (f'<iframe title="OrbitCert" sandbox="{SANDBOX}" style="width:100%;height:{int(height)}px;border:0" '
        f'srcdoc="{markup.escape(before + script + end + after)}"></iframe>')


def coloured(page: str, theme: Theme | None) -> str:
    """Return the page in one of its themes. By default it follows the browser."""
    if theme is None:
        return page
    style = page[page.index("<style>") + len("<style>"):page.index("</style>")]
    medium = "screen" if theme == "dark" else "not all"
    own = style.replace("screen and (prefers-color-scheme:dark)", medium).replace("color-scheme:light dark", f"color-scheme:{theme}")
    return page.replace(style, own).replace(digest(style), digest(own))


def digest(text: str) -> str:
    """Return the digest by which the policy of the page names a style."""
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
