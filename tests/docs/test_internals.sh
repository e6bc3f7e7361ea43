#!/bin/bash
# SPDX-License-Identifier: MIT
# docs/internals.md and its pages are accurate: each room's page has a row for each of its files
# and no others, and every file of the source that a page mentions exists. And the check itself
# is checked.
set -u

check_pages() { # ROOT
    local room page
    for room in "$1"/src/*/; do
        room=$(basename "$room")
        page=$1/docs/internals/$room.md
        [ -f "$page" ] || { echo "docs/internals/$room.md is missing"; continue; }
        diff <(cd "$1/src" && find "$room" -type f | sed 's/\.[a-z]*$//' | sort -u) \
            <(awk '/^\*\*`src\// { gsub(/[*`]|src\//, ""); folder = $0 }
                   /^\| `/ && folder { split($0, cell, "`"); print folder cell[2] }' "$page" | sort) |
            sed -n "s|^< |docs/internals/$room.md has no row for |p; s|^> |docs/internals/$room.md has a row for what is gone: |p"
    done
    # Every path by each of its ends, then what the pages mention.
    # shellcheck disable=SC2016
    awk -F: -v root="$1/" '
        FNR == NR { for (path = $0; sub(/^[^\/]*\//, "", path);) there[path] = 1; next }
        !($3 in there) { print substr($1, length(root) + 1) ":" $2 ": there is no " $3 }' \
        <(find "$1/src" "$1/include" "$1/tests" "$1/cmake" "$1/objects" "$1/docs") \
        <(grep -noE '`[a-z_0-9/]+\.(c|h|def|sh|lin)`' "$1"/docs/internals.md "$1"/docs/internals/*.md | tr -d '`')
}

found=$(check_pages .)
if [ -n "$found" ]; then
    echo "$found"
    exit 1
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
planted=0
plant() { # EXPECTED
    if ! check_pages "$scratch" | grep -qF "$1"; then
        echo "not seen: $1"
        exit 1
    fi
    planted=$((planted + 1))
}
cp -r src include docs tests cmake objects "$scratch"
touch "$scratch/src/judge/fast/fast_bag.c"
plant 'docs/internals/judge.md has no row for judge/fast/fast_bag'
rm "$scratch/src/base/words.c" "$scratch/src/base/words.h"
plant 'docs/internals/base.md has a row for what is gone: base/words'
# shellcheck disable=SC2016
echo 'See `no_such_file.c`.' >>"$scratch/docs/internals/gen.md"
plant 'there is no no_such_file.c'
echo "$(find src -type f | wc -l) files, and $planted planted faults found"
