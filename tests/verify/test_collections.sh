#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Equal collections are equal states, however they came about, and go with their thread
# and with the nodes that they hold: the states are counted by hand.

. tests/expect.sh
compile_quickly

figure() { # NAME
    sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" "$scratch/.out"
}

states() { # WANTED REDUCTIONS
    run 0 "$LINCHPIN" verify "$scratch/many.lin" --reduce "$2" --json
    checks=$((checks + 1))
    [ "$(figure states)" = "$1" ] || fail "$2: $(figure states) states, not $1"
}

# All subsets of six keys, more than there is room for at first.
cat >"$scratch/many.lin" <<END
shared set<int> s;
object o { add(int v) { s.add(v); } remove(int v) { s.remove(v); } }
verify o { threads 2; int 1..6; }
END
states 64 fold
states 64 all

# Three keys with one of two values each, or none.
cat >"$scratch/many.lin" <<END
shared map<int, bool> m;
object o { put(int 1..3 k, bool v) { m.put(k, v); } remove(int 1..3 k) { m.remove(k); } }
verify o { threads 2; }
END
states 27 fold

# Sequences of two values, of up to two: 1 + 2 + 4; if the values are mere data, [], [a],
# [a a] and [a b].
cat >"$scratch/many.lin" <<END
shared seq<int> s;
object o { push(int v) { atomic { if (s.len() < 2) s.push(v); else { s.pop(); s.pop_front(); } } } }
verify o { threads 2; int 1..2; }
END
states 7 fold
states 4 fold,values

# What each thread has put by: two threads with one of the four subsets of two keys; who
# has which does not matter.
cat >"$scratch/many.lin" <<END
thread set<int> mine;
object o { add(int v) { mine.add(v); } remove(int v) { mine.remove(v); } }
verify o { threads 2; int 1..2; }
END
states 16 fold
states 10 fold,threads

# The nodes that a seq holds live, and are numbered from it: up to two of two kinds.
cat >"$scratch/many.lin" <<END
struct node { bool kind; }
shared seq<node*> s;
object o {
  push(bool k) { node* n = new node{k}; atomic { if (s.len() < 2) s.push(n); } }
  take() { atomic { if (!s.empty()) { node* n = s.pop_front(); s.push_front(n); s.pop(); } } }
}
verify o { threads 2; }
END
states 7 fold
checks=$((checks + 1))
[ "$(figure 'nodes at once')" = 2 ] || fail "$(figure 'nodes at once') nodes, not 2"

# They are shown as in specs.
run 1 "$LINCHPIN" verify tests/verify/models/abstraction_lost.lin
out_has 'keys ='
out_has '[1]'
run 0 "$LINCHPIN" verify "$scratch/many.lin" --reduce fold --dot "$scratch/graph"
grep -q 's = \[node1 node2\]' "$scratch/graph" || fail "not what the seq holds"
run 0 "$LINCHPIN" simulate tests/verify/models/seq_queue.lin --steps 40 --seed 3
out_has 'q = ['
done_testing
