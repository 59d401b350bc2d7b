"""
Builds the wheel of the widgets for notebooks into build/out/widget, one for all systems. The bytes do not depend on the
machine. Needs Go, Node and build/out/site.

  python3 build/python/widget.py
"""

import subprocess

from wheel import REPOSITORY, WHEEL, description, emptied, pack, version_built

PACKAGE = REPOSITORY / "build/python/orbitcert_widget"
OUT = REPOSITORY / "build/out/widget"

# Files of the other package, which needs its program.
SHARED = ("errors.py", "request.py", "words.py")

METADATA = """Metadata-Version: 2.1
Name: orbitcert-widget
Version: {version}
Summary: Robustness certificates of point clouds in notebooks
License: MIT
License-File: LICENSE
Requires-Python: >=3.9
Requires-Dist: anywidget>=0.9
Description-Content-Type: text/plain

{description}
"""


def contents(version: str) -> dict[str, bytes]:
    """Return all files of the wheel except their list."""
    info = f"orbitcert_widget-{version}.dist-info"
    own = [*PACKAGE.glob("*.py"), PACKAGE / "py.typed", REPOSITORY / "build/out/widget.js"]
    sources = sorted([*own, *(PACKAGE.parent / "orbitcert" / name for name in SHARED)], key=lambda path: path.name)
    return {
        **{f"orbitcert_widget/{path.name}": path.read_bytes() for path in sources},
        f"{info}/LICENSE": (REPOSITORY / "LICENSE").read_bytes(),
        f"{info}/METADATA": METADATA.format(version=version, description=description(PACKAGE)).encode(),
        f"{info}/WHEEL": (WHEEL.format(pure="true") + "Tag: py3-none-any\n").encode(),
    }


def main() -> None:
    subprocess.run(["node", REPOSITORY / "build/widget.mjs"], check=True)
    version = version_built()
    pack(emptied(OUT), f"orbitcert_widget-{version}", "py3-none-any", contents(version))


if __name__ == "__main__":
    main()
