#!/usr/bin/env bash
# Installs what training and its tests need, as root: Debian's packages; OpenBLAS makes PyTorch ten times as fast there.
set -euo pipefail
/usr/bin/python3 -c "import torch, numpy, onnx, h5py, eagerpy" 2>/dev/null && command -v jq > /dev/null && exit
echo "python3-torch, python3-onnx, python3-h5py, python3-numpy, python3-eagerpy, jq: installing"
"$(dirname "$0")/../../install/debian.sh" python3-torch python3-numpy python3-onnx python3-h5py python3-eagerpy jq libopenblas0-pthread
