#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A lost update of a bit-field is found with clang. gcc does not tell of the read
# in it, so that explore cannot find it; then it must say what it leaves out.

. tests/expect.sh

scenario='a c | b'
if command -v clang >/dev/null; then
    run 1 "$LINCHPIN" explore tests/explore/bit_fields.c --cc clang --scenario "$scenario"
    out_has 'no order of the operations explains c() → false'
    run 0 "$LINCHPIN" explore tests/explore/bit_fields.c --cc clang --scenario 'a c'
    out_lacks 'bit-field'
fi
run 0 "$LINCHPIN" explore tests/explore/bit_fields.c --cc gcc --scenario "$scenario" --json
out_has 'with a write to a bit-field as one step (gcc)'
run 0 "$LINCHPIN" explore tests/explore/conformance/counter.c --cc gcc --object locked \
    --scenario 'inc | inc' --json
out_lacks 'bit-field'
done_testing
