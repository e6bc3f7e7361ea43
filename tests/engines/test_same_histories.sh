#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Two threads with two operations each, the same object as C code and as a model:
# - the set of histories that `explore` finds in the C code equals the set that
#   `verify` finds in the model, byte by byte;
# - every history that `test` records on real threads is in that set.
. tests/expect.sh

compare() { # NAME SCENARIO TEST SOURCE MODEL
    local name=$1 scenario=$2 test=$3 source=$4 model=$5
    run 0 "$LINCHPIN" explore "$test" "$source" --scenario "$scenario" \
        --all-histories --histories "$scratch/$name.explore"
    run 0 "$LINCHPIN" verify "$model" --scenario "$scenario" \
        --histories "$scratch/$name.verify"
    run 0 "$LINCHPIN" test "$test" "$source" --scenario "$scenario" --rounds 20000 --seed 1 \
        --histories "$scratch/$name.test"
    local explored recorded
    explored=$(wc -l <"$scratch/$name.explore")
    recorded=$(wc -l <"$scratch/$name.test")
    echo "$name, $scenario: explore $explored, verify $(wc -l <"$scratch/$name.verify")," \
        "test $recorded histories"
    [ "$explored" -gt 1 ] || fail "$name: explore found only $explored histories"
    [ "$recorded" -gt 1 ] || fail "$name: test recorded only $recorded histories"
    cmp "$scratch/$name.explore" "$scratch/$name.verify" ||
        fail "$name: explore and verify differ: $(diff "$scratch/$name.explore" \
            "$scratch/$name.verify" | head -4)"
    local stray
    stray=$(comm -13 "$scratch/$name.explore" "$scratch/$name.test" | head -1)
    [ -z "$stray" ] || fail "$name: test recorded a history that explore does not know: $stray"
}

stack=objects/stack
compare stack 'push(1) pop | push(2) pop' $stack/treiber_test.c $stack/treiber.c $stack/treiber.lin
compare stack2 'push(1) push(2) | pop pop' $stack/treiber_test.c $stack/treiber.c $stack/treiber.lin
queue=objects/queue
compare queue 'enq(1) deq | enq(2) deq' $queue/ms_queue_test.c $queue/ms_queue.c $queue/ms_queue.lin
compare queue2 'enq(1) enq(2) | deq deq' $queue/ms_queue_test.c $queue/ms_queue.c \
    $queue/ms_queue.lin
done_testing
