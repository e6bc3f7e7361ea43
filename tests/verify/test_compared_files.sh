#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Aldebaran files: the graph of a model is written, and two files are compared; the textbook cases of
# refinement get the verdicts that the models have; errors are said where they are; limits are kept.

. tests/expect.sh
compile_quickly

cat >"$scratch/m.lin" <<'END'
process Machine() = coin -> (tea -> Machine() [] coffee -> Machine());
process Moody() = coin -> (tea -> Machine() <> coffee -> Machine());
verify Moody implements Machine failures { }
END
cd "$scratch" || exit 2
run 0 "$LINCHPIN" verify m.lin --aut p.aut --spec-aut q.aut
checks=$((checks + 2))
printf 'des (0,8,6)\n(0,"coin",1)\n(1,tau,2)\n(1,tau,3)\n(2,"tea",4)\n(3,"coffee",4)\n(4,"coin",5)\n(5,"tea",4)\n(5,"coffee",4)\n' |
    cmp - p.aut || fail "p.aut is another file"
printf 'des (0,3,2)\n(0,"coin",1)\n(1,"tea",0)\n(1,"coffee",0)\n' | cmp - q.aut || fail "q.aut is another file"
run 0 "$LINCHPIN" verify p.aut implements q.aut
out_has 'every trace is one of'
run 0 "$LINCHPIN" verify q.aut implements p.aut failures-divergences
run 1 "$LINCHPIN" verify p.aut implements q.aut failures
out_has 'The trace: coin'
out_has 'Then p.aut offers only {tea}; q.aut offers at least {coffee, tea}'
out_has '   1 :2   coin'
out_has 'Reproduce: '
out_has 'verify p.aut implements q.aut failures'
run 1 "$LINCHPIN" verify p.aut implements q.aut failures --json --times
out_has '"kind":"refusal"'
out_has '"read seconds"'
out_has '"check seconds"'
# From stdin, once.
run 0 "$LINCHPIN" verify - implements q.aut <p.aut
run 2 "$LINCHPIN" verify - implements - <p.aut
err_has 'only one of the files'
# The word in the middle is looked at.
for word in refines foo Implements traces ''; do
    run 2 "$LINCHPIN" verify p.aut "$word" q.aut failures
    err_has "between two files stands implements, not $word"
done
run 2 "$LINCHPIN" verify p.aut implement q.aut
err_has 'did you mean implements'

# Forms of a line: bare labels, blanks, empty lines, no newline at the end, transitions that are repeated.
printf '\n des ( 1 , 3 , 2 ) \r\n\n( 1 , a(1,2) , 0 )\n(1,"a(1,2)",0)\n  (0,tau,0)' >forms.aut
printf 'des (0, 1, 2)\n(0, "a(1,2)", 1)' >same.aut
run 0 "$LINCHPIN" verify forms.aut implements same.aut failures
run 1 "$LINCHPIN" verify forms.aut implements same.aut failures-divergences
out_has 'diverges where same.aut does not'
out_has 'The last 1 step is repeated for ever'
out_has '   2 :6   τ'
run 1 "$LINCHPIN" verify same.aut implements forms.aut failures
out_has 'it has no stable state there'
run 0 "$LINCHPIN" verify same.aut implements forms.aut
printf 'des (0, 0, 1)' >stop.aut
run 0 "$LINCHPIN" verify stop.aut implements forms.aut
run 1 "$LINCHPIN" verify same.aut implements stop.aut
out_has 'Its last event is none that stop.aut can go on with'
run 1 "$LINCHPIN" verify stop.aut implements same.aut failures
out_has 'Then stop.aut offers only {}; same.aut offers at least {a(1,2)}'
# Hidden steps may begin with what is the last state by number; i is a label like others.
printf 'des (0, 1, 2)\n(0, i, 1)\n' >i.aut
run 1 "$LINCHPIN" verify i.aut implements stop.aut

bad() { # WORDS TEXT
    printf "$2" >bad.aut
    run 2 "$LINCHPIN" verify bad.aut implements q.aut
    err_has "$1"
}
bad 'bad.aut:1:1: an Aldebaran file begins with' ''
bad 'bad.aut:2:1: an Aldebaran file begins with' '\nDES (0,0,1)'
bad 'bad.aut:1:8: an Aldebaran file begins with' 'des (0,)'
bad 'the first state is none of them' 'des (3,0,3)'
bad 'do not lead to so many states' 'des (0,0,4000000000)'
bad 'bad.aut:1:11: this number is too large' 'des (0,0, 99999999999999999999999)'
bad 'nothing is expected after the brackets' 'des (0,0,1) x'
bad 'bad.aut:2:8: there are not so many states' 'des (0,1,2)\n(0,"a",2)\n'
bad 'bad.aut:2:4: this label is empty' 'des (0,1,2)\n(0,,1)\n'
bad 'the quotes of this label are not closed' 'des (0,1,2)\n(0,"a,1)\n'
bad 'a comma is expected after the state' 'des (0,1,2)\n(0 "a",1)\n'
bad 'a comma and the number of a state are expected' 'des (0,1,2)\n(0,a)\n'
bad 'a bracket is expected after the state' 'des (0,1,2)\n(0,a,1\n'
bad 'a transition is expected here' 'des (0,1,2)\n0,a,1\n'
bad 'nothing is expected after the brackets' 'des (0,1,2)\n(0,a,1) (0,a,1)\n'
bad 'a comma and the number of a state are expected' 'des (0,1,2)\n(0,a(1,1)\n'
bad 'bad.aut:3: the first line says 2 transitions, and there are 1' 'des (0,2,2)\n(0,a,1)\n'
bad 'bad.aut:3:1: there are more transitions' 'des (0,1,2)\n(0,a,1)\n(0,a,1)\n'
bad 'it has a zero byte' 'des (0,1,2)\n(0,a\000,1)\n'
run 2 "$LINCHPIN" verify nowhere.aut implements q.aut
err_has 'cannot read nowhere.aut'
run 2 "$LINCHPIN" verify p.aut implements q.aut failurs
err_has 'did you mean failures'
run 2 "$LINCHPIN" verify p.aut implements
err_has 'two files are compared so'
run 2 "$LINCHPIN" verify p.aut implements q.aut --threads 2
err_has 'Aldebaran files are only compared'
run 2 "$LINCHPIN" verify m.lin --aut no/such/folder.aut
run 2 "$LINCHPIN" verify m.lin --aut x.aut --walk 10
err_has 'walks keep no states'
printf 'process P() = a -> Stop;\nverify P { }\n' >one.lin
run 2 "$LINCHPIN" verify one.lin --spec-aut x.aut
err_has 'has no implements'
printf 'verify P { }\n' >>one.lin
run 2 "$LINCHPIN" verify one.lin --aut x.aut
err_has -- '--aut needs a model with one verify block'

# A limit: unknown. A graph of many states that takes longer than no time.
printf 'process P() = a -> (P() ||| P());\nverify P { }\n' >grows.lin
run 3 "$LINCHPIN" verify grows.lin --aut x.aut --timeout 100ms
checks=$((checks + 1))
[ ! -e x.aut ] || fail "an unfinished file is left"
awk 'BEGIN { n = 20000; print "des (0," n "," n ")"; for (i = 0; i < n; i++) print "(" i ",a," (i + 1) % n ")" }' >long.aut
run 3 "$LINCHPIN" verify long.aut implements long.aut --timeout 1us
cd - >/dev/null || exit 2

# The textbook cases, by files as by models.
. tests/verify/textbook_cases.sh
number=0
while IFS='|' read -r verdicts rest; do
    number=$((number + 1))
    {
        textbook_processes
        echo "process A() = ${rest%% | *};"
        echo "process B() = ${rest#* | };"
        echo 'verify A implements B { }'
    } >"$scratch/case.lin"
    "$LINCHPIN" verify "$scratch/case.lin" --aut "$scratch/a.aut" --spec-aut "$scratch/b.aut" 2>/dev/null
    got=
    for model in traces failures failures-divergences; do
        "$LINCHPIN" verify "$scratch/a.aut" implements "$scratch/b.aut" $model >"$scratch/.out" 2>"$scratch/.err"
        case $? in 0) got="$got y" ;; 1) got="$got n" ;; *) got="$got ?" ;; esac
    done
    checks=$((checks + 1))
    [ "$got" = " ${verdicts% }" ] || fail "$rest: $verdicts, not$got"
done < <(textbook_cases)
echo "$number textbook cases, in three models"
[ "$number" -ge 25 ] || fail "only $number textbook cases"

# A file alone is not a model, and a graph needs a file.
printf 'des (0,0,1)\n' >"$scratch/alone.aut"
run 2 "$LINCHPIN" verify "$scratch/alone.aut"
err_has 'two files are compared so'
run 2 "$LINCHPIN" verify docs/examples/processes/sender.lin --aut -
err_has '--aut wants the name of a file'
run 2 "$LINCHPIN" verify docs/examples/processes/sender.lin --aut "$scratch/a.aut" --spec-aut -
err_has '--spec-aut wants the name of a file'
done_testing
