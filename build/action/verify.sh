#!/usr/bin/env bash
# Verifies the certificates that the patterns in CERTIFICATES name. Exits with 1 when one does not stand, and when there is none:
# a pattern that matches nothing checks nothing.
set -uo pipefail
shopt -s globstar nullglob || exit 1 # before bash 4, ** would match less than it says

options=()
case ${FRESH-} in
  true) options=(--fresh) ;;
  false | '') ;;
  *) echo "::error::fresh: must be true or false, got $FRESH"; exit 1 ;;
esac

# GitHub reads these as commands; a text in them is escaped so.
escaped() {
  local text=${1//'%'/%25}
  text=${text//$'\r'/%0D}
  printf %s "${text//$'\n'/%0A}"
}

checked=0
bad=0
while IFS= read -r pattern; do
  [ -n "$pattern" ] || continue
  IFS=
  # Unquoted, so that the pattern is one.
  # shellcheck disable=SC2206
  files=($pattern)
  unset IFS
  if [ ! -e "${files[0]-}" ]; then
    echo "::error::$(escaped "certificates: no file matches $pattern")"
    bad=$((bad + 1))
    continue
  fi
  for file in "${files[@]}"; do
    [ -f "$file" ] || continue
    checked=$((checked + 1))
    if said=$("$RUNNER_TEMP/orbitcert" verify ${options[@]+"${options[@]}"} "./$file" 2>&1); then
      echo "${said:-orbitcert: ./$file stands}"
    else
      bad=$((bad + 1))
      name=$(escaped "$file")
      name=${name//:/%3A}
      echo "::error file=${name//,/%2C}::$(escaped "$said")"
    fi
  done
done <<< "${CERTIFICATES-}"

summary="$checked certificates verified, $bad problems"
echo "$summary"
[ -z "${GITHUB_STEP_SUMMARY-}" ] || echo "$summary" >> "$GITHUB_STEP_SUMMARY"
[ "$checked" -gt 0 ] && [ "$bad" -eq 0 ]
