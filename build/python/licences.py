"""Licences of what the program contains beside this repository: Go's library, its modules and their fonts."""

import json
import os
import subprocess
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
SYSTEMS = ("darwin", "linux", "windows")


def modules(system: str) -> dict[str, Path]:
    """Return the folders of the modules in the program for a system, by their names and versions."""
    form = '{{with .Module}}{{if not .Main}}{"name": "{{.Path}} {{.Version}}", "folder": {{printf "%q" .Dir}}}{{end}}{{end}}'
    command = ["go", "list", "-deps", "-f", form, "./core/cmd/orbitcert"]
    lines = subprocess.run(command, cwd=REPOSITORY, env={**os.environ, "GOOS": system, "CGO_ENABLED": "0"}, check=True, capture_output=True, text=True).stdout
    return {module["name"]: Path(module["folder"]) for module in map(json.loads, filter(None, lines.splitlines()))}


def text_of(path: Path) -> str:
    """Return a text of either of the encodings that licences have."""
    content = path.read_bytes()
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content.decode("latin-1")


def third_party() -> bytes:
    """Return all licences as one text, the same on every machine."""
    found = {name: folder for system in SYSTEMS for name, folder in modules(system).items()}
    go = Path(subprocess.run(["go", "env", "GOROOT"], check=True, capture_output=True, text=True).stdout.strip())
    texts = [f"Go's library\n\n{text_of(go / 'LICENSE')}"]
    for name, folder in sorted(found.items()):
        files = [path for path in sorted(folder.glob("LICENSE*")) if path.is_file()] + sorted(path for path in folder.glob("licenses/*") if path.is_file())
        if not files:
            raise SystemExit(f"{name}: has no licence; look at its folder and name the file here")
        texts += [f"{name}, {path.relative_to(folder).as_posix()}\n\n{text_of(path)}" for path in files]
    return "\n\n".join(texts).encode()
