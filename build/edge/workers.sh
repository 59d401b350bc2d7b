#!/usr/bin/env bash
# Builds the two edge workers into build/out/edge: hits.mjs, which visitors reach;
# compute.mjs with app.wasm, the Go program, and the Go program's JavaScript.
set -euo pipefail
cd "$(dirname "$0")/../.."

echo "build/out/edge"
mkdir -p build/out
out=$(mktemp -d build/out/edge.XXXXXX)
trap 'rm -rf "$out"' EXIT
version=$(go run ./core/cmd/orbitcert --version)
# workers-assets-gen deletes its output folder first, so it goes before the rest.
go tool workers-assets-gen -mode=go -o "$out"
mv "$out/worker.mjs" "$out/go.mjs"
GOOS=js GOARCH=wasm go build -trimpath -ldflags="-s -w" -o "$out/app.wasm" ./wasm/edge
# The worker's log keeps the names in its traces.
node build/smaller/shrink.mjs "$out/app.wasm"
js/node_modules/.bin/esbuild wasm/edge/worker/hits.mjs wasm/edge/worker/compute.mjs --bundle --format=esm --target=es2022 --external:./go.mjs \
  --define:CORE="\"${version##* }\"" --outdir="$out" --out-extension:.js=.mjs --log-level=warning
node build/finish/replace.mjs "$out" build/out/edge
