# SPDX-License-Identifier: MIT
# Numbers of executions and of histories that other tools agree on: GenMC and
# Nidhugg give 222, 44 and 50,016 for these programs under sequential consistency.
failed=0
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
anchors=tests/explore/anchors
cc -O1 -o "$dir/maximal" tests/explore/maximal.c || exit 1

counts() { # COMPLETE HISTORIES FILE SCENARIO OPTIONS…
    want=$1 histories=$2 file=$3 scenario=$4
    shift 4
    # To be written, histories have to be told apart by real time: that is not counted with "none".
    [ "${2-}" = none ] || set -- "$@" --histories "$dir/lines"
    "$LINCHPIN" explore --json --quiet --all-loops $anchors/$file --scenario "$scenario" "$@" >"$dir/out"
    code=$?
    if [ $code != 0 ] || ! grep -q "\"complete executions\":$want[,}]" "$dir/out" ||
        ! grep -q "\"histories\":$histories[,}]" "$dir/out"; then
        echo "$file $scenario $*: exit code $code, wanted $want executions, $histories histories"
        cat "$dir/out"
        failed=1
    fi
}

maximal() { # HOW-MANY
    n=$("$dir/maximal" <"$dir/lines" | wc -l)
    [ "$n" = "$1" ] || { echo "$n maximal histories, not $1"; failed=1; }
}

two='enq(1) deq | enq(11) deq'
counts 222 '[0-9]*' anchor_queue.c "$two" --condition none
counts 366 30 anchor_queue.c "$two"
counts 636 30 anchor_queue.c "$two" --all-histories
two='push(1) pop | push(11) pop'
counts 44 '[0-9]*' anchor_stack.c "$two" --condition none
three='push(1) pop | push(11) pop | push(21) pop'
counts 50016 '[0-9]*' anchor_stack.c "$three" --condition none
counts 50016 '[0-9]*' anchor_stack.c "$three"
maximal 90
counts 805350 8550 anchor_stack.c "$three" --all-histories
maximal 90
exit $failed
