#!/usr/bin/env bash
# Clones what is committed into two places, makes the release in each from nothing but downloaded packages, compares all bytes,
# and runs what the README of the command line shows.
set -euo pipefail
cd "$(dirname "$0")/../.."

rooms=$(mktemp -d)
trap 'chmod -R u+w "$rooms"; rm -rf "$rooms"' EXIT

# Another path, another cache, other rights of new files, another zone of time.
release() {
  git clone --quiet --no-local . "$rooms/$1/orbitcert"
  (
    umask "$2"
    export GOCACHE="$rooms/$1/cache" TZ=$3
    make -C "$rooms/$1/orbitcert" --no-print-directory release
  )
}

release a 022 UTC
release another/and/longer 077 Asia/Tokyo
(cd "$rooms/a/orbitcert/build/out/release" && sha256sum --check --quiet SHA256SUMS)
diff "$rooms/a/orbitcert/build/out/release/SHA256SUMS" "$rooms/another/and/longer/orbitcert/build/out/release/SHA256SUMS"
tar -xzf "$rooms"/a/orbitcert/build/out/release/orbitcert-*-linux-amd64.tar.gz -C "$rooms"
(cd "$rooms"/orbitcert-* && sed -n 's/^\$ //p' README.md | bash -euo pipefail > "$rooms/said")
echo "The two releases are the same, byte for byte."
