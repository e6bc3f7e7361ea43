#!/bin/bash
# SPDX-License-Identifier: MIT
# linchpin gen as a user calls it.
. tests/expect.sh

# The same seed gives the same bytes, here and everywhere.
run 0 "$LINCHPIN" gen queue --ops 500 --procs 4 --overlap 2.5 --seed 7
cp "$scratch/.out" "$scratch/first"
run 0 "$LINCHPIN" gen queue --ops 500 --procs 4 --overlap 2.5 --seed 7 --output "$scratch/second"
out_empty
cmp -s "$scratch/first" "$scratch/second" || fail 'the same seed gave another history'
run 0 "$LINCHPIN" gen queue --ops 500 --procs 4 --overlap 2.5 --seed 8
! cmp -s "$scratch/first" "$scratch/.out" || fail 'another seed gave the same history'
run 0 "$LINCHPIN" gen register --ops 6 --procs 2 --overlap 1.5 --seed 3
sum=$(cksum <"$scratch/.out")
[ "$sum" = '2431193984 613' ] || fail "not the bytes that this seed gives elsewhere: $sum"

for spec in queue stack register counter channel; do
    run 0 "$LINCHPIN" gen "$spec" --ops 200 --procs 5 --overlap 2 --output "$scratch/good"
    run 0 "$LINCHPIN" check "$scratch/good" --spec "$spec"
    run 0 "$LINCHPIN" gen "$spec" --ops 200 --procs 5 --overlap 2 --bad --output "$scratch/bad"
    run 1 "$LINCHPIN" check "$scratch/bad" --spec "$spec"
done

count() { # WORD: lines of the last output that have it
    grep -c "$1" "$scratch/.out"
}
run 0 "$LINCHPIN" gen register --ops 1000 --procs 20 --pending 40 --failed 30
[ "$(count '"invoke"')" = 1000 ] || fail 'not 1000 calls'
[ "$(count '"info"')" = 40 ] || fail 'not 40 pending'
[ "$(count '"fail"')" = 30 ] || fail 'not 30 failed'
run 0 "$LINCHPIN" gen register --ops 300 --values 3
[ -z "$(grep -oE '"value":[0-9]+' "$scratch/.out" | grep -vE ':[123]$')" ] || fail 'another value'
run 0 "$LINCHPIN" gen queue --ops 300 --methods enq,deq
out_lacks peek
run 0 "$LINCHPIN" gen queue --ops 300 --methods enqueue
out_lacks deq
run 0 "$LINCHPIN" gen counter --procs 1 --ops 10

run 2 "$LINCHPIN" gen
err_has 'gen takes one spec'
run 2 "$LINCHPIN" gen queu
err_has 'did you mean "queue"?'
run 2 "$LINCHPIN" gen queue --methods enq,dequeu
err_has 'has no method "dequeu"'
run 2 "$LINCHPIN" gen queue --methods ,
err_has 'no method is left'
for bad in '' 0 0.5 x 2x -1 1e9 nan 1.2.3 99; do
    run 2 "$LINCHPIN" gen queue --procs 8 "--overlap=$bad"
done
run 2 "$LINCHPIN" gen queue --procs 200000
err_has '--procs: at most'
run 2 "$LINCHPIN" gen queue --ops 10 --pending 11
err_has 'cannot be pending'
run 2 "$LINCHPIN" gen channel --procs 1
err_has 'needs 2 processes'
run 2 "$LINCHPIN" gen queue --ops 1 --bad
err_has 'no violation could be placed'
out_empty
# What only grows is not full before the violation.
for seed in 1 2 3 4 5; do
    run 0 "$LINCHPIN" gen log --bad --seed $seed --output "$scratch/bad"
    run 1 "$LINCHPIN" check "$scratch/bad" --spec log --quiet
done
run 2 "$LINCHPIN" gen enrollable-barrier
err_has 'gen cannot make up histories of enrollable-barrier: its operations meet in several ways'
run 2 "$LINCHPIN" gen barrier:3
err_has 'gen cannot make up histories of barrier:3: who meets is not listed in the spec'
# The help names them all.
for spec in $("$LINCHPIN" specs --json | grep -o '"name":"[a-z-]*","summary"' | cut -d'"' -f4); do
    "$LINCHPIN" gen "$spec" --ops 5 >"$scratch/.out" 2>"$scratch/.err"
    grep -q 'cannot make up' "$scratch/.err" || continue
    run 0 "$LINCHPIN" gen --help
    out_has "$spec"
done
run 2 "$LINCHPIN" gen queue --output "$scratch/none/x"
err_has 'cannot be written'
run 3 "$LINCHPIN" gen queue --ops 1000000000000 --output /dev/null --timeout 1s
err_has 'the time limit was reached after '
err_has ' operations: the history is not complete'
out_empty
if [ -e /dev/full ]; then
    run 2 "$LINCHPIN" gen queue --output /dev/full
    err_has 'cannot be written'
fi
done_testing
