"""
Builds the wheels of the Python package into build/out/python, one for each system. The bytes do not depend on the machine.
Needs Go, and for notebooks the page in one file that `make demo` builds.

  python3 build/python/wheel.py         all wheels
  python3 build/python/wheel.py host    the one for this machine

pip chooses the right one: pip install numpy && pip install --no-index --find-links build/out/python orbitcert
"""

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

try:
    import tomllib
except ImportError:  # before Python 3.11
    import tomli as tomllib

from archive import write_zip
from licences import third_party

REPOSITORY = Path(__file__).resolve().parents[2]
PACKAGE = REPOSITORY / "build/python/orbitcert"
NATIVE = REPOSITORY / "build/out/native"
OUT = REPOSITORY / "build/out/python"
PAGE = REPOSITORY / "build/out/orbitcert.html"

# Tags of the systems. The programs are static, and Go 1.26 needs macOS 12.
TAGS = {
    "linux-amd64": ["manylinux2014_x86_64", "manylinux_2_17_x86_64", "musllinux_1_1_x86_64"],
    "linux-arm64": ["manylinux2014_aarch64", "manylinux_2_17_aarch64", "musllinux_1_1_aarch64"],
    "darwin-amd64": ["macosx_12_0_x86_64"],
    "darwin-arm64": ["macosx_12_0_arm64"],
    "windows-amd64": ["win_amd64"],
    "windows-arm64": ["win_arm64"],
}

WHEEL = """Wheel-Version: 1.0
Generator: orbitcert
Root-Is-Purelib: false
"""

def project() -> dict[str, Any]:
    return tomllib.loads((REPOSITORY / "build/python/pyproject.toml").read_text(encoding="utf-8"))["project"]


def metadata(about: dict[str, Any], version: str) -> str:
    """Return the metadata that pyproject.toml states, with the README of the repository."""
    readme, source = (REPOSITORY / "README.md").read_text(encoding="utf-8"), about["urls"]["Source"]
    for begin, kind in ((r"\]\(", "blob"), (r'(?<=\s)src(?:set)?="', "raw")):
        readme = re.sub(f"({begin})(?!https:|#)", rf"\g<1>{source}/{kind}/main/", readme)
    extras = about["optional-dependencies"]
    lines = {
        "Metadata-Version": ["2.1"], "Name": [about["name"]], "Version": [version], "Summary": [about["description"]],
        "Author": [author["name"] for author in about["authors"]], "License": [about["license"]["text"]],
        "License-File": ["LICENSE", "THIRD-PARTY-LICENSES.txt"], "Keywords": [",".join(about["keywords"])], "Classifier": about["classifiers"],
        "Project-URL": [f"{name}, {url}" for name, url in about["urls"].items()], "Requires-Python": [about["requires-python"]],
        "Requires-Dist": [*about["dependencies"], *(f'{need}; extra == "{extra}"' for extra, needs in extras.items() for need in needs)],
        "Provides-Extra": list(extras), "Description-Content-Type": ["text/markdown"],
    }
    return "".join(f"{name}: {value}\n" for name, values in lines.items() for value in values) + f"\n{readme}"


def contents(version: str, system: str, licences: bytes) -> dict[str, bytes]:
    """Return all files of a wheel except their list."""
    info = f"orbitcert-{version}.dist-info"
    sources = sorted([*PACKAGE.rglob("*.py"), PACKAGE / "py.typed"])
    files = {f"orbitcert/{path.relative_to(PACKAGE).as_posix()}": path.read_bytes() for path in sources}
    files["orbitcert/version.py"] = files["orbitcert/version.py"].replace(b"0+source", version.encode())
    if PAGE.is_file():
        files["orbitcert/orbitcert.html"] = PAGE.read_bytes()
    program = next((NATIVE / system).iterdir())
    tags = "".join(f"Tag: py3-none-{tag}\n" for tag in TAGS[system])
    about = project()
    scripts = "".join(f"{name} = {start}\n" for name, start in about["scripts"].items())
    return {
        **files,
        f"orbitcert/bin/{program.name}": program.read_bytes(),
        f"{info}/LICENSE": (REPOSITORY / "LICENSE").read_bytes(),
        f"{info}/THIRD-PARTY-LICENSES.txt": licences,
        f"{info}/METADATA": metadata(about, version).encode(),
        f"{info}/WHEEL": (WHEEL + tags).encode(),
        f"{info}/entry_points.txt": f"[console_scripts]\n{scripts}".encode(),
    }


def record(files: dict[str, bytes], name: str) -> bytes:
    def line(path: str, content: bytes) -> str:
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        return f"{path},sha256={digest},{len(content)}\n"

    return ("".join(line(path, content) for path, content in files.items()) + f"{name},,\n").encode()


def pack(name: str, tag: str, files: dict[str, bytes]) -> Path:
    """Write a wheel, whole at one stroke: another build may read the one before."""
    listed = f"{name}.dist-info/RECORD"
    wheel = OUT / f"{name}-{tag}.whl"
    part = wheel.with_suffix(f".{os.getpid()}")
    write_zip(part, {**files, listed: record(files, listed)})
    part.replace(wheel)
    print(f"{wheel.relative_to(REPOSITORY)}: {wheel.stat().st_size / 1e6:.2f} MB")
    return wheel


def version_built() -> str:
    return json.loads((REPOSITORY / "js/package.json").read_text(encoding="utf-8"))["version"]


def main() -> None:
    version = version_built()
    subprocess.run([REPOSITORY / "build/python/native.sh", *sys.argv[1:]], check=True)
    systems = [system for system in TAGS if (NATIVE / system).is_dir()]
    if sys.argv[1:] == ["host"]:
        systems = [f"{go_env('GOHOSTOS')}-{go_env('GOHOSTARCH')}"]
    licences = third_party()
    OUT.mkdir(parents=True, exist_ok=True)
    packed = [pack(f"orbitcert-{version}", f"py3-none-{'.'.join(TAGS[system])}", contents(version, system, licences)) for system in systems]
    for old in {*OUT.glob("*.whl")}.difference(packed):
        old.unlink()


def go_env(name: str) -> str:
    return subprocess.run(["go", "env", name], check=True, capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    main()
