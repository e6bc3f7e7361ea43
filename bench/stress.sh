#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# bench/stress.sh BUILD [SECONDS [COMMAND…]]: what recording costs, how many small
# histories are recorded and judged per second, and in how many operations overlapped.
# Best and median of five runs each; a loaded machine shows in the difference. Beside
# other programs, COMMAND may be 'chrt -r 1': then they wait.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
seconds=${2:-2}
shift $(($# < 2 ? $# : 2))
with=("$@")
export LC_ALL=C
cmake --build "$build" --target bench-record-cost >/dev/null
"${with[@]}" "$build/bench-record-cost"

measure() { # NAME OPTION…
    local name=$1
    shift
    for _ in 1 2 3 4 5; do
        "${with[@]}" "$build/bin/linchpin" test objects/stack/treiber_test.c objects/stack/treiber.c \
            --json --quiet --timeout "${seconds}s" "$@"
    done | sed -E 's/.*"histories judged":([0-9]+),"distinct":([0-9]+),"overlapping":([0-9]+).*/\1 \2 \3/' |
        sort -n | awk -v name="$name" -v s="$seconds" '{ h[NR] = $1 / s; d[NR] = $2; o[NR] = 100 * $3 / $1 }
            END { printf "%-34s %9.0f per second (median %9.0f), %4.1f %% overlapping, %d distinct\n",
                  name, h[NR], h[int((NR + 1) / 2)], o[NR], d[NR] }'
}
measure 'stack 2 x 2, one scenario' --scenario 'push(1) pop | push(2) pop' --no-jolt -- -O2
measure 'stack 2 x 2, random scenarios' --calls 2x2 --no-jolt -- -O2
measure 'stack 2 x 2, random, with jolts' --calls 2x2
