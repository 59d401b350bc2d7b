#!/bin/bash
# Writes build/out/image, an OCI layout with orbitcert for Linux on amd64 and arm64, without
# Docker. Tools that copy images take it, for instance
#
#     skopeo copy --all oci:build/out/image docker://registry.example.org/orbitcert
set -euo pipefail
cd "$(dirname "$0")/../.."

mkdir -p build/out
binaries=()
for architecture in amd64 arm64; do
  CGO_ENABLED=0 GOOS=linux GOARCH=$architecture go build -trimpath -ldflags="-s -w" -o "build/out/orbitcert-linux-$architecture" ./core/cmd/orbitcert
  binaries+=("$architecture=$PWD/build/out/orbitcert-linux-$architecture")
done
go -C build/cluster/image run . "$PWD/build/out/image" "${binaries[@]}"
du -sh build/out/image
