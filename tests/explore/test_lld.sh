#!/bin/bash
# SPDX-License-Identifier: MIT
# Objects linked by LLVM's linker, which lays modules out in another way: data, thread-local
# variables, calls into libraries and names in traces are what they are with the system's.
. tests/expect.sh
if ! command -v ld.lld >/dev/null; then
    echo 'SKIPPED: lld is not installed'
    exit 77
fi

cc -O2 -fPIC -shared docs/examples/library/counter.c -o "$scratch/libcounter.so" || fail 'no library'

# The verdict, but for the command that gives it again.
verdict() { # CODE COMPILER FILES… -- FLAGS…
    run "$1" "$LINCHPIN" explore --json --cc "${@:2}"
    sed -i 's/"reproduce":"[^"]*",//; s/,"schedule":"[^"]*"//' "$scratch/.out"
}

same() { # CODE COMPILER FILES…
    verdict "$@" -- -w
    cp "$scratch/.out" "$scratch/system"
    verdict "$@" -- -w -fuse-ld=lld
    checks=$((checks + 1))
    cmp -s "$scratch/system" "$scratch/.out" || fail "another verdict with lld: ${*:2}"
}

for cc in gcc clang; do
    same 0 $cc objects/stack/treiber_test.c objects/stack/treiber.c --scenario 'push(1) pop | push(2)'
    same 1 $cc objects/stack/treiber_test.c objects/stack/treiber_plain_push.c --scenario 'push(1) | push(2) ; pop pop'
    same 0 $cc docs/examples/library/counter_test.c "$scratch/libcounter.so" --scenario 'next | next'
    out_has 'with one step for each call of counter_next'
    same 1 $cc tests/explore/trace/elements.c --scenario next
    out_has 'fixed[2].seq'
done
same 1 g++ tests/explore/trace/places.cpp --scenario next
out_has 'q.head_ [main#1]'
done_testing
