#!/usr/bin/env bash
# Builds the static site into build/out/site: the files of site/, the page's
# code, the worker and the certifier. Any static host serves the folder.
#   site.sh          the site
#   site.sh packed   and the compressed forms that the native server sends, in build/out/packed
set -euo pipefail
cd "$(dirname "$0")/.."

step() {
  echo "build/out/site: $1"
}

pack() {
  step "compressed forms"
  node build/smaller/pack.mjs "$1" build/out/packed
}

# The same sources make the same site, which has their id in it and is put into place as the last thing that is made.
id=$(node build/finish/id.mjs)
if grep -qsF "name=\"orbitcert-build\" content=\"$id\"" build/out/site/index.html; then
  [ "${1-}" != packed ] || pack build/out/site
  exit
fi

[ -e build/out/site ] || echo "The first build compiles Go's library for WebAssembly, which takes one to four minutes; later ones take seconds."
mkdir -p build/out
new=$(mktemp -d build/out/site.XXXXXX)
# Not below this folder, where go vet would find packages in it.
lines=$(mktemp -d)
trap 'rm -rf "$new" "$new.mjs" "$new.cli" "$lines"' EXIT
chmod 755 "$new"

esbuild() {
  js/node_modules/.bin/esbuild "$@" --bundle --minify --target=es2022 --log-level=warning
}

# Inlining in packages that no computation waits for costs 5 % of the download.
small=()
core=github.com/orbitcert/orbitcert/core
for package in bufio bytes compress/gzip encoding/base64 encoding/binary encoding/json errors fmt internal/abi internal/bisect internal/chacha8rand internal/fmtsort \
  internal/godebug internal/poll internal/reflectlite internal/runtime/atomic internal/runtime/maps internal/strconv internal/stringslite internal/sync io iter maps \
  os reflect runtime slices sort strconv strings sync sync/atomic syscall syscall/js time github.com/teamortix/golang-wasm/wasm \
  cmp compress/flate encoding/hex hash hash/fnv internal/filepathlite unicode/utf16 hash/crc32 internal/bytealg internal/byteorder internal/runtime/math internal/runtime/sys io/fs math/rand/v2 path runtime/debug unicode unicode/utf8 \
  $core/anytime $core/argument $core/bound $core/certificate $core/dataset/intake $core/dataset/judging $core/dataset/results $core/digest $core/document $core/explore $core/internal/packed $core/invariance $core/lengths \
  $core/pointcloud $core/population $core/registration $core/smoothing $core/transform $core/vector ${core%/core}/wasm/certifier; do
  small+=("-gcflags=$package=-l")
done

cp -R site/. "$new"
go run ./build/content/dataset 7 "$new/datasets/digits.json"
node build/content/clouds.mjs "$new"
node build/board/runs.mjs "$new/docs"
rm -r "$new/styles"
step "docs"
go run ./core/document/schema/gen "$new/docs/schema"
node build/docs/build.mjs "$new"
node build/icons/icons.mjs "$new"
esbuild site/styles/styles.css --outfile="$new/styles.css"
step "certifier.wasm"
go build -o "$lines/" ./build/lines
GOOS=js GOARCH=wasm "$lines/lines" "$lines" ./wasm/certifier
GOOS=js GOARCH=wasm go build -trimpath -buildvcs=false -overlay "$lines/overlay.json" -ldflags="-s -w -buildid= -X main.build=$id" "${small[@]}" \
  -o "$new/certifier.wasm" ./wasm/certifier
node build/smaller/shrink.mjs "$new/certifier.wasm"
chmod 644 "$new/certifier.wasm"
step "certificates of the examples"
go build -trimpath -buildvcs=false -o "$new.cli" ./core/cmd/orbitcert
node build/content/example-files.mjs "$new" "$new.cli"
cp js/node_modules/laz-perf/lib/web/laz-perf.wasm "$new/"
# Packages of the explorer's plots.
for package in @observablehq/plot d3 delaunator internmap interval-tree-1d binary-search-bounds isoformat robust-predicates; do
  for licence in js/node_modules/"$package"/LICENSE*; do
    printf '%s\n\n%s\n\n\n' "$package" "$(cat "$licence")"
  done
done > "$new/plot.LICENSE.txt"
cp js/node_modules/lean-qr/LICENSE "$new/lean-qr.LICENSE.txt"
cp js/node_modules/lit/LICENSE "$new/lit.LICENSE.txt"
cp js/node_modules/minisearch/LICENSE.txt "$new/minisearch.LICENSE.txt"
chmod 644 "$new/lean-qr.LICENSE.txt" "$new/lit.LICENSE.txt" "$new/minisearch.LICENSE.txt" "$new/laz-perf.wasm"
step "JavaScript and pages"
# Go's own glue belongs to the compiler that made the wasm, so it is taken from there.
esbuild js/workers/worker.js --format=iife --define:BUILD="\"$id\"" --inject:"$(go env GOROOT)/lib/wasm/wasm_exec.js" --outfile="$new/worker.js" \
  --banner:js="/*! Contains wasm_exec.js, Copyright The Go Authors, BSD 3-Clause License. */"
# The runtime of models.
runtime=js/node_modules/onnxruntime-web/dist
cp "$runtime/ort-wasm-simd-threaded.wasm" "$new/ort.wasm"
esbuild js/workers/inference.js --format=iife --outfile="$new/inference.js" --define:BUILD="\"$id\"" --banner:js="/*! Contains onnxruntime, Copyright Microsoft Corporation, MIT License. */"
node build/smaller/memory.mjs "$new"
# Reader of HDF5.
esbuild js/clouds/hdf5-worker.js --format=iife --alias:h5wasm/script="./$new/h5wasm.js" --define:import.meta.url='""' --outfile="$new/hdf5.js" --banner:js="/*! Contains h5wasm, by NIST, and HDF5, Copyright The HDF Group and others; see hdf5.LICENSE.txt. */"
rm "$new/h5wasm.js"
# The same count in Node, beside the site whose programs it runs.
esbuild js/classifier/orbitcert-votes.js --platform=node --format=esm --inject:"$(go env GOROOT)/lib/wasm/wasm_exec.js" --outfile="$new.mjs"
integrity=$(node build/finish/integrity.mjs "$new" certifier.wasm worker.js ort.wasm inference.js hdf5.wasm hdf5.js laz-perf.wasm)
sizes=$(node build/finish/sizes.mjs "$new")
packed=$(node build/finish/sizes.mjs "$new" packed)
modules() {
  esbuild "$@" --format=esm --splitting --outdir="$new" --define:BUILD="\"$id\"" --define:INTEGRITY="'$integrity'" --define:SIZES="$sizes"
}
modules app=js/page/main.js --define:PACKED="$packed"
node build/smaller/one-start.mjs "$new"
esbuild js/page/start.js --format=iife --outfile="$new/start.js"
# By itself, so that neither has to fetch its code in the pieces that both share. Other pages load it: Lit's names of its own get shorter,
# and its licence lies beside it.
modules embed=js/embed/embed.js --define:PACKED=undefined --charset=utf8 --legal-comments=none '--mangle-props=^_[$]'
modules docs=js/docs/docs.js
modules figures=js/docs/figures.js
files=$(node build/finish/finish.mjs "$new" "$id")
esbuild js/offline/service.js --format=iife --outfile="$new/sw.js" --define:BUILD="\"$id\"" --define:PACKED="$packed" --define:FILES="$files"

[ "${1-}" != packed ] || pack "$new"
mv "$new.mjs" build/out/orbitcert-votes.mjs
# Moved into place whole, so that a running server never sees half a site.
node build/finish/replace.mjs "$new" build/out/site
