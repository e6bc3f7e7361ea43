#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# bench/report.sh BIN MODULES: pages of large histories and of a long trace: how large they are, how
# long it takes to write and to open them, and the longest frames while one looks at them. MODULES is
# what tools/node_modules prints. Exit code 1: a target was missed; of ROUNDS=3 the best one counts,
# as other work on the machine makes frames longer, too.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=$(cd "$1" && pwd)
modules=$2
command -v chromium >/dev/null || [ -n "${CHROMIUM:-}" ] || { echo "there is no chromium: make setup-test installs it, CHROMIUM=… says where another browser is" >&2; exit 2; }
PATH=$bin:$PATH
export LC_ALL=C
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

pages=()
page() { # NAME CODE COMMAND…: NAME.html; how long it took with the page and without it
    local name=$1 wanted=$2 before between after code=0
    shift 2
    before=$(date +%s%N)
    "$@" --quiet >"$scratch/out" || code=$?
    between=$(date +%s%N)
    [ $code = "$wanted" ] || { echo "exit code $code, not $wanted: $*" >&2; exit 2; }
    "$@" --quiet --report "$scratch/$name.html" >"$scratch/out" || true
    after=$(date +%s%N)
    pages+=("$scratch/$name.html:$(((between - before) / 1000000)):$(((after - between) / 1000000))")
}

for ops in 100000 1000000; do
    linchpin gen queue --ops $ops --procs 12 --bad --seed 3 --output "$scratch/bad.jsonl"
    linchpin gen queue --ops $ops --procs 12 --seed 3 --output "$scratch/good.jsonl"
    page violated-$ops 1 linchpin check "$scratch/bad.jsonl" --spec queue
    page holds-$ops 0 linchpin check "$scratch/good.jsonl" --spec queue
done
# What may take a second gives a page that takes no longer: a part of the history.
page cut-1000000 0 linchpin check "$scratch/good.jsonl" --spec queue --timeout 1s

# Three threads of sixty calls each: the trace of one long execution.
scenario=
for thread in 1 2 3; do
    for ((i = 1; i <= 30; i++)); do
        scenario+=" push($((1000 * thread + i))) pop"
    done
    [ $thread = 3 ] || scenario+=' |'
done
page trace 1 linchpin explore objects/stack/treiber_test.c objects/stack/treiber_plain_push.c \
    --scenario "$scenario" --search random --seed 3 --timeout 30s

missed=0
MODULES=$modules node bench/report_frames.mjs "${pages[@]}" || missed=$?
printf 'load of the machine: %s\n' "$(cut -d' ' -f1-3 /proc/loadavg)"
exit $missed
