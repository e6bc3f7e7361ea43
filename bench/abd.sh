#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The replicated register of objects/distributed/abd.lin: states and seconds for instances of several sizes, the
# simulation for traces alone, for every step from the states that are met and from all related
# states, and atomicity by the monitor, for traces alone and with Lemma 4 at every step.
#     bench/abd.sh BIN [SIZE…]     SIZE: 1x1 2x1 2x2, writes and reads; 2x2 takes minutes
set -euo pipefail
cd "$(dirname "$0")/.."
bin=$1
shift
[ $# -gt 0 ] || set -- 1x1 2x1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

instance() { # WRITES READS
    local writes reads
    writes=$(seq -f 'w%g' -s ', ' "$1")
    reads=$(seq -f 'r%g' -s ', ' "$2")
    sed "s/enum op { w1, w2, r1, ... }/enum op { $writes, $reads }/; s/op w1\.\.w2;/op w1..w$1;/
         s/op r1\.\.r1;/op r1..r$2;/; s/{w1, w2}/{$writes}/" objects/distributed/abd.lin
}

row() { # NAME FILE OPTIONS…
    local name=$1 file=$2 got
    shift 2
    got=$("$bin/linchpin" verify "$file" --json --times "$@" 2>/dev/null || true)
    figure() { sed -n "s/.*\"$1\":\([0-9.]*\).*/\1/p" <<<"$got"; }
    printf '%-28s %-9s %12s %14s %9s %9s %9s\n' "$name" "$(sed -n 's/.*"verdict":"\([a-z]*\)".*/\1/p' <<<"$got")" \
        "$(figure states)" "$(figure transitions)" "$(figure 'compile seconds')" "$(figure 'search seconds')" \
        "$(figure 'explain seconds')"
}

printf '%-28s %-9s %12s %14s %9s %9s %9s\n' '' verdict states transitions compile search after
for size in "$@"; do
    instance "${size%x*}" "${size#*x}" >"$scratch/all.lin"
    sed '/^verify abd refines/,$d' "$scratch/all.lin" >"$scratch/simulation.lin"
    sed '/^verify fig8/d' "$scratch/all.lin" >"$scratch/monitor.lin"
    sed '/^  never decreases/d' "$scratch/monitor.lin" >"$scratch/traces.lin"
    row "$size simulation, traces" "$scratch/simulation.lin" --traces
    row "$size simulation, all steps" "$scratch/simulation.lin"
    row "$size all related" "$scratch/simulation.lin" --all-related
    row "$size monitor" "$scratch/traces.lin"
    row "$size monitor and Lemma 4" "$scratch/monitor.lin"
done
