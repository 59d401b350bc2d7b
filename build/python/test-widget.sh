#!/usr/bin/env bash
# Builds the wheels, installs them beside Debian's Jupyter, and tests the widgets there in a browser. If Python has no
# anywidget, the tests use js/test/notebook/anywidget instead.
set -euo pipefail
cd "$(dirname "$0")/../.."

python=/usr/bin/python3
fits() {
  "$python" -c 'import ipykernel, jupyter_server, numpy, venv, ensurepip' 2> /dev/null
}
if ! fits && [ "$(id -u)" = 0 ]; then
  build/debian.sh jupyter-server python3-ipykernel python3-numpy python3-venv
fi
fits || { echo "The tests need Debian's jupyter-server, python3-ipykernel, python3-numpy and python3-venv." >&2; exit 1; }

python3 -B build/python/wheel.py host
python3 -B build/python/widget.py
room=$PWD/build/out/widget-test
rm -rf "$room"
"$python" -m venv --system-site-packages "$room"
"$room/bin/python" -m pip install --quiet --no-index --no-deps --disable-pip-version-check \
  --find-links build/out/python --find-links build/out/widget orbitcert orbitcert-widget
if ! "$room/bin/python" -c 'import anywidget' 2> /dev/null; then
  cp -R js/test/notebook/anywidget "$room"/lib/python3*/site-packages/
fi
kernel=$room/share/jupyter/kernels/python3
mkdir -p "$kernel"
printf '{"argv": ["%s", "-m", "ipykernel_launcher", "-f", "{connection_file}"], "display_name": "Python 3", "language": "python"}\n' "$room/bin/python" > "$kernel/kernel.json"
ORBITCERT_ROOM=$room node --test --test-timeout=1200000 js/test/notebook.js
