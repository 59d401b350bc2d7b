#!/usr/bin/env bash
# Unpacks what library.tsv and others.tsv draw from, files of each package of Debian into a folder of its name. The packages, 3.7 GB,
# are not installed; what reads their models is (assimp, blender), as root.
#
#   build/content/models/library.sh FOLDER
set -euo pipefail
folder=$(mkdir -p "${1:?the folder is missing}" && cd "$1" && pwd)
cd "$(dirname "$0")"
command -v assimp > /dev/null && command -v blender > /dev/null || ../../install/debian.sh assimp-utils blender

new=$(mktemp -d "$folder/new.XXXXXX")
trap 'rm -rf "$new"' EXIT
for package in $(cut -f 1 library.tsv others.tsv | sort -u); do
  [ -d "$folder/$package" ] && continue
  mkdir "$new/files"
  awk -F '\t' -v package="$package" '$1 == package { sub(/[!#].*/, "", $3); print "./" $3 }' library.tsv others.tsv | sort -u > "$new/names"
  (cd "$new" && apt-get -qq -o APT::Sandbox::User=root download "$package" && dpkg-deb --fsys-tarfile ./*.deb | tar -x -C files -T names)
  mv "$new/files" "$folder/$package"
  rm "$new"/*.deb
done
