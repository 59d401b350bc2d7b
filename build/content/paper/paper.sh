#!/usr/bin/env bash
# From the models of site/models to the figures of site/docs/results.md.
#
#   build/content/paper/paper.sh DIGITS FURNITURE
#
# DIGITS and FURNITURE are the data of build/content/models/models.sh. Clouds, votes and run documents stay in
# build/out/paper; votes that are there already are not counted again.
set -euo pipefail
digits=$(cd "${1:?the folder of the MNIST files is missing}" && pwd)
furniture=$(realpath "${2:?the NPZ file of shapes is missing}")
cd "$(dirname "$0")/../../.."
build/content/models/packages.sh
mkdir -p build/out/paper

# clouds SET PLACE: the clouds that experiments.json asks for.
clouds() {
  local options
  mapfile -t options < <(node -p "const { data, points, count, split = 'test' } = require('./build/content/paper/experiments.json').sets['$1']; [data, points, count, split].join('\n')")
  /usr/bin/python3 -B build/content/models/clouds.py "${options[0]}" "$2" --points "${options[1]}" --count "${options[2]}" --split "${options[3]}" > "build/out/paper/$1.jsonl"
}

clouds digits "$digits"
clouds digits-100 "$digits"
clouds digits-1024 "$digits"
clouds furniture "$furniture"
clouds furniture-train "$furniture"
clouds furniture-256 "$furniture"
clouds furniture-2048 "$furniture"
node build/content/paper/votes.mjs
node build/content/paper/runs.mjs
node build/content/paper/trained.mjs
node build/content/paper/revoted.mjs
node build/content/paper/grid.mjs
node build/content/paper/average.mjs
node build/content/paper/poses.mjs
node build/content/paper/moved.mjs
node build/content/paper/pointcert.mjs
node build/content/paper/distance.mjs
/usr/bin/python3 -B build/python/wheel.py host
/usr/bin/python3 -m venv --system-site-packages build/out/paper/python
build/out/paper/python/bin/python -m pip install --quiet --no-index --no-deps --force-reinstall --disable-pip-version-check --find-links build/out/python orbitcert
build/out/paper/python/bin/python -B build/content/paper/attack.py build/out/paper/furniture-2048.jsonl > build/out/paper/attacked.json
mv build/out/paper/attacked.json site/docs/figures/attacked.json
node build/content/paper/inverse.mjs
node build/content/paper/gain.mjs
node build/content/paper/figures.mjs
node build/content/paper/forces.mjs
written() {
  node build/content/paper/page.mjs "$1" > "build/out/paper/$1.md"
  mv "build/out/paper/$1.md" "$2"
}
for page in results paper methods models; do written $page site/docs/$page.md; done
written training build/content/models/TRAINING.md
