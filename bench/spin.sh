#!/bin/bash
# SPDX-License-Identifier: MIT
# bench/spin.sh BIN: linchpin and SPIN on the same model at the same granularity, one thread each, one
# after the other. First without reductions, where the number of states must be the same; then models without
# a heap, where each side uses its reductions, and linchpin also compares with the spec. Seconds are of
# processor time, so other work on the machine counts little.
. "${0%/*}/with_spin.sh"

cpu() { # COMMAND…: its processor time in seconds, in $took
    local TIMEFORMAT='%U %S'
    took=$({ time "$@" >"$scratch/out" 2>"$scratch/err"; } 2>&1 | tail -1 |
        awk '{ printf "%.2f", $1 + $2 }')
}

print() { # NAME STATES BYTES
    printf '  %-28s %11s %8s %9.2f %7s\n' "$1" "$2" "$took" \
        "$(awk -v s="$2" -v t="$took" 'BEGIN { print (t > 0 ? s / t / 1e6 : 0) }')" "$3"
}

theirs() { # NAME TWIN FLAGS DEFINES…
    local name=$1 twin=$PWD/tests/verify/$2 flags=$3
    shift 3
    (cd "$scratch" && rm -f pan* && spin "$@" -a "$twin" >/dev/null 2>&1 &&
        ${CC:-gcc} -O2 -w -DSAFETY $flags -o pan pan.c) || return
    cpu "$scratch/pan" -E -m2000000 -w24
    states=$(sed -n 's/^ *\([0-9]*\) states, stored$/\1/p' "$scratch/out")
    print "$name" "$states" "$(awk -v s="$states" '/actual memory usage for states/ {
        printf "%.0f", $1 * 1048576 / s }' "$scratch/out")"
}

ours() { # NAME MODEL OPTIONS…
    local name=$1 model=$2
    shift 2
    linchpin verify "$model" "$@" --quiet --timeout 1s >/dev/null 2>&1 # compiles
    cpu linchpin verify "$model" --json --jobs 1 "$@"
    found=$(sed -n 's/.*"states":\([0-9]*\).*/\1/p' "$scratch/out")
    print "$name" "$found" "$(sed -n 's/.*"bytes per state":\([0-9]*\).*/\1/p' "$scratch/out")"
    [ -z "$states" ] || [ "$found" = "$states" ] || {
        echo "  NOT AS MANY STATES AS SPIN"
        failures=$((failures + 1))
    }
    states=
}

compare() { # TITLE TWIN DEFINES MODEL OPTIONS…
    local title=$1 twin=$2 defines=$3 model=$4
    shift 4
    printf '%-30s %11s %8s %9s %7s\n' "$title" states "s (CPU)" "M/s" B/state
    theirs SPIN "$twin" -DNOREDUCE $defines
    theirs "SPIN, -DCOLLAPSE" "$twin" "-DNOREDUCE -DCOLLAPSE" $defines
    ours "linchpin, the same states" "$model" --no-spec --heap raw --reduce none "$@"
    ours "linchpin, canonical heap" "$model" --no-spec --reduce none "$@"
    ours "linchpin, and the monitor" "$model" --reduce none "$@"
    ours "linchpin, all reductions" "$model" "$@"
}

compare "Treiber, 3 threads" treiber_twin.pml "-DN=3 -DCAP=1" objects/stack/treiber.lin \
    --threads 3 --capacity 1
compare "Michael-Scott, 3 threads" ms_queue_twin.pml "-DN=3 -DOPS=3" objects/queue/ms_queue.lin \
    --threads 3 --operations 3
compare "Michael-Scott, 2 threads" ms_queue_twin.pml "-DN=2 -DOPS=6" objects/queue/ms_queue.lin \
    --threads 2 --operations 6

complain() {
    echo "  $1"
    failures=$((failures + 1))
}

# No more states than SPIN, and no slower than SPIN per state: without reductions, where there are many.
compare_reduced() { # TITLE TWIN DEFINES MODEL OPTIONS…
    local title=$1 twin=$2 defines=$3 model=$4 speed
    shift 4
    printf '%-30s %11s %8s %9s %7s\n' "$title" states "s (CPU)" "M/s" B/state
    theirs SPIN "$twin" -DNOREDUCE $defines
    speed=$(awk -v s="$states" -v t="$took" 'BEGIN { print s / (t + 1e-9) }')
    states=
    sed 's/deadlockfree;//' "$model" >"$scratch/model.lin" # SPIN does not look for them, either: -E
    ours "linchpin" "$scratch/model.lin" --no-spec --reduce dead "$@"
    awk -v s="$found" -v t="$took" -v speed="$speed" 'BEGIN { exit !(s / (t + 1e-9) >= speed) }' ||
        complain "SLOWER PER STATE THAN SPIN"
    theirs "SPIN, its reduction" "$twin" "" $defines
    local most=$states
    states=
    ours "linchpin, all, and the monitor" "$model" "$@"
    [ "$found" -le "$most" ] || complain "MORE STATES THAN SPIN"
}

compare_reduced "Ticket lock, 5 threads" ticket_twin.pml "-DT=5 -DOPS=12" \
    tests/verify/models/ticket.lin --threads 5 --operations 12
compare_reduced "Bakery, 3 threads" bakery_twin.pml "-DT=3 -DOPS=8" \
    tests/verify/models/bakery.lin --threads 3 --operations 8
compare_reduced "Sequence lock, 4 threads" seqlock_twin.pml "-DT=4 -DOPS=4" \
    tests/verify/models/seqlock.lin --threads 4 --operations 4
[ $failures = 0 ]
