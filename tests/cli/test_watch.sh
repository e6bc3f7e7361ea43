#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# --watch: saved in place and by renaming, headers, errors that are mended, what is saved during a
# run, files that are gone for a while, interrupts; with inotify and without. Nothing here waits
# for a time: what is said is waited for, and then what comes next is done.
. tests/expect.sh
compile_quickly
root=$PWD
export TMPDIR=$scratch/tmp
mkdir "$TMPDIR" "$scratch/work"
cd "$scratch/work" || exit 1

begin() { # COMMAND…: in the background, in a process group of its own; all that it says in one pipe
    : >"$scratch/.out"
    : >"$scratch/.err"
    said= ended=
    exec {hear}< <(exec setsid "$LINCHPIN" "$@" 2>&1)
    pid=$!
}
# Until a line has these words; what it says goes to .out.
await() { # WORDS
    local line
    checks=$((checks + 1))
    while IFS= read -r -t 60 line <&"$hear"; do
        printf '%s\n' "$line" >>"$scratch/.out"
        [[ $line != *"$1"* ]] || { said=$line; return; }
    done
    [ -z "$ended" ] || return 0 # it was told
    ended=1
    fail "was not said: $1"
    kill -KILL "$pid" 2>/dev/null
}
# The rest of what it says, and how it ends. SIGINT goes to all of the group, as a terminal sends it.
ends() { # SIGNAL CODE
    local code=0
    case $1 in INT) kill -INT -- "-$pid" ;; *) kill -"$1" "$pid" ;; esac
    cat <&"$hear" >>"$scratch/.out"
    exec {hear}<&-
    wait "$pid" || code=$?
    checks=$((checks + 2))
    [ "$code" = "$2" ] || fail "exit code $code, not $2"
    [ -z "$(ls -A "$TMPDIR")" ] || fail "left behind: $(ls -A "$TMPDIR")"
    ! pgrep -s "$pid" >/dev/null || fail 'left a process behind'
}
# A file is written when the run is over, and nothing is said of it.
becomes() { # FILE WORDS
    local tries=0
    checks=$((checks + 1))
    until grep -q -- "$2" "$1" 2>/dev/null; do
        tries=$((tries + 1))
        [ $tries -lt 1200 ] || { fail "$1 does not become: $2"; return; }
        read -r -t 0.05 <>"$scratch/nothing"
    done
}
mkfifo "$scratch/nothing"
afresh() { : >"$scratch/.out"; } # what was said until now is looked at no more

# All at once: what is written bit by bit may be seen bit by bit.
put() { # FILE TEXT
    printf '%s\n' "$2" >"$1"
}

model() { # THREADS CAPACITY: of a stack
    sed "s/threads 2/threads $1/; s/capacity 2/capacity $2/" "$root/objects/stack/treiber.lin"
}
faulty() { cat "$root/objects/stack/treiber_aba.lin"; }
[ "$(model 2 1 | grep -c 'capacity 1')" = 1 ] || fail 'the model says its bounds otherwise'

# Holds, is broken, is broken in the same way, is mended, with other bounds, by renaming and in place.
story() { # WAY: --watch or --watch=poll
    model 2 1 >s.lin
    begin verify s.lin "$1"
    await 'linearizable: every history'
    await 'watching s.lin; Ctrl-C ends it'
    afresh
    faulty >s.lin.new && mv s.lin.new s.lin
    await 's.lin saved'
    await '✓ linearizable → ✗ not linearizable'
    await 'states 42 → 1,168'
    await 'no order of the operations explains pop()'
    await 'Reproduce: '
    out_lacks --watch
    afresh
    put s.lin "// a line above
$(faulty)"
    await '✗ not linearizable: same violation as before'
    out_lacks 'no order of the operations' # the verdict is not told again
    afresh
    echo nonsense >s.lin
    await '✗ not linearizable → error'
    await "'nonsense' cannot stand here"
    echo nonsense >>s.lin
    await 'error: the same as before'
    afresh
    model 2 1 >s.lin.new && mv s.lin.new s.lin
    await 'error → ✓ linearizable: the error is mended'
    await 'linearizable: every history'
    put s.lin "$(model 2 2)"
    await '✓ linearizable, as before'
    await 'covers … capacity 1, … → … capacity 2, …'
    await 'states 42 → 427'
    rm s.lin
    await 's.lin is gone: waiting until it is there again'
    put s.lin "$(model 2 1)"
    await 's.lin saved'
    await 'states 427 → 42'
    ends "$2" 0
}
story --watch INT
story --watch=poll TERM
unset CC

# A header in another folder; one that was missing; and a file that does not compile.
mkdir include
{ echo '#include "one.h"'; sed '1,/add(&/s/atomic_fetch_add(&((tally \*)t)->value, 1)/ONE(\&((tally *)t)->value)/' "$root/templates/counter_test.c"; } >c_test.c
grep -q 'ONE(&' c_test.c || fail 'the template has no such line'
step='#define ONE(n) atomic_fetch_add(n, 1)' steps='#define ONE(n) (*(n) = *(n) + 1)'
echo "$step" >include/one.h
begin explore c_test.c --watch --scenario 'inc | inc ; read' --report page.html --junit all.xml -- -Iinclude
await '✓ linearizable'
await 'watching c_test.c and 1 other file; Ctrl-C ends it'
becomes all.xml 'failures="0"'
echo "$steps" >include/one.h
await 'include/one.h saved'
await '✓ linearizable → ✗ not linearizable'
await 'Reproduce: '
[[ $said == *"explore c_test.c --scenario"* ]] || fail "what reproduces it is: $said"
echo "#error unfinished" >>include/one.h
await 'unfinished'
await '✗ not linearizable → error'
await 'does not compile'
becomes all.xml 'does not compile'
rm include/one.h
await 'include/one.h is gone'
echo "$step" >include/one.h
await 'error → ✓ linearizable: the error is mended'
await 'covers '
ends INT 0
checks=$((checks + 2))
grep -q 'failures="0"' all.xml || fail 'the file of the last run is not written'
[ -s page.html ] || fail 'there is no page'
rm include/one.h
begin explore c_test.c --watch --scenario 'inc | inc ; read'
await 'does not compile'
await 'watching c_test.c'
echo "$step" >one.h # beside it, and what was missing
await 'one.h saved'
await 'error → ✓ linearizable: the error is mended'
ends TERM 0

# What is saved during a run stops it; the next one is compared with the last that came to its end.
endless='verify big.lin --watch --threads 9 --capacity 9'
large=$(model 2 1 | sed 's/int 0..1/int 0..9/')
put big.lin "$large"
begin $endless
for _ in 1 2 3; do
    # It has begun, whether it has anything to show or not.
    at_work "$pid"
    touch big.lin
    await 'big.lin saved: the run was stopped, and starts anew'
done
out_lacks unknown
echo 'nonsense' >big.lin
await "'nonsense' cannot stand here"
await 'watching big.lin'
put big.lin "$large"
await 'big.lin saved'
put big.lin "$(model 2 1)"
await 'big.lin saved: the run was stopped'
echo 'nonsense' >big.lin
await 'error: the same as before'
ends INT 2
# Nothing came to its end: as one run that is interrupted.
put big.lin "$large"
begin $endless
at_work "$pid"
ends TERM 3
checks=$((checks + 1))
[ "$(grep -c unknown "$scratch/.out")" -le 1 ] || fail 'more than one verdict'

# Interrupted in a later run: nothing is said of that run, and the verdict is that of the one before.
put big.lin "$(model 2 1)
verify treiber refines stack { threads 1; int 0..0; capacity 1; }"
begin verify big.lin --watch
await 'watching big.lin'
put big.lin "$(model 9 9)
verify treiber refines stack { threads 1; int 0..0; capacity 1; }"
await 'big.lin saved'
afresh
ends INT 0
out_lacks unknown
out_lacks interrupted

# Several verdicts, and as JSON.
cp "$root"/docs/examples/queue_good.jsonl "$root"/docs/examples/queue_bad.jsonl .
begin check queue_good.jsonl queue_bad.jsonl --spec queue --watch
await '2 files: 1 holds, 1 violated'
await watching
afresh
cp queue_good.jsonl other && mv other queue_bad.jsonl
await 'queue_bad.jsonl: ✗ not linearizable → ✓ linearizable: the violation is gone'
await '2 files: 2 hold'
out_lacks 'queue_good'
ends INT 0
cp "$root"/docs/examples/queue_bad.jsonl .
begin check queue_bad.jsonl --spec queue --watch
await 'watching queue_bad.jsonl'
sed 's/"value":2/"value":3/' "$root"/docs/examples/queue_bad.jsonl >other && mv other queue_bad.jsonl
await '✗ not linearizable, as before, by another counterexample'
await '  operation 2: process 1: enq(3) …; before: process 1: enq(2) …'
await 'no order of the operations explains deq() → 3'
ends TERM 1
cp "$root"/docs/examples/queue_bad.jsonl .
printed=$scratch/printed
begin check queue_bad.jsonl --spec queue --watch --json --explain
await '"verdict":"violated"'
[[ $said == *'"watch":{"run":1}}' ]] || fail 'the first run does not say so'
await watching
sed 's/"value":2/"value":3/' "$root"/docs/examples/queue_bad.jsonl >other && mv other queue_bad.jsonl
await '"difference":{"first":"counterexample","reason":{'
[[ $said == *'"watch":{"run":2,"saved":["queue_bad.jsonl"],'*'"counterexample":{"same":false,"operations":{"before":3,"now":3},"operation":'* ]] || fail "it says $said"
touch queue_bad.jsonl
await '"difference":{"first":"nothing","counterexample":{"same":true,'
cp queue_good.jsonl other && mv other queue_bad.jsonl
await '"verdict":{"before":"violated","now":"holds"},"kind":{"before":"condition"}'
echo '{' >queue_bad.jsonl
await '"difference":{"first":"verdict","verdict":{"before":"holds","now":"error"}'
ends INT 2
grep '^{' "$scratch/.out" >"$printed"
cd "$root" || exit 1
documented "$printed"
cd "$scratch/work" || exit 1

# A run that crashes is one run: here in a spec in C, whose code is the user's.
cp "$root"/docs/examples/bank.c "$root"/docs/examples/bank_good.jsonl .
begin check bank_good.jsonl --spec bank.c --watch
await '✓ linearizable'
await 'watching bank_good.jsonl and 1 other file'
sed 's/^static void step(lp_step \*s)/#include <stdlib.h>\n&/; s/^    size_t n;$/&\n    abort();/' bank.c >other && mv other bank.c
await '✓ linearizable → error'
await 'crashed (SIGABRT)'
cp "$root"/docs/examples/bank.c other && mv other bank.c
await 'error → ✓ linearizable'
ends INT 0

# Nobody reads it any more: it ends.
begin check queue_good.jsonl --spec queue --watch
await 'watching'
exec {hear}<&-
touch queue_good.jsonl
wait "$pid"
checks=$((checks + 1))
[ -z "$(ls -A "$TMPDIR")" ] || fail "left behind: $(ls -A "$TMPDIR")"

# What it makes no sense with, and what nothing mends.
run 2 "$LINCHPIN" check - --spec queue --watch </dev/null
err_has 'stdin can be read only once'
mkfifo pipe
run 2 "$LINCHPIN" check pipe --spec queue --watch
err_has 'pipe can be read only once'
run 2 "$LINCHPIN" check queue_good.jsonl --spec queue --follow --watch
err_has '--watch and --follow cannot be given together'
run 2 "$LINCHPIN" verify s.lin --emit-c --watch
err_has '--watch and --emit-c cannot be given together'
run 2 "$LINCHPIN" test c_test.c --keep --watch
err_has '--watch and --keep cannot be given together'
run 2 "$LINCHPIN" verify s.lin --watch=often
err_has 'not "often"'
run 2 "$LINCHPIN" check nowhere --spec queue --watch
err_has 'cannot read nowhere'
run 2 "$LINCHPIN" check queue_good.jsonl --watch
err_has 'what should the object be?'
run 2 "$LINCHPIN" test --watch
err_has 'test needs a file'
run 2 "$LINCHPIN" specs --watch
err_has 'there is no option --watch'
done_testing
