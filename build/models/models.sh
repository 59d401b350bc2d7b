#!/usr/bin/env bash
# Trains the models of site/models and writes them with their cards: MNIST in FOLDER, as IDX files
# (train*-images…, train*-labels…, t10k-images…, t10k-labels…, gzipped or not), and shapes in an NPZ file.
#
#   build/models/models.sh FOLDER [furniture.npz]
set -euo pipefail
place=$(cd "${1:?the folder of the MNIST files is missing}" && pwd)
shapes=${2:+$(realpath "$2")}
cd "$(dirname "$0")"

# Debian's packages, as root; OpenBLAS makes PyTorch ten times as fast here.
if ! /usr/bin/python3 -c "import torch, onnx" 2>/dev/null; then
  apt-get -qq update
  apt-get -qq install -y --no-install-recommends python3-torch python3-numpy python3-onnx libopenblas0-pthread
fi
export PYTHONDONTWRITEBYTECODE=1 OPENBLAS_NUM_THREADS=1
out=../out/models
mkdir -p "$out" ../../site/models
/usr/bin/python3 train.py digits "$place" --network density --out "$out/digits.pt" --epochs 70
/usr/bin/python3 export.py "$out/digits.pt" ../../site/models/digits.onnx
/usr/bin/python3 card.py "$out/digits.pt" "$place" ../../site/models/digits.onnx > ../../site/models/digits.json
if [ -n "$shapes" ]; then
  /usr/bin/python3 train.py furniture "$shapes" --repeat 20 --out "$out/furniture.pt" --epochs 50
  classes=$(/usr/bin/python3 -c 'import numpy, sys; print(*numpy.load(sys.argv[1])["classes"])' "$shapes")
  # shellcheck disable=SC2086 # one word each
  /usr/bin/python3 export.py "$out/furniture.pt" ../../site/models/furniture.onnx --classes $classes
  /usr/bin/python3 card.py "$out/furniture.pt" "$shapes" ../../site/models/furniture.onnx --clouds 82 > ../../site/models/furniture.json
fi
