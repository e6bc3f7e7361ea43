#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The proof of the replicated register (objects/distributed/abd.lin) as a relation: it holds from every
# related state, and every part of it is needed. Without one of its relations, or one of its matching
# steps, the check fails; but the first two say the same, since whoever is requested has a client
# that knows it, so only both together can be missed.

. tests/expect.sh
compile_quickly

whole=objects/distributed/abd.lin

# One write and one read; with LINCHPIN_ALL, as in make soak, all that is in the file.
small() { # FILE
    [ -z "${LINCHPIN_ALL:-}" ] || return 0
    sed -i 's/enum op { w1, w2, r1, ... }/enum op { w1, r1, ... }/; s/op w1\.\.w2;/op w1..w1;/; s/{w1, w2}/{w1}/' "$1"
}

without() { # RELATION…: a copy of the model without these
    local relation
    cp "$whole" "$scratch/part.lin"
    for relation in "$@"; do
        sed -i "/^  relation $relation {.*}\$/d; /^  relation $relation {\$/,/^  }\$/d" "$scratch/part.lin"
        ! grep -q "relation $relation " "$scratch/part.lin" || fail "$relation is still there"
    done
}

# The simulation alone: what is claimed of histories has other tests.
claims() { # CODE FILE
    sed -i '/^verify abd refines/,$d' "$2"
    run "$1" "$LINCHPIN" verify "$2" --all-related
}

cp "$whole" "$scratch/part.lin"
small "$scratch/part.lin"
claims 0 "$scratch/part.lin"
out_has 'every step from every related state is matched and keeps the relation'

# For traces alone replies are received at once, and far fewer pairs are met.
run 0 "$LINCHPIN" verify "$scratch/part.lin" --json
every=$(sed -n 's/.*"states":\([0-9]*\).*/\1/p' "$scratch/.out")
run 0 "$LINCHPIN" verify "$scratch/part.lin" --traces --json
traces=$(sed -n 's/.*"states":\([0-9]*\).*/\1/p' "$scratch/.out")
[ $((5 * traces)) -lt "$every" ] || fail "$traces pairs for traces, $every in all"
run 0 "$LINCHPIN" verify "$scratch/part.lin" --traces
out_has "✓ traces included: every trace is one of the specification's"
run 2 "$LINCHPIN" verify "$scratch/part.lin" --traces --all-related
run 2 "$LINCHPIN" verify objects/distributed/po_machine.lin --traces

# What is about two writes needs two of them: it is looked at in make soak.
needed="f3 f4 f5 f6 f7 f9"
[ -z "${LINCHPIN_ALL:-}" ] || needed="$needed f8"
for relation in $needed; do
    without "$relation"
    small "$scratch/part.lin"
    claims 1 "$scratch/part.lin"
    out_has 'no simulation: '
done
for relation in f1 f2; do
    without $relation
    small "$scratch/part.lin"
    claims 0 "$scratch/part.lin"
done
without f1 f2
small "$scratch/part.lin"
claims 1 "$scratch/part.lin"

# Every matching step, one after the other.
from=$(grep -n '^simulation' "$whole" | cut -d: -f1)
count=0
for line in $(grep -n '\(add_edge(y, x)\|order(x)\|complete(x)\);$' "$whole" | cut -d: -f1); do
    [ "$line" -gt "$from" ] || continue
    # An edge between two writes needs two of them.
    [ -n "${LINCHPIN_ALL:-}" ] || ! sed -n "$((line - 1))p" "$whole" | grep -q 'z != x' || continue
    sed "${line}s/\(add_edge(y, x)\|order(x)\|complete(x)\);\$/if (false) \1;/" "$whole" >"$scratch/part.lin"
    ! cmp -s "$whole" "$scratch/part.lin" || fail "line $line was not changed"
    small "$scratch/part.lin"
    claims 1 "$scratch/part.lin"
    out_has 'no simulation: '
    count=$((count + 1))
done
[ "$count" -ge 5 ] || fail "only $count steps were left out"
echo "$count steps, each is needed"
done_testing
