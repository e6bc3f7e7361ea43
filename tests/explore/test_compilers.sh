#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# gcc and clang compile the same source to different accesses; where nothing races,
# the histories are the same, at every level of optimisation. `make test` has every third object, in turns.
. tests/expect.sh
command -v gcc >/dev/null && command -v clang >/dev/null || exit 77

same() { # SCENARIO TEST SOURCE [OPTION…]
    local n=0 cc level
    turn 3 || return
    for cc in gcc clang; do
        for level in -O0 -O2; do
            run 0 "$LINCHPIN" explore "$2" "$3" --cc $cc --scenario "$1" --all-histories \
                --histories "$scratch/$n" "${@:4}" -- $level -pthread
            n=$((n + 1))
        done
    done
    checks=$((checks + 1))
    [ "$(wc -l <"$scratch/0")" -gt 1 ] || fail "$3, $1: too few histories"
    for i in 1 2 3; do
        cmp "$scratch/0" "$scratch/$i" || fail "$3, $1: the compilers differ"
    done
}

q=objects/queue s=objects/stack l=objects/set d=objects/deque z=objects/snzi
same 'enq(1) deq | enq(2)' $q/ms_queue_test.c $q/ms_queue.c
same 'enq(1) deq | deq' $q/ms_queue_test.c $q/ms_queue_hazard.c
same 'enq(1) deq | enq(2)' $q/hw_queue_test.c $q/hw_queue.c
same 'enq(1) enq(2) | deq' $q/shann_queue_test.c $q/shann_queue_repaired.c
same 'push(1) pop | push(2)' $s/treiber_test.c $s/treiber.c
same 'push(1) pop | pop' $s/treiber_test.c $s/treiber_counted.c
same 'add(1) | add(1) remove(1)' $l/list_set_test.c $l/list_set_lazy.c
same 'add(1) | add(1) remove(1)' $l/list_set_test.c $l/list_set_lock.c
same 'add(1) | add(2) remove(1)' $l/list_set_test.c $l/list_set_harris.c
same 'push_back(1) pop_back | try_pop_front' $d/work_stealing_test.c $d/chase_lev.c --object deque
same 'arrive | arrive query' $z/snzi_test.c $z/snzi.c
done_testing
