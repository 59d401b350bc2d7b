#!/usr/bin/env bash
# Builds the wheel for this machine, installs it into its own environment, and runs tests on the installed package.
#   test.sh TEST…    of build/python/test, without its ending; those named torch_… need PyTorch
# Needs a Python with numpy, pandas, matplotlib, tqdm, nbconvert, ipykernel and venv, and mypy. As root, it installs Debian's packages if they are missing.
set -euo pipefail
cd "$(dirname "$0")/../.."
: "${1:?a test of build/python/test, such as package_test}"

fits() {
  "$1" -c 'import numpy, pandas, matplotlib, tqdm, nbconvert, ipykernel, venv, ensurepip' 2> /dev/null && [ -x /usr/bin/mypy ]
}

python=${PYTHON:-python3}
fits "$python" || python=/usr/bin/python3
if ! fits "$python" && [ "$(id -u)" = 0 ]; then
  build/install/debian.sh python3-numpy python3-pandas python3-matplotlib python3-tqdm jupyter-nbconvert python3-ipykernel python3-venv mypy
fi
fits "$python" || { echo "The tests need mypy, and a Python with numpy, pandas, matplotlib, tqdm, nbconvert, ipykernel and venv (Debian: mypy, python3-numpy, python3-pandas, python3-matplotlib, python3-tqdm, jupyter-nbconvert, python3-ipykernel, python3-venv). PYTHON names the Python." >&2; exit 1; }

"$python" -B build/python/wheel.py host
room=build/out/python-test
rm -rf "$room"
"$python" -m venv --system-site-packages "$room"
# pip has to choose among the wheels of all systems, as after make wheels. Their names are enough for that.
mkdir "$room/wheels"
cp build/out/python/*.whl "$room/wheels"
(cd build/python && "$python" -B -c 'from wheel import TAGS; print(*map(".".join, TAGS.values()), sep="\n")') | while read -r tag; do
  wheel=$(basename build/out/python/*.whl)
  cp -n "build/out/python/$wheel" "$room/wheels/${wheel%-*}-$tag.whl"
done
"$room/bin/python" -m pip install --quiet --no-index --disable-pip-version-check --find-links "$room/wheels" orbitcert
for test in "$@"; do
  "$room/bin/python" -B -W error::ResourceWarning "build/python/test/$test.py"
done
