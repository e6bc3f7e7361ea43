#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# bench/read.sh BUILD [OPERATIONS]: how fast histories are read here, from a file
# to operations in memory. BUILD is a build folder, such as build/release.
set -euo pipefail
cd "$(dirname "$0")/.."
build=$1
operations=${2:-1000000}
export LC_ALL=C
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cmake --build "$build" --target bench-read-history >/dev/null

awk -v n="$operations" 'BEGIN {
    for (i = 0; i < n; i += 8) {
        for (p = 0; p < 8; p++)
            printf "{\"process\":%d,\"type\":\"invoke\",\"f\":\"%s\",\"value\":%s}\n",
                p, p % 2 ? "deq" : "enq", p % 2 ? "null" : i + p
        for (p = 0; p < 8; p++)
            printf "{\"process\":%d,\"type\":\"ok\",\"f\":\"%s\",\"value\":%d}\n",
                p, p % 2 ? "deq" : "enq", p % 2 ? i + p - 1 : i + p
    } }' >"$scratch/queue.jsonl"
awk -v n="$operations" 'BEGIN {
    for (i = 0; i < n; i++) {
        printf "{\"process\":%d,\"type\":\"invoke\",\"f\":\"put\",\"value\":[\"k%d\",%d]}\n", i % 8, i % 100, i
        printf "{\"process\":%d,\"type\":\"ok\",\"f\":\"put\",\"value\":null}\n", i % 8
    } }' >"$scratch/kv.jsonl"
sed -E 's/"([a-z]+)":/:\1 /g; s/"([a-z]+)"/:\1/g; s/null/nil/' "$scratch/queue.jsonl" >"$scratch/queue.edn"

for file in queue.jsonl kv.jsonl queue.edn; do
    printf '%-12s ' "$file"
    "$build/bench-read-history" "$scratch/$file"
done
logs=${DATA:-}/porcupine/jepsen # DATA: the folder with histories of others
if [ -d "$logs" ]; then
    printf '%-12s ' 'etcd logs'
    find "$logs" -name '*.log' -size +0 | xargs "$build/bench-read-history"
fi
