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

# A thread that spins waits as one that sleeps does.
spins() { # CODE OBJECT SCENARIO WORDS
    explore "$1" "$2" "$3"
    out_has "$4"
    for search in dpor states; do
        for how in "" .folded; do
            flag=--all-histories
            [ -z $how ] || flag=
            explore "$1" "$2" "$3" --search $search --histories "$scratch/$search$how" $flag
            out_has "$4"
            [ "$1" = 0 ] && "$scratch/maximal" <"$scratch/$search$how" >"$scratch/$search$how.max"
        done
    done
    [ "$1" = 0 ] || return
    checks=$((checks + 1))
    cmp "$scratch/states" "$scratch/dpor" || fail "$2: $3"
    cmp "$scratch/states.max" "$scratch/dpor.folded.max" || fail "folded, $2: $3"
    cmp "$scratch/states.max" "$scratch/states.folded.max" || fail "states, folded, $2: $3"
}
spins 0 spin_mutex 'lock | lock' linearizable
spins 0 spin_mutex 'lock unlock | trylock' linearizable
spins 0 spin_mutex 'lock trylock unlock | lock | trylock' linearizable
spins 0 self_spin_mutex 'lock unlock | lock | lock' linearizable
spins 0 ticket_mutex 'lock unlock | lock | lock' linearizable
spins 0 spin_semaphore 'acquire acquire | acquire release' linearizable
spins 0 spin_barrier 'sync(0) sync(0) | sync(1)' linearizable
spins 1 poor_spin_semaphore 'acquire | acquire' 'livelock: no schedule lets all operations return any more'
spins 1 keeper 'look | try_set' 'livelock: no schedule lets all operations return any more'
explore 1 spin_mutex 'lock | lock' --condition none
out_has 'livelock'
run 1 "$LINCHPIN" explore tests/explore/lock_free/counters_test.c --object polite --scenario 'next(0) | next(1)'
out_has 'livelock: the threads can go on for ever, each getting its turn'
# What has returned is judged all the same.
run 1 "$LINCHPIN" explore $file --object spin_mutex --scenario 'lock trylock | lock' -- -DLIES
out_has 'not linearizable'
# Before the threads start, and after.
spins 0 spin_mutex 'lock lock ; unlock | trylock' linearizable
spins 0 spin_mutex 'lock ; trylock | trylock ; lock' linearizable
spins 1 poor_spin_semaphore 'acquire acquire ; release | release' livelock
for search in paths random; do
    explore 0 spin_mutex 'lock lock ; unlock | trylock' --search $search --max-executions 10
done

# Fairness: who waits for a lock that is free again and again gets it, and who tries to gets
# it too, unless it cannot be.
explore 0 looker 'look | set' --search states
out_lacks 'tries a lock'
explore 0 looker 'look | try_set' --search states
out_says 'if who tries a lock again and again gets it in the end'
explore 0 back_off 'inc | inc_other'
out_says 'if who tries a lock again and again gets it in the end'
explore 1 back_off 'inc | inc_other' --lock-free
explore 1 keeper 'look | set'
out_has 'deadlock'

# Waking up for no reason helps nobody and harms nobody.
sweep=tests/explore/sweep/sweep_test.c
for object in waiting silent; do
    for scenario in 'deq | deq' 'enq(1) | deq deq'; do
        code=0
        [ $object = silent ] && [ "$scenario" != 'deq | deq' ] && code=1
        run $code "$LINCHPIN" explore $sweep --object $object --scenario "$scenario"
        run $code "$LINCHPIN" explore $sweep --object $object --scenario "$scenario" --spurious
        [ $code = 0 ] || out_has 'deadlock: no thread can go on, unless it wakes up for no reason'
    done
done
chan=(objects/sync/sync_chan_test.c objects/sync/sync_chan.c)
run 0 "$LINCHPIN" explore "${chan[@]}" --scenario 'receive | receive' --spurious

# Channels, whose operations meet.
chan=(objects/sync/sync_chan_test.c objects/sync/sync_chan.c)
run 0 "$LINCHPIN" explore "${chan[@]}" --scenario 'send(1) send(2) | receive'
run 0 "$LINCHPIN" explore "${chan[@]}" --scenario 'receive | receive'
run 1 "$LINCHPIN" explore objects/sync/sync_chan_test.c objects/sync/sync_chan_signal.c \
    --scenario 'send(1) | send(2) | receive'
out_has 'deadlock: no thread can go on'
done_testing
