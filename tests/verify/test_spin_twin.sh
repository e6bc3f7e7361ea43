#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The unreduced number of states equals SPIN's on a Promela twin of the same
# granularity, to the state. The twins have no init process and store nothing that
# the model does not determine, so nothing is added or subtracted. `make test` has every third size, in turns.

. tests/expect.sh

command -v spin >/dev/null || { echo "no spin: nothing to compare with"; exit 77; }

spin_states() { # TWIN DEFINES…
    local twin=$PWD/tests/verify/$1
    shift
    (
        cd "$scratch" && rm -f pan* &&
            spin "$@" -a "$twin" >spin.log 2>&1 &&
            "${CC:-gcc}" -O2 -w -DSAFETY -DNOREDUCE -o pan pan.c &&
            # -E: in the queue all operations end; that is no deadlock.
            ./pan -E -m2000000 -w22 >pan.log && grep -q 'errors: 0' pan.log &&
            ! grep -q 'max search depth too small' pan.log &&
            sed -n 's/^ *\([0-9]*\) states, stored$/\1/p' pan.log
    )
}

compare() { # TWIN MODEL DEFINES -- OPTIONS
    local twin=$1 model=$2 defines=() theirs ours
    turn 3 || return
    shift 2
    while [ "$1" != -- ]; do
        defines+=("$1")
        shift
    done
    shift
    theirs=$(spin_states "$twin" "${defines[@]}")
    [ -n "$theirs" ] || { fail "spin gave no number for $twin ${defines[*]}"; return; }
    run 0 "$LINCHPIN" verify "$model" --no-spec --heap raw --reduce none --json "$@"
    ours=$(sed -n 's/.*"states":\([0-9]*\).*/\1/p' "$scratch/.out")
    echo "$twin ${defines[*]}: SPIN $theirs, linchpin $ours"
    checks=$((checks + 1))
    [ "$ours" = "$theirs" ] || fail "$twin ${defines[*]}: SPIN stores $theirs states, linchpin $ours"
}

stack=objects/stack/treiber.lin
compare treiber_twin.pml $stack -DN=1 -DCAP=2 -- --threads 1 --capacity 2
compare treiber_twin.pml $stack -DN=2 -DCAP=1 -- --threads 2 --capacity 1
compare treiber_twin.pml $stack -DN=2 -DCAP=2 -- --threads 2 --capacity 2
compare treiber_twin.pml $stack -DN=3 -DCAP=1 -- --threads 3 --capacity 1
queue=objects/queue/ms_queue.lin
compare ms_queue_twin.pml $queue -DN=1 -DOPS=4 -- --threads 1 --operations 4
compare ms_queue_twin.pml $queue -DN=2 -DOPS=3 -- --threads 2 --operations 3
compare ms_queue_twin.pml $queue -DN=2 -DOPS=4 -- --threads 2 --operations 4
compare ms_queue_twin.pml $queue -DN=3 -DOPS=3 -- --threads 3 --operations 3
done_testing
