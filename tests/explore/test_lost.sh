#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Executions that end in the middle of the C library, with its locks taken or its heap in
# pieces: the verdict comes without waiting for a limit. With the locks still taken, each of
# these runs would end with "no scheduling point", "could not be stopped in order" or not at all.
. tests/expect.sh

explore() { # CODE HOW WHEN OPTION…
    local code=$1 how=$2 when=$3
    shift 3
    run "$code" timeout 300 "$LINCHPIN" explore tests/explore/lost_test.c --hang 100s "$@" -- -w -DHOW=$how -DWHEN=$when
    out_lacks 'could not be stopped in order'
    out_lacks 'no scheduling point'
}

for how in 1 2 3 5 6; do
    for when in 0 1 -1; do
        explore 1 $how $when --scenario 'next | next'
        out_has '✗ crashed: null pointer dereference at lost_test.c:'
        out_has 'Steps, with lines of lost_test.c'
    done
done
for when in 0 1; do
    explore 1 4 $when --scenario 'next | next'
    out_has '✗ crashed: Aborted at lost_test.c:'
done

# The schedule that is told leads there again.
explore 1 1 1 --scenario 'next | next'
schedule=$(sed -n 's/^Schedule: //p' "$scratch/.out")
explore 1 1 1 --scenario 'next | next' --replay "$schedule"
out_has '✗ crashed: null pointer dereference at lost_test.c:'

# By every search, in made-up scenarios, and in the process that makes serial runs.
for search in states paths bounded random pct; do
    explore 1 1 1 --scenario 'next | next' --search $search
    out_has '✗ crashed: null pointer dereference at lost_test.c:'
done
explore 1 1 4
out_has ' sizes'
out_has '✗ crashed: null pointer dereference at lost_test.c:'
explore 1 1 1 --scenario 'next | next' --spec self
out_has '✗ crashed: null pointer dereference at lost_test.c:'

# By several processes: in the one that counts the parts, and in a worker.
runner=$(dirname "$LINCHPIN")/../libexec/linchpin/linchpin-explore
for when in 2 6; do
    kept=$("$LINCHPIN" explore tests/explore/lost_test.c --keep --calls 1x1 -- -w -DHOW=1 -DWHEN=$when 2>&1 |
        sed -n 's/.*files are in //p')
    run 1 timeout 300 "$runner" "$kept"/*.so split=1 jobs=2 hang=100 search=dpor \
        "scenario=next next | next next | next next next" 3>"$scratch/answer"
    grep -q '"reason":"crashed: null pointer dereference at lost_test.c:' "$scratch/answer" ||
        fail "the answer is $(head -c 300 "$scratch/answer")"
    rm -rf "$kept"
done

# Where a hook called the C library it may be linchpin's fault.
explore 3 7 1 --scenario 'next | next'
out_has 'crashed in a function of linchpin'

# Nothing that the runner needs is left.
run 3 timeout 300 "$LINCHPIN" explore tests/explore/lost_test.c --scenario 'next | next' -- -w -DHOW=8 -DWHEN=1
out_has 'the object crashed and has overwritten memory that is not its own'
done_testing
