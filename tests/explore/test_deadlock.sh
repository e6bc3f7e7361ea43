# SPDX-License-Identifier: MIT
# Threads that wait for ever: no fault where the spec lets none of them go on, a deadlock
# where it does, or where nothing is judged. All searches say the same, and so does
# `test`.
. tests/expect.sh

file=tests/explore/deadlock_test.c
explore() { # CODE OBJECT SCENARIO OPTION…
    local code=$1 object=$2 scenario=$3
    shift 3
    run "$code" "$LINCHPIN" explore $file --object "$object" --scenario "$scenario" "$@"
}

every() { # CODE OBJECT SCENARIO WORDS
    for search in dpor states paths; do
        explore "$1" "$2" "$3" --search $search
        out_has "$4"
    done
    explore "$1" "$2" "$3" --all-histories
    out_has "$4"
    run "$1" "$LINCHPIN" test $file --object "$2" --scenario "$3" --rounds 300
}

every 0 mutex 'lock | lock' linearizable
every 0 mutex 'lock unlock | trylock' linearizable
every 0 mutex 'lock lock | lock unlock' linearizable
every 0 self_mutex 'lock | lock' linearizable
every 0 rwlock 'read_lock | write_lock' linearizable
every 0 rwlock 'read_lock | read_lock' linearizable
every 0 semaphore 'acquire | acquire' linearizable
every 0 semaphore 'acquire acquire | release acquire' linearizable

# The spec lets a second one in.
explore 1 narrow_rwlock 'read_lock | read_lock'
out_has '✗ deadlock: no thread can go on'
out_has 'waits to write-lock'
explore 1 poor_semaphore 'acquire | acquire'
out_has '✗ deadlock: no thread can go on'
explore 1 abba 'inc | inc_other'
out_has '✗ deadlock: no thread can go on'
out_has 'waits for the mutex'
out_has 'Reproduce:'

# Its schedule leads there again; one to a wait that is no fault, too.
schedule=$(sed -n 's/^Schedule: //p' "$scratch/.out")
explore 1 abba 'inc | inc_other' --replay "$schedule"
out_has 'deadlock: no thread can go on'
# What else is wrong is told.
run 1 "$LINCHPIN" explore $file --object mutex --scenario 'lock trylock unlock | lock' -- -DLIES
out_has 'not linearizable'
# Main itself waits, in no operation.
explore 1 late 'keep'
out_has 'deadlock: no thread can go on'

# Nothing is judged: then every deadlock is told.
explore 1 mutex 'lock | lock' --condition none
out_has 'deadlock: no thread can go on'

# The reduction finds the histories of all interleavings, though the other order of two
# steps of which one is never taken is not to be seen in any execution.
cc -O1 -o "$scratch/maximal" tests/explore/maximal.c || exit 1
same() { # OBJECT SCENARIO
    for search in paths dpor states; do
        explore 0 "$1" "$2" --search $search --all-histories --histories "$scratch/$search"
        explore 0 "$1" "$2" --search $search --histories "$scratch/$search.folded"
        "$scratch/maximal" <"$scratch/$search" >"$scratch/$search.max"
        "$scratch/maximal" <"$scratch/$search.folded" >"$scratch/$search.folded.max"
        checks=$((checks + 1))
        cmp "$scratch/paths" "$scratch/$search" || fail "$search, $1: $2"
        cmp "$scratch/paths.max" "$scratch/$search.folded.max" || fail "$search, folded, $1: $2"
    done
}
same mutex 'lock trylock unlock | lock'
same mutex 'lock | lock | trylock'
same mutex 'lock unlock lock | trylock lock'
same self_mutex 'lock unlock | lock | lock'
same rwlock 'read_lock | write_lock | read_lock'
same rwlock 'read_lock write_lock | read_lock'
same semaphore 'acquire | acquire | release'
same semaphore 'acquire acquire | acquire release | acquire'

# Channels, whose operations meet.
chan=(objects/sync/sync_chan_test.c objects/sync/sync_chan.c)
run 0 "$LINCHPIN" explore "${chan[@]}" --scenario 'send(1) send(2) | receive'
run 0 "$LINCHPIN" explore "${chan[@]}" --scenario 'receive | receive'
run 1 "$LINCHPIN" explore objects/sync/sync_chan_test.c objects/sync/sync_chan_signal.c \
    --scenario 'send(1) | send(2) | receive'
out_has 'deadlock: no thread can go on'
done_testing
