#!/usr/bin/env bash
# Verifies the certificates that the patterns in CERTIFICATES name, and the folders of entries for the board that those in ENTRIES do. Exits
# with 1 when one fails, and when there is none: a pattern that matches nothing checks nothing. A certificate of an earlier version whose rows are
# only in part computed by this one is a warning.
set -uo pipefail
shopt -s globstar nullglob || exit 1 # before bash 4, ** would match less than it says

options=()
case ${FRESH-} in
  true) options=(--fresh) ;;
  false | '') ;;
  *) echo "::error::fresh: must be true or false, got $FRESH"; exit 1 ;;
esac

if [ -n "${MODEL-}" ]; then options+=(--model "$MODEL"); fi

# GitHub reads these as commands; a text in them is escaped so.
escaped() {
  local text=${1//'%'/%25}
  text=${text//$'\r'/%0D}
  printf %s "${text//$'\n'/%0A}"
}

certificate() {
  "$RUNNER_TEMP/orbitcert" verify ${options[@]+"${options[@]}"} "./$1"
}

entry() {
  node "$GITHUB_ACTION_PATH/../board/board.mjs" "./$1"
}

summary=
bad=0
# each certificates|entries -f|-d COMMAND PATTERNS: verifies files, or folders, and adds to the summary.
each() {
  local all=0 failed=0 partly=0 pattern file files said code name
  while IFS= read -r pattern; do
    [ -n "$pattern" ] || continue
    IFS=
    # Unquoted, so that the pattern is one.
    # shellcheck disable=SC2206
    files=($pattern)
    unset IFS
    if [ ! -e "${files[0]-}" ]; then
      echo "::error::$(escaped "$1: no file matches $pattern")"
      failed=$((failed + 1))
      continue
    fi
    for file in "${files[@]}"; do
      [ "$2" "$file" ] || continue
      all=$((all + 1))
      said=$("$3" "$file" 2>&1)
      code=$?
      name=$(escaped "$file")
      name=${name//:/%3A}
      name=${name//,/%2C}
      case $code in
        0) echo "${said:-orbitcert: ./$file: verified}" ;;
        4)
          partly=$((partly + 1))
          echo "::warning file=$name::$(escaped "$said")"
          ;;
        *)
          failed=$((failed + 1))
          echo "::error file=$name::$(escaped "$said")"
          ;;
      esac
    done
  done <<< "$4"
  summary+="${summary:+, }$all $1 verified, $failed problems"
  if [ "$partly" -gt 0 ]; then summary+=", $partly with rows that this version does not compute"; fi
  if [ "$all" -eq 0 ] || [ "$failed" -gt 0 ]; then bad=1; fi
}

if [ -n "${CERTIFICATES-}" ] || [ -z "${ENTRIES-}" ]; then each certificates -f certificate "${CERTIFICATES-}"; fi
if [ -n "${ENTRIES-}" ]; then each entries -d entry "$ENTRIES"; fi
echo "$summary"
[ -z "${GITHUB_STEP_SUMMARY-}" ] || echo "$summary" >> "$GITHUB_STEP_SUMMARY"
exit "$bad"
