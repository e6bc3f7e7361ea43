#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A new spec, a new condition and a new reader are one file each: the examples
# of docs/internals.md, dropped into a copy of the source, are built and found
# without any other change.
set -euo pipefail

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp -r CMakeLists.txt cmake include src "$scratch/"
cp docs/examples/extend/toggle.c "$scratch/src/spec/builtin/"
cp docs/examples/extend/skewed.c "$scratch/src/judge/conditions/"
cp docs/examples/extend/tsv.c "$scratch/src/history/formats/"
cmake -S "$scratch" -B "$scratch/build" -DLP_DEVELOP=ON -DBUILD_TESTING=OFF \
    -DCMAKE_BUILD_TYPE=Plain >"$scratch/log" 2>&1 &&
    cmake --build "$scratch/build" --target linchpin -j2 >>"$scratch/log" 2>&1 ||
    { cat "$scratch/log"; exit 1; }
linchpin=$scratch/build/bin/linchpin

expect_exit() {
    local wanted=$1 got=0
    shift
    "$@" >"$scratch/out" 2>&1 || got=$?
    if [ "$got" != "$wanted" ]; then
        echo "exit $got instead of $wanted: $*"
        cat "$scratch/out"
        exit 1
    fi
}

# The light is on although nobody pressed before it was looked at, and off after.
printf '#tsv\n0\tinvoke\tlook\n0\tok\tlook\ttrue\n1\tinvoke\tpress\n1\tok\tpress\n' >"$scratch/h.tsv"
expect_exit 1 "$linchpin" check "$scratch/h.tsv" --spec toggle
expect_exit 0 "$linchpin" check "$scratch/h.tsv" --spec toggle --condition skewed
expect_exit 1 "$linchpin" check "$scratch/h.tsv" --spec toggle --condition linearizable
printf '#tsv\n0\tinvoke\tlook\n0\tok\tlook\tmaybe\n' >"$scratch/bad.tsv"
expect_exit 2 "$linchpin" check "$scratch/bad.tsv" --spec toggle
grep -q 'bad.tsv:3:' "$scratch/out"
"$linchpin" specs | grep -q toggle

# The examples' judge and spec are held against enumeration like all others.
cp -r tests "$scratch/tests"
cmake -S "$scratch" -B "$scratch/build" -DBUILD_TESTING=ON >"$scratch/log" 2>&1 &&
    cmake --build "$scratch/build" --target test_judge_against_oracle -j2 >>"$scratch/log" 2>&1 ||
    { cat "$scratch/log"; exit 1; }
expect_exit 0 env LINCHPIN_CASES=500 "$scratch/build/tests/test_judge_against_oracle"
grep -q '^skewed toggle: ' "$scratch/out"
