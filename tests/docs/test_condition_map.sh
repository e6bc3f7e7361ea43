#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# docs/conditions.md says which conditions imply which. What follows from its tables holds for
# every history of the documents and for small random ones; what does not follow has a history
# there that shows it.
. tests/expect.sh

page=docs/conditions.md
tests=tests/docs

judged() { # SPEC CONDITION FILE…: "holds" and "violated", a line for each file, to $scratch/CONDITION
    "$LINCHPIN" check "${@:3}" --spec "$1" --condition "$2" --json >"$scratch/.verdicts" 2>/dev/null
    grep -o '"verdict":"[a-z]*"' "$scratch/.verdicts" | cut -d'"' -f4 >"$scratch/$2"
    [ "$(wc -l <"$scratch/$2")" = $(($# - 2)) ] || fail "not a verdict for each file under $2"
}

# All pairs of the conditions of one table, about one spec: A B 1 where A implies B, else A B 0.
pairs() { # SPEC CONDITION…
    local spec=$1
    shift
    sed -n '/^| what is |/,/^$/p' "$page" | awk -F' *[|] *' -v spec="$spec" -v names="$*" '
        { gsub(/[`]/, "") }
        $4 == "any spec" || $4 == spec {
            n = split($2, from, /, /)
            m = split($3, to, /, /)
            for (i = 1; i <= n; i++) for (j = 1; j <= m; j++) implies[from[i], to[j]] = 1
        }
        END {
            n = split(names, name, " ")
            for (i = 1; i <= n; i++) implies[name[i], name[i]] = 1
            for (k = 1; k <= n; k++) for (i = 1; i <= n; i++) for (j = 1; j <= n; j++)
                if (((name[i], name[k]) in implies) && ((name[k], name[j]) in implies))
                    implies[name[i], name[j]] = 1
            for (i = 1; i <= n; i++) for (j = 1; j <= n; j++)
                if (i != j) print name[i], name[j], ((name[i], name[j]) in implies)
        }'
}

map() { # SPEC FOLDER CONDITION…: the files of the folder that are about it, and random ones
    local spec=$1 folder=$2 a b implied shown refuted
    shift 2
    local own=()
    while IFS= read -r file; do own+=("docs/$file"); done < <(
        grep -E "^\| .*\]\((examples/$folder/[a-z_]*.jsonl)\) \| ($spec|✗ )" "$page" | sed 's/.*(\(examples[^)]*\)).*/\1/')
    [ ${#own[@]} -ge 2 ] || fail "no histories about $spec"
    local condition
    for condition; do
        judged "$spec" "$condition" "${own[@]}" "$scratch/$spec"/*.jsonl
    done
    while read -r a b implied; do
        checks=$((checks + 1))
        shown=$(paste "$scratch/$a" "$scratch/$b" | head -n ${#own[@]} | grep -c 'holds.violated')
        refuted=$(paste "$scratch/$a" "$scratch/$b" | grep -c 'holds.violated')
        case $implied in
        1) [ "$refuted" = 0 ] || fail "$a does not imply $b: $refuted histories" ;;
        0) [ "$shown" != 0 ] || fail "no history of docs/examples/$folder separates $a from $b" ;;
        esac
        counted=$((counted + implied))
    done < <(pairs "$spec" "$@")
}

counted=0
random() { # SPEC PUT GET
    mkdir "$scratch/$1"
    awk -v seed=1 -v count=1000 -v folder="$scratch/$1" -v put="$2" -v get="$3" -f $tests/random_histories.awk
    [ "$(ls "$scratch/$1" | wc -l)" = 1000 ] || fail "no random histories"
}
random register write read
random queue enq deq
general='linearizable sequential quiescent serializable progressible synchronised two-step two-step-fixed two-step-adaptive'
# shellcheck disable=SC2086
map register conditions $general partial-order mw-regular regular safe
map queue quasi linearizable quasi:1 strict-out-of-order:1 out-of-order:1 lateness:1 quasi-literal:1 stuttering:1
echo "$counted implications"
[ "$counted" -gt 80 ] || fail 'the tables are not read'

# The random histories tell conditions apart, too: else they would say nothing.
for condition in sequential mw-regular progressible; do
    checks=$((checks + 1))
    paste "$scratch/$condition" "$scratch/serializable" | grep -q violated.holds || fail "they do not break $condition"
done
done_testing
