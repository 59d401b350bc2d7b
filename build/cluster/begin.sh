# Prepares the tests of clusters, sourced: a folder of their own ($dir) with orbitcert
# and a run, and an end for all that they start (the ids in $started), however they end.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

dir="$PWD/build/out/cluster/$(basename "$0" .sh)"
rm -rf "$dir"
mkdir -p "$dir"
go build -o "$dir/orbitcert" ./core/cmd/orbitcert
node build/cluster/long-run.mjs > "$dir/run.json"
clouds=$(node -p 'JSON.parse(fs.readFileSync(process.argv[1])).clouds.length' "$dir/run.json")

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

# hold stops some processes and lets them go on unless a shard is in the middle among them, with some of its clouds done and not all:
# between a look at what runs and the kill, what runs could come to its end.
hold() {
  local pid shard count
  [ -n "$1" ] || return 1
  # shellcheck disable=SC2086 # one argument for each
  kill -STOP $1 2> /dev/null || true
  for pid in $1; do
    shard=$(cat "/proc/$pid/cmdline" 2> /dev/null | tr '\0' '\n' | sed -n 's/^\([0-9]*\)\/8$/\1/p')
    [ -n "$shard" ] || continue
    count=$(grep -c '^{"cloud"' "$dir/parts/$shard-of-8.1.part.jsonl" 2> /dev/null || true)
    if [ "${count:-0}" -gt 0 ] && [ "$count" -lt $(((clouds + 7 - shard) / 8)) ]; then return 0; fi
  done
  # shellcheck disable=SC2086
  kill -CONT $1 2> /dev/null || true
  return 1
}

# compare holds the result of the parts against that of a plain run.
compare() {
  "$dir/orbitcert" run "$dir/run.json" > "$dir/plain.json"
  cmp "$dir/result.json" "$dir/plain.json"
  again=$(find "$dir/parts" -name '*.2.part.jsonl' | wc -l)
  [ "$again" -gt 0 ] || { echo "$0: nothing was resumed"; exit 1; }
  echo "the same bytes as a plain run: $(lines) lines, $again shards went on after the loss"
}
