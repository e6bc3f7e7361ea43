#!/bin/bash
# SPDX-License-Identifier: MIT
# tidy.sh ROOM…: clang-tidy finds nothing in src/ROOM, with the checks of .clang-tidy.
# The analyzer looks at TIDY_NODES states of each function: few, in a twelfth of the time;
# `make tidy` has its own limit of 225,000.
#
# A file found clean leaves a stamp in the build folder: a hash of all that clang-tidy
# saw of the repository, which the compiler listed when it built the file. As long as
# the hash is the same the file is not looked at again, so a run that was stopped is
# taken up where it ended.
set -u
command -v clang-tidy >/dev/null || { echo "no clang-tidy"; exit 77; }
version=$(clang-tidy --version | sed -n 's/.*version \([0-9]*\).*/\1/p')
[ "$version" = 14 ] || { echo "clang-tidy $version, not 14"; exit 77; }
: "${BUILD:?the build folder}"
nodes=${TIDY_NODES:-2000}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

for room; do
    sed -n "s,^ *\"file\": \"$PWD/\(src/$room/.*\.c\)\".*,\1,p" "$BUILD/compile_commands.json"
done | sort -u >"$scratch/files"
[ -s "$scratch/files" ] || { echo "no files of $* in compile_commands.json"; exit 1; }

# What every file depends on; one without a list depends on every header.
settings=$({
    clang-tidy --version
    cat .clang-tidy tests/repository/tidy.sh
    echo "$nodes"
    sed -n 's/^ *"command": "\(.*\) -o .*/\1/p' "$BUILD/compile_commands.json" | sort -u
} | sha256sum)
find "$BUILD" -name '*.c.o.d' >"$scratch/lists"
key() { # FILE
    local list
    list=$(grep -m 1 "\.dir/$1\.o\.d$" "$scratch/lists")
    {
        echo "$settings"
        if [ "$list" ]; then
            grep -o "$PWD/[^ ]*\.[ch]" "$list" | sort -u | xargs sha256sum
        else
            { echo "$1"; find src include -name '*.h' | sort; } | xargs sha256sum
        fi
    } | sha256sum
}

look() { # FILE: prints what is wrong with it
    local log=$BUILD/tidy/$1.log stamp=$BUILD/tidy/$1.$nodes now
    now=$(key "$1")
    [ "$now" != "$(cat "$stamp" 2>/dev/null)" ] || return 0
    mkdir -p "${log%/*}"
    if clang-tidy --quiet --extra-arg=-Xclang --extra-arg=-analyzer-config --extra-arg=-Xclang \
        "--extra-arg=max-nodes=$nodes" -p "$BUILD" "$1" >"$log" 2>&1; then
        rm "$log"
        echo "$now" >"$stamp"
        echo "$1" >>"$scratch/looked"
        return 0
    fi
    grep -E '^/.*: (error|warning): ' "$log" | sed "s,^$PWD/,," | sort -u
    [ -s "$log" ] && grep -qE '^/.*: (error|warning): ' "$log" || { echo "$1:"; cat "$log"; }
    return 1
}

: >"$scratch/looked"
failed=0
while read -r file; do
    look "$file" || failed=1
done <"$scratch/files"
echo "$(wc -l <"$scratch/files") files, $(wc -l <"$scratch/looked") of them looked at now"
exit "$failed"
