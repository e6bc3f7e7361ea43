#!/bin/bash
# SPDX-License-Identifier: MIT
# bench/least.sh BIN [DRAWING.svg]: the least K of relaxed queues over the number of
# threads, each with ROUNDS=20000 rounds on real threads. Every thread enqueues and dequeues
# CALLS=3 times, in turn; nothing is left inside. What was seen is a lower bound of what
# can happen. A star is one.
set -u
cd "$(dirname "$0")/.." || exit 1
PATH=$(cd "$1" && pwd):$PATH
drawing=${2:-}
rounds=${ROUNDS:-20000}
calls=${CALLS:-3}
export LC_ALL=C.UTF-8
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
r=objects/relaxed

scenario() { # THREADS
    local t i value=0 line=
    for ((t = 0; t < $1; t++)); do
        [ $t = 0 ] || line="$line |"
        for ((i = 0; i < calls; i++)); do
            line="$line enq($((++value))) deq"
        done
    done
    echo "$line"
}

least() { # OBJECT THREADS: the figure
    linchpin test $r/queue_test.c "$r/$1.c" --quasi-factor --json --quiet --seed 1 --rounds "$rounds" \
        --timeout 10m --scenario "$(scenario "$2")" -- -DRELAXED_K=4 >"$scratch/out"
    sed -n 's/.*"quasi factor":\([0-9]*\).*/\1/p' "$scratch/out"
}

for object in queue_segment queue_unbounded queue_random queue_random_no_window; do
    echo "$object, RELAXED_K = 4"
    for threads in 1 2 3 4 6 8; do
        k=$(least $object $threads)
        printf '%4d threads  %2s  %s\n' $threads "${k:--}" "$(printf '%*s' "${k:-0}" '' | tr ' ' '*')"
        echo "$object $threads ${k:--} 0" >>"$scratch/data"
    done
done
[ -z "$drawing" ] || awk -v title='least K that was needed' -v across=threads -v unit=K \
    -f bench/plot.awk "$scratch/data" >"$drawing"
