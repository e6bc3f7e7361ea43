#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# verify A implements B: what is seen is compared, with arguments, and hidden actions are not; what B
# cannot do, or does without end, is no verdict about A; ABD implements the PO-Machine, and its
# faulty versions do not.

. tests/expect.sh
compile_quickly

run 1 "$LINCHPIN" verify docs/examples/lin/courier.lin --json
out_has '"verdict":"holds","condition":"implements","spec":"bag"'
out_has '"kind":"trace"'
out_has '"rechecked":true'

# Arguments count, and so does what is hidden.
cat >"$scratch/hidden.lin" <<'END'
automaton a { int 0..3 n; output go(int 0..1 x) when n < 3 do n += 1; output rest() do n = 0; }
automaton b { int 0..3 m; output go(int 0..0 x) when m < 3 do m += 1; internal again() do m = 0; }
system quiet = a hide rest;
verify quiet implements b {}
END
run 1 "$LINCHPIN" verify "$scratch/hidden.lin"
out_has 'go(1) ends a trace that b does not have'
out_has 'The trace: go(1)'
out_has 'b could only go on with: go(0)'
sed 's/int 0..0 x/int 0..1 x/' "$scratch/hidden.lin" >"$scratch/alike.lin"
run 0 "$LINCHPIN" verify "$scratch/alike.lin"
out_has 'implements: every trace is one of the specification'

# B has no end of states, fails, fails at once, or holds more and more.
b() { # AUTOMATON B
    printf '%s\n' 'automaton a { output go() do {} }' "$1" 'verify a implements b {}' >"$scratch/b.lin"
}
b 'automaton b { int k; output go() do {} internal spin() do k += 1; }'
run 3 "$LINCHPIN" verify "$scratch/b.lin" --timeout 2s
out_has 'the time limit was reached'
b 'automaton b { int k; output go() do k += 1; internal odd() do assert(k < 2); }'
run 2 "$LINCHPIN" verify "$scratch/b.lin"
err_has 'b.lin:2:63: what a is compared with, b, fails: the assertion fails'
b 'automaton b { int k; init { assert(k == 1); } output go() do {} }'
run 2 "$LINCHPIN" verify "$scratch/b.lin"
err_has 'what a is compared with, b, fails: the assertion fails'
b 'automaton b { seq<int> s; output go() when s.len() < 9 do s.push(1); internal drop() when s.len() == 9 do s.pop(); }'
run 0 "$LINCHPIN" verify "$scratch/b.lin"
b 'automaton b { seq<int> s; output go() do s.push(1); }'
run 2 "$LINCHPIN" verify "$scratch/b.lin"
err_has 'what a is compared with, b, fails'

# Nodes are told apart by what leads to them, not by their numbers.
cat >"$scratch/nodes.lin" <<'END'
struct node { int 0..1 v; node* next; }
automaton a { int 0..2 n; output push(int 0..1 v) when n < 2 do n += 1; output pop() when n > 0 do n -= 1; }
automaton b {
  node* top;
  int 0..2 n;
  output push(int 0..1 v) when n < 2 do { n += 1; top = new node{v, top}; }
  output pop() when top != null do { n -= 1; top = top.next; }
}
verify a implements b {}
verify b implements a {}
END
run 0 "$LINCHPIN" verify "$scratch/nodes.lin"
out_has '7 monitor states'

# The simulation of Fig. 8 shows it; here nobody has to find one.
small() { # FILE: one write and one read
    sed -e 's/^enum op { .* }/enum op { w1, r1 }/; s/^type writer = .*/type writer = op w1..w1;/' \
        -e 's/^type reader = .*/type reader = op r1..r1;/; s/{w1, w2}/{w1}/' -e '/^verify/,$d' "$1"
    echo 'verify abd implements po {}'
}
small objects/distributed/abd.lin >"$scratch/abd.lin"
run 0 "$LINCHPIN" verify "$scratch/abd.lin"
run 0 "$LINCHPIN" verify "$scratch/abd.lin" --reduce messages,components
out_has '2,826 states'
small objects/distributed/abd_small_quorums.lin >"$scratch/faulty.lin"
run 1 "$LINCHPIN" verify "$scratch/faulty.lin"
out_has 'response(r1, none) ends a trace that po does not have'
out_has 'read_client[r1]'
done_testing
