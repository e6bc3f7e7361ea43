#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What GitHub's runner would obey, and linchpin has not said: in names, values, lines of the source,
# and what the tested code and the compiler write. Names are one line on every terminal.
. tests/expect.sh
root=$PWD
cd "$scratch" || exit 1

# Of all that was printed only the annotations of linchpin are commands, so many.
obeyed() { # CODE NUMBER COMMAND…
    local code=$1 number=$2 stream
    shift 2
    GITHUB_ACTIONS=true run "$code" "$@"
    for stream in out err; do
        checks=$((checks + 1))
        python3 "$root/tests/cli/github_annotations.py" "$scratch/.$stream" >"$scratch/obeyed.$stream" 2>&1 ||
            fail "$stream: $(cat "$scratch/obeyed.$stream")"
    done
    checks=$((checks + 2))
    [ -s "$scratch/obeyed.out" ] && fail "stdout: $(cat "$scratch/obeyed.out")"
    [ "$(wc -l <"$scratch/obeyed.err")" = "$number" ] || fail "not $number: $(cat "$scratch/obeyed.err")"
    ! grep -q '"message": "[^"]*^PWNED' "$scratch/obeyed.err" || fail 'not our words'
}
lines() { # NUMBER: on stderr
    checks=$((checks + 1))
    [ "$(wc -l <"$scratch/.err")" = "$1" ] || fail "not $1 lines"
}

# Names and values in messages: a line for each message, whoever reads it.
bad=$'x\n::error::PWNED\n  ::error::PWNED'
event='{"process":0,"type":"%s","f":"%s","value":%s}\n'
printf '{"process":0,"type":"invoke","f":"\\n::error::PWNED","value":1}\n' >method.jsonl
run 2 "$LINCHPIN" check method.jsonl --spec queue
lines 1
err_has '\x0a::error::PWNED'
obeyed 2 1 "$LINCHPIN" check method.jsonl --spec queue
mkdir "$bad"
for command in "check ./$bad --spec queue" "verify ./$bad" "check nowhere$bad --spec queue" "verify no$bad.lin" \
    "check method.jsonl --spec $bad" "check method.jsonl --$bad" "$bad" "--$bad" "check method.jsonl -$bad" \
    "test no$bad.c" "explore no$bad.c" "convert method.jsonl --to $bad" "convert no$bad --to calls" "report no$bad" \
    "new $bad" "specs $bad" "run no$bad.lin" "gen queue --ops $bad" "check method.jsonl --spec queue --junit no$bad/x"; do
    # Words are separated by blanks, and the name has some of its own.
    words=()
    IFS=' ' read -ra parts <<<"${command//"$bad"/@}"
    for part in "${parts[@]}"; do words+=("${part//@/"$bad"}"); done
    run 2 "$LINCHPIN" "${words[@]}"
    lines 1
    GITHUB_ACTIONS=true run 2 "$LINCHPIN" "${words[@]}"
    checks=$((checks + 1))
    ! grep -q '^[[:blank:]]*::error::PWNED' "$scratch/.err" || fail "obeyed: $command"
done

# In verdicts and their reasons.
# shellcheck disable=SC2059
{
    printf "$event" invoke enq '"##[error]PWNED"'
    printf "$event" ok enq null
    printf "$event" invoke deq null
    printf "$event" ok deq '"::error::PWNED"'
} >"::values ##[error]"
for how in '' --json --explain; do
    # shellcheck disable=SC2086
    obeyed 1 1 "$LINCHPIN" check "::values ##[error]" --spec queue $how
done
obeyed 2 2 "$LINCHPIN" check "::values ##[error]" ::nowhere --spec queue
obeyed 0 0 "$LINCHPIN" new queue --output ::new.c
run 1 "$LINCHPIN" check "::values ##[error]" --spec queue --json
checks=$((checks + 1))
python3 -c 'import json, sys; sys.exit("##[error]" not in json.dumps(json.load(open(sys.argv[1]))))' "$scratch/.out" ||
    fail 'JSON has lost a value'

# Lines of a model, and of warnings about it.
printf 'object o {\n  m() {\n    ::error::PWNED ##[error]PWNED\n  }\n}\n' >quoted.lin
obeyed 2 1 "$LINCHPIN" verify quoted.lin
err_has '\x3a:error::PWNED #\x23[error]PWNED'
run 2 "$LINCHPIN" verify quoted.lin
err_has '  ::error::PWNED ##[error]PWNED'

# What others' programs write: the compiler, the tested code before it crashes, a spec.
loud='fputs("\n  ::error::PWNED\n##[error]PWNED\n::error::PWNED",stderr);abort()'
for command in 'test --rounds 10' explore; do
    # shellcheck disable=SC2086
    obeyed 1 1 "$LINCHPIN" $command "$root/tests/cli/hostile_test.c" --scenario 'inc | inc' -- "-DIN_CALL=$loud"
done
cp "$root/docs/examples/bank.c" spec.c
{
    echo '#include <stdio.h>'
    awk '/^static .*\(/ && !done { inside = 1 } { print } inside && /^{/ { print "    fputs(\"\\n::error::PWNED\", stderr);"; inside = 0; done = 1 }' spec.c
} >loud_spec.c
obeyed 1 1 "$LINCHPIN" check "$root/docs/examples/bank_bad.jsonl" --spec loud_spec.c
err_has '::stop-commands::linchpin-'
printf '#error \n  ::error::PWNED\n::error::PWNED ##[error]PWNED;\n' >broken_test.c
obeyed 2 1 "$LINCHPIN" test broken_test.c
CC=clang obeyed 2 1 "$LINCHPIN" test broken_test.c
# The word is another one each time.
checks=$((checks + 1))
a=$(GITHUB_ACTIONS=true "$LINCHPIN" test broken_test.c 2>&1 | grep stop-commands)
b=$(GITHUB_ACTIONS=true "$LINCHPIN" test broken_test.c 2>&1 | grep stop-commands)
[ "$a" ] && [ "$a" != "$b" ] || fail "it could be known: $a"
done_testing
