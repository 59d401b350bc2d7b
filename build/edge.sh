#!/usr/bin/env bash
# Builds the edge worker into build/out/edge: worker.mjs, its entry; app.wasm, the
# Go program; and the Go program's JavaScript.
set -euo pipefail
cd "$(dirname "$0")/.."

echo "building build/out/edge"
out=build/out/edge
core=$(sed -n 's/^const Core = \("[^"]*"\)$/\1/p' core/certificate/request.go)
[ -n "$core" ] || { echo "edge.sh: core/certificate/request.go names no Core" >&2; exit 1; }
# workers-assets-gen deletes its output folder first, so it goes before the rest.
go tool workers-assets-gen -mode=go -o "$out"
mv "$out/worker.mjs" "$out/go.mjs"
GOOS=js GOARCH=wasm go build -trimpath -ldflags="-s -w" -o "$out/app.wasm" ./wasm/edge
go tool esbuild build/edge/entry.mjs --bundle --format=esm --target=es2022 --external:./go.mjs \
  --define:CORE="$core" --outfile="$out/worker.mjs" --log-level=warning
