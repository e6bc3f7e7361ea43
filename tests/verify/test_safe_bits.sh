#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Bits from safe bits: what objects/register/regular_bit.lin and atomic_bit.lin reach, and not more.
# Every line of the atomic one is needed.

. tests/expect.sh
compile_quickly

regular=objects/register/regular_bit.lin
atomic=objects/register/atomic_bit.lin

# A regular bit is not atomic.
{
    cat "$regular"
    sed -n '/^spec cell/,/^}/p' "$atomic"
    echo 'verify regular_bit refines cell { threads 2; int 0..1; }'
} >"$scratch/regular.lin"
run 1 "$LINCHPIN" verify "$scratch/regular.lin"
out_has '✓ free of errors'
out_has 'not linearizable: no order of the operations explains read()'

# Without the regular bits, that is with what does not change written too, nor is the other one.
without() { # WHAT SCRIPT
    sed "$2" "$atomic" >"$scratch/part.lin"
    ! cmp -s "$atomic" "$scratch/part.lin" || fail "nothing is changed: $1"
    run 1 "$LINCHPIN" verify "$scratch/part.lin"
    out_has 'not linearizable'
}
without 'a write that changes nothing is left out' '/if (v == val) return;/d'
without 'the writer waits for the reader' 's/if (look(RR) == control) {/if (true) {/'
without 'REG is changed before WR' '/^    change(REG, v);/d; /^      change(WR, control);/{n;s/$/\n    change(REG, v);/}'
without 'the writer changes WR' '/^    if (look(RR) == control) {/,/^    }/d'
without 'the first check of the reader' '0,/^    if (look(WR) == control) return val;/{/^    if (look(WR) == control) return val;/d}'
without 'the reader checks before it changes RR' 's/if (look(WR) != control) {/if (true) {/'
without 'the reader changes RR' '/^    if (look(WR) != control) {/,/^    }/d'
without 'the look after that' '/^    val = look(REG);$/d'
without 'the second check of the reader' '/^    val = look(REG);$/{n;d}'
without 'the third look' '/for the next read/d'
without 'what was seen first is returned' 's/return first;/return val;/'
done_testing
