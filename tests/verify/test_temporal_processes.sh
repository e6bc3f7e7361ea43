#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Formulas about processes: the verdicts on textbook models under each kind of fairness, which are a
# table in docs/temporal.md; what events, values and variables of formulas are; how runs end; and what
# is wrong with one. Random processes are in test_random_process_runs.c.

. tests/expect.sh
. tests/verify/fairness_table.sh
compile_quickly
examples=docs/examples/temporal
verdicts() { # MODEL WANTED
    fairness_row "$1" "$2" none weak strong 'weak events' 'strong events' global
    run 0 "$LINCHPIN" verify "$examples/$1"
}
verdicts peterson_processes.lin nyyyyy
verdicts dining_processes.lin nnynyy
verdicts alternating_bit_processes.lin nnnnyy
[ "$(grep -cE '^\| `[a-z_]+\.lin` \|( [yn] \|){6}' docs/temporal.md)" = $rows ] || fail "not $rows rows in docs/temporal.md"

# NAME VERDICT FORMULA SETTINGS: of the model in $scratch/model
of() {
    { cat "$scratch/model" && printf 'verify %s |= %s { %s }\n' "$1" "$3" "${4-}"; } >"$scratch/it.lin"
    run "$2" "$LINCHPIN" verify "$scratch/it.lin"
}
cat >"$scratch/model" <<'LIN'
enum color { red, green }
shared int 0..3 n;
shared bool held;
channel c 1 (int, color);
channel h 0;
process Count() = [n < 3] up.n { n += 1; } -> Count() [] [n == 3] Skip;
process Paint() = paint.red -> paint.green -> dry.true.1 -> Paint();
process Stuck() = a -> Stop;
process Talk() = c!1.red -> c!2.green -> Skip;
process Hear() = c?x.y -> heard.x -> Hear();
process Both() = Talk() ||| Hear();
process Meet() = (h!1 -> h!2 -> Skip) ||| (h?x -> got.x -> h?y -> Skip);
process Hidden() = (a -> b -> Hidden()) \ {a};
process Fast() = fast -> Fast();
process Slow() = slow -> Slow();
process Pair() = Fast() ||| Slow();
process Nested() = (Pair() \ {fast}) ||| other -> Stop;
process Later() = start -> (Pair(); Skip);
process Choice() = left -> Choice() [] right -> Choice();
process Locked() = atomic { lock -> Inside() } ||| Slow();
process Inside() = look -> Inside();
process Meets() = (go -> (Part() ||| Slow())) || Other();
process Part() = meet -> Part();
process Other() = alone -> Other() [] meet -> Other();
process Any() = ([] i in 0..29 @ go.i -> Skip); Any();
process All() = Each(0);
process Each(i) = go.i -> if (i < 29) { Each(i + 1) } else { All() };
LIN
# Much that is presupposed again and again: the run has all of it, or there is none.
again=$(printf ' && [] <> go.%d' {0..29})
of All 0 "${again# && } -> [] <> go.7"
of All 1 "${again# && } -> [] <> up"
out_has 'The last 30 steps are repeated for ever'
of Any 1 "${again# && } -> [] (go.3 -> X X go.4)"
of Any 0 "[] <> up$again -> <> [] go.3"
of Stuck 0 "${again# && } -> [] <> up"
sixty=$(printf ' && [] <> go.%d' {0..29} && printf ' && [] <> (go.%d || up)' {0..29})
of All 0 "${sixty# && } -> [] <> go.7"
# Events are true where they are next; a run that terminates stays in its last state.
of Count 0 'up.0 && X up.1 && X X up.2'
of Count 0 '[] (up.1 -> n == 1 && X n == 2)'
of Count 0 '<> Skip && <> [] n == 3'
of Count 1 '[] <> up'
out_has 'After the last step nothing has to happen any more.'
of Count 0 '[] (up -> n < 3) && [] !tau'
of Stuck 1 '<> Skip'
of Stuck 0 'a && X [] !a'
# Values: of enums and bools, any, the first ones, each.
of Paint 0 '[] (paint.red -> X paint.green) && [] <> paint && [] <> dry.true'
of Paint 0 '[] (paint.red -> X X dry._.1)'
of Paint 1 '[] (paint.w -> X paint.green)'
out_says 'breaks the formula for w = green'
of Paint 0 '[] <> paint.w'
of Paint 1 '[] <> dry.false'
of Paint 0 '[] (dry.(true) -> !paint)'
of Paint 0 '[] (paint.dark -> X !paint.dark)'
of Count 1 '[] up.i'
out_says 'breaks the formula for i = 0'
of Count 0 '<> up.i'
# Messages: sent, received, or both at once.
of Both 0 'c!1.red && <> c?1.red && <> c!2 && (!heard.2 W c?2.green)'
of Both 1 '[] !c?2'
of Both 0 '[] (c!x.y -> <> c?x.y)' 'fair weak;'
of Both 0 '[] (c?x -> <> heard.x)'
of Both 0 '[] (c -> X true) && <> c && c.empty() && [] (c!2 -> c.empty())'
of Meet 0 'h.1 && <> got.1 && <> h.2 && <> Skip'
of Meet 0 '[] (h.x -> <> h.2)'
# What is hidden is a step that is not seen.
of Hidden 0 '[] !a && tau && X b && [] <> b'
# Fairness to parts: nested ones, behind hiding, and those that come later; to events; to steps.
of Pair 1 '[] <> slow'
of Pair 0 '[] <> slow' 'fair weak;'
of Pair 0 '[] <> slow' 'fair weak events;'
of Nested 0 '[] <> slow && <> other' 'fair weak;'
of Nested 0 '[] <> slow && <> other' 'fair weak events;'
of Nested 1 '[] <> slow' 'fair none;'
of Later 0 '[] <> slow' 'fair weak;'
of Choice 1 '[] <> left' 'fair strong;'
of Choice 0 '[] <> left' 'fair weak events;'
out_says 'every run that is weakly fair to events satisfies the formula'
of Choice 0 '[] <> left' 'fair global;'
# Who takes a step together with others has taken one, also if its path was met before theirs.
of Meets 1 '[] <> alone' 'fair strong;'
of Meets 0 '<> go -> [] <> meet' 'fair strong;'
# While something atomic goes on, others cannot: that is not unfair.
of Locked 1 '[] <> slow' 'fair strong events;'
of Locked 1 '<> look' 'fair none;'
of Count 0 '[] !up.none'
of Count 1 '[] up.none'
of Locked 0 '<> look' 'fair weak;'
of Locked 0 '<> look || [] <> slow' 'fair weak;'
# What an implication presupposes, and no run has.
of Count 0 '[] (up.7 -> <> Skip)'
out_has 'No step of a run: up.7'
# A variable and an event may not be confused.
bad() { # PROCESS FORMULA SETTINGS WORDS
    { cat "$scratch/model" && printf 'verify %s |= %s { %s }\n' "$1" "$2" "$3"; } >"$scratch/it.lin"
    run 2 "$LINCHPIN" verify "$scratch/it.lin"
    err_has "it.lin:"
    err_has "$4"
}
bad Count '[] upp.1' '' 'did you mean up?'
bad Count '[] up.n' '' 'n is a variable of the model'
bad Count '[] up!1' '' 'up is no channel'
bad Both '[] c.1' '' 'c has a buffer'
bad Meet '[] h!1' '' 'h has no buffer'
bad Count '[] up.' '' 'is expected here'
bad Count '[] up.null' '' 'reserved'
bad Count '[] up' 'fair weak actions;' 'a process has events, and no actions'
bad Count '[] up' 'threads 2;' 'threads is no setting of processes'
bad Count '[] !n == 1' '' 'what is negated'
bad Count '[] up.call(0)' '' 'is expected here'
bad Nobody '[] a' '' 'no process is called Nobody'
printf 'shared bool a;\nprocess P() = a -> P();\nverify P |= [] a { }\n' >"$scratch/it.lin"
run 2 "$LINCHPIN" verify "$scratch/it.lin"
err_has 'a is an event, and a variable or a value, too'
printf 'process P() = a -> P();\nverify P |= [] <> a { }\n' >"$scratch/it.lin"
run 2 "$LINCHPIN" verify "$scratch/it.lin" --walk 100
err_has 'a formula is about whole runs'
run 0 "$LINCHPIN" verify "$scratch/it.lin" --reduce none
# A number of values without end is a limit, and no verdict.
printf 'shared int n;\nprocess P() = a.n { n = (n + 1) %% 2000; } -> P();\nverify P |= [] (a.i -> X !a.i) { }\n' >"$scratch/it.lin"
run 3 "$LINCHPIN" verify "$scratch/it.lin"
out_has 'with all values of its variables'

# What goes on behind a semicolon is no step of what comes there, whatever that is.
cat >"$scratch/it.lin" <<'END'
shared int 0..1 x;
process P() = h -> P() [] (Skip; tau -> a -> P());
process A() = h -> A() [] (Skip; (a -> A() <> a -> A()));
process D() = h -> D() [] (Skip; if (x == 0) { a -> D() } else { a -> D() });
process I() = h -> I() [] ((tau -> Skip); tau -> a -> I());
process J() = h -> J() [] (Skip; Tau());
process Tau() = tau -> a -> J();
verify P |= [] <> a { fair strong events; }
verify A |= [] <> a { fair strong events; }
verify D |= [] <> a { fair strong events; }
verify I |= [] <> a { fair strong events; }
verify J |= [] <> a { fair strong events; }
END
run 0 "$LINCHPIN" verify "$scratch/it.lin"
run 1 "$LINCHPIN" verify "$scratch/it.lin" --fair 'weak events'
out_has 'τ (goes on)'

# What interrupts is a part of its own, in the place of the whole, unless it is a composition as well: then its operands
# are in the places of those that are interrupted. Without a composition all is one part.
cat >"$scratch/it.lin" <<'END'
process R() = r -> R();
process P() = p -> P();
process Q() = q -> Q();
process S() = (P() ||| Q()) interrupt (go -> R());
process B() = (P() ||| Q()) interrupt ((go -> R()) ||| (h -> R()));
process O() = P() interrupt (go -> R());
verify S |= <> go { fair weak; }
verify S |= [] (go -> <> r) { fair weak; }
verify S |= ([] ! go) -> ([] <> p && [] <> q) { fair weak; }
verify B |= <> (go || h) { fair weak; }
verify O |= <> go { fair weak; }
END
run 1 "$LINCHPIN" verify "$scratch/it.lin"
checks=$((checks + 1))
[ "$(grep -o '^[✓✗]' "$scratch/.out" | tr -d '\n')" = ✓✓✓✗✗ ] || fail "parts of an interrupt"

# A name without any value asks nothing, and that is said.
printf 'process D() = a.0 -> Stop;\nprocess E() = b -> Skip;\nverify E |= <> a.i { }\n' >"$scratch/it.lin"
run 0 "$LINCHPIN" verify "$scratch/it.lin"
out_has 'No step of a run: a.i'
out_has 'So there is no value for which the formula could be wrong.'

# Where no state comes again, a violation is found that the first steps decide, whatever comes after them; others are
# not, and a formula that such steps do not break is not said to be broken.
of_counting() { # CODE FORMULA SETTINGS OPTIONS…
    printf 'shared int x;\nprocess H() = a.x { x = x + 1; } -> H();\nverify H |= %s { %s }\n' "$2" "$3" >"$scratch/it.lin"
    run "$1" "$LINCHPIN" verify "$scratch/it.lin" "${@:4}"
}
of_counting_broken() { # STEPS FORMULA SETTINGS: as soon as there are enough states to look at
    of_counting 1 "$2" "${3-}"
    out_has 'Whatever comes after the last step, the formula is broken.'
    out_lacks 'repeated for ever'
    checks=$((checks + 1))
    [ "$(grep -c '^ *[0-9]* :2 ' "$scratch/.out")" = "$1" ] || fail "not $1 steps"
}
of_counting_broken 1 'x == 1'
of_counting_broken 1 '[] !a'
of_counting_broken 2 'X !a'
of_counting_broken 4 '[] (x < 3)' 'fair weak;'
of_counting_broken 3 'x < 2 W a.3' 'fair strong events;'
of_counting_broken 2 '[] (a.0 -> X !a.1)' 'fair global;'
of_counting 3 '<> (x < 0)' '' --timeout 200ms --memory 500M
of_counting 3 '[] (x > 0 -> <> a.0)' '' --timeout 200ms --memory 500M
of_counting 3 '[] (x >= 0)' '' --timeout 200ms --memory 500M
# Each step is another one: more than can be told apart.
of_counting 3 '[] a' 'fair strong events;'
out_has 'there are more than 65,536 different steps'

# As it is printed, it is read again.
printf 'channel c 1;\nprocess P() = a.1 -> c!1 -> c?x -> P();\nverify P|=[]( a.i-><>c! i )&&[ ]<>c?1{fair weak events;}\n' >"$scratch/it.lin"
sed -i 's/\[ \]/[]/' "$scratch/it.lin"
run 0 "$LINCHPIN" fmt "$scratch/it.lin"
run 0 grep -F 'verify P |= [] (a.i -> <> c!i) && [] <> c?1 { fair weak events; }' "$scratch/it.lin"
run 0 "$LINCHPIN" verify "$scratch/it.lin"
done_testing
