# SPDX-License-Identifier: MIT
# Threads that wait: seen to be stuck, and judged. Who waits rightly is not blamed,
# who waits with a time limit or for a thread that sleeps is not stuck, and of who
# spins nothing is known.
. tests/expect.sh

waits() { # CODE WAYS [OPTION…]
    local code=$1 ways=$2
    shift 2
    run "$code" "$LINCHPIN" test tests/harness/cases/waiting_test.c "$@" -- -DWAYS="$ways" -pthread
}
short='acquire acquire | acquire | release'

# More acquires than permits: every run gets stuck, and rightly so.
waits 0 RIGHT --scenario 'acquire acquire | acquire acquire' --rounds 30
out_has '30 histories judged'
out_has 'stuck 30'
waits 0 RIGHT --rounds 1500
waits 0 POSIX --rounds 1500
waits 0 C11 --rounds 1500
waits 1 C11_IF --scenario 'acquire acquire | acquire | acquire | release' --timeout 1m
out_has 'not linearizable'

# A permit that nobody is woken for.
waits 1 LOST --scenario "$short"
out_has 'not progressible'
out_has 'acquire() … is stuck, though it could have gone on'
out_has 'the kernel says so'
out_has 'Reproduce: '
waits 1 LOST --timeout 2m
out_has 'Scenario: '
waits 1 CROSSED --timeout 2m
out_has 'is stuck, though'
waits 1 IN_CREATE
out_has 'stuck: every unfinished thread waits for another in .create'

waits 0 HELPED --scenario "$short" --rounds 20
waits 3 HELPED --scenario 'acquire acquire | acquire' --hang 1
out_has 'no progress for 1 s'
waits 0 TIMED --scenario "$short" --rounds 200
waits 3 TIMED --scenario 'acquire acquire | acquire' --hang 1
out_has 'no progress for 1 s'
waits 3 SPINNING --scenario 'acquire acquire | acquire' --hang 1
out_has 'no progress for 1 s'
waits 0 SPINNING --scenario "$short" --rounds 500

done_testing
