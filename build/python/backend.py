"""
Builds the wheel of this machine for pip, as pyproject.toml says. Needs Go and bash. `show` needs the page in it, which
`make demo` builds before.
"""

import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    if not shutil.which("go"):
        raise SystemExit("orbitcert: building from source needs Go; install it from https://go.dev/dl, or install a wheel")
    subprocess.run([sys.executable, "-B", HERE / "wheel.py", "host"], check=True)
    wheel = next((HERE.parent / "out/python").glob("orbitcert-*.whl"))
    shutil.copy(wheel, wheel_directory)
    return wheel.name
