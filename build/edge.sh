#!/usr/bin/env bash
# Builds the edge worker into build/out/edge: app.wasm and its JavaScript.
set -euo pipefail
cd "$(dirname "$0")/.."

echo "building build/out/edge"
out=build/out/edge
# workers-assets-gen deletes its output folder first, so it goes before the wasm.
go tool workers-assets-gen -mode=go -o "$out"
GOOS=js GOARCH=wasm go build -trimpath -ldflags="-s -w" -o "$out/app.wasm" ./wasm/edge
