#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Formulas of verify blocks: the verdicts on textbook models under each kind of fairness, which are a
# table in docs/temporal.md; what is shown of a run that breaks one; what formulas may be about; and
# what is wrong with one. Random graphs are in test_random_lassos.c.

. tests/expect.sh
. tests/verify/fairness_table.sh
compile_quickly
examples=docs/examples/temporal
# The columns of an automaton are about actions.
verdicts() { # MODEL WANTED
    local of=
    if grep -q '^automaton' "$examples/$1"; then of=' actions'; fi
    fairness_row "$1" "$2" none "weak$of" "strong$of" global
    run $? true
    # As it stands in the file, all claims.
    case $1 in
    philosophers.lin | test_and_set.lin) run 1 "$LINCHPIN" verify "$examples/$1" ;;
    *) run 0 "$LINCHPIN" verify "$examples/$1" ;;
    esac
}
verdicts peterson.lin nyyy
verdicts ticket.lin nyyy
verdicts bakery.lin nnyy
verdicts test_and_set.lin nnny
verdicts philosophers.lin nnnn
verdicts left_handed.lin nnyy
verdicts leader.lin yyyy
verdicts alternating_bit.lin nnyy
[ "$(grep -cE '^\| `[a-z_]+\.lin` \|( [yn] \|){4} [^yn|]' docs/temporal.md)" = $rows ] || fail "not $rows rows in docs/temporal.md"

# What is shown: a run that comes round, one that ends, and which value it is about.
run 1 "$LINCHPIN" verify $examples/test_and_set.lin
out_says 'a run that is weakly fair to threads breaks the formula for t = 0'
out_has 'lead back to where the threads were before'
run 1 "$LINCHPIN" verify $examples/philosophers.lin
out_says 'breaks the formula for i = 0'
out_has 'After the last step nothing has to happen any more.'
run 1 "$LINCHPIN" verify $examples/test_and_set.lin --json
out_has '"kind":"temporal"'
out_has '"cycle":'

# NAME VERDICT FORMULA SETTINGS: of the model in $scratch/model
of() {
    { cat "$scratch/model" && printf 'verify %s |= %s { %s }\n' "$1" "$3" "${4-}"; } >"$scratch/it.lin"
    run "$2" "$LINCHPIN" verify "$scratch/it.lin"
}
cat >"$scratch/model" <<'LIN'
enum who { ann, bob }
automaton light {
  int 0..2 n;
  who? last;
  action up(who x) when n < 2 do { n = n + 1; last = x; }
  action down() when n > 0 do n = n - 1;
  action reset() when n == 2 do { n = 0; last = none; }
}
LIN
of light 0 '[] (up(x) -> X last != none)'
of light 0 '[] (up(ann) -> X last == ann)'
of light 1 '[] (up(ann) -> X last == bob)'
of light 0 'n == 0 W up'
of light 1 'n == 0 U up(ann)'
out_says 'breaks the formula'
of light 1 '[] <> n == 0'
of light 0 '[] <> n == 0' 'fair global;'
of light 0 '<> [] n < 2 || [] <> (n == 2)'
of light 0 '! <> (down && n == 0)'
of light 0 '[] (reset -> (n + 1) == 3)'
of light 1 '[] (n == 1 -> X (n == 0 || n == 2) && last == ann)'
of light 0 '(up R n == 0) && true'
of light 1 'down M n == 0'
of light 0 '[] (n == 3 -> false)'
out_has 'In no state of a run: n == 3'
of light 0 '[] (n == 0 <-> !(n > 0))'

# Calls, returns, and what they are given and give; runs in which nobody calls end.
cat >"$scratch/model" <<'LIN'
shared int x;
object cell {
  write(int v) { x = v; }
  read() -> int { return x; }
}
LIN
of cell 0 '[] (write.call(t) -> <> write.return(t))' 'threads 2; int 0..1; fair weak;'
of cell 1 '[] (write.call(t) -> <> write.return(t))' 'threads 2; int 0..1;'
of cell 1 '<> write.call' 'threads 2; int 0..1; fair strong;'
of cell 0 'read.return(_, 1) R (x == 0 || x == 1)' 'threads 2; int 0..1;'
of cell 0 '!read.return(_, 1) W write.call(_, 1)' 'threads 2; int 0..1;'
of cell 1 '!read.return(_, 0) W write.call(_, 0)' 'threads 2; int 0..1;'
of cell 1 '[] (write.call(t, v) -> X (!read.return(u) U read.return(u, v)))' 'threads 2; int 0..1; fair weak;'
out_says ', v = '
of cell 1 "$(printf 'read.call || %.0s' {1..100})read.call" 'threads 2; int 0..1;'
of cell 1 '[] (read.call(t) -> read.call(0))' 'threads 2; int 0..1;'
out_says 'breaks the formula for t = 1'
of cell 0 '[] (read.call(0) -> X (!read.call(0) W read.return(0)))' 'threads 2; int 0..1;'

# Systems: components are treated fairly, and what they send arrives; the environment need not ask.
cat >"$scratch/model" <<'LIN'
enum client { a, b }
message ask, answer;
automaton asker(client x) {
  bool wants;
  bool waits;
  input want(x) do wants = true;
  internal send_it() when wants && !waits do {
    wants = false;
    waits = true;
    send ask to server;
  }
  input receive answer from server do waits = false;
}
automaton server { input receive ask from asker[x] do send answer to asker[x]; }
system service = asker[x in client] || server { channel asker <-> server reliable; }
LIN
of service 1 '[] (asker[a].send_it() -> X <> !asker[a].waits)'
out_has 'repeated for ever'
of service 0 '[] (asker[a].send_it() -> X <> !asker[a].waits)' 'fair weak;'
out_says 'every run that is weakly fair to components satisfies the formula'
of service 0 '[] (want(x) -> <> asker[x].send_it())' 'fair weak;'
of service 0 '[] (asker[x].send_it() -> X (!asker[x].send_it() W want(x)))' 'fair weak;'
of service 1 '<> want' 'fair strong;'
out_has 'After the last step nothing has to happen any more.'
of service 1 '[] (asker[_].send_it() -> <> asker[b].send_it())' 'fair weak;'
sed -i 's/server reliable;/server lossy;/' "$scratch/model"
of service 1 '[] (asker[a].send_it() -> X <> !asker[a].waits)' 'fair strong;'
out_has 'is lost'

# An action that is described several times, however its arguments are written, is one that is treated fairly; with
# other arguments, and of another instance, it is another one.
cat >"$scratch/model" <<'LIN'
automaton twice {
  int 0..2 s;
  internal a() when s == 0 do s = 1;
  output b() when s == 1 do s = 0;
  output b() when s == 1 do s = 2;
}
automaton written {
  int 0..2 s;
  internal a() when s == 0 do s = 1;
  output b(0) when s == 1 do s = 0;
  output b(int 0..1 x) when s == 1 do s = 2 * (1 - x);
}
automaton apart {
  int 0..2 s;
  internal a() when s == 0 do s = 1;
  output b(0) when s == 1 do s = 0;
  output b(1) when s == 1 do s = 2;
}
enum who { ann, bob }
automaton user(who x) {
  int 0..1 s;
  internal go() when s == 0 do s = 1;
  internal back() when s == 1 do s = 0;
}
system users = user[x in who] {}
LIN
of twice 1 '<> s == 2' 'fair strong actions;'
of written 1 '<> s == 2' 'fair strong actions;'
of apart 0 '<> s == 2' 'fair strong actions;'
of users 0 '<> user[bob].go()' 'fair weak actions;'
of users 0 '<> user[ann].go()' 'fair weak actions;'

# Mistakes, with their places.
bad() { # FORMULA SETTINGS WORDS…
    { cat "$scratch/model" && printf 'verify %s |= %s { %s }\n' "$subject" "$1" "$2"; } >"$scratch/it.lin"
    run 2 "$LINCHPIN" verify "$scratch/it.lin"
    err_has "it.lin:"
    err_has "$3"
}
cat >"$scratch/model" <<'LIN'
shared int x;
object cell {
  write(int v) { x = v; }
  read() -> int { return x; }
}
LIN
subject=cell
for settings in '' 'fair weak;' 'threads 1; int 0..1;'; do
    for next in '' 'verify reg { threads 1; }'; do
        { cat "$scratch/model" && printf 'verify %s |= { %s }\n%s\n' "$subject" "$settings" "$next"; } >"$scratch/it.lin"
        run 2 "$LINCHPIN" verify "$scratch/it.lin"
        err_has 'a formula is missing here, between |= and the settings'
    done
done
bad '[] (writ.call(t) -> true)' 'int 0..1;' 'did you mean write?'
bad '[] (write.call(t, 1, 2) -> true)' 'int 0..1;' 'write takes at most 2 arguments here'
bad '[] (write.call(t, true) -> true)' 'int 0..1;' 'this argument of write is of type int'
bad '[] read.return(t, v) -> x == v' 'int 0..1;' 'v'
bad '[] (write.call(t, x) -> true)' 'int 0..1;' 'x is a variable of the model'
bad '[] <> read.return(_, v)' 'int 0..1;' 'which values does v have?'
bad '[] x' 'int 0..1;' 'what is said of states'
bad '[] !x == 1' 'int 0..1;' 'what is negated'
bad '[] (x == 1' 'int 0..1;' ') is expected here'
bad '[] y == 1' 'int 0..1;' 'y'
bad '[] x == 0' 'int 0..1; fair weak actions;' 'an object has threads, and no actions'
bad '[] x == 0' 'int 0..1; fair sometimes;' 'what is assumed of the scheduler?'
bad '[] x == 0' 'int 0..1; fair weak; fair weak;' 'fair is given twice'
bad "$(printf 'true && %.0s' {1..20000})true" 'int 0..1;' 'this formula is nested deeper than'
bad "$(printf '!%.0s' {1..20000})true" 'int 0..1;' 'nested'
bad '' 'int 0..1;' 'a formula is missing here'
{ cat "$scratch/model" && echo 'verify cell { int 0..1; fair weak; }'; } >"$scratch/it.lin"
run 2 "$LINCHPIN" verify "$scratch/it.lin"
err_has 'fair is a setting of formulas'
{ cat "$scratch/model" && echo 'verify cell |= [] x == 0 { int 0..1; }'; } >"$scratch/it.lin"
run 2 "$LINCHPIN" verify "$scratch/it.lin" --walk 1000
err_has 'a formula is about whole runs'
run 2 "$LINCHPIN" verify "$scratch/it.lin" --hash-compact
err_has 'a formula is about whole runs'
run 0 "$LINCHPIN" verify "$scratch/it.lin" --no-spec

# Fairness to every step is about all that a state has, also what nobody reads any more.
cat >"$scratch/it.lin" <<'END'
shared int a;
shared int b;
shared int c;
object ob {
  m() {
    loop {
      choose t in 1..2;
      a = t;
      a = 0;
      c = 0;
      choose s in 1..2;
      b = s;
      b = 0;
      c = 0;
    }
  }
}
verify ob |= [] (m.call -> <> (a == 2 && (b == 0 U b == 2))) { threads 1; fair global; }
END
run 0 "$LINCHPIN" verify "$scratch/it.lin"
run 0 "$LINCHPIN" verify "$scratch/it.lin" --reduce none

# Conditions are evaluated as in every expression: where the left side decides, the right one is not.
cat >"$scratch/it.lin" <<'END'
shared int 0..2 i;
shared int[2] arr;
object ob { step() { atomic { i = (i + 1) % 3; if (i < 2) arr[i] = 1 - arr[i]; } } }
verify ob |= [] (i == 2 || arr[i] < 2) && [] !(!(i == 2) && arr[i] > 1) && [] ((i < 2 -> arr[i] >= 0) <-> true) { threads 1; }
verify ob |= [] (i == 2 || arr[i] == 0) { threads 1; }
verify ob |= [] ((i < 2) -> X (arr[i] >= 0)) { threads 1; }
END
run 1 "$LINCHPIN" verify "$scratch/it.lin"
out_has '✓ [] (i == 2 || arr[i] < 2)'
out_has 'not [] (i == 2 || arr[i] == 0): a run breaks the formula'
out_has 'there is no such item in the array'

# What is assumed can be given on the command line, of all formulas of the file.
run 0 "$LINCHPIN" verify $examples/peterson.lin --fair strong
out_has 'strongly fair to threads'
run 1 "$LINCHPIN" verify $examples/peterson.lin --fair none
out_has "Reproduce: $LINCHPIN verify $examples/peterson.lin --fair none"
run 0 "$LINCHPIN" verify $examples/left_handed.lin --fair 'strong actions'
run 1 "$LINCHPIN" verify $examples/left_handed.lin --fair 'weak actions'
out_has 'weakly fair to actions'
unfit() { # KIND MODEL WORDS
    run 2 "$LINCHPIN" verify "$2" --fair "$1"
    err_has "$3"
}
for kind in weakly 'weak action' 'none actions' 'global events' '' ' weak'; do
    unfit "$kind" $examples/peterson.lin '--fair is none, weak, strong, global, or'
done
unfit 'weak actions' $examples/peterson.lin '--fair weak actions: an object has threads, and no actions'
unfit 'weak events' $examples/left_handed.lin 'an automaton has actions, and no events'
unfit weak $examples/left_handed.lin 'one automaton alone has no components'
unfit weak objects/stack/treiber.lin '--fair is for verify blocks with a formula: there is none here'

# As it is printed, it is read again.
{ cat "$scratch/model" && echo 'verify cell|=[]( write.call(t)-><>write.return( t ) )&&! <>[ ]x==1{int 0..1;}'; } >"$scratch/it.lin"
run 2 "$LINCHPIN" fmt "$scratch/it.lin"
sed -i 's/\[ \]/[]/' "$scratch/it.lin"
run 0 "$LINCHPIN" fmt "$scratch/it.lin"
run 0 grep -F 'verify cell |= [] (write.call(t) -> <> write.return(t)) && !<> [] x == 1 { int 0..1; }' "$scratch/it.lin"
# A variable of the formula in conditions: of threads that are alike, too, each has its own value there.
printf 'shared int x = 2;\nobject o { f() { x = 2; } }\nverify o |= [] (f.call(t) -> x != t + 1) { }\n' >"$scratch/alike.lin"
run 1 "$LINCHPIN" verify "$scratch/alike.lin"
out_has 'a run breaks the formula for t = 1'
# Two of them.
printf 'shared int[2] a;\nobject o { f(int v) { a[me] = v; } }\nverify o |= [] (f.call(t, v) -> <> a[t] == v) { int 0..1; fair weak; }\nverify o |= [] (f.call(t, v) -> X a[t] == v) { int 0..1; }\n' >"$scratch/two.lin"
run 1 "$LINCHPIN" verify "$scratch/two.lin"
out_has '✓ [] (f.call(t, v) -> <> a[t] == v)'
out_has '✗ not [] (f.call(t, v) -> X a[t] == v): a run breaks the formula for t = 0, v = 0'
# The verify block says how many threads there are to have conditions for.
run 2 "$LINCHPIN" verify "$scratch/alike.lin" --threads 3
err_has 'declare threads and int in the verify block'
# Of a process, values that an array has no item for are not passed over.
printf 'shared bool[3] busy;\nprocess P(i) = enter.i{ busy[i %% 3] = true; } -> P(i);\nprocess All() = ||| i in 0..%d @ P(i);\nverify All |= [] (enter.i -> X busy[i]) { }\n' 2 >"$scratch/three.lin"
run 0 "$LINCHPIN" verify "$scratch/three.lin"
sed 's/0\.\.2/0..4/' "$scratch/three.lin" >"$scratch/five.lin"
run 3 "$LINCHPIN" verify "$scratch/five.lin"
out_has 'i has a value for which there is no condition'
done_testing
