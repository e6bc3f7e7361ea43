#!/bin/bash
# SPDX-License-Identifier: MIT
# bench/explore.sh BIN: how fast `linchpin explore` is here. Each line is a
# scenario: complete executions, steps, seconds, seconds of all processors together,
# steps a second of each, and the largest memory of a process. The time to compile is
# in the seconds, about 0.2 of them.
set -u
cd "$(dirname "$0")/.."
PATH=$(cd "$1" && pwd):$PATH
export LC_ALL=C
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
stack=tests/explore/anchors/anchor_stack.c
queue=tests/explore/anchors/anchor_queue.c
cc -O1 -o "$scratch/peak" bench/peak.c || exit 1

figure() { # NAME
    sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" "$scratch/out"
}

measure() { # NAME OPTIONS…
    local name=$1 code=0 from to
    shift
    from=$(date +%s%N)
    "$scratch/peak" "$scratch/used" linchpin explore --json --quiet "$@" >"$scratch/out" || code=$?
    to=$(date +%s%N)
    if [ $code != 0 ]; then
        echo "bench: $name: exit code $code: $(cat "$scratch/out")" >&2
        exit 1
    fi
    awk -v name="$name" -v e="$(figure 'complete executions')" -v s="$(figure steps)" \
        -v h="$(figure histories)" -v used="$(cat "$scratch/used")" -v ns=$((to - from)) \
        'BEGIN { split(used, u)
                 printf "%-38s %9d executions %10d steps %5d histories %7.2f s %7.2f CPU s %6.2f %6.2f M steps/s %5.1f MB\n",
                        name, e, s, h, ns / 1e9, u[2], s / (ns / 1e3), s / (u[2] * 1e6), u[1] / 1024 }'
}

threads() { # HOW-MANY CALLS-OF-EACH, with # for the thread's number
    local i line=
    for ((i = 1; i <= $1; i++)); do
        line="$line${line:+ | }${2//#/$i}"
    done
    echo "$line"
}

echo "== the same as other tools count: plain DPOR, histories not judged"
for n in 2 3; do
    measure "Treiber $n x 2" $stack --condition none --all-loops --scenario "$(threads $n 'push(#1) pop')"
done
measure "Michael-Scott 2 x 2" $queue --condition none --all-loops --scenario "$(threads 2 'enq(#1) deq')"

echo "== judged, one process"
measure "Treiber 3 x 2, every history" $stack --jobs 1 --all-histories --all-loops \
    --scenario "$(threads 3 'push(#1) pop')"
measure "Treiber 3 x 2, every loop" $stack --jobs 1 --all-loops --scenario "$(threads 3 'push(#1) pop')"
measure "Treiber 3 x 2" $stack --jobs 1 --scenario "$(threads 3 'push(#1) pop')"

echo "== threads with the same calls: one by one, and as one"
for options in --all-threads ""; do
    measure "Michael-Scott 3 x 2 ${options:-as one}" $queue --jobs 1 $options \
        --scenario "$(threads 3 'enq(1) deq')"
done

echo "== who waits for ever is judged: by states, and with all reductions"
for options in "--search states --all-histories" ""; do
    measure "channel ${options:-reduced}" objects/sync/sync_chan_test.c objects/sync/sync_chan.c --jobs 1 \
        --condition progressible --scenario 'send(1) | send(2) | receive receive' $options
done

echo "== judged, all processors: growth"
for n in 1 2 3; do
    measure "Michael-Scott $n x 1" $queue --scenario "$(threads $n 'enq(#1)')"
done
for calls in 'enq(#1)' 'enq(#1) deq' 'enq(#1) deq enq(#2)' 'enq(#1) deq enq(#2) deq'; do
    measure "Michael-Scott 2 x $(wc -w <<<"$calls")" $queue --scenario "$(threads 2 "$calls")"
done
measure "Michael-Scott 3 x 2" $queue --scenario "$(threads 3 'enq(#1) deq')"
[ "${2:-}" = short ] ||
    measure "Michael-Scott 3 x 2, every loop" $queue --all-loops --scenario "$(threads 3 'enq(#1) deq')"
