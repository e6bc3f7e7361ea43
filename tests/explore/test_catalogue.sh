#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Objects of the catalogue in C, each with its verdict in every interleaving of a
# small scenario. The stack of Treiber and the queue of Michael and Scott have a test
# of their own (subjects), and so have channels and barriers (objects/sync).
. tests/expect.sh
q=objects/queue s=objects/stack l=objects/set d=objects/deque z=objects/snzi
wrong='no order of the operations explains'

holds() { # TEST SOURCE OPTIONS…
    run 0 "$LINCHPIN" explore "$1" "$2" "${@:3}"
    out_says 'covers all interleavings of'
}

refuted() { # WORDS TEST SOURCE OPTIONS…
    run 1 "$LINCHPIN" explore "$2" "$3" "${@:4}"
    out_has "$1"
    out_has 'Reproduce: '
}

# Queues.
holds $q/hw_queue_test.c $q/hw_queue.c --up-to 2x2 --well-formed
refuted "$wrong" $q/hw_queue_test.c $q/hw_queue_two_steps.c --up-to 2x2 --well-formed
holds $q/ms_queue_test.c $q/sl_queue.c --scenario 'enq(1) | deq'
refuted "$wrong" $q/ms_queue_test.c $q/sl_queue.c --scenario 'enq(1) | enq(2) ; deq deq'
refuted "$wrong" $q/ms_queue_test.c $q/sl_queue.c --scenario 'enq(1) enq(2) ; deq | deq'
refuted "$wrong" $q/ms_queue_test.c $q/iqueue.c --scenario 'enq(1) deq | enq(2) deq'
refuted 'use after free' $q/ms_queue_test.c $q/ms_queue_free.c --scenario 'enq(1) deq | enq(2) deq'
holds $q/ms_queue_test.c $q/ms_queue_hazard.c --scenario 'enq(1) deq | enq(2) deq' --leaks
holds $q/ms_queue_test.c $q/ms_queue_hazard.c --scenario 'enq(1) deq | deq' --reuse
refuted "$wrong" $q/shann_queue_test.c $q/shann_queue.c --up-to 1+2x1
holds $q/shann_queue_test.c $q/shann_queue_repaired.c --up-to 1+2x1

# Stacks whose nodes are used again.
again='push(1) push(2) ; pop | pop pop push(3) ; pop pop'
holds $s/treiber_test.c $s/treiber_counted.c --scenario "$again"
refuted "$wrong" $s/treiber_test.c $s/treiber_uncounted.c --scenario "$again"

# Sets.
holds $l/list_set_test.c $l/list_set_lazy.c --up-to 2x1
holds $l/list_set_test.c $l/list_set_lock.c --up-to 2x1 --values 1
holds $l/list_set_test.c $l/list_set_lock.c --leaks \
    --scenario 'add(1) remove(1) | add(2) remove(1) contains(2)'
holds $l/list_set_test.c $l/list_set_harris.c --up-to 2x1
out_lacks lock-free
holds $l/list_set_test.c $l/list_set_harris.c --up-to 2x1 --values 1 --lock-free
out_has lock-free
neighbours='add(1) add(2) ; remove(1) | remove(2) ; contains(2)'
holds $l/list_set_test.c $l/list_set_harris.c --scenario "$neighbours"
refuted "$wrong" $l/list_set_test.c $l/list_set_harris_no_mark.c --scenario "$neighbours"
holds $l/list_set_test.c $l/list_set_marked.c --up-to 2x1
holds $l/list_set_test.c $l/list_set_marked.c --up-to 2x2 --values 1
behind='add(1) ; remove(1) | add(2) ; contains(2)'
holds $l/list_set_test.c $l/list_set_marked.c --scenario "$behind"
for fault in no_mark late_mark no_validation unmarked_validation; do
    refuted "$wrong" $l/list_set_test.c $l/list_set_marked_$fault.c --scenario "$behind"
done
refuted "$wrong" $l/list_set_test.c $l/list_set_lazy_no_validation.c
refuted "$wrong" $l/list_set_test.c $l/list_set_lock_early.c

# Work stealing: the owner is thread 0.
holds $d/work_stealing_test.c $d/chase_lev.c --object deque \
    --scenario 'push_back(1) push_back(2) pop_back pop_back | try_pop_front try_pop_front'
refuted "$wrong" $d/work_stealing_test.c $d/chase_lev_unchecked.c --object deque \
    --scenario 'push_back(1) pop_back | try_pop_front'
refuted "$wrong" $d/work_stealing_test.c $d/idempotent_lifo.c --object stack \
    --scenario 'push(1) pop pop | take'
refuted "$wrong" $d/work_stealing_test.c $d/idempotent_fifo.c --object queue \
    --scenario 'enq(1) deq | poll'
refuted "$wrong" $d/work_stealing_test.c $d/idempotent_deque.c --object both_ends \
    --scenario 'push_back(1) pop_back | steal'
for order in lifo fifo deque; do
    holds $d/work_stealing_test.c $d/idempotent_$order.c --object at_least_once \
        --scenario 'put(1) put(2) take take take | steal steal'
done
slot='put(1) take put(2) take | steal ; steal'
holds $d/work_stealing_test.c $d/idempotent_deque.c --object at_least_once --scenario "$slot"
refuted "$wrong" $d/work_stealing_test.c $d/idempotent_deque_no_tag.c --object at_least_once \
    --scenario "$slot"

# The non-zero indicator.
holds $z/snzi_test.c $z/snzi.c --scenario 'arrive depart | arrive query depart'
refuted "$wrong" $z/snzi_test.c $z/snzi_no_half.c
refuted "$wrong" $z/snzi_test.c $z/snzi_undo_early.c \
    --scenario 'arrive depart query query | arrive'
holds $z/snzi_test.c $z/snzi.c --scenario 'arrive depart query query | arrive'

# The priority queue of Sundell and Tsigas: three threads, more interleavings than can all
# be gone through.
p=objects/priority overtaken='insert(2) ; insert(1) insert(3) | remove_min | remove_min'
run 0 "$LINCHPIN" explore $p/st_queue_test.c $p/st_queue.c --scenario "$overtaken" --preemptions 2
out_has 'covers all interleavings with at most 2 preemptions'
refuted "$wrong" $p/st_queue_test.c $p/st_queue_resumed.c --scenario "$overtaken" --preemptions 2
holds $p/st_queue_test.c $p/st_queue.c --scenario 'insert(2) ; insert(1) | remove_min'

# All faults that a small scenario shows are found without being told which; `make test` has every third, in turns.
found() { # WORDS TEST SOURCE OPTIONS…
    turn 3 || return
    refuted "$@" --budget 1h
}
for f in ms_queue_no_tail_check sl_queue iqueue; do
    found "$wrong" $q/ms_queue_test.c $q/$f.c
done
found 'use after free' $q/ms_queue_test.c $q/ms_queue_free.c
found "$wrong" $q/shann_queue_test.c $q/shann_queue.c
found "$wrong" $q/hw_queue_test.c $q/hw_queue_two_steps.c
found 'use after free' $s/treiber_test.c $s/treiber_aba.c
found "$wrong" $s/treiber_test.c $s/treiber_plain_push.c
found 'abort was called' $s/treiber_test.c $s/treiber_uncounted.c
for f in harris_no_mark lazy_no_validation lock_early marked_no_mark marked_late_mark \
    marked_no_validation marked_unmarked_validation; do
    found "$wrong" $l/list_set_test.c $l/list_set_$f.c
done
found "$wrong" $d/work_stealing_test.c $d/chase_lev_unchecked.c --object deque
found "$wrong" $d/work_stealing_test.c $d/idempotent_lifo.c --object stack
found "$wrong" $d/work_stealing_test.c $d/idempotent_deque_no_tag.c --object at_least_once
found "$wrong" $z/snzi_test.c $z/snzi_no_half.c
done_testing
