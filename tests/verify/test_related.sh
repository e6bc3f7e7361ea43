#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# --all-related says what it has looked at: a limit that is reached while related states are looked for is no
# ✓, states of the specification that need more room than the pairs are found, and where a relation fails is
# told apart from the start.

. tests/expect.sh
compile_quickly

cat >"$scratch/endless.lin" <<'END'
automaton a { int 0..1 n; output go() when n < 1 do n += 1; }
automaton b { int 0..1 m; int k; output go() when m < 1 do m += 1; internal spin() do k += 1; }
simulation f from a to b { relation same { a.n == b.m } }
verify f {}
END
run 0 "$LINCHPIN" verify "$scratch/endless.lin"
# The specification has no end of states, so the limit is reached on any machine.
run 3 "$LINCHPIN" verify "$scratch/endless.lin" --all-related --timeout 3s
out_has 'the time limit was reached'

cat >"$scratch/room.lin" <<'END'
automaton a { int 0..1 n; output go() when n < 1 do n += 1; }
automaton b {
  int 0..1 m;
  seq<int> s;
  output go() when m < 1 && s.len() < 6 do m += 1;
  internal more() when s.len() < 6 do s.push(1);
}
simulation f from a to b { relation same { a.n == b.m } }
verify f {}
END
run 0 "$LINCHPIN" verify "$scratch/room.lin"
run 1 "$LINCHPIN" verify "$scratch/room.lin" --all-related
out_has 'from a related state, the step that is to match is not enabled'
out_has 'b.s = [1 1 1 1 1 1]'
sed 's/s.len() < 6 do s.push/s.len() < 100 do s.push/' "$scratch/room.lin" >"$scratch/full.lin"
run 2 "$LINCHPIN" verify "$scratch/full.lin" --all-related
err_has 'a seq, set or map of the specification has more than 64 items'

cat >"$scratch/first.lin" <<'END'
automaton a { int 0..2 n; output go() when n < 2 do n += 1; }
automaton b { int 0..2 m; output go() when m < 2 do m += 1; }
simulation f from a to b { relation none_yet { a.n == 0 } }
verify f {}
END
run 1 "$LINCHPIN" verify "$scratch/first.lin"
out_has 'the relation none_yet does not hold after the last step'
sed -i 's/a.n == 0/a.n == 1/' "$scratch/first.lin"
run 1 "$LINCHPIN" verify "$scratch/first.lin"
out_has 'the relation none_yet does not hold at the start'

# The specification begins with a name, so a renamed state of it is not reached.
cat >"$scratch/named.lin" <<'END'
enum peer { p1, p2 }
automaton a {
  bool b; peer q; int 0..1 c;
  output u(peer x) do b = true;
  internal i() when b do c = 1;
}
automaton s {
  bool b; peer q; int 0..1 c;
  output u(peer x) do b = true;
  internal i() when b do c = 1;
}
simulation z from a to s {
  relation rq { a.q == s.q }
  relation r0 { a.c == s.c }
  step a.i() matches i();
}
verify z {}
END
for reduction in all none components; do
    run 1 "$LINCHPIN" verify "$scratch/named.lin" --all-related --reduce $reduction
    out_has 'the step that is to match is not enabled'
done
cat >"$scratch/same.lin" <<'END'
enum peer { p1, p2 }
automaton a { peer q; set<peer> s; output u(peer x) do s.add(q); }
automaton b { peer q; set<peer> s; output u(peer x) do s.add(q); }
simulation z from a to b { relation r { a.s == b.s } }
verify z {}
END
for reduction in all none; do
    run 0 "$LINCHPIN" verify "$scratch/same.lin" --all-related --reduce $reduction
done

cat >"$scratch/wide.lin" <<'END'
automaton a { int b; action z(int 0..2147483646 x) do b = x; invariant small { b < 1 } }
verify a {}
END
run 2 "$LINCHPIN" verify "$scratch/wide.lin"
err_has 'there are more than 100000 ways'

# A relation may look at who is down and at what is on its way, on both sides; also at messages that
# change nothing.
cat >"$scratch/down.lin" <<'END'
automaton a { bool x; output go() when !x do x = true; }
automaton d { bool x; output go() when !x do x = true; }
system sx = a { crashes 1 of a recovering; }
system sy = d { crashes 1 of d recovering; }
simulation f from sx to sy { relation r { a.x == d.x } relation s { !d.down } }
verify f {}
END
for reduction in all none; do
    run 0 "$LINCHPIN" verify "$scratch/down.lin" --reduce $reduction
    run 0 "$LINCHPIN" verify "$scratch/down.lin" --all-related --reduce $reduction
done
sed 's/!d.down/!a.down/' "$scratch/down.lin" >"$scratch/up.lin"
run 1 "$LINCHPIN" verify "$scratch/up.lin"
out_has 'the relation s does not hold after the last step'
sed 's/crashes 1 of a recovering;//' "$scratch/up.lin" >"$scratch/never.lin"
run 2 "$LINCHPIN" verify "$scratch/never.lin"
err_has 'a is never down'
cat >"$scratch/way.lin" <<'END'
enum P { p1, p2 }
message m;
automaton a { bool x; output go() when !x do { x = true; send m to b; } }
automaton b(P p) { bool y; input receive m from a do y = y; }
automaton d { bool x; output go() when !x do { x = true; send m to c; } }
automaton c { input receive m from d do { } }
system sx = a || b[p in P] { channel a -> b reliable; }
system sy = d || c { channel d -> c reliable; }
simulation f from sx to sy {
  relation r { a.x == d.x }
  relation s { forall p in P : a.to_b[p].len() == 0 || d.to_c.has(m) }
}
verify f {}
END
run 0 "$LINCHPIN" verify "$scratch/way.lin"
run 0 "$LINCHPIN" verify "$scratch/way.lin" --reduce none
for related in d.x '!d.x'; do
    sed "s/d.to_c.has(m)/$related/" "$scratch/way.lin" >"$scratch/sent.lin"
    code=0
    [ "$related" = d.x ] || code=1
    for reduction in all none; do
        run $code "$LINCHPIN" verify "$scratch/sent.lin" --reduce $reduction
        run $code "$LINCHPIN" verify "$scratch/sent.lin" --all-related --reduce $reduction
    done
done

# Tables look at messages even where no relation does, so those that change nothing are kept.
cat >"$scratch/table.lin" <<'END'
message m;
automaton a { int 0..2 n; output go() when n < 2 do { n += 1; send m to b; } }
automaton b { bool y; input receive m from a do y = y; }
automaton d { int 0..2 n; output go() when n < 2 do n += 1; }
system sx = a || b { channel a -> b reliable; }
simulation f from sx to d {
  let way = a.to_b.len();
  relation r { a.n == d.n || way == 4 }
}
verify f {}
END
run 0 "$LINCHPIN" verify "$scratch/table.lin"
out_has '3 states'
for reduction in all none; do
    run 0 "$LINCHPIN" verify "$scratch/table.lin" --all-related --reduce $reduction
    out_has '6 states'
    out_has '5 related pairs'
done

# Where there is no simulation, nothing is related.
run 2 "$LINCHPIN" verify "$scratch/wide.lin" --all-related
err_has '--all-related is for verify blocks about a simulation: there is none here'
done_testing
