#!/bin/bash
# SPDX-License-Identifier: MIT
# bench/sets.sh BIN: all sets, their faulty versions and their mutants: linearizable,
# sequentially consistent, shape of the list, memory. Which of these imply which is
# a question of Vechev, Yahav and Yorsh (2009, 5.1 and 5.2). OPERATIONS bounds the
# search for an order that is only sequentially consistent; ONLY rows that match.
set -u
cd "$(dirname "$0")/.."
PATH=$(cd "$1" && pwd):$PATH
export LC_ALL=C
operations=${OPERATIONS:-4}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# yes, no, or ? where a limit was reached
answer() { # MODEL OPTIONS…
    linchpin verify "$@" --timeout "${LIMIT:-300s}" --memory 2G >"$scratch/out" 2>&1
    case $? in 0) echo yes ;; 1) echo no ;; *) echo '?' ;; esac
}

row() { # NAME MODEL
    local object plain linear order shape memory
    [[ $1 =~ ${ONLY:-.} ]] || return 0
    object=$(sed -n 's/^object \([a-z_]*\) .*/\1/p' "$2")
    plain=$scratch/plain.lin
    grep -v '^invariant\|^verify' "$2" >"$plain"
    echo "verify $object { threads 2; int 1..2; }" >>"$plain"
    memory=$(answer "$plain")
    sed -i "\$s/.*/verify $object refines key_set { threads 2; int 1..2; }/" "$plain"
    linear=$(answer "$plain")
    sed -i "\$s/.*/verify $object sequential key_set { threads 2; int 1..2; operations $operations; }/" \
        "$plain"
    order=$(answer "$plain")
    { grep -v '^verify' "$2" && echo "verify $object { threads 2; int 1..2; }"; } >"$plain"
    shape=$(answer "$plain")
    echo "| $1 | $linear | $order | $shape | $memory |"
}

echo "| set, 2 threads, keys 1 and 2 | linearizable | sequentially consistent, $operations operations | shape | no memory error |"
echo '|---|---|---|---|---|'
for model in objects/set/*.lin; do
    case $model in *_ghosts*) continue ;; esac
    row "$(basename "$model" .lin)" "$model"
done
while IFS='|' read -r model what script _; do
    case $model in set/*) ;; *) continue ;; esac
    model=${model// /}
    sed "$(sed 's/^ *//; s/ *$//' <<<"$script")" "objects/$model" >"$scratch/mutant.lin"
    row "$(basename "$model" .lin): $(sed 's/^ *//; s/ *$//' <<<"$what")" "$scratch/mutant.lin"
done <tests/verify/mutants.txt
