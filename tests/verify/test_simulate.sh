#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Walks: the same seed, the same walk; what the user chooses is what happens.

. tests/expect.sh
compile_quickly

run 0 "$LINCHPIN" simulate objects/stack/treiber.lin --steps 30 --seed 5
cp "$scratch/.out" "$scratch/first"
run 0 "$LINCHPIN" simulate objects/stack/treiber.lin --steps 30 --seed 5
cmp -s "$scratch/first" "$scratch/.out" || fail "another walk with the same seed"
[ "$(grep -c 'thread' "$scratch/.out")" = 30 ] || fail "not 30 steps"
run 0 "$LINCHPIN" simulate objects/stack/treiber.lin --steps 30 --seed 6
! cmp -s "$scratch/first" "$scratch/.out" || fail "the same walk with another seed"

ask() {
    printf '1\n0\n0\n0\n0\nq\n' | "$LINCHPIN" simulate objects/stack/treiber.lin --ask
}
run 0 ask
out_has 'call push(1) (node1 is new: {1, null}'
out_has 'if (cas(top, t, n)) (top = node1)'
out_has 'thread 0: return'
run 0 "$LINCHPIN" simulate tests/verify/models/unlock.lin --steps 200
out_has 'unlock of what is not locked'
# What is no choice is asked again; the end of the input is the end.
ask_again() {
    printf 'x\n\n99\n-1\n1 2\n1\n' | "$LINCHPIN" simulate objects/stack/treiber.lin --ask
}
run 0 ask_again
[ "$(grep -o 'which?' "$scratch/.out" | wc -l)" = 7 ] || fail "not asked seven times"
out_has 'call push(1) (node1 is new: {1, null}'

# Nobody waits when there is nothing left to do.
sed 's/threads 2;/threads 2; operations 1;/' objects/stack/treiber.lin >"$scratch/one.lin"
run 0 "$LINCHPIN" simulate "$scratch/one.lin"
out_has 'all operations are done'
run 0 "$LINCHPIN" simulate tests/verify/models/deadlock.lin --steps 1000
out_has 'no thread can go on'
run 2 "$LINCHPIN" simulate nowhere.lin
run 2 "$LINCHPIN" simulate
run 2 "$LINCHPIN" simulate tests/model/bad/arrow.lin
done_testing
