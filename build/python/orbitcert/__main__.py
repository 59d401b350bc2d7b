"""The command `orbitcert`."""

import os
import subprocess
import sys

from .native import PROGRAM


def main() -> None:
    """Run the program in the place of this process, with its arguments."""
    command = [str(PROGRAM), *sys.argv[1:]]
    if os.name == "nt":  # Windows has no exec that keeps the console
        sys.exit(subprocess.call(command))
    os.execv(PROGRAM, command)


if __name__ == "__main__":
    main()
