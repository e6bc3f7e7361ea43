#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A lost update of a bit-field is found with both compilers, though gcc does not tell of
# the read in it.

. tests/expect.sh

scenario='a c | b'
for cc in gcc clang; do
    command -v $cc >/dev/null || continue
    for search in dpor states paths; do
        run 1 "$LINCHPIN" explore tests/explore/bit_fields.c --cc $cc --scenario "$scenario" --search $search
        out_has 'no order of the operations explains c() → false'
    done
    run 0 "$LINCHPIN" explore tests/explore/bit_fields.c --cc $cc --scenario 'a c'
    out_lacks 'bit-field'
done
run 0 "$LINCHPIN" explore tests/explore/conformance/counter.c --cc gcc --object locked \
    --scenario 'inc | inc' --json
out_lacks 'bit-field'
done_testing
