#!/bin/bash
# SPDX-License-Identifier: MIT
# bench/side_by_side.sh BIN FOLDER: the same violation as Porcupine's page and as ours, in FOLDER; where chromium
# is, with pictures of both, as docs/side-by-side.md has them. PORCUPINE=DIR: its source, a checkout or a bare
# repository.
set -eu
cd "$(dirname "$0")/.."
bin=$(cd "$1" && pwd)
[ -n "${PORCUPINE:-}" ] || {
    echo "without Porcupine's source: git clone https://github.com/anishathalye/porcupine," >&2
    echo "then make side-by-side PORCUPINE=porcupine" >&2
    exit 2
}
mkdir -p "$2"
folder=$(cd "$2" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
. bench/porcupine/build.sh
build_judge "$scratch"

# Both say "violated", with exit code 1.
violated() { # COMMAND…
    local code=0
    "$@" || code=$?
    [ "$code" = 1 ] || { echo "exit code $code, not 1: $*" >&2; exit 1; }
}
"$bin/linchpin" gen queue --ops 24 --procs 4 --overlap 3 --bad --seed 2 --output "$folder/history.jsonl"
violated "$scratch/judge/judge" queue "$folder/history.jsonl" 20s "$folder/porcupine.html" >/dev/null
(cd "$folder" && PATH=$bin:$PATH violated linchpin check history.jsonl --spec queue --report linchpin.html) >/dev/null
echo "$folder/porcupine.html"
echo "$folder/linchpin.html"

command -v chromium >/dev/null || exit 0
sandbox=
[ "$(id -u)" != 0 ] || sandbox=--no-sandbox
picture() { # PAGE HEIGHT
    HOME=$scratch chromium --headless $sandbox --disable-gpu --hide-scrollbars --window-size="1100,$2" \
        --virtual-time-budget=3000 --screenshot="$folder/$1.png" "file://$folder/$1.html" 2>/dev/null
    echo "$folder/$1.png"
}
picture porcupine 250
picture linchpin 1020
