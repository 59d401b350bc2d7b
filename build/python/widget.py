"""
Builds the wheel of the widgets for notebooks into build/out/python, one for every system, with the same bytes wherever it is
built. Needs Go, Node and build/out/site.

  python3 build/python/widget.py
"""

import subprocess

from wheel import OUT, REPOSITORY, WHEEL, description, pack, version_built

PACKAGE = REPOSITORY / "build/python/orbitcert_widget"

# Of the other package, whose program this one does without.
SHARED = ("errors.py", "request.py")

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
    """All files of the wheel but the list of them."""
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
    OUT.mkdir(parents=True, exist_ok=True)
    for old in OUT.glob("orbitcert_widget-*.whl"):
        old.unlink()
    version = version_built()
    pack(f"orbitcert_widget-{version}", "py3-none-any", contents(version))


if __name__ == "__main__":
    main()
