#!/bin/bash
# SPDX-License-Identifier: MIT
# bench/instructions.sh BIN BEFORE [PATTERN]: instructions of `check` and `verify`, in millions,
# counted by callgrind, of a build before and now. Unlike seconds they are the same on a busy
# machine, so that a few percent can be told. What takes longer than a second is left out. Needs valgrind.
set -u
cd "$(dirname "$0")/.." || exit 1
now=$(cd "$1" && pwd)/linchpin
before=$(cd "$2" && pwd)/linchpin
pattern=${3:-}
export LC_ALL=C.UTF-8
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

count() { # COMMAND…
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null |
        sed -n 's/.*Collected : //p'
}

row() { # NAME ARGUMENTS…
    local name=$1 a b
    shift
    [[ $name == *"$pattern"* ]] || return
    for program in "$before" "$now"; do # each compiles a model into a cache of its own
        LINCHPIN_CACHE=$scratch/$(dirname "$program" | tr / _) timeout 60 "$program" "$@" >/dev/null 2>&1
    done
    # Callgrind takes fifty times as long.
    LINCHPIN_CACHE=$scratch/$(dirname "$now" | tr / _) timeout 1 "$now" "$@" >/dev/null 2>&1
    [ $? = 124 ] && return
    a=$(LINCHPIN_CACHE=$scratch/$(dirname "$before" | tr / _) count "$before" "$@")
    b=$(LINCHPIN_CACHE=$scratch/$(dirname "$now" | tr / _) count "$now" "$@")
    awk -v n="$name" -v a="${a:-0}" -v b="${b:-0}" 'BEGIN {
        printf "%-44s %9.1f %9.1f %+6.1f %%\n", n, a / 1e6, b / 1e6, a ? (b / a - 1) * 100 : 0 }'
}

printf '%-44s %9s %9s %8s\n' '' before now ''
for spec in register queue stack priority-queue set kv counter cas-register mutex; do
    [[ "check $spec" == *"$pattern"* ]] || continue
    "$before" gen $spec --ops 30000 --procs 8 --keys 100 --seed 1 >"$scratch/$spec.jsonl" 2>/dev/null
    row "check $spec" check "$scratch/$spec.jsonl" --spec $spec --quiet
done
for model in objects/*/*.lin; do
    row "verify $(basename "$model" .lin)" verify "$model" --jobs 1 --quiet
done
