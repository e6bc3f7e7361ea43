#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What threads keep between operations is part of the state, and goes with them when
# threads, nodes or values change places: the states are counted by hand.

. tests/expect.sh
compile_quickly

states() { # WANTED REDUCTIONS
    run 0 "$LINCHPIN" verify "$scratch/own.lin" --reduce "$2" --json
    checks=$((checks + 1))
    got=$(sed -n 's/.*"states":\([0-9]*\).*/\1/p' "$scratch/.out")
    [ "$got" = "$1" ] || fail "$2: $got states, not $1"
}

# Nobody is ever in the middle of anything: a state is what the two threads keep, a
# number from 0 to 3 each, in a variable and then in a node.
cat >"$scratch/own.lin" <<END
thread int mine;
object o { put(int v) { mine = v; } }
verify o { threads 2; int 1..3; }
END
states 16 fold
states 10 fold,threads       # which thread has which does not matter
states 5 fold,values         # none, one or two values, of one or both: 00 0a a0 aa ab
states 4 fold,threads,values # 00 0a aa ab

cat >"$scratch/own.lin" <<END
struct node { int val; }
thread node* mine = new node{0};
object o { put(int v) { mine = new node{v}; } }
verify o { threads 2; int 1..3; }
END
states 16 fold
states 10 fold,threads
states 4 fold,threads,values

# They are shown: what changed, and what is there.
run 1 "$LINCHPIN" verify tests/verify/models/own_kept.lin
out_has 'call f() (been = true)'
run 0 "$LINCHPIN" verify "$scratch/own.lin" --reduce fold --dot "$scratch/graph"
grep -q 'mine = node1 node2' "$scratch/graph" || fail "not what each thread has"
done_testing
