#!/usr/bin/env bash
# Builds the wheel for this machine, installs it into an environment of its own, and tests what is installed.
#   test.sh TEST…    of test/: package_test, or torch_test and torch_run_test, which need a Python with PyTorch
# Needs a Python with numpy and venv; where there is none and this may install packages, Debian's.
set -euo pipefail
cd "$(dirname "$0")/../.."
: "${1:?package_test, torch_test or torch_run_test}"

fits() {
  "$1" -c 'import numpy, venv, ensurepip' 2> /dev/null
}

python=${PYTHON:-python3}
fits "$python" || python=/usr/bin/python3
if ! fits "$python" && [ "$(id -u)" = 0 ]; then
  build/debian.sh python3-numpy python3-venv
fi
fits "$python" || { echo "The tests need a Python with numpy and venv (Debian: python3-numpy, python3-venv); PYTHON names it." >&2; exit 1; }

"$python" -B build/python/wheel.py host
room=build/out/python-test
rm -rf "$room"
"$python" -m venv --system-site-packages "$room"
"$room/bin/python" -m pip install --quiet --no-index --no-deps --disable-pip-version-check build/out/python/*.whl
for test in "$@"; do
  "$room/bin/python" -B -W error::ResourceWarning "build/python/test/$test.py"
done
