# What the tests of clusters begin with, sourced: a folder of their own ($dir) with orbitcert
# and a run, and an end for all that they start (the ids in $started), however they end.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

dir="$PWD/build/out/cluster/$(basename "$0" .sh)"
rm -rf "$dir"
mkdir -p "$dir"
go build -o "$dir/orbitcert" ./core/cmd/orbitcert
node build/cluster/long-run.mjs > "$dir/run.json"

started=()
leave() { :; } # what a test has to do besides
finish() {
  code=$?
  leave
  [ "$code" = 0 ] || tail -n 20 "$dir"/*.log
  for pid in "${started[@]}"; do kill "$pid" 2> /dev/null || true; done
  wait
  exit "$code"
}
trap finish EXIT

# lines counts the clouds that are done.
lines() { cat "$dir"/parts/*.part.jsonl 2> /dev/null | grep -c '^{"cloud"' || true; }

# compare holds the result of the parts against that of a plain run.
compare() {
  "$dir/orbitcert" run "$dir/run.json" > "$dir/plain.json"
  cmp "$dir/result.json" "$dir/plain.json"
  again=$(find "$dir/parts" -name '*.2.part.jsonl' | wc -l)
  [ "$again" -gt 0 ] || { echo "$0: nothing was resumed"; exit 1; }
  echo "the same bytes as a plain run: $(lines) lines, $again shards went on after the loss"
}
