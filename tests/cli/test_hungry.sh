#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# An object that takes memory without end is ended at --memory, wherever it does so: exit code 3
# with a sentence, not much more memory than the limit, nothing left behind.

. tests/expect.sh
[ "${LP_SANITIZE:-0}" = 0 ] || { echo 'sanitizers need much memory of their own'; exit 77; }

# Should the limit not be kept, this is: and then the object crashes, or hangs.
ulimit -v 16000000

hungry() { # COMMAND HOW WHERE
    local limit=100s
    export TMPDIR=$scratch/tmp
    mkdir "$TMPDIR"
    [[ $1/$3/$2 != explore/1/[12] ]] || limit=5s
    run 3 timeout 300 "$LINCHPIN" "$1" tests/cli/hungry_test.cpp --scenario 'next | next' --memory 400M \
        --hang 100s --timeout $limit -- -w "-DHOW=$2" "-DWHERE=$3"
    case $1/$2/$3 in
    # A thread that does nothing else takes long to fill its heap, which is smaller than that.
    explore/[12]/1) out_has 'the time limit was reached' && out_lacks 'could not be stopped in order' ;;
    explore/[12]/*) out_has "a thread allocates more than explore's heap of 64 MB" ;;
    explore/3/[12]) out_has 'the object calls mmap' ;;
    explore/*) out_has 'the memory limit was reached: the exploration was ended' ;;
    test/*) out_has 'the memory limit was reached: the test was ended' ;;
    esac
    [ -z "$(ls -A "$TMPDIR")" ] || fail "files are left: $(ls -A "$TMPDIR")"
}
for command in test explore; do
    for how in 1 2 3; do
        for where in 1 2 3; do
            beside hungry $command $how $where
        done
    done
done
done_testing
