#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Objects that exist both as C and as a model, in the same small scenario: `explore`
# gives the one the verdict that `verify` gives the other, and finds the same set of
# histories, byte by byte. (Stacks and queues that hold: also same_histories.) `make test` has every third, in
# turns.
. tests/expect.sh
# Those of same_histories, and models without a twin in C.
known=" treiber ms_queue treiber_lifo counter_stack position_queue stale_reads bits_register
        bits_register_two_readers mailbox mailbox_one_look mailbox_bounded mailbox_five_times
        marked_list_ghosts marked_list_ghosts_overlap atomic_bit atomic_bit_two_looks regular_bit
        regular_bit_same_value vitanyi_awerbuch vitanyi_awerbuch_no_write_back
        register_processes two_readers_processes snzi_processes counter_stack_processes
        position_queue_processes mailbox_processes counter_lossy counter_lossy_plain
        counting_network counting_network_plain "
known+="queue_segment queue_segment_far queue_random queue_random_no_window " # see test_least_factors.sh

same_histories() { # NAME: those of the last two runs
    echo "$1: $(wc -l <"$scratch/explore") histories"
    [ "$(wc -l <"$scratch/explore")" -gt 1 ] || fail "$1: only one history"
    cmp -s "$scratch/explore" "$scratch/verify" ||
        fail "$1: explore and verify differ: $(diff "$scratch/explore" "$scratch/verify" | head -4)"
}

paired() { # MODEL: it has been compared
    known+=" $(basename "$1" .lin) "
}

# Is an operation stuck that could return? Spinning for ever counts as stuck for both.
progress() { # SCENARIO TEST SOURCE MODEL EXPLORE-OPTIONS…
    local code=0
    sed 's/refines \([a-z_]*\)\( using points\)\?/progressible \1/' "$4" >"$scratch/progress.lin"
    "$LINCHPIN" explore "$2" "$3" --scenario "$1" --condition progressible "${@:5}" \
        >"$scratch/.out" 2>"$scratch/.err" || code=$?
    run "$code" "$LINCHPIN" verify "$scratch/progress.lin" --scenario "$1"
    [ "$code" != 0 ] || out_has '✓ progressible'
    [ "$code" != 1 ] || out_has '✗ not progressible'
    echo "$3, $1: explore and verify say $code of progress"
}

# A search for a verdict may stop at the first violation, so histories are collected in
# runs of their own.
pair() { # CODE SCENARIO TEST SOURCE MODEL EXPLORE-OPTIONS…
    local code=$1 scenario=$2 test=$3 source=$4 model=$5
    shift 5
    paired "$model"
    turn 3 || return
    run "$code" "$LINCHPIN" explore "$test" "$source" --scenario "$scenario" "$@"
    run "$code" "$LINCHPIN" verify "$model" --scenario "$scenario"
    run 0 "$LINCHPIN" explore "$test" "$source" --scenario "$scenario" --condition none \
        --all-histories --histories "$scratch/explore" "$@"
    run "$code" "$LINCHPIN" verify "$model" --scenario "$scenario" --histories "$scratch/verify"
    same_histories "$source, $scenario, exit $code"
    [ "$code" != 0 ] || progress "$scenario" "$test" "$source" "$model" "$@"
}

s=objects/stack q=objects/queue l=objects/set d=objects/deque z=objects/snzi
p=objects/priority

pair 1 'push(1) pop | push(2) pop' $s/treiber_test.c $s/treiber_plain_push.c $s/treiber_plain_push.lin
pair 1 'enq(1) deq | enq(2) deq' $q/ms_queue_test.c $q/ms_queue_no_tail_check.c \
    $q/ms_queue_no_tail_check.lin

for c in 'enq(1) deq | enq(2) deq' 'enq(1) enq(2) | deq deq'; do
    pair 0 "$c" $q/hw_queue_test.c $q/hw_queue.c $q/herlihy_wing.lin
done

# The second deq finds nothing and looks for ever, though the queue of the spec would say so.
progress 'enq(1) | deq deq' $q/hw_queue_test.c $q/hw_queue.c $q/herlihy_wing.lin

# The places of an array: two, as in C.
for f in shann_queue shann_queue_repaired; do
    sed 's/SIZE = 10/SIZE = 2/; s/\[10\]/[2]/' $q/$f.lin >"$scratch/$f.lin"
done
pair 1 'enq(1) | deq deq' $q/shann_queue_test.c $q/shann_queue.c "$scratch/shann_queue.lin"
for c in 'enq(1) | deq deq' 'enq(1) deq | enq(2) deq'; do
    pair 0 "$c" $q/shann_queue_test.c $q/shann_queue_repaired.c "$scratch/shann_queue_repaired.lin"
done

for c in 'add(1) remove(1) | add(1) contains(1)' 'add(1) ; remove(1) | add(2) ; contains(2)'; do
    pair 0 "$c" $l/list_set_test.c $l/list_set_lazy.c $l/lazy_list.lin
    pair 0 "$c" $l/list_set_test.c $l/list_set_lock.c $l/hand_over_hand.lin
    pair 0 "$c" $l/list_set_test.c $l/list_set_harris.c $l/harris_michael.lin
    pair 0 "$c" $l/list_set_test.c $l/list_set_marked.c $l/marked_list.lin
done
pair 1 'add(1) ; remove(1) | add(2) ; contains(2)' $l/list_set_test.c $l/list_set_lock_early.c \
    $l/hand_over_hand_early.lin
for fault in no_mark late_mark no_validation unmarked_validation; do
    pair 1 "$c" $l/list_set_test.c $l/list_set_marked_$fault.c $l/marked_list_$fault.lin
done

pair 1 'push(1) pop pop | take' $d/work_stealing_test.c $d/idempotent_lifo.c \
    $d/idempotent_lifo.lin --object stack
pair 1 'enq(1) enq(2) deq | poll poll' $d/work_stealing_test.c $d/idempotent_fifo.c \
    $d/idempotent_fifo.lin --object queue
pair 1 'push_back(1) push_back(2) pop_back | steal steal' $d/work_stealing_test.c \
    $d/idempotent_deque.c $d/idempotent_deque.lin --object both_ends

pair 0 'arrive depart | arrive query' $z/snzi_test.c $z/snzi.c $z/snzi.lin
pair 1 'arrive query | arrive query' $z/snzi_test.c $z/snzi_no_half.c $z/snzi_no_half.lin
pair 1 'arrive depart query query | arrive' $z/snzi_test.c $z/snzi_undo_early.c \
    $z/snzi_undo_early.lin

# Threads that wait for each other: the histories of runs that are stuck, too.
meet() { # NAME SCENARIO…
    local name=$1 scenario
    paired "$y/$name.lin"
    grep -v '^verify.*synchronised' "$y/$name.lin" >"$scratch/$name.lin"
    for scenario in "${@:2}"; do
        turn 3 || continue
        run 0 "$LINCHPIN" explore "$y/${name}_test.c" "$y/$name.c" --scenario "$scenario" \
            --condition progressible --all-histories --histories "$scratch/explore"
        run 0 "$LINCHPIN" verify "$scratch/$name.lin" --scenario "$scenario" \
            --histories "$scratch/verify"
        same_histories "$y/$name.c, $scenario"
    done
}
y=objects/sync
meet sync_chan 'send(1) send(2) | receive receive' 'send(1) | receive receive' \
    'send(1) | send(2) | receive'
meet closeable_chan 'send(1) | receive close' 'send(1) | receive | close' 'send(1) close | receive'
meet abc 'a(1) a(4) | b(2) | c(3)' 'a(1) | a(2) | b(3) | c(4)'
pair 1 'send(1) send(2) | receive receive' $y/sync_chan_test.c $y/sync_chan_early.c \
    $y/sync_chan_early.lin

# What differs in more than the language: the verdict only. A pool hands out the node
# that came back last, the model any; C waits by conditions, the model does not; tasks
# have numbers in the model.
verdicts() { # CODE MODEL TEST SOURCE EXPLORE-OPTIONS…
    paired "$2"
    turn 3 || return
    run "$1" "$LINCHPIN" verify "$2"
    run "$1" "$LINCHPIN" explore "${@:3}"
}
aba='push(1) push(2) ; pop | pop pop push(3) ; pop pop'
verdicts 1 $s/treiber_aba.lin $s/treiber_test.c $s/treiber_uncounted.c --scenario "$aba"
verdicts 1 $s/treiber_aba.lin $s/treiber_test.c $s/treiber_aba.c --reuse \
    --scenario 'push(1) push(2) ; pop | pop pop | push(3) ; pop pop'
verdicts 0 $y/barrier.lin $y/barrier_test.c $y/barrier.c --object barrier \
    --scenario 'sync(0) sync(0) | sync(1) sync(1) | sync(2) sync(2)' --condition progressible
verdicts 1 $y/barrier_lap.lin $y/barrier_test.c $y/barrier_lap.c --object barrier \
    --scenario 'sync(0) sync(0) | sync(1) sync(1) | sync(2) sync(2)'
verdicts 1 $y/abc_shared.lin $y/abc_test.c $y/abc_shared.c
verdicts 1 $y/closeable_chan_race.lin $y/closeable_chan_test.c $y/closeable_chan_race.c
verdicts 1 $y/sync_chan_signal.lin $y/sync_chan_test.c $y/sync_chan_signal.c \
    --scenario 'send(1) send(2) | send(3) | receive receive receive' --condition progressible
verdicts 0 $y/timed_closeable_chan.lin $y/timed_closeable_chan_test.c $y/timed_closeable_chan.c \
    --scenario 'send_within(1) | receive | close' --condition progressible
verdicts 1 $y/timed_closeable_chan_last_moment.lin $y/timed_closeable_chan_test.c \
    $y/timed_closeable_chan_last_moment.c --scenario 'send_within(1) | receive'
verdicts 0 $y/alternation.lin $y/alternation_test.c $y/alternation.c \
    --scenario 'send(0, 1) | send(1, 2) | alt alt' --condition progressible
verdicts 1 $y/alternation_gap.lin $y/alternation_test.c $y/alternation_gap.c \
    --scenario 'send(0, 1) | alt' --condition progressible
overtaken='insert(2) ; insert(1) insert(3) | remove_min | remove_min'
verdicts 0 $p/st_queue.lin $p/st_queue_test.c $p/st_queue.c --scenario "$overtaken" --preemptions 2
verdicts 1 $p/st_queue_resumed.lin $p/st_queue_test.c $p/st_queue_resumed.c \
    --scenario "$overtaken" --preemptions 2
for f in lifo_relaxed fifo_relaxed deque_relaxed deque_no_tag; do
    verdicts $([ $f = deque_no_tag ] && echo 1 || echo 0) $d/idempotent_$f.lin \
        $d/work_stealing_test.c $d/idempotent_${f%_relaxed}.c --object at_least_once \
        --scenario 'put(1) take put(2) take | steal ; steal'
done

for model in objects/*/*.lin; do
    ! grep -q '^automaton' "$model" || continue # there is no C of it
    [[ $known =~ [[:space:]]$(basename "$model" .lin)[[:space:]] ]] || fail "$model is in no pair"
done
done_testing
