#!/usr/bin/env bash
# Holds the second checker against the command line, and FORGERIES (2000) forged documents against both, with a Python that has mpmath; where none has it and this may install packages, Debian's.
set -euo pipefail
cd "$(dirname "$0")/../.."
fits() { "$1" -c 'import mpmath' 2> /dev/null; }
python=${PYTHON:-python3}
fits "$python" || python=/usr/bin/python3
if ! fits "$python" && [ "$(id -u)" = 0 ]; then
  build/install/debian.sh python3-mpmath
fi
fits "$python" || { echo "The checker needs a Python with mpmath (Debian: python3-mpmath); PYTHON names it." >&2; exit 1; }
go build -o build/out/orbitcert ./core/cmd/orbitcert
export ORBITCERT=$PWD/build/out/orbitcert
"$python" -B build/checker/checker_test.py
"$python" -B build/checker/many.py "${FORGERIES:-2000}"
