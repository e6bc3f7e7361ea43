#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# --spec self: the spec is what the object does in serial runs. Where there is a
# named spec too, and the object is right when it is alone, both say the same.
. tests/expect.sh

judged() { # what a run says, without what differs between two of them, such as the evidence: a stack can be relaxed
    sed 's/,"history":.*,"figures":/,"figures":/' "$1" |
        grep -oE '"verdict":"[a-z]*"|"reason":"[^"]*"|"histories":[0-9]+|"distinct":[0-9]+'
}

same() { # TEST SOURCE OPTION…: all scenarios, up to the first that fails; in `make test` every third, in turns
    local spec
    turn 3 || return
    for spec in "" "--spec self"; do
        # shellcheck disable=SC2086
        "$LINCHPIN" explore "$1" "$2" --json "${@:3}" $spec >"$scratch/explore$spec" 2>&1
    done
    checks=$((checks + 1))
    [ "$(judged "$scratch/explore")" = "$(judged "$scratch/explore--spec self")" ] ||
        fail "$2: $(judged "$scratch/explore") and $(judged "$scratch/explore--spec self")"
}

q=objects/queue s=objects/stack l=objects/set
for f in ms_queue ms_queue_no_tail_check sl_queue; do
    same $q/ms_queue_test.c $q/$f.c --up-to 2x2
done
for f in hw_queue hw_queue_two_steps; do # an empty one waits
    same $q/hw_queue_test.c $q/$f.c --up-to 2x2 --well-formed
done
for f in treiber treiber_plain_push treiber_uncounted; do
    same $s/treiber_test.c $s/$f.c --up-to 1+2x2
done
for f in lazy lazy_no_validation lock lock_early; do
    same $l/list_set_test.c $l/list_set_$f.c --up-to 2x2 --values 1
done

# Other conditions.
run 0 "$LINCHPIN" explore $q/ms_queue_test.c $q/ms_queue.c --spec self --condition sequential --calls 2x2
run 1 "$LINCHPIN" explore $q/ms_queue_test.c $q/ms_queue_no_tail_check.c --spec self \
    --condition sequential

# On real threads.
run 0 "$LINCHPIN" test $q/ms_queue_test.c $q/ms_queue.c --spec self --rounds 3000
out_has 'spec self'
run 1 "$LINCHPIN" test $q/ms_queue_test.c $q/sl_queue.c --spec self --scenario 'enq(1) enq(2) ; deq | deq'
out_has 'in a serial run it'
run 0 "$LINCHPIN" test $q/hw_queue_test.c $q/hw_queue.c --spec self --rounds 500

# Another spec by name, and another object to follow.
run 1 "$LINCHPIN" explore $q/ms_queue_test.c $q/ms_queue.c --spec priority-queue --scenario 'enq(2) enq(1) deq'
run 2 "$LINCHPIN" explore $q/ms_queue_test.c $q/ms_queue.c --spec stack
err_has "has no method 'enq'"
run 0 "$LINCHPIN" explore $q/ms_queue_test.c $q/ms_queue.c --golden $q/sl_queue.c --calls 2x2
run 1 "$LINCHPIN" explore $q/ms_queue_test.c $q/sl_queue.c --golden $q/ms_queue.c \
    --scenario 'enq(1) | enq(2) ; deq deq'
run 0 "$LINCHPIN" test $q/ms_queue_test.c $q/ms_queue.c --golden $q/sl_queue.c --rounds 1000
run 1 "$LINCHPIN" test $q/ms_queue_test.c $q/sl_queue.c --golden $q/ms_queue.c \
    --scenario 'enq(1) enq(2) ; deq | deq'
run 2 "$LINCHPIN" test $q/ms_queue_test.c $q/ms_queue.c --golden $q/ms_queue.c --spec queue
err_has '--golden is a spec of its own'
run 2 "$LINCHPIN" explore $q/ms_queue_test.c $q/ms_queue.c --golden nothing.c
run 2 "$LINCHPIN" explore $q/ms_queue_test.c $q/ms_queue.c --spec queu
err_has 'queue'

# An object without any other spec; calls that wait or spin in a serial run.
cell=tests/engines/self/cell_test.c
for engine in explore "test --rounds 300"; do
    # shellcheck disable=SC2086
    {
        run 0 "$LINCHPIN" $engine $cell --scenario 'put(1) mine | take mine' -- -pthread
        run 0 "$LINCHPIN" $engine $cell --scenario 'mine mine | mine' -- -pthread
        run 1 "$LINCHPIN" $engine $cell --scenario 'take' -- -pthread -DHOW=2
        out_has 'crashed'
    }
done
# The second take might have to spin for ever: explore knows it, test does not.
run 1 "$LINCHPIN" explore $cell --scenario 'put(1) ; take put(2) | take put(3)' -- -pthread -DHOW=1
out_has 'in a serial run it'
run 3 "$LINCHPIN" test $cell --rounds 3000 --scenario 'put(1) ; take put(2) | take put(3)' -- -pthread -DHOW=1
out_has 'the serial run put(1), take() → 1, take() takes too long'
# What it does is not the same twice: then nothing can be said.
run 3 "$LINCHPIN" test $cell --scenario 'put(1) | take' --rounds 20 -- -pthread -DHOW=3
out_has 'did not do the same as before'
done_testing
