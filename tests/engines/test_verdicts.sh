#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every subject through every engine, from one spec: the correct objects hold,
# the faulty ones are refuted, and the command printed with a violation shows it
# again.
. tests/expect.sh

reproduces() { # after a violation
    local again
    again=$(sed -n 's/^ *Reproduce: *//p' "$scratch/.out" | head -1)
    [ -n "$again" ] || { fail "no command that reproduces it"; return; }
    run 1 bash -c "${again/#linchpin/\"$LINCHPIN\"}"
}

tested() { # CODE FILES…
    local code=$1
    shift
    run "$code" "$LINCHPIN" test "$@" --seed 1 --timeout 20s ${rounds:+--rounds $rounds}
    [ "$code" = 0 ] || reproduces
}

explored() { # CODE SCENARIO FILES…
    local code=$1 scenario=$2
    shift 2
    run "$code" "$LINCHPIN" explore "$@" --scenario "$scenario"
    [ "$code" = 0 ] || reproduces
}

verified() { # CODE MODEL
    run "$1" "$LINCHPIN" verify "$2"
    [ "$1" = 0 ] || reproduces
}

s=objects/stack q=objects/queue
rounds=20000 tested 0 $s/treiber_test.c $s/treiber.c
explored 0 'push(1) pop | push(2) pop' $s/treiber_test.c $s/treiber.c
explored 0 'push(1) pop | push(2) pop' $s/treiber_test.c $s/treiber.c --reuse
verified 0 $s/treiber.lin

tested 1 $s/treiber_test.c $s/treiber_aba.c
# A pop that slept between reading the top and swinging it brings back a node
# that is free: popped once more, it is freed twice.
aba='push(1) push(2) ; pop | pop pop | push(3) ; pop pop'
explored 1 "$aba" $s/treiber_test.c $s/treiber_aba.c --reuse
out_has 'double free'
explored 0 "$aba" $s/treiber_test.c $s/treiber.c --reuse
explored 1 "$aba" $s/treiber_test.c $s/treiber_aba.c
out_has 'use after free'
verified 1 $s/treiber_aba.lin
out_has 'not linearizable'

tested 1 $s/treiber_test.c $s/treiber_plain_push.c
explored 1 'push(1) pop | push(2) pop' $s/treiber_test.c $s/treiber_plain_push.c
out_has 'not linearizable'
verified 1 $s/treiber_plain_push.lin
out_has 'not linearizable'

rounds=20000 tested 0 $q/ms_queue_test.c $q/ms_queue.c
explored 0 'enq(1) deq | enq(2) deq' $q/ms_queue_test.c $q/ms_queue.c
verified 0 $q/ms_queue.lin

tested 1 $q/ms_queue_test.c $q/ms_queue_no_tail_check.c
explored 1 'enq(1) deq | enq(2) deq' $q/ms_queue_test.c $q/ms_queue_no_tail_check.c
out_has 'not linearizable'
verified 1 $q/ms_queue_no_tail_check.lin
out_has 'not linearizable'
done_testing
