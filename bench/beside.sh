#!/bin/bash
# SPDX-License-Identifier: MIT
# bench/beside.sh BIN BEFORE: the benchmarks of `check`, `explore` and `verify` with this build and
# with another one, in turn. For each row the figures that must not change (verdicts, counts, bytes
# per state: "same", or both), the seconds of both and their ratio; at the end the mean ratio.
# ROUNDS: how often each is run; the least time counts.
set -u
cd "$(dirname "$0")/.." || exit 2
[ -n "${2:-}" ] && [ -x "$2/linchpin" ] || {
    echo "bench: BEFORE=DIR: where the other linchpin is" >&2
    exit 2
}
# shellcheck disable=SC2034 # by their names
now=$(cd "$1" && pwd) before=$(cd "$2" && pwd)
export LC_ALL=C
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Each row as: name, tab, what must not change, tab, seconds.
explore_rows() {
    bench/explore.sh "$1" short | awk '/ executions / {
        for (i = 1; i <= NF; i++) { if ($i == "executions") at = i; if ($i == "CPU") cpu = $(i - 1) }
        name = $1; for (i = 2; i < at - 1; i++) name = name " " $i
        print "explore: " name "\t" $(at - 1) " executions " $(at + 1) " steps " $(at + 3) " histories\t" cpu }'
}
verify_rows() {
    # With several threads antichains prune more or less from run to run.
    OPTIONS="--jobs 1" REDUCTIONS="all none" CAP=${CAP:-20} bench/pat.sh "$1" | awk '
        / cold / { title = substr($0, 1, 44); sub(/ +$/, "", title); next }
        length > 60 { name = substr($0, 1, 44); sub(/ +$/, "", name); $0 = substr($0, 45)
                      if ($1 == ">") print "verify: " title ": " name "\tnot within the time\t-"
                      else print "verify: " title ": " name "\t" $1 " " $2 " states " $3 " transitions " $9 " B\t" $6 }'
}
check_rows() {
    bench/run "$1" | awk 'NR > 1 && length > 80 {
        name = substr($0, 1, 42); sub(/ +$/, "", name); rest = substr($0, 43); split(rest, f, " ")
        verdict = substr($0, 105); sub(/ +$/, "", verdict)
        print "check: " name ", " f[1] "\t" verdict "\t" f[2] }'
}

for ((round = 1; round <= ${ROUNDS:-2}; round++)); do
    for kind in ${KINDS:-check explore verify}; do
        for which in before now; do
            "${kind}_rows" "${!which}" >>"$scratch/$which.$kind"
        done
    done
done
cat "$scratch"/before.* >"$scratch/before"
cat "$scratch"/now.* >"$scratch/now"

awk -F'\t' '
    function least(old, x) { return old == "" || x + 0 < old + 0 ? x : old }
    NR == FNR { facts[$1] = $2; was[$1] = least(was[$1], $3); next }
    !($1 in is) { order[++n] = $1 }
    { now[$1] = $2; is[$1] = least(is[$1], $3) }
    END {
        printf "%-76s %9s %9s %6s  %s\n", "", "before, s", "now, s", "ratio", "verdicts and counts"
        for (i = 1; i <= n; i++) {
            name = order[i]; same = facts[name] == now[name]
            if (!same) differ++
            # Of less than this the start of the program is most.
            counts = was[name] >= 0.05
            if (counts) { sum += log((is[name] + 0.001) / was[name]); many++ }
            printf "%-76s %9s %9s %6s  %s\n", name, was[name], is[name],
                   counts ? sprintf("%.2f", is[name] / was[name]) : "-",
                   same ? "same" : "before: " facts[name] "; now: " now[name]
        }
        printf "%d rows, %d of them differ; mean ratio %.3f of the %d that take 0.05 s or more\n",
               n, differ, exp(sum / (many ? many : 1)), many
        exit n == 0
    }' "$scratch/before" "$scratch/now"
