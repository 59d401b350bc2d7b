#!/usr/bin/env bash
# Measures a way of training on shapes by five folds of the training shapes: each fold is held back once, and the smoothed
# accuracy on it told, by 50 votes at each of three σ. Test shapes are not looked at.
#
#   build/content/models/folds.sh FURNITURE NAME OPTION…
#
# FURNITURE is the NPZ file of shapes, NAME that of the logs in build/out/models, and the options those of train.py.
set -euo pipefail
furniture=$(realpath "${1:?the NPZ file of shapes is missing}")
name=${2:?the name of this way of training is missing}
cd "$(dirname "$0")"
./packages.sh
. ./training.sh

for fold in 0 1 2 3 4; do
  train "$name-$fold" furniture "$furniture" --hold 5 --fold $fold "${@:3}"
  tail -n 1 "$out/$name-$fold.log"
done
