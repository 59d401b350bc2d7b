#!/usr/bin/env bash
# Runs the tests of the core as WebAssembly in Node: what the page computes with
# is tested as it runs there. The command line is native only.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=$(go list ./core/... | grep -v /cmd/)
# Go's launcher has room for 8 KiB of environment, so the tests get little of it.
# shellcheck disable=SC2086
GOOS=js GOARCH=wasm go test $packages \
  -exec "env -i 'PATH=$PATH' 'HOME=${HOME:-/}' '$(go env GOROOT)/lib/wasm/go_js_wasm_exec'"
