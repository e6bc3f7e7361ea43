#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The synchronisation objects, with their verdicts: each correct one holds on real threads
# and in every interleaving of a small scenario; each faulty one is refuted both ways,
# those that only fail to go on by `progressible`. `make test` has every third, in turns.
. tests/expect.sh

s=objects/sync

holds() { # OBJECT SCENARIO [options]
    turn 3 || return
    local test=$s/$1_test.c file=$s/$1.c scenario=$2
    shift 2
    run 0 "$LINCHPIN" test "$test" "$file" --condition synchronised --rounds 1000 --timeout 2m "$@"
    run 0 "$LINCHPIN" explore "$test" "$file" --condition progressible --scenario "$scenario" "$@"
    out_has '✓ progressible'
    out_says 'covers all interleavings of this scenario'
}

# Operations get wrong results: found on real threads, and in the scenario.
wrong() { # OBJECT FAULT SCENARIO [options]
    turn 3 || return
    local test=$s/$1_test.c file=$s/$1_$2.c scenario=$3
    shift 3
    # With a scenario given, none smaller is looked for.
    run 1 "$LINCHPIN" test "$test" "$file" --condition synchronised --timeout 1m \
        --scenario "$scenario" "$@"
    out_has 'not synchronised'
    run 1 "$LINCHPIN" explore "$test" "$file" --condition progressible --scenario "$scenario" "$@"
    out_has 'no order of the operations explains'
}

# Results are right, but somebody sleeps who should not.
stuck() { # OBJECT FAULT SCENARIO [options]
    turn 3 || return
    local test=$s/$1_test.c file=$s/$1_$2.c scenario=$3
    shift 3
    run 1 "$LINCHPIN" test "$test" "$file" --timeout 1m --scenario "$scenario" "$@"
    out_has 'not progressible'
    out_has 'stuck, though'
    run 1 "$LINCHPIN" explore "$test" "$file" --condition progressible --scenario "$scenario" "$@"
    out_has 'stuck, though'
}

holds sync_chan 'send(1) | send(2) | receive receive'
wrong sync_chan early 'send(1) | receive'
stuck sync_chan signal 'send(1) | send(2) | receive'
# Two receivers get one value, and a sender is left over.
wrong sync_chan if 'send(1) send(2) | receive | receive'

holds filter_chan 'send(2) | send(3) | receive(3) | receive(2)'
wrong filter_chan shared 'send(2) | send(3) | receive(3) | receive(2)'
stuck filter_chan head 'send(2) | send(3) | receive(3) | receive(2)'
# One receive takes both sends, or two take one: the other is left over.
twice=($s/filter_chan_test.c $s/filter_chan_twice.c
    --scenario 'send(2) | send(4) | receive(2) | receive(2)')
run 1 "$LINCHPIN" test "${twice[@]}" --timeout 1m
out_has '✗ not '
run 1 "$LINCHPIN" explore "${twice[@]}" --condition progressible
out_has 'no order of the operations explains'

holds men_women 'man(1) | man(2) | woman(3) woman(4)'
wrong men_women unlocked 'man(1) | man(2) | woman(3) woman(4)'
stuck men_women signal 'man(1) | man(2) | woman(3) woman(4)'

holds exchanger 'exchange(1) | exchange(2) | exchange(3) | exchange(4)'
wrong exchanger slow 'exchange(1) | exchange(2) | exchange(3) | exchange(4)'

holds counter_chan 'send(1) | send(2) | receive receive'
wrong counter_chan late 'send(1) | send(2) | receive receive'

holds two_families 'left(0) left(0) | right(0) | right(1)'
wrong two_families shared 'left(0) | left(1) | right(0) | right(1)'

holds one_family 'meet(0) meet(0) | meet(1) meet(1) | meet(2) meet(2)'
wrong one_family shared 'meet(0) meet(0) | meet(1) meet(1) | meet(2) meet(2)'
stuck one_family signal 'meet(0) meet(0) | meet(1) meet(1) | meet(2) meet(2)'

holds abc 'a(1) a(2) | b(3) b(4) | c(5) c(6)'
wrong abc shared 'a(1) | a(2) | a(3) | b(4) b(5) b(6) | c(7) c(8) c(9)'
stuck abc signal 'a(1) | a(2) | b(3) | c(4)'

holds barrier 'sync(0) sync(0) | sync(1) sync(1)' --object barrier_2
wrong barrier early 'sync(0) sync(0) | sync(1) sync(1)' --object barrier_2
stuck barrier missed 'sync(0) sync(0) | sync(1) sync(1)' --object barrier_2
wrong barrier lap 'sync(0) sync(0) | sync(1) sync(1)' --object barrier_2

enrol='enrol(0) sync(0) resign(0) | enrol(1) sync(1) resign(1)'
holds enrollable_barrier "$enrol"
wrong enrollable_barrier late "$enrol | enrol(2) resign(2)"
stuck enrollable_barrier resign "$enrol"

holds timeout_chan 'send(1) | receive receive'
wrong timeout_chan last_moment 'send(1) | receive receive'

holds timeout_exchanger 'exchange(1) | exchange(2)'
wrong timeout_exchanger last_moment 'exchange(1) | exchange(2)'

holds closeable_chan 'send(1) | receive close'
wrong closeable_chan race 'send(1) | receive close'

timed='send_within(1) | receive_within | close'
holds timed_closeable_chan "$timed"
wrong timed_closeable_chan last_moment "$timed"
stuck timed_closeable_chan asleep 'send(1) | send(2) | close'

# Associative and not commutative: all must get what was combined in the same order.
combined='sync(0, 1) sync(0, 3) | sync(1, 2) sync(1, 4)'
holds combining_barrier "$combined" --object combining_barrier_2
wrong combining_barrier rotated "$combined" --object combining_barrier_2
wrong combining_barrier late "$combined" --object combining_barrier_2

holds alternation 'send(0, 1) | send(1, 2) | alt alt'
# With a second alt, the value that is lost may look as if that one, which waits for ever, had it.
wrong alternation twice 'send(0, 1) | send(1, 2) | alt'
stuck alternation gap 'send(0, 1) | alt'

# A thread that has taken its share does not come back, and the other may wait for ever,
# rightly: no scenario goes home on every schedule.
holds terminating_queue 'deq deq | enq(1) deq' --object terminating_queue
wrong terminating_queue count 'deq deq | enq(1) deq' --object terminating_queue
done_testing
