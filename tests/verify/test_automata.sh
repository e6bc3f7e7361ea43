#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What an automaton gets from below the waist: walks, pictures, coverage, JSON, reductions, hash
# compaction; and what is for objects only is refused.

. tests/expect.sh
compile_quickly

jugs=docs/examples/lin/jugs.lin
peterson=tests/verify/models/automaton_peterson.lin

# A walk by hand: the actions that are enabled, and nobody's number before them.
ask() {
    printf '1\n1\nq\n' | "$LINCHPIN" simulate "$jugs" --ask
}
run 0 ask
out_has '  0  fill(false)'
out_has '  1  fill(true)'
out_has '   1  fill(true) (large = 5)'
out_has '   2  empty(true) (large = 0)'
out_lacks 'thread'
out_lacks '  2  pour()'
run 0 "$LINCHPIN" simulate tests/verify/models/automaton_deadlock.lin --steps 1000 --seed 3
out_has 'no action is enabled'

# A picture has the states, and the actions as labels.
run 0 "$LINCHPIN" verify $peterson --quiet --dot "$scratch/peterson.dot"
[ "$(grep -c '^  s[0-9]* \[' "$scratch/peterson.dot")" = 20 ] || fail "not 20 states are drawn"
[ "$(grep -c -- '->' "$scratch/peterson.dot")" = 34 ] || fail "not 34 transitions are drawn"
grep -q 'label="enter(1)"' "$scratch/peterson.dot" || fail "a label is missing"
# - is stdout, and then there is nothing else on it.
run 0 "$LINCHPIN" verify $peterson --dot -
cmp -s "$scratch/.out" "$scratch/peterson.dot" || fail "--dot - prints another graph"

# The same states and verdicts whatever the reductions and the heap.
for options in '--reduce none' '--reduce dead' '--heap raw' '--jobs 2' '--jobs 1'; do
    # shellcheck disable=SC2086
    run 0 "$LINCHPIN" verify $peterson $options
    out_has '20 states'
    out_has 'Reached: at[0] == CRITICAL && at[1] == WAITS after 5 steps'
done
run 3 "$LINCHPIN" verify $peterson --hash-compact
out_has 'nothing wrong was found'
run 1 "$LINCHPIN" verify tests/verify/models/automaton_peterson_turn.lin --hash-compact
out_has 'enter(1) (at[1] = CRITICAL)'

# Values that are only passed on are renamed.
run 0 "$LINCHPIN" verify tests/verify/models/automaton_heap.lin --json
renamed=$(sed -n 's/.*"states":\([0-9]*\).*/\1/p' "$scratch/.out")
run 0 "$LINCHPIN" verify tests/verify/models/automaton_heap.lin --json --reduce dead
all=$(sed -n 's/.*"states":\([0-9]*\).*/\1/p' "$scratch/.out")
[ "$renamed" -lt "$all" ] || fail "no state is saved: $renamed, $all"

# An action that is never enabled; all of them.
sed 's/when at\[i\] == CRITICAL do/when at[i] == CRITICAL \&\& turn > 1 do/; s/deadlockfree; //' \
    $peterson >"$scratch/never.lin"
run 0 "$LINCHPIN" verify "$scratch/never.lin"
out_has 'leave is never enabled'
out_has 'Never enabled: leave'
run 2 "$LINCHPIN" verify "$scratch/never.lin" --strict
cat >"$scratch/none.lin" <<'END'
automaton idle {
  int n;
  action inc() when n > 0 do n += 1;
}
verify idle { }
END
run 0 "$LINCHPIN" verify "$scratch/none.lin"
out_has 'no action is ever enabled, so nothing was explored'

# Conditions that cannot be looked at are violations, with the way there.
cat >"$scratch/null.lin" <<'END'
struct node { int val; }
automaton a {
  node* top = new node{0};
  action drop() when top != null do top = null;
}
verify a { reachable top.val == 1; }
END
run 1 "$LINCHPIN" verify "$scratch/null.lin"
out_has 'null dereference'
out_has 'drop() (top = null)'
# Found at the start; several that are not reached.
cat >"$scratch/start.lin" <<'END'
automaton a { bool on; action flip() do on = !on; }
verify a { reachable !on; }
verify a { reachable on && !on; reachable on; reachable on != on; }
END
run 1 "$LINCHPIN" verify "$scratch/start.lin"
out_has 'Reached: !on at the start'
out_has 'no state can be reached in which on && !on'
out_has 'Nor one in which on != on (line 3).'

# An assertion in an action, and values that leave their range.
cat >"$scratch/range.lin" <<'END'
automaton a { int 0..2 n; action inc(int by) do n += by; }
verify a { int 1..2; }
END
run 1 "$LINCHPIN" verify "$scratch/range.lin"
out_has 'a value is not in its range'
out_has 'inc(2)'

for option in '--scenario inc()' '--threads 2' '--capacity 1' '--operations 3'; do
    # shellcheck disable=SC2086
    run 2 "$LINCHPIN" verify $jugs $option
    err_has "${option%% *} is about the clients of an object; jugs is an automaton"
done
run 2 "$LINCHPIN" verify $jugs --histories "$scratch/histories"
err_has '--histories is about the histories of an object; jugs is an automaton'
run 2 "$LINCHPIN" verify $jugs --no-spec
err_has '--no-spec is about the histories of an object'
run 2 "$LINCHPIN" verify $jugs --no-points
err_has '--no-points is about the marks of an object'
run 2 "$LINCHPIN" verify $jugs --assume fair
err_has '--assume is about the threads of an object'

# A graph that has no end is refused as soon as it is too large to draw.
printf 'automaton a { int x; action inc() do x += 1; }\nverify a { }\n' >"$scratch/endless.lin"
run 2 "$LINCHPIN" verify "$scratch/endless.lin" --dot "$scratch/endless.dot"
err_has 'more than 2000 states: too many to draw'

# What is reachable is quoted as it was written, and its way says which thread goes.
printf 'automaton a { int 0..2 x; action inc() when x < 2 do x += 1; }\nverify a { reachable (x == 5) || (x == 6); }\n' >"$scratch/quoted.lin"
run 1 "$LINCHPIN" verify "$scratch/quoted.lin"
out_has 'no state can be reached in which (x == 5) || (x == 6)'
printf 'shared int 0..3 y;\nobject o { inc() { y = 1; } }\nverify o { threads 2; reachable (y == 1); }\n' >"$scratch/thread.lin"
run 0 "$LINCHPIN" verify "$scratch/thread.lin"
out_has 'Reached: (y == 1) after'
out_has '2 thread 0: y = 1'

# Laid out: it stays what it is.
printf 'automaton a{int n;action inc(int 0..1 by)when n<3 do{n+=by;}\naction dec()when(n>0)do n-=1;}verify a{reachable(n==3);}' >"$scratch/flat.lin"
run 0 "$LINCHPIN" fmt "$scratch/flat.lin"
grep -q 'action dec() when (n > 0) do n -= 1;' "$scratch/flat.lin" || fail "fmt: $(cat "$scratch/flat.lin")"
run 0 "$LINCHPIN" fmt --check "$scratch/flat.lin"
run 0 "$LINCHPIN" verify "$scratch/flat.lin"

# What is not reached: how much was searched, and what was never enabled on the way.
sed 's/deadlockfree; //; s/reachable .*;/reachable turn > 1;/' "$scratch/never.lin" >"$scratch/unreached.lin"
run 1 "$LINCHPIN" verify "$scratch/unreached.lin"
out_has 'no state can be reached in which turn > 1'
out_has 'all states · 16 states'
out_has 'Never enabled: leave'
run 1 "$LINCHPIN" verify "$scratch/unreached.lin" --strict
run 1 "$LINCHPIN" verify "$scratch/unreached.lin" --json
out_has '"coverage":{"methods":[{"name":"want","called":true,"returned":true}'
# An object: its ✓ says all that was asked.
sed 's/threads 2;/threads 2; deadlockfree;/' "$scratch/thread.lin" >"$scratch/asked.lin"
run 0 "$LINCHPIN" verify "$scratch/asked.lin"
out_has 'no memory error happens, no open operation is blocked for ever, every reachable'

# Words of automata, not of objects.
printf 'automaton a { seq<int> q; action put() do q.push(1); }\nverify a { }\n' >"$scratch/full.lin"
run 2 "$LINCHPIN" verify "$scratch/full.lin"
err_has 'at most 64 items: the automaton holds more and more'
printf 'struct n { n* next; }\nautomaton a { n* top; action put() do top = new n{top}; }\nverify a { }\n' >"$scratch/nodes.lin"
run 2 "$LINCHPIN" verify "$scratch/nodes.lin"
err_has 'the automaton holds more and more; let guards bound it, or look for a leak'
printf 'struct n { int v; }\nautomaton a { n* top; action put() do top = null; }\nverify a { leakfree; }\n' >"$scratch/leak.lin"
run 2 "$LINCHPIN" verify "$scratch/leak.lin"
err_has 'leave it out, or free nodes in the automaton'
printf 'automaton a { int n; action set(int b, int c, int d) do n = b; }\nverify a { int 0..255; }\n' >"$scratch/ways.lin"
run 2 "$LINCHPIN" verify "$scratch/ways.lin"
err_has 'there are more than 100000 ways to take the actions of a'
printf 'automaton a { int n; action spin() do { while (n == 0) { } } }\nverify a { }\n' >"$scratch/spin.lin"
run 1 "$LINCHPIN" verify "$scratch/spin.lin"
out_has 'a loop makes a million turns in one step and does not end'

# As many actions, parameters and variables as distributed algorithms need.
wide() { # actions, variables
    echo 'automaton wide {'
    for v in $(seq 0 $(($2 - 1))); do echo "  bool v$v;"; done
    echo '  action a0() when !v0 do v0 = true;'
    for a in $(seq 1 $(($1 - 1))); do
        echo "  action a$a(bool b, bool c, bool d, bool e, bool f, bool g, int 0..1 h, bool i)"
        echo "    when b && c && d && e && f && g && h == 1 && i && v$((a - 1)) && !v$a do v$a = true;"
    done
    echo "}"
    echo "verify wide { reachable v$(($1 - 1)); }"
}
wide 128 256 >"$scratch/wide.lin"
run 0 "$LINCHPIN" verify "$scratch/wide.lin" --quiet
run 0 "$LINCHPIN" verify "$scratch/wide.lin" --json
out_has '"states":129,"transitions":128'
wide 129 256 >"$scratch/wide.lin"
run 2 "$LINCHPIN" verify "$scratch/wide.lin"
err_has 'there are more than 128 actions'
wide 4 257 >"$scratch/wide.lin"
run 2 "$LINCHPIN" verify "$scratch/wide.lin"
err_has 'there are more than 256 state variables'

# A name of an enum stands in steps as in the model; what a move chooses tells it from others.
cat >"$scratch/moves.lin" <<'END'
enum at { IDLE, BUSY, BROKEN }
automaton a {
  at is;
  action set(at to, int 0..1 n) when n == 1 do is = to;
  action pick() do { choose x in 1..2; is = x == 1 ? BUSY : BROKEN; }
  invariant works { is != BROKEN }
}
verify a { }
END
ask() {
    printf '3\n4\n' | "$LINCHPIN" simulate "$scratch/moves.lin" --ask
}
run 0 ask
out_has '  2  set(BROKEN, 1)'
out_has '  3  pick() (is = BUSY)'
out_has '  4  pick() (is = BROKEN)'
out_has "      $scratch/moves.lin:6:13: the invariant works does not hold"
[ -z "$(tail -c 1 "$scratch/.out")" ] || fail "the last line has no end"
run 1 "$LINCHPIN" verify "$scratch/moves.lin" --json
out_has '"what":"set(BROKEN, 1) (is = BROKEN)"'
ends() {
    printf "%b" "$1" | "$LINCHPIN" simulate "$scratch/moves.lin" --ask
}
for answers in '' q 'q\n' '3\n'; do
    run 0 ends "$answers"
    [ -z "$(tail -c 1 "$scratch/.out")" ] || fail "after '$answers' the last line has no end"
done
# Broken from the start.
printf 'automaton a { int n; invariant more { n > 0 } action inc() do n += 1; }\nverify a { }\n' >"$scratch/broken.lin"
run 0 "$LINCHPIN" simulate "$scratch/broken.lin"
out_has 'the invariant more does not hold'
out_lacks 'inc()'

# A verify block is judged by its own conditions, whatever those of other blocks come to.
cat >"$scratch/blocks.lin" <<'LIN'
enum P { p1, p2 }
automaton a {
  P? o;
  bool x;
  action go(P p) when o == none do o = p;
  action z() when !x do x = true;
}
verify a { reachable value(o) == p2; }
verify a { reachable o == p2; ends x; }
verify a { ends 1 / (o == p1 ? 0 : 1) == 1; }
LIN
for options in '' '--walk 2000'; do
    # shellcheck disable=SC2086
    run 1 "$LINCHPIN" verify "$scratch/blocks.lin" $options
    [ "$(grep -c '^✗' "$scratch/.out")" = 2 ] || fail "blocks.lin $options: not two blocks are refuted"
    [ "$(grep -c '^[✓?]' "$scratch/.out")" = 1 ] || fail "blocks.lin $options: not one block is right"
    out_has 'blocks.lin:8:22: there is no value: it is none'
    out_has 'blocks.lin:10:17: at the end of a run: division by zero'
done

# What can be received for ever keeps a run from ending, though it changes nothing.
cat >"$scratch/again.lin" <<'LIN'
message m;
automaton a { bool x; internal go() when !x do { x = true; send m to b; } }
automaton b { bool y; input receive m from a do y = true; }
system s = a || b { channel a -> b duplicating; }
verify s { ends b.y; }
LIN
run 0 "$LINCHPIN" verify "$scratch/again.lin"
out_has 'every run that ends does so as it should (on a duplicating channel a message may come for ever'
run 0 "$LINCHPIN" verify "$scratch/again.lin" --reduce none
out_has 'every run that ends does so as it should (there are runs without an end'
# The least and the greatest value of an int where a condition holds, of any kind of model.
printf 'automaton a { int 0..9 n; action inc() when n < 9 do n += 3; }\nverify a { reachable n > 3 with least 2 * n; reachable n != 9 with greatest -n; }\n' >"$scratch/least.lin"
run 0 "$LINCHPIN" verify "$scratch/least.lin" --json
out_has '"least":"2 * n","value":12,"exact":true'
out_has '"greatest":"-n","value":0,"exact":true'
run 0 "$LINCHPIN" verify "$scratch/least.lin"
out_has 'Reached: n > 3 with least 2 * n = 12 after 2 steps'
out_has 'Reached: n != 9 with greatest -n = 0 at the start'
run 0 "$LINCHPIN" verify tests/verify/models/extremes.lin
out_has 'Reached: n == 0 with greatest a[0] + a[1] = 14'
out_has 'Reached: true with least n = -5'
printf 'shared int n;\nprocess P() = a{ n = n + 1; } -> b{ n = n + 1; } -> b{ n = 0; } -> Stop;\nprocess Q() = P() ||| P();\nverify Q { reachable true with greatest n; }\n' >"$scratch/process.lin"
run 0 "$LINCHPIN" verify "$scratch/process.lin"
out_has 'with greatest n = 4 after 4 steps'
# A cost that has no bound has no least value that could be known.
printf 'automaton a { int n; bool on; action go() do { n += 1; on = !on; } action back() when n > 0 do n -= 1; }\nverify a { reachable on with greatest n; }\n' >"$scratch/endless.lin"
run 3 "$LINCHPIN" verify "$scratch/endless.lin" --timeout 1s --json
out_lacks '"exact":true'
# It fails only where it is asked for.
printf 'automaton a { int 0..3 n; action inc() when n < 3 do n += 1; }\nverify a { reachable n > 0 with least 6 / n; }\nverify a { reachable n < 2 with least 6 / n; }\n' >"$scratch/division.lin"
run 1 "$LINCHPIN" verify "$scratch/division.lin"
out_has 'with least 6 / n = 2 after 3 steps'
out_has '3:39: division by zero'
# A condition that does not hold anywhere is said alone.
printf 'automaton a { int 0..3 n; action inc() when n < 3 do n += 1; }\nverify a { reachable n > 3 with least n; }\n' >"$scratch/nowhere.lin"
run 1 "$LINCHPIN" verify "$scratch/nowhere.lin"
out_has '2:22: no state can be reached in which n > 3'
out_lacks 'least'
done_testing
