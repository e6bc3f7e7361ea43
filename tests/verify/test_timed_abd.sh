#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The proof of the timed register (objects/distributed/timed_abd.lin): it holds from every related state,
# every part of it is needed, and where the writers wait too little both the proof and the histories
# say so. One replica has all that is about time. With LINCHPIN_ALL, as in make soak, every part is left
# out, and the file is looked at as it is.

. tests/expect.sh
compile_quickly

whole=objects/distributed/timed_abd.lin
part=$scratch/part.lin

small() { # a copy of the model with one replica
    sed 's/enum P { p1, p2, p3 }/enum P { p1 }/; s/q.len() == 2/q.len() == 1/' "$whole" >"$part"
}
changed() {
    small
    cp "$part" "$scratch/before.lin"
    sed -i "$@" "$part"
    ! cmp -s "$scratch/before.lin" "$part" || fail "nothing was changed: $*"
}
# The simulation alone: what is claimed of histories is looked at where it says so.
related() { # CODE
    sed -i '/^verify timed_abd refines/,$d' "$part"
    run "$1" "$LINCHPIN" verify "$part" --all-related
    [ "$1" = 0 ] || out_has 'no simulation: '
}

small
run 0 "$LINCHPIN" verify "$part" --all-related
out_has 'every step from every related state is matched and keeps the relation'
out_has 'while no clock is past 2'
[ "$(grep -c "every history is one of the spec's" "$scratch/.out")" = 2 ] || fail 'not both are linearizable'
if [ -n "${LINCHPIN_ALL:-}" ]; then
    run 0 "$LINCHPIN" verify "$whole" --all-related
    out_has '602,511 states' # as found with the symmetry of replicas
fi

# Who requests at the last time waits for ever; all others are answered.
changed 's/^verify timed_abd refines register {/&\n  ends forall x in op : status(x) == answered || (x in writer \&\& status(x) == pending);/; /^verify fig10/d; /^verify timed_po/,$d'
run 0 "$LINCHPIN" verify "$part"
out_has 'every run ends as it should'

# Without a relation the rest is none; but 1 and 2 say the same.
needed=f10
[ -z "${LINCHPIN_ALL:-}" ] || needed='f3 f4 f5 f6 f7 f8 f9 f10 f11'
for relation in $needed; do
    changed "/^  relation $relation {.*}\$/d; /^  relation $relation {\$/,/^  }\$/d"
    related 1
done
if [ -n "${LINCHPIN_ALL:-}" ]; then
    for relation in f1 f2; do
        changed "/^  relation $relation {/d"
        related 0
    done
    changed '/^  relation f[12] {/d'
    related 1
fi

# So is every step that matches.
from=$(grep -n '^  step tick' "$whole" | cut -d: -f1) count=0
for line in $(grep -n '\(add_edge(y, [xz])\|order(x)\|complete(x)\);$' "$whole" | cut -d: -f1); do
    [ "$line" -gt "$from" ] || continue
    [ -n "${LINCHPIN_ALL:-}" ] || [ "$count" = 0 ] || break
    changed "${line}s/\(add_edge(y, [xz])\|order(x)\|complete(x)\);\$/if (false) \1;/"
    related 1
    count=$((count + 1))
done
[ -z "${LINCHPIN_ALL:-}" ] || [ "$count" = 8 ] || fail "$count steps were left out"

# A writer that does not wait: the proof and the histories agree. One that waits, and then takes the time
# of its request, has another proof.
changed 's/clock > req_time/clock >= req_time/; /^verify timed_po refines/,$d'
run 1 "$LINCHPIN" verify "$part"
out_has 'no simulation: '
out_has 'not linearizable'
changed 's/tag.sn = clock/tag.sn = req_time/; /^verify timed_po refines/,$d'
run 1 "$LINCHPIN" verify "$part"
out_has 'no simulation: '
out_has "every history is one of the spec's"
done_testing
