#!/usr/bin/env bash
# Builds the command line for every system into build/out/native/OS-ARCHITECTURE, with the same bytes wherever it is built.
#   native.sh         all
#   native.sh host    only the one for this machine
set -euo pipefail
cd "$(dirname "$0")/../.."

systems="linux-amd64 linux-arm64 darwin-amd64 darwin-arm64 windows-amd64 windows-arm64"
[ "${1-}" != host ] || systems=$(go env GOHOSTOS)-$(go env GOHOSTARCH)
for system in $systems; do
  os=${system%-*}
  ending=
  [ "$os" != windows ] || ending=.exe
  echo "build/out/native/$system"
  CGO_ENABLED=0 GOOS=$os GOARCH=${system#*-} GOFLAGS= GOAMD64=v1 GOARM64=v8.0 \
    go build -trimpath -buildvcs=false -ldflags="-s -w" -o "build/out/native/$system/orbitcert$ending" ./core/cmd/orbitcert
done
