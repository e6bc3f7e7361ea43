#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Two threads with two operations each, the same object as C code and as a model:
# - the set of histories that `explore` finds in the C code equals the set that
#   `verify` finds in the model, byte by byte;
# - every history that `test` records on real threads is in that set.
# LINCHPIN_ROUNDS: how many are recorded; more than usual: of further objects too.
. tests/expect.sh
rounds=${LINCHPIN_ROUNDS:-20000}

record() { # NAME SCENARIO TEST SOURCE [OPTION…]
    local name=$1 scenario=$2 test=$3 source=$4
    run 0 "$LINCHPIN" explore "$test" "$source" --scenario "$scenario" \
        --all-histories --histories "$scratch/$name.explore" "${@:5}"
    run 0 "$LINCHPIN" test "$test" "$source" --scenario "$scenario" --rounds "$rounds" --seed 1 \
        --histories "$scratch/$name.test" "${@:5}"
    local explored recorded
    explored=$(wc -l <"$scratch/$name.explore")
    recorded=$(wc -l <"$scratch/$name.test")
    echo "$name, $scenario: explore $explored, test $recorded histories"
    [ "$explored" -gt 1 ] || fail "$name: explore found only $explored histories"
    [ "$recorded" -gt 1 ] || fail "$name: test recorded only $recorded histories"
    local stray
    stray=$(comm -13 "$scratch/$name.explore" "$scratch/$name.test" | head -1)
    [ -z "$stray" ] || fail "$name: test recorded a history that explore does not know: $stray"
}

compare() { # NAME SCENARIO TEST SOURCE MODEL
    record "$1" "$2" "$3" "$4"
    run 0 "$LINCHPIN" verify "$5" --scenario "$2" --histories "$scratch/$1.verify"
    cmp "$scratch/$1.explore" "$scratch/$1.verify" ||
        fail "$1: explore and verify differ: $(diff "$scratch/$1.explore" "$scratch/$1.verify" | head -4)"
}

stack=objects/stack
compare stack 'push(1) pop | push(2) pop' $stack/treiber_test.c $stack/treiber.c $stack/treiber.lin
compare stack2 'push(1) push(2) | pop pop' $stack/treiber_test.c $stack/treiber.c $stack/treiber.lin
queue=objects/queue
compare queue 'enq(1) deq | enq(2) deq' $queue/ms_queue_test.c $queue/ms_queue.c $queue/ms_queue.lin
compare queue2 'enq(1) enq(2) | deq deq' $queue/ms_queue_test.c $queue/ms_queue.c \
    $queue/ms_queue.lin
[ "$rounds" -gt 20000 ] || done_testing

set=objects/set deque=objects/deque
record hazard 'enq(1) deq | enq(2) deq' $queue/ms_queue_test.c $queue/ms_queue_hazard.c
record waiting 'enq(1) deq | enq(2) deq' $queue/hw_queue_test.c $queue/hw_queue.c
record array 'enq(1) enq(2) | deq deq' $queue/shann_queue_test.c $queue/shann_queue_repaired.c
record counted 'push(1) pop | push(2) pop' $stack/treiber_test.c $stack/treiber_counted.c
record lazy 'add(1) remove(1) | add(1) contains(1)' $set/list_set_test.c $set/list_set_lazy.c
record harris 'add(1) remove(1) | add(2) remove(1)' $set/list_set_test.c $set/list_set_harris.c
record stealing 'push_back(1) push_back(2) pop_back | try_pop_front' $deque/work_stealing_test.c \
    $deque/chase_lev.c --object deque
record non_zero 'arrive depart | arrive query' objects/snzi/snzi_test.c objects/snzi/snzi.c
done_testing
