#!/usr/bin/env bash
# Trains the digits model and writes site/models/digits.onnx with its card: MNIST in FOLDER, as IDX files
# (train*-images…, train*-labels…, t10k-images…, t10k-labels…, gzipped or not).
#
#   build/models/models.sh FOLDER
set -euo pipefail
place=$(cd "${1:?the folder of the MNIST files is missing}" && pwd)
cd "$(dirname "$0")"

# Debian's packages, as root; OpenBLAS makes PyTorch ten times as fast here.
if ! /usr/bin/python3 -c "import torch, onnx" 2>/dev/null; then
  apt-get -qq update
  apt-get -qq install -y --no-install-recommends python3-torch python3-numpy python3-onnx libopenblas0-pthread
fi
export PYTHONDONTWRITEBYTECODE=1 OPENBLAS_NUM_THREADS=1
out=../out/models
mkdir -p "$out" ../../site/models
/usr/bin/python3 train.py digits "$place" --out "$out/digits.pt" --epochs 16
/usr/bin/python3 export.py "$out/digits.pt" ../../site/models/digits.onnx
/usr/bin/python3 card.py "$out/digits.pt" "$place" ../../site/models/digits.onnx > ../../site/models/digits.json
