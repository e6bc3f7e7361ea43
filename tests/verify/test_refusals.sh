#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Failures and divergences of objects and automata: what waits refuses its return, what spins diverges;
# counterexamples are runs of the trace that is told; errors are said where they are, and limits are kept.

. tests/expect.sh
. tests/expect_model.sh
compile_quickly

# Each verify block of the model, y or n.
verdicts() { # WANTED
    run 1 "$LINCHPIN" verify "$scratch/m.lin"
    checks=$((checks + 1))
    [ "$(grep -o '^[✓✗]' "$scratch/.out" | sed 's/✓/y/; s/✗/n/' | tr -d '\n')" = "$1" ] ||
        fail "not $1: $(grep '^[✓✗]' "$scratch/.out")"
}

# Locks. One that waits is stable while it waits; one that spins is not, and diverges.
locks='shared bool busy;
object waits { get() { atomic { await(!busy); busy = true; } } put() { busy = false; } }
object locks { get() { lock(busy); } put() { busy = false; } }
object spins { get() { while (!cas(busy, false, true)) { } } put() { busy = false; } }
object peeks { get() { loop { await(!busy); if (cas(busy, false, true)) break; } } put() { busy = false; } }
object tries { get() -> bool { return cas(busy, false, true); } put() { busy = false; } }'
claims=()
for pair in 'locks waits' 'waits locks' 'peeks waits' 'waits peeks' 'spins waits' 'waits spins'; do
    for how in traces failures failures-divergences; do
        claims+=("verify ${pair% *} implements ${pair#* } $how { threads 2; }")
    done
done
model "$locks" "${claims[@]}"
# Only spinning is not stable, so what waits refuses more; but a specification that diverges allows all.
verdicts yyyyyyyyyyyyyynyny
model "$locks" 'verify waits { threads 2; divergencefree; }' 'verify spins { threads 2; divergencefree; }' \
    'verify spins { threads 1; operations 1; divergencefree; }' 'verify waits { threads 2; deterministic; }' \
    'verify waits { threads 1; deterministic; }' 'verify tries { threads 1; deterministic; }' \
    'verify tries { threads 2; deterministic; }'
verdicts ynynyyn
out_has 'the object never diverges'
out_has 'Thread 1 can turn for ever: line 4'
out_has 'waits is not deterministic: after a trace it can refuse get_res.1, and can do it'
out_has 'Thread 1 waits in line 2'

# What an object is to offer may be said by a process, and a process may be compared with an object.
queue='const N = 1; shared seq<int> q;
object blocking {
  put(int v) @only(0) { atomic { await(q.len() < N); q.push(v); } }
  take() -> int @only(1) { atomic { await(!q.empty()); return q.pop_front(); } }
}
object total {
  put(int v) @only(0) { q.push(v); }
  take() -> int? @only(1) { atomic { if (q.empty()) return none; return q.pop_front(); } }
}
process Always() = put_inv.0.0 -> put_res.0 -> Always();
process Never() = take_inv.1 -> Stop;
process Serves() = Always() ||| Never();
process Both() = Always() ||| Takes();
process Takes() = take_inv.1 -> take_res.1.0 -> Takes();'
model "$queue" 'verify blocking implements Serves { threads 2; int 0..0; }' \
    'verify blocking implements Both { threads 2; int 0..0; }' \
    'verify blocking implements Both failures { threads 2; int 0..0; }' \
    'verify Never implements blocking { threads 2; int 0..0; }' \
    'verify Never implements blocking failures { threads 2; int 0..0; }' \
    'verify total { threads 2; int 0..0; operations 3; deterministic; }' \
    'verify blocking { threads 1; int 0..0; divergencefree; deterministic; }'
verdicts nynynny
run 1 "$LINCHPIN" verify "$scratch/m.lin" --json
out_has '"kind":"refusal"'
out_lacks '"rechecked":false'
out_has 'blocking can refuse what Both cannot refuse there'
out_has 'Then blocking offers only {put_inv.0.0}; Both offers at least {put_inv.0.0, take_res.1.0}'

# Calls keep their order in what is shown: it is the trace that the other side lacks.
model 'shared int 0..1 x;' 'object o { a() @only(0) { x = 1; } b() @only(1) { x = 0; } }' \
    'process S() = b_inv.1 -> Any() [] a_inv.0 -> (a_res.0 -> Any() [] b_inv.1 -> (b_res.1 -> Any() [] a_res.0 -> Stop));' \
    'process Any() = a_inv.0 -> Any() [] a_res.0 -> Any() [] b_inv.1 -> Any() [] b_res.1 -> Any();' \
    'verify o implements S { threads 2; }' 'verify o implements S failures { threads 2; }'
verdicts nn
out_has 'The trace: a_inv.0, b_inv.1, a_res.0, a_inv.0'

# A lap is told after the way to it, and does not lose steps to it: both threads spin.
model 'shared int 0..1 x;' 'object o { a() { x = 1; while (x == 1) { } } }' 'verify o { threads 2; divergencefree; }'
run 1 "$LINCHPIN" verify "$scratch/m.lin" --json
out_has '"kind":"divergence"'
out_has '"cycle":{"steps":1'
out_has '"rechecked":true'

# Automata: an action that is not enabled is refused, an internal one is not seen, inputs are always offered.
automata='automaton one { int 0..1 n; input put() do n = 1; output get() when n == 1 do n = 0; }
automaton drops { int 0..1 n; input put() do n = 1; output get() when n == 1 do n = 0; internal lose() when n == 1 do n = 0; }
automaton idles { int 0..1 n; input put() do n = 1; output get() when n == 1 do n = 0; internal idle() do {} }'
claims=()
for pair in 'drops one' 'one drops' 'idles one' 'one idles'; do
    for how in traces failures failures-divergences; do
        claims+=("verify ${pair% *} implements ${pair#* } $how { }")
    done
done
model "$automata" "${claims[@]}" 'verify idles { divergencefree; }' 'verify drops { deterministic; divergencefree; }' \
    'verify one { deterministic; divergencefree; }'
verdicts ynnyyyyynynynny
out_has 'Then drops offers only {put()}; one offers at least {put(), get()}'
out_has 'the automaton never diverges, the automaton is deterministic'
# A system whose choice is not seen.
cat >"$scratch/m.lin" <<'END'
enum node { a, b }
automaton sender(node i) { bool sent; output go(i) when !sent do sent = true; }
automaton chooser { int 0..2 s; input go(node j) do if (s == 0) s = j == a ? 1 : 2; output won(node j) when s == (j == a ? 1 : 2) do s = 0; }
system race = sender[i in node] || chooser;
system quiet = sender[i in node] || chooser hide go;
automaton fair { bool[node] w; output won(node j) when !w[j] do w[j] = true; }
verify quiet implements fair { }
verify quiet implements fair failures { }
verify race { divergencefree; deterministic; }
END
verdicts yny

# Automata beside objects and processes: each kind is verified as it is alone, and any two are compared.
mixed='enum color { red, green } shared int 0..2 x = 1; invariant small { x <= 1 }
function twice(int i) -> int { return i + i; }
automaton cell { color c; input set(color v) do c = v; output get(color v) when v == c do {} }
automaton lossy { color c; input set(color v) do c = v; output get(color v) when v == c do {} internal lose() do c = red; }
process Cell(color c) = ([] v in color @ set.v -> Cell(v)) [] get.c -> Cell(c);
process Red() = Cell(red); process Greedy() = get.red -> Greedy();
object counter { inc() -> int { atomic { x = 1 - x; return twice(x); } } }
object wrong { inc() -> int { x = x + 1; return x; } }
automaton counts {
  int 0..1 n; int 0..2 pc; int 0..2 r; init { n = 1; }
  output inc_inv(int 0..0 t) when pc == 0 do pc = 1;
  internal go() when pc == 1 do { n = 1 - n; r = twice(n); pc = 2; }
  output inc_res(int 0..0 t, int 0..2 v) when pc == 2 && v == r do pc = 0;
}
spec toggling { int n = 1; inc() -> int { n = 1 - n; return n + n; } }'
model "$mixed" 'verify cell implements Red failures-divergences {}' 'verify Red implements cell failures-divergences {}' \
    'verify lossy implements Red failures {}' 'verify lossy implements Red {}' 'verify Greedy implements cell {}' \
    'verify Greedy implements cell failures {}' 'verify counter implements counts failures-divergences { threads 1; }' \
    'verify counts implements counter failures-divergences { threads 1; }' 'verify counts implements counter { threads 2; }' \
    'verify counter implements counts failures { threads 2; }' 'verify counter refines toggling { threads 2; }' \
    'verify Red { reachable x == 1; deadlockfree; }' 'verify cell implements lossy {}' 'verify lossy { divergencefree; }' \
    'verify counter |= [] (x <= 1) { threads 1; }' 'verify wrong { threads 1; }' 'verify lossy |= [] <> lose() {}'
verdicts yynnynyyynyyynynn
out_has 'The trace: set.green, get.red'
out_has 'Then Greedy offers only {get.red}; cell offers at least {set.red, set.green, get.red}'
run 2 "$LINCHPIN" verify "$scratch/m.lin" --threads 2
err_has -- '--threads is about the clients of an object; cell is an automaton'
run 2 "$LINCHPIN" verify "$scratch/m.lin" --scenario 'inc()'
model "$mixed" 'verify cell implements Red failures { }'
(cd "$scratch" && run 0 "$LINCHPIN" verify m.lin --aut cell.aut --spec-aut red.aut)
run 0 "$LINCHPIN" verify "$scratch/cell.aut" implements "$scratch/red.aut" failures
run 2 "$LINCHPIN" verify "$scratch/m.lin" --find-simulation

# none is a value of events, as the labels of objects have it: the process covers the object exactly.
optional='shared bool full;
object cell {
  put() @only(0) { full = true; }
  get() -> int? @only(1) { atomic { if (!full) return none; full = false; return 1; } }
}
process Idle(bool f) = put_inv.0 -> Put(f) [+] get_inv.1 -> Get(f);
process Put(bool f) = tau -> Putted(true) [+] get_inv.1 -> Both(f);
process Putted(bool f) = put_res.0 -> Idle(f) [+] get_inv.1 -> PuttedGet(f);
process Get(bool f) = (if (f) { tau -> Got(false, true) } else { tau -> Got(f, false) }) [+] put_inv.0 -> Both(f);
process Got(bool f, bool one) = Answer(f, one) [+] put_inv.0 -> PutGot(f, one);
process Answer(bool f, bool one) = if (one) { get_res.1.1 -> Idle(f) } else { get_res.1.none -> Idle(f) };
process Both(bool f) = tau -> PuttedGet(true) [+] (if (f) { tau -> PutGot(false, true) } else { tau -> PutGot(f, false) });
process PuttedGet(bool f) = put_res.0 -> Get(f) [+] (if (f) { tau -> PuttedGot(false, true) } else { tau -> PuttedGot(f, false) });
process PutGot(bool f, bool one) = tau -> PuttedGot(true, one) [+] (if (one) { get_res.1.1 -> Put(f) } else { get_res.1.none -> Put(f) });
process PuttedGot(bool f, bool one) = put_res.0 -> Got(f, one) [+] (if (one) { get_res.1.1 -> Putted(f) } else { get_res.1.none -> Putted(f) });
process P() = Idle(false);'
claims=()
for pair in 'cell implements P' 'P implements cell'; do
    for how in traces failures failures-divergences; do
        claims+=("verify $pair $how { threads 2; }")
    done
done
model "$optional" "${claims[@]}" 'verify P |= [] !get_res.1.none { }'
verdicts yyyyyyn
model "${optional//.none/.0}" "${claims[@]}"
verdicts nnnnnn
out_has 'get_res.1.none ends a trace that P does not have'
model 'shared int 0..1 x;' \
    'process P(int i) = get.1.none -> Q(i) [] get.i.(i + 1) -> P(1 - i);' \
    'process Q(int i) = get.(i + x).none { x = 1 - x; } -> P(i);' \
    'process R() = P(0); process H() = P(0) \ {get.1.none}; process G() = P(0) [[get <- got]];' \
    'process X() = get.1.none -> X(); process Y() = X() || P(0); process Z() = Y() \ {get.1.none};' \
    'alphabet X {get.1.none}; alphabet P {get};' \
    'verify R |= [] <> get._.none { }' 'verify R |= [] !get.2.none { }' 'verify R |= [] !get.0.none { }' \
    'verify X |= [] (get.t.v -> get.t.none) { }' 'verify R |= [] (get.t.v -> get.t.none) { }' \
    'verify H |= [] !get.1.none { }' 'verify G |= [] !got.1.none { }' 'verify G |= [] !get._._ { }' \
    'verify Y implements R { }' 'verify R implements Y { }' 'verify Z { divergencefree; }'
verdicts nnnynynyyyy

object='shared int x; object o { get() -> int { return x; } set() { x = x + 1; } }'
bad 'm.lin:2:21: no object is called p' "$object" 'verify o implements p failures { threads 1; }'

bad 'what is to be compared is expected here' "$object" 'verify o implements o refusals { threads 1; }'
bad 'a simulation has pairs of states' 'automaton c { int 0..1 m; output go() do m = 1 - m; }' \
    'automaton d { int 0..1 n; output go() do n = 1 - n; }' \
    'simulation f from c to d { relation same { c.m == d.n } }' 'verify f { divergencefree; }'
bad 'fails: the assertion fails' 'shared int 0..3 x;' 'object a { go() { x = 0; } }' \
    'object b { go() { x = 1; assert(x == 0); } }' 'verify a implements b failures { threads 1; }'
both='process P() = a -> P(); process Q(i) = a.i -> Q(i); automaton A { output a() do {} } object o { f() { } }'
bad 'no automaton, object or process is called B' "$both" 'verify B {}'
bad 'did you mean Peter?' "$both process Peter() = a -> Peter();" 'verify A implements Petr {}'
bad 'Q has parameters: which one is meant?' "$both" 'verify A implements Q {}'
bad 'o is declared already' 'object o { f() { } }' 'automaton o { output a() do {} }'
bad 'no variable is called x' 'shared int x;' "${both/do \{\}/do x = 1;}" 'verify A {}'
bad 'no variable is called n' 'process P() = a -> P();' 'automaton A { int n; output a() do n = 1; }' 'invariant i { n < 2 }' 'verify A {}'
bad 'threads is a setting of objects' "$both" 'verify A implements P { threads 2; }'
bad 'threads is no setting of processes' "$both" 'verify P implements A { threads 2; }'
bad 'a simulation has pairs of states, and no traces' 'automaton c { int 0..1 m; output go() do m = 1 - m; }' \
    'automaton d { int 0..1 n; output go() do n = 1 - n; }' 'process P() = go -> P();' \
    'simulation f from c to d { relation same { c.m == d.n } }' 'verify P implements f { }'
model "$automata" 'verify drops implements one failures { }'
run 2 "$LINCHPIN" verify "$scratch/m.lin" --find-simulation
err_has '--find-simulation is for verify blocks'
bad 'the value must be int, but this is none' 'process P(int i) = a.i -> P(none); process Q() = P(1); verify Q {}'
bad 'the value must be int, but this is none' 'channel c 1; process P() = c!none -> c?none -> Stop; verify P {}'
bad 'tau is not seen, so it has no values' 'process P() = tau.none -> Stop; verify P {}'
# No end of states: unknown.
model 'shared int x;' 'object a { go() { x = x + 1; } }' 'object b { go() { x = 0; } }' \
    'verify b implements a failures { threads 1; }' 'verify a { threads 1; divergencefree; }'
run 3 "$LINCHPIN" verify "$scratch/m.lin" --timeout 1s
# The object itself is wrong: that is what is said.
model 'shared int 0..1 x;' 'object b { go() { x = 1; assert(x == 0); } }' 'verify b { threads 1; divergencefree; }'
run 1 "$LINCHPIN" verify "$scratch/m.lin"
out_has 'the assertion fails'
done_testing
