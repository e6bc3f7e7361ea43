#!/bin/bash
# SPDX-License-Identifier: MIT
# bench/spin.sh BIN: linchpin and SPIN on the same model at the same granularity, no
# reductions, one thread each, one after the other: the number of states must be the
# same. Seconds are of processor time, so other work on the machine counts little.
set -u
cd "$(dirname "$0")/.."
PATH=$(cd "$1" && pwd):$PATH
export LC_ALL=C
command -v spin >/dev/null || { echo "spin is not installed: nothing to compare with"; exit 0; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export LINCHPIN_CACHE=$scratch/cache
failures=0

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
        ${CC:-gcc} -O2 -w -DSAFETY -DNOREDUCE $flags -o pan pan.c) || return
    cpu "$scratch/pan" -E -m2000000 -w24
    states=$(sed -n 's/^ *\([0-9]*\) states, stored$/\1/p' "$scratch/out")
    print "$name" "$states" "$(awk -v s="$states" '/actual memory usage for states/ {
        printf "%.0f", $1 * 1048576 / s }' "$scratch/out")"
}

ours() { # NAME MODEL OPTIONS…
    local name=$1 model=$2 found
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
    theirs SPIN "$twin" "" $defines
    theirs "SPIN, -DCOLLAPSE" "$twin" -DCOLLAPSE $defines
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
[ $failures = 0 ]
