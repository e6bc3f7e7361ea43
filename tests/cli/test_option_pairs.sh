#!/bin/bash
# SPDX-License-Identifier: MIT
# No option is ignored because of another one: every pair of options of explore and of test is
# either refused, with both names, or one of those that go together. The file is missing, so
# that a pair which is let through ends there.
. tests/expect.sh
export TMPDIR=$scratch/tmp
mkdir "$TMPDIR"

refused_of_explore='
scenario calls up-to budget values well-formed
calls scenario up-to budget values well-formed
up-to budget
replay up-to budget values well-formed search preemptions depth seed max-executions
lock-free preemptions
infer-points replay preemptions max-executions lock-free all-histories histories quasi-factor'
refused_of_test='
scenario calls threads ops
calls threads ops'

names() { # COMMAND: its options, each with a value if it takes one
    "$LINCHPIN" "$1" --help | sed -n 's/^  --\([a-z-]*\)\( [A-Z]\{1,\}\)\{0,1\} .*/\1\2/p'
}

value() { # ARGUMENT OPTION
    case $1 in
    FILE) echo "$scratch/written-$2" ;; # not the same as another option's
    *TIME) echo 1s ;;
    *N) echo 3 ;;
    *SHAPE) echo 2x2 ;;
    *KIND) echo states ;;
    *SCHEDULE) echo 2,0 ;;
    *CALLS) echo 'next | next' ;;
    *SIZE | *BYTES) echo 1G ;;
    *) echo given ;;
    esac
}

pairs() { # COMMAND REFUSED
    names "$1" | grep -vE '^(help|json|quiet)' >"$scratch/names"
    [ "$(wc -l <"$scratch/names")" -ge 12 ] || fail "$1: too few options are listed by --help"
    local n=0
    while read -r a avalue; do
        while read -r b bvalue; do
            [[ $a < $b ]] || continue
            local words=("--$a") want='cannot read|there is no such file'
            [ -z "$avalue" ] || words+=("$(value "$avalue" "$a")")
            words+=("--$b")
            [ -z "$bvalue" ] || words+=("$(value "$bvalue" "$b")")
            # These have something that they must go with.
            [[ " $a $b " != *' depth '* || " $a $b " == *' search '* ]] || [[ " $a $b " == *' replay '* ]] || want='--depth is for|cannot be given|--seed is for'
            [[ $1 = test || " $a $b " != *' seed '* || " $a $b " == *' replay '* ]] || want='--seed is for|--depth is for|cannot be given'
            [[ " $a $b " != *' depth '* || " $a $b " != *' search '* ]] || want='--depth is for'
            [[ " $a $b " != 'preemptions search' && " $a $b " != *' preemptions search '* ]] || want='--preemptions is for'
            while read -r first others; do
                for other in $others; do
                    if [ "$first $other" = "$a $b" ] || [ "$first $other" = "$b $a" ]; then
                        want="--$a and --$b cannot be given together|--$b and --$a cannot be given together"
                    fi
                done
            done <<<"$2"
            [ "$a $b" != 'golden spec' ] || want='--golden is a spec of its own'
            [[ " $a $b " != *' condition '* ]] || want="$want|condition"
            n=$((n + 1))
            checks=$((checks + 1))
            local code=0
            "$LINCHPIN" "$1" "$scratch/missing.c" "${words[@]}" >"$scratch/.out" 2>"$scratch/.err" || code=$?
            [ $code = 2 ] || fail "$1 ${words[*]}: exit code $code"
            grep -qE -- "$want" "$scratch/.err" || fail "$1 ${words[*]}: not '$want'"
        done <"$scratch/names"
    done <"$scratch/names"
    [ $n -gt 60 ] || fail "$1: only $n pairs"
}

# With --watch each of them ends as without it, where the file was never there.
watched() { # COMMAND
    local name argument words
    while read -r name argument; do
        words=("--$name")
        [ -z "$argument" ] || words+=("$(value "$argument" "$name")")
        run 2 "$LINCHPIN" "$1" "$scratch/missing.c" "${words[@]}" --watch
    done < <(names "$1" | grep -v '^help')
}
watched explore
watched test

pairs explore "$refused_of_explore"
pairs test "$refused_of_test"

# What they go with.
for words in '--search pct --depth 2 --seed 5' '--search random --seed 5' '--search bounded --preemptions 1' \
    '--up-to 2x2 --values 1 --well-formed' '--budget 1s --values 1'; do
    run 2 "$LINCHPIN" explore "$scratch/missing.c" $words
    err_has 'cannot read'
done

# The command that reproduces a violation leaves out what has no meaning beside the scenario.
object="objects/stack/treiber_test.c objects/stack/treiber_plain_push.c"
for words in '--budget 20s' '--up-to 2x2' '--search bounded --calls 2x2' '--search pct --seed=3 --depth 3 --calls 2x2'; do
    run 1 "$LINCHPIN" explore $object $words
    line=$(sed -n 's/^Reproduce: //p' "$scratch/.out")
    run 1 bash -c "$line"
    out_has 'not linearizable'
done

run 0 "$LINCHPIN" new --json
out_has '{"linchpin":1,"kinds":["channel","counter",'
run 0 "$LINCHPIN" new queue --json --output "$scratch/queue_test.c"
out_has "{\"linchpin\":1,\"written\":\"$scratch/queue_test.c\"}"
run 2 "$LINCHPIN" new queue --json --output -
err_has 'stdout is for the test itself'
# --keep has nothing to keep where nothing was compiled.
checks=$((checks + 1))
[ -z "$(ls -A "$TMPDIR")" ] || fail "left behind: $(ls -A "$TMPDIR")"
done_testing
