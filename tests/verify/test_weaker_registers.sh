#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Which registers the constructions of objects/distributed reach, as the table of docs/distributed.md
# says: each is compared with the machines of register_machines.lin, which have fewer traces from the left to
# the right, but for the last one. So it is enough to show that a construction implements the last machine
# with a check mark and not the next one; with LINCHPIN_ALL, as in make soak, every cell is asked for.

. tests/expect.sh

machines=objects/distributed/register_machines.lin
chain='safe regular write_order mw_regular atomic'

machine() { # NAME FILE: its text
    sed -n "/^automaton $1_machine {/,/^}/p" "$2"
}

# The machines are the same wherever they stand.
for name in $chain sequential; do
    machine "$name" $machines >"$scratch/$name"
    [ "$(wc -l <"$scratch/$name")" -gt 20 ] || fail "there is no machine $name"
    for file in $(grep -l "^automaton ${name}_machine {" objects/distributed/*.lin); do
        machine "$name" "$file" | cmp -s - "$scratch/$name" || fail "$file has another machine $name"
    done
done

# Each machine is stronger than the one before. Sequential consistency is weaker than atomicity alone, and
# neither implies nor follows from the others.
implements() { # CODE A B
    sed '/^verify/,$d' $machines >"$scratch/pair.lin"
    echo "verify $2_register implements $3_register {}" >>"$scratch/pair.lin"
    run "$1" "$LINCHPIN" verify "$scratch/pair.lin"
    [ "$1" = 0 ] || out_has "ends a trace that $3_register does not have"
}
weaker=
for name in $chain; do
    [ -z "$weaker" ] || { implements 0 "$name" "$weaker" && implements 1 "$weaker" "$name"; }
    weaker=$name
done
implements 0 atomic sequential
implements 1 sequential safe
implements 1 mw_regular sequential

cells=0
cell() { # MODEL MACHINE MARK
    local system
    system=$(sed -n 's/^system \([a-z_]*\) =.*/\1/p' "objects/distributed/$1.lin" | tail -n 1)
    sed '/^automaton [a-z_]*_machine {/,/^}/d; /^system [a-z_]*_register =/d; /^simulation/,$d' \
        "objects/distributed/$1.lin" >"$scratch/cell.lin"
    cat "$scratch/$2" - >>"$scratch/cell.lin" <<END
system $2_register = users || $2_machine;
verify $system implements $2_register {}
END
    if [ "$3" = ✓ ]; then
        run 0 "$LINCHPIN" verify "$scratch/cell.lin"
        out_has "implements: every trace is one of the specification's"
    else
        run 1 "$LINCHPIN" verify "$scratch/cell.lin"
        out_has "ends a trace that $2_register does not have"
        out_has ' users  ' # the chart
    fi
    cells=$((cells + 1))
}

rows=0
while IFS='|' read -r _ model marks; do
    model=$(sed 's/.*`\(.*\)\.lin`.*/\1/' <<<"$model")
    # shellcheck disable=SC2206 # what it is for, and six marks
    marks=(${marks//|/ })
    marks=("${marks[@]: -6}")
    echo "$model: ${marks[*]}"
    [[ "${marks[*]:0:5}" =~ ^(✓ )*(✓|✗)( ✗)*$ ]] || fail "$model: not stronger and stronger: ${marks[*]}"
    i=0
    for name in $chain; do
        if [ -n "${LINCHPIN_ALL:-}" ] || { [ "${marks[i]}" = ✓ ] && [ "${marks[i + 1]}" != ✓ ]; } ||
            { [ "$i" = 4 ] && [ "${marks[i]}" = ✓ ]; } ||
            { [ "${marks[i]}" = ✗ ] && { [ "$i" = 0 ] || [ "${marks[i - 1]}" = ✓ ]; }; }; then
            cell "$model" "$name" "${marks[i]}"
        fi
        i=$((i + 1))
    done
    cell "$model" sequential "${marks[5]}"
    rows=$((rows + 1))
done < <(sed -n '/^| construction | safe/,/^$/p' docs/distributed.md | sed 1,2d | grep .)
[ "$rows" = 7 ] || fail "there are $rows constructions"
echo "$rows constructions, $cells comparisons"
done_testing
