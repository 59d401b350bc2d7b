"""
Puts what a release has into build/out/release. Needs the site, the one-file page and the npm package in build/out.

  python3 build/release.py
"""

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

from python.archive import write_tar, write_zip
from python.licences import third_party

REPOSITORY = Path(__file__).resolve().parents[1]
BUILT = REPOSITORY / "build/out"
OUT = BUILT / "release"


# The command line's own README, whose calls are those of an unpacked archive.
README = """# OrbitCert's command line

OrbitCert proves which perturbations of a point cloud cannot change the prediction of a smoothed classifier.

```console
$ ./orbitcert certify site/examples/scaling-2d.json > certificate.json
$ ./orbitcert verify certificate.json
$ ./orbitcert run site/docs/examples/run.json > result.json
$ ./orbitcert plot result.json -o accuracy.svg
$ ./orbitcert help
```

On Windows the program is `orbitcert.exe`. `orbitcert help COMMAND` has an example for each command; their files are in this folder.
The docs are at https://orbitcert.github.io/orbitcert/docs/command-line.html, and of this version in the archive of the site.
"""

# The files that examples of the help name.
EXAMPLES = (*(REPOSITORY / "site/docs/examples").iterdir(), REPOSITORY / "site/examples/scaling-2d.json")


def program(system: Path, name: str, licences: bytes) -> None:
    """The command line for one system, with what goes with it."""
    files = {f"{name}/{path.name}": path.read_bytes() for path in (*sorted(system.iterdir()), REPOSITORY / "LICENSE")}
    files |= {f"{name}/README.md": README.encode(), f"{name}/THIRD-PARTY-LICENSES.txt": licences}
    files |= {f"{name}/{path.relative_to(REPOSITORY).as_posix()}": path.read_bytes() for path in sorted(EXAMPLES)}
    if system.name.startswith("windows"):
        write_zip(OUT / f"{name}.zip", files)
    else:
        write_tar(OUT / f"{name}.tar.gz", files)


def site(name: str) -> None:
    """The page as a static host serves it."""
    root = BUILT / "site"
    paths = sorted(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())
    write_tar(OUT / f"{name}.tar.gz", {f"{name}/{path}": (root / path).read_bytes() for path in paths})


def checksums() -> str:
    paths = sorted(OUT.iterdir())
    return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in paths)


def main() -> None:
    version = json.loads((REPOSITORY / "js/package.json").read_text(encoding="utf-8"))["version"]
    subprocess.run([sys.executable, "-B", REPOSITORY / "build/python/wheel.py"], check=True)
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir()
    licences = third_party()
    for system in sorted((BUILT / "native").iterdir()):
        program(system, f"orbitcert-{version}-{system.name}", licences)
    site(f"orbitcert-{version}-site")
    for path in (*(BUILT / "python").glob("*.whl"), *(BUILT / "npm").glob("*.tgz")):
        shutil.copyfile(path, OUT / (f"{path.name.removesuffix(f'-{version}.tgz')}-{version}-npm.tgz" if path.suffix == ".tgz" else path.name))
    shutil.copyfile(BUILT / "orbitcert.html", OUT / f"orbitcert-{version}.html")
    (OUT / "SHA256SUMS").write_text(checksums(), encoding="utf-8")
    for path in sorted(OUT.iterdir()):
        print(f"{path.relative_to(REPOSITORY)}: {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
