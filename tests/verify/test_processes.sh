#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Processes: textbook cases of refinement get their verdicts (refinements.txt); errors are said where
# they are; what is claimed of one process; channels, atomic, alphabets and indexed forms; a process that
# grows without an end is unknown, and no crash; and pictures.

. tests/expect.sh
. tests/expect_model.sh
compile_quickly

# All cases are one file, three verify blocks each.
. tests/verify/textbook_cases.sh
textbook_processes >"$scratch/cases.lin"
number=0
: >"$scratch/wanted"
while IFS='|' read -r verdicts rest; do
    # The sign between the processes stands alone, others are several.
    left=${rest%% | *} right=${rest#* | }
    number=$((number + 1))
    {
        echo "process A$number() = $left;"
        echo "process B$number() = $right;"
        for model in traces failures failures-divergences; do
            echo "verify A$number implements B$number $model { }"
        done
    } >>"$scratch/cases.lin"
    printf '%s\n' $verdicts >>"$scratch/wanted"
done < <(textbook_cases)
run 1 "$LINCHPIN" verify "$scratch/cases.lin"
grep -o '^[✓✗]' "$scratch/.out" | sed 's/✓/y/; s/✗/n/' >"$scratch/got"
checks=$((checks + 1))
if ! diff "$scratch/wanted" "$scratch/got" >"$scratch/difference"; then
    fail "textbook cases: $(head -5 "$scratch/difference")"
fi
echo "$number textbook cases, in three models"
[ "$number" -ge 25 ] || fail "only $number textbook cases"

# Errors, where they are.
bad 'm.lin:1:15: a process is expected here' 'process P() = ;'
bad 'm.lin:1:20: a process is expected here' 'process P() = a -> ;'
bad 'm.lin:1:16: no process is called Q' 'process P() =  Q();'
bad 'm.lin:1:9: if is a reserved word' 'process if() = a -> Skip;'
bad 'm.lin:1:9: Stop is a process that is always there' 'process Stop() = a -> Skip;'
bad 'did you mean Peter?' 'process Peter() = a -> Petr();'
bad 'P has 1 parameter, not 2' 'process P(i) = a -> P(1, 2);'
bad 'no variable is called j' 'process P(i) = a.j -> P(i);'
bad 'no channel is called c' 'process P() = c!1 -> P();'
bad 'a message of c has 1 value, not 2' 'channel c 1;' 'process P() = c!1.2 -> P();'
bad 'x is a shared variable already' 'shared int x;' 'channel c 1;' 'process P() = c?x -> P();'
bad 'no event is called aa' 'process P() = (a -> Stop) \ {aa};'
bad 'P is declared already' 'process P() = Stop;' 'process P() = Skip;'
bad 'P has parameters: which one is meant?' 'process P(i) = a.i -> P(i);' 'verify P { }'
bad 'threads is no setting of processes' 'process P() = Stop;' 'verify P { threads 2; }'
bad 'this is claimed of objects and automata, not of processes' 'process P() = Stop;' \
    'verify P refines queue { }'
bad 'A is a process already' 'process A() = Stop;' 'automaton A { output a() do {} }'
bad 'nonterminating is claimed of processes only' 'shared int x;' 'object o { get() -> int { return x; } }' \
    'verify o { nonterminating; }'
bad 'what is to be compared is expected here' 'process P() = Stop;' 'verify P implements P divergences { }'
bad 'tau is not seen, so it has no values' 'process P() = tau.1 -> Stop;'
bad 'c is a channel' 'channel c 1;' 'process P() = c.1 -> Stop;'
bad 'an alphabet cannot depend on shared variables' 'shared int x;' 'process P() = a.x -> P();' \
    'alphabet P {a.x};'
bad '; is expected here, after the process' 'process P() = Stop' 'verify P { }'
bad 'write a space after the @' 'process P(i) = a.i -> P(i);' 'process Q() = [] i in 0..1 @P(i);'
bad 'the process calls itself before it takes a step' 'process P() = P() [] a -> P();' 'verify P { }'
bad 'the process calls itself before it takes a step' 'shared int x;' 'process P() = [x == 0] P();' 'verify P { }'
bad 'an indexed process has more than 256 copies' 'process P() = [] i in 0..300 @ a.i -> Stop;' \
    'verify P { }'
run 2 "$LINCHPIN" verify "$scratch/m.lin" --dot -
err_has 'm.lin:1:15: an indexed process has more than 256 copies'
bad 'declare its alphabet' 'process P(i) = a.i -> P(i + 1);' 'process Q() = P(0) || P(1);' 'verify Q { }'
deep=$(printf '(%.0s' $(seq 300))
bad 'nested deeper than 200 levels' "process P() = $deep Stop;"

# One process.
model 'process P() = a -> Skip;' 'process L() = a -> L();' 'process D() = L() \ {a};' \
    'process N() = a -> b -> Stop [] a -> c -> Stop;' \
    'verify P { deadlockfree; }' 'verify L { nonterminating; deadlockfree; divergencefree; deterministic; }'
run 0 "$LINCHPIN" verify "$scratch/m.lin"
out_has 'the process can always go on, or has terminated'
out_has 'the process never diverges, the process is deterministic'
model 'process P() = a -> Skip;' 'verify P { nonterminating; }'
run 1 "$LINCHPIN" verify "$scratch/m.lin" --json
out_has '"kind":"deadlock"'
out_has '"what":"✓"'
model 'process L() = a -> L();' 'process D() = b -> (L() \ {a});' 'verify D { divergencefree; }'
run 1 "$LINCHPIN" verify "$scratch/m.lin" --json
out_has '"kind":"divergence"'
out_has '"cycle":{"steps":1'
out_has '"rechecked":true'
model 'process N() = a -> b -> Stop [] a -> c -> Stop;' 'verify N { deterministic; }'
run 1 "$LINCHPIN" verify "$scratch/m.lin" --json
out_has '"kind":"refusal"'
out_has 'another run with this trace goes on with'

# A condition is shown with all its brackets.
model 'shared int 0..2 x;' 'process P() = if (((x + 2) % 3) != 1) { a -> Stop } else { Skip };' 'verify P { deadlockfree; }'
run 1 "$LINCHPIN" verify "$scratch/m.lin"
out_has '(looks: ((x + 2) % 3) != 1)'

# Termination is a step of the process that is verified.
model 'process Other() = Skip;' 'process P() = a -> Skip;' 'process S() = a -> Stop;' 'verify P implements S { }'
run 1 "$LINCHPIN" verify "$scratch/m.lin"
out_has ':2   ✓'

# Alphabets: what is hidden in one place and not in another is in them; what calls itself under other
# names has all of these; conditions that are known have been decided, and values that are not may be any.
model 'process P() = a -> Skip;' 'process M() = a -> M();' \
    'process A() = (h -> ((P() \ {a}); P())) || (a -> Skip);' \
    'process B() = (h -> (P()[[a <- b]]; P())) || (a -> Skip);' \
    'process SA() = h -> a -> Skip;' 'process SB() = h -> b -> a -> Skip;' \
    'process Q() = a -> (Q() [[a <- b, b <- a]]);' 'process C() = Q() || (b -> Stop);' \
    'process SC() = a -> b -> a -> Stop;' \
    'process R(i) = if (i < 3) { e.i -> R(i + 1) } else { Skip };' 'process D() = R(0) || e.1 -> Skip;' \
    'process SD() = e.0 -> e.1 -> e.2 -> Skip;' \
    'channel c 1;' 'process T() = c?n -> (([] i in n..n @ g.i -> Skip) \ {g.(n + 1)});' \
    'process E() = (T() || (g.1 -> Skip)) ||| c!2 -> Skip;' 'process SE() = c!2 -> c?2 -> g.2 -> Stop;' \
    'verify A implements SA failures { }' 'verify B implements SB failures { }' \
    'verify C implements SC { }' 'verify D implements SD failures { }' 'verify E implements SE failures { }'
run 0 "$LINCHPIN" verify "$scratch/m.lin"
model 'process P() = a -> Skip;' 'process M() = a -> M();' \
    'process F() = (h -> ((P() \ {a}); (Stop; P()))) || M();' 'verify F { deadlockfree; }'
run 1 "$LINCHPIN" verify "$scratch/m.lin"

# Of what a specification offers at least, only the least sets are told, and how many are left out.
model 'process Q() = (<> i in 0..20 @ (a -> Stop [] b.i -> Stop)) <> (b.0 -> Stop [] a -> Stop) <> a -> Stop;' \
    'process R() = <> i in 0..7 @ b.i -> Stop;' 'process Z() = Stop;' \
    'verify Z implements Q failures { }' 'verify Z implements R failures { }'
run 1 "$LINCHPIN" verify "$scratch/m.lin"
out_has 'Q offers at least {a}'
out_lacks '{a} or'
out_has 'R offers at least {b.0} or {b.1} or {b.2} or {b.3} or {b.4} or {b.5} or one of 2 others'

# What is never evaluated or done is said, of what is verified and of what it calls.
model 'shared int x;' 'process P() = a -> if (x == 1) { b { x = 2; } -> Skip } else { Q() };' \
    'process Q() = c { if (x == 3) x = 4; } -> Skip;' 'process R() = d { x = 5; } -> Skip;' \
    'verify P { }' 'verify R { }'
run 0 "$LINCHPIN" verify "$scratch/m.lin"
out_has '  :2    b { x = 2; } -> Skip'
out_has '  :3    x = 4;'
out_lacks 'x = 5'

# A condition that looks at the state is a step; atomic is not disturbed, and a guard goes with its event.
racing='shared int x; process Racer() = if (x == 0) { tau{x = x + 1;} -> Skip };'
model "$racing" 'process Both() = Racer() ||| Racer();' 'verify Both { reachable x == 2; }'
run 0 "$LINCHPIN" verify "$scratch/m.lin"
model "$racing" 'process Both() = atomic { Racer() } ||| atomic { Racer() };' 'verify Both { reachable x == 2; }'
run 1 "$LINCHPIN" verify "$scratch/m.lin"
model 'shared int x;' 'process G() = [x == 0] tau{x = x + 1;} -> Skip;' 'process Both() = G() ||| G();' \
    'verify Both { reachable x == 2; }'
run 1 "$LINCHPIN" verify "$scratch/m.lin"
out_has 'no state can be reached in which x == 2'

# A process may call itself within operators that change nothing when they are there twice.
model 'shared int 0..3 x;' 'process P() = atomic { a -> P() };' 'process Q() = a -> Q();' \
    'process R() = a -> (R() [[a <- a]]);' \
    'process S() = a -> (S() [[a <- b]]);' 'process S2() = a -> B();' 'process B() = b -> B();' \
    'process T() = a -> (T() [[a <- b, b <- a]]);' 'process T2() = a -> b -> T2();' \
    'process U() = a -> (U() [[a <- a, a <- b]]);' 'process U2() = a -> V();' 'process V() = a -> V() [] b -> V();' \
    'process W() = atomic { a -> if (x < 3) { b { x = x + 1; } -> W() } else { c { x = 0; } -> W() } };' \
    'process W2() = atomic { a -> X() };' \
    'process X() = if (x < 3) { b { x = x + 1; } -> a -> X() } else { c { x = 0; } -> a -> X() };' \
    'process D() = d -> D();' 'process WD() = W() ||| D();' 'process W2D() = W2() ||| D();' \
    'process PD() = P() ||| D();' 'process AD() = d -> AD() [] a -> Q();'
for pair in 'P Q' 'R Q' 'S S2' 'T T2' 'U U2' 'W W2' 'WD W2D' 'PD AD'; do
    echo "verify ${pair% *} implements ${pair#* } failures-divergences { } verify ${pair#* } implements ${pair% *} failures-divergences { }"
done >>"$scratch/m.lin"
run 0 "$LINCHPIN" verify "$scratch/m.lin"
# This one changes something: it is not to be left out the second time.
model 'process C() = n -> a -> (C() [[a <- b, b <- c]]);' \
    'process N() = n -> a -> n -> b -> n -> b -> Stop;' 'verify N implements C { }'
run 1 "$LINCHPIN" verify "$scratch/m.lin" --timeout 5s
bad 'processes call each other too often here' 'process G(i) = G(i + 1);' 'process P() = G(0);' 'verify P { }'
bad 'the process calls itself before it takes a step' 'shared int x;' 'process G(i) = [x == 0] H(i);' \
    'process H(i) = G(i) [] a -> Stop;' 'process P() = G(0);' 'verify P { }'

# Channels: with a buffer, a queue that conditions can look at; without, both take part in one event.
model 'enum color { red, green }' 'channel c 2 (int, color);' 'channel d 0;' \
    'process S() = c!1.red -> c!2.green -> c!3.red -> Skip;' \
    'process R() = c?x.y -> got.x.y -> (c?2.z -> got.2.z -> d!(x + 1) -> R() [] c?3.z -> Skip);' \
    'process T() = d?x -> told.x -> Skip;' 'process All() = S() ||| R() ||| T();' \
    'process Seen() = got.1.red -> got.2.green -> told.2 -> Stop;' \
    'process Told() = (S() ||| R() ||| T()) \ {c, d};' \
    'verify All { reachable c.len() == 2; }' \
    'verify Told implements Spec { }' \
    'process Spec() = got.1.red -> got.2.green -> (told.2 -> got.3.red -> Stop [] got.3.red -> told.2 -> Stop);'
run 0 "$LINCHPIN" verify "$scratch/m.lin"
sed 's/told.2 -> got.3.red -> Stop \[\] //' "$scratch/m.lin" >"$scratch/less.lin"
run 1 "$LINCHPIN" verify "$scratch/less.lin"
out_has 'told.2 ends a trace that Spec does not have'
out_has 'c?2.green'

# Dining philosophers: default alphabets know the values of parameters.
philosophers=('process Phil(i) = get.i.((i + 1) % 3) -> get.i.i -> eat.i -> put.i.((i + 1) % 3) -> put.i.i -> Phil(i);'
    'process Fork(i) = get.i.i -> put.i.i -> Fork(i) [] get.((i + 2) % 3).i -> put.((i + 2) % 3).i -> Fork(i);'
    'process College() = || i in 0..2 @ (Phil(i) || Fork(i));')
model "${philosophers[@]}" 'verify College { deadlockfree; }'
run 1 "$LINCHPIN" verify "$scratch/m.lin" --json
out_has '"kind":"deadlock"'
out_has '"depth":3'
model "${philosophers[@]/get.i.((i + 1) % 3) -> get.i.i -> eat/get.(i).((i + 1) % 3) -> get.i.i -> eat}" \
    'process Lefty() = get.0.0 -> get.0.1 -> eat.0 -> put.0.1 -> put.0.0 -> Lefty();' \
    'process Polite() = (Lefty() || Phil(1) || Phil(2)) || Fork(0) || Fork(1) || Fork(2);' \
    'verify Polite { deadlockfree; }'
run 0 "$LINCHPIN" verify "$scratch/m.lin"

# Who takes part in an event acts in the order of the text, and its values are those from before.
model 'shared int x;' 'process P() = a.x { x = 1; } -> Stop || a.x { x = x * 2 + 1; } -> Stop;' \
    'process Q() = a.0 -> Stop;' 'verify P { reachable x == 3; }' 'verify P implements Q { }'
run 0 "$LINCHPIN" verify "$scratch/m.lin"

# A declared alphabet: what is in it and is never done is not done by others.
model 'process P() = a -> P();' 'process Q() = b -> Q();' 'alphabet Q {a, b};' 'process R() = P() || Q();' \
    'process B() = b -> B();' 'verify R implements B failures-divergences { }'
run 0 "$LINCHPIN" verify "$scratch/m.lin"

# An object is a process whose events are its calls and returns.
object='const K = 2; shared bool[K] bit; init { bit[0] = true; }
object bits {
  write(int v) @only(0) { bit[v] = true; int i = v - 1; while (i >= 0) { bit[i] = false; i = i - 1; } }
  read() -> int @only(1) { int i = 0; while (!bit[i]) i = i + 1; return i; }
  clear() @only(0) { bit[0] = true; }
}
shared int R; process Got(v) = read_res.1.v -> Reader(); process Reader() = read_inv.1 -> tau -> Got(R);
process Writer() = clear_inv.0 -> tau { R = 0; } -> clear_res.0 -> Writer()
    [] ([] v in 0..K - 1 @ write_inv.0.v -> tau { R = v; } -> write_res.0 -> Writer());
process Register() = Reader() ||| Writer();'
model "$object" 'verify bits implements Register { threads 2; int 0..1; }' \
    'verify Register implements bits { threads 2; int 0..1; }'
run 0 "$LINCHPIN" verify "$scratch/m.lin"
model "${object/tau \{ R = 0; \} -> clear_res/tau -> clear_res}" 'verify bits implements Register { threads 2; int 0..1; }'
run 1 "$LINCHPIN" verify "$scratch/m.lin" --json
out_has '"kind":"trace"'
out_has '"rechecked":true'
out_has 'read_res.1.0 ends a trace that Register does not have'
out_lacks '"culprit"'
model "$object" 'process Slow() = Reader() ||| write_inv.0.1 -> write_res.0 -> Stop;' \
    'verify Slow implements bits { threads 2; int 0..1; }'
run 1 "$LINCHPIN" verify "$scratch/m.lin"
out_has 'read_res.1.0 ends a trace that bits does not have'
bad 'which ints may write be called with?' "$object" 'verify bits implements Register { threads 2; }'

# PAT's models, and faults in them.
for file in register/register_processes register/two_readers_processes stack/counter_stack_processes \
    snzi/snzi_processes queue/position_queue_processes mailbox/mailbox_processes; do
    run 0 "$LINCHPIN" verify "objects/$file.lin"
done
fault() { # FILE SED-SCRIPT LABEL
    sed "$2" "objects/$1.lin" >"$scratch/faulty.lin"
    checks=$((checks + 1))
    ! cmp -s "objects/$1.lin" "$scratch/faulty.lin" || fail "nothing was changed: $2"
    run 1 "$LINCHPIN" verify "$scratch/faulty.lin" --json
    out_has '"kind":"trace"'
    out_has '"rechecked":true'
    out_has "$3"
}
fault register/register_processes 's/{ DownScan(i - 1, i) } else { UpScan/{ read_res.i -> Reader() } else { UpScan/' \
    '"read_res.'
fault stack/counter_stack_processes 's/\[H == t\] push { if (H < SIZE) H = H + 1; }/push { if (t < SIZE) H = t + 1; }/' '"push_res.'
fault snzi/snzi_processes 's/if (undo == 0)/if (undo >= 0)/' '"query_res.'
fault snzi/snzi_processes 's/if (V != w) { Skip } else/if (false) { Skip } else/' '"query_res.'

fault queue/position_queue_processes 's/\[head == h\] take { head = h + 1; }/take { head = h + 1; }/' '"deq_res.'
fault mailbox/mailbox_processes 's/if (s < t || says == mail) { deliver_res -> Skip }/if (true) { deliver_res -> Skip }/' '"check_res.'
turn 3 && # it takes as long as all others together
    fault mailbox/mailbox_processes 's/FlagOut(mine, t, put != mine)/FlagOut(mine, t, false)/' '"check_res.'

# Without an end: no crash, and no verdict.
model 'process P() = a -> (P() ||| P());' 'verify P { deadlockfree; }'
run 3 "$LINCHPIN" verify "$scratch/m.lin" --timeout 20s --memory 300M
# Hidden steps without an end are taken at once by the hundred: the limits are looked at in between.
grows='process D() = (a -> (D() ||| D())) \ {a}; process R() = a -> R();'
for claim in 'D { deadlockfree; }' 'D { divergencefree; }' 'R implements D failures-divergences { }'; do
    model "$grows" "verify $claim"
    run 3 "$LINCHPIN" verify "$scratch/m.lin" --timeout 60s --memory 400M --json --times
    out_has 'the memory limit was reached'
    peak=$(sed -n 's/.*"peak bytes":\([0-9]*\).*/\1/p' "$scratch/.out")
    [ "${LP_SANITIZE:-0}" != 0 ] || [ "$peak" -lt 600000000 ] || fail "$claim: $peak bytes, and 400M are allowed"
done
model 'process P() = a -> (P(); b -> Skip);' 'verify P { deadlockfree; }'
run 3 "$LINCHPIN" verify "$scratch/m.lin" --timeout 20s --memory 600M
out_has 'grows without an end'
model 'shared int x;' 'process P() = a{x = x + 1;} -> P();' 'process R() = a -> R();' \
    'verify P implements R failures { }'
run 3 "$LINCHPIN" verify "$scratch/m.lin" --timeout 1s
out_has 'states of P, and a part of the failures'

# One search for failures and for what is claimed of states: what is wrong with a state is found, and is told first
# where it is claimed; what is never reached is what the process itself does not reach, whatever the other does.
states='shared int x;
process A() = a -> A();
process Ends() = a -> a -> Stop;
process Bad() = a { x = x + 1; assert(x < 3); } -> Bad();
process Round() = a { x = 1 - x; } -> Round();
process Idle() = [x == 1] a { x = 0; } -> Idle() [] a -> Idle();
process Busy() = Idle() ||| ((once { x = 1; } -> A()) \ {once});'
model "$states" 'verify Bad implements A failures { }'
run 1 "$LINCHPIN" verify "$scratch/m.lin" --json
out_has 'the assertion fails'
out_has '"states":3,"transitions":3,'
for claim in 'implements A failures { }:refusal' 'implements A failures { deadlockfree; }:deadlock' \
    '{ deterministic; deadlockfree; }:deadlock' 'implements A { deadlockfree; }:deadlock'; do
    model "$states" "verify Ends ${claim%:*}"
    run 1 "$LINCHPIN" verify "$scratch/m.lin" --json
    out_has "\"kind\":\"${claim##*:}\""
done
model "$states" 'verify Round implements A failures-divergences { deterministic; divergencefree; nonterminating; }'
run 0 "$LINCHPIN" verify "$scratch/m.lin" --json
out_has 'the process can always go on, the process never diverges, the process is deterministic, every failure'
out_has '"states":2,"transitions":2,'
model "$states" 'invariant low { x < 1 }' 'verify Round implements A failures { }'
run 1 "$LINCHPIN" verify "$scratch/m.lin"
out_has 'the invariant low does not hold'
for how in traces failures failures-divergences; do
    model "$states" "verify Idle implements Busy $how { }"
    run 0 "$LINCHPIN" verify "$scratch/m.lin" --coverage
    out_has 'a { x = 0; }'
done

# Drawn, simulated, laid out.
model 'shared int x;' 'process P() = a{x = 1;} -> Skip;' 'verify P { }'
run 0 "$LINCHPIN" verify "$scratch/m.lin" --dot -
out_has 'label="a"'
out_has 'terminated'
cat >"$scratch/untidy.lin" <<'END'
process   P( ) =a->Skip[]  c . 1{ x=1 ; }->P( )||| Q(1)\{a ,c.1};
shared int x;
process Q(i)=[i>0]b!2->b?y->e.y->Stop;
channel b 2;
alphabet P{a,c.1};
process R() = P()[[a<-c]] |~| if(x>1){P()}else{atomic{Q(2)}};
process S()=([] i in 0..3 @ Q(i))[+] Skip;Stop;
END
cat >"$scratch/tidy.lin" <<'END'
process P() = a -> Skip [] c.1 { x = 1; } -> P() ||| Q(1) \ {a, c.1};
shared int x;
process Q(i) = [i > 0] b!2 -> b?y -> e.y -> Stop;
channel b 2;
alphabet P {a, c.1};
process R() = P() [[a <- c]] |~| if (x > 1) { P() } else { atomic { Q(2) } };
process S() = ([] i in 0..3 @ Q(i)) [+] Skip; Stop;
END
run 0 "$LINCHPIN" fmt "$scratch/untidy.lin"
checks=$((checks + 1))
diff "$scratch/untidy.lin" "$scratch/tidy.lin" || fail "processes are laid out otherwise"
run 0 "$LINCHPIN" fmt --check "$scratch/tidy.lin"
# What grows without an end is not known, on both sides, in every model; and it is told at its own place.
cat >"$scratch/g.lin" <<'END'
process First() = a -> Q();
process Q() = c -> Stop;
process P() = (tau -> P()) interrupt (c -> Stop);
END
cp "$scratch/g.lin" "$scratch/defined.lin"
for claim in 'Q implements P' 'Q implements P failures' 'P'; do
    { cat "$scratch/defined.lin"; echo "verify $claim { }"; } >"$scratch/g.lin"
    run 3 "$LINCHPIN" verify "$scratch/g.lin"
    out_has 'P grows without an end'
    out_lacks 'all failures'
    out_lacks 'all traces'
done
for claim in 'Q implements P:spec-aut' 'P implements Q:aut'; do
    { cat "$scratch/defined.lin"; echo "verify ${claim%:*} { }"; } >"$scratch/g.lin"
    run 2 "$LINCHPIN" verify "$scratch/g.lin" "--${claim#*:}" "$scratch/g.aut"
    err_has 'g.lin:3:9: P fails: processes grow without an end'
done
done_testing
