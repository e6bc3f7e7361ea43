# SPDX-License-Identifier: MIT
# For test scripts: run linchpin and say what must come of it.
#
#     . tests/expect.sh
#     run 1 "$LINCHPIN" check bad.jsonl --spec queue    # exit code, command
#     out_has 'not linearizable'                        # in what it printed
#     err_has 'bad.jsonl:3:1'
#     done_testing
#
# $scratch is a private folder that is removed at the end. Every failure is
# printed; the script fails at its end.

set -u
: "${LINCHPIN:?the path of the program under test}"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# What was compiled is kept for this script, or, by `make test`, for all scripts of a run; those
# about what is kept, or about compilers that fail, say `own_cache`.
own_cache() {
    export LINCHPIN_CACHE=$scratch/.cache
}
own_cache
export LINCHPIN_CACHE=${LINCHPIN_TESTS_CACHE:-$LINCHPIN_CACHE}
# For what is not about the emitted C but about what is done with it: most of the time would go
# into compiling.
compile_quickly() {
    if command -v tcc >/dev/null; then export CC=tcc; else export CC="${CC:-cc} -O0"; fi
}
# Of things that are many and alike a run of `make test` has one in N; LINCHPIN_TURN says which, and with the
# next commit it has others. Without it, as in `make soak`, it is everyone's turn.
turns=0
turn() { # N
    turns=$((turns + 1))
    [ ! "${LINCHPIN_TURN:-}" ] || [ $(((turns + LINCHPIN_TURN) % $1)) = 0 ]
}
failures=0
checks=0
begun=0
export LC_ALL=C.UTF-8
unset NO_COLOR GITHUB_ACTIONS GITHUB_STEP_SUMMARY

fail() {
    failures=$((failures + 1))
    printf 'FAILED at line %s: %s\n' "${BASH_LINENO[1]}" "$*"
    if [ -f "$scratch/.out" ]; then
        sed 's/^/    out: /' "$scratch/.out" | head -30
        sed 's/^/    err: /' "$scratch/.err" | head -30
    fi
}

run() { # CODE COMMAND…
    local want=$1 code=0
    shift
    checks=$((checks + 1))
    "$@" >"$scratch/.out" 2>"$scratch/.err" || code=$?
    [ "$code" = "$want" ] || fail "exit code $code, not $want: $*"
}

# Thousands of checks ask this, and to start grep takes longer than to look. What read leaves out (after a
# NUL) grep has.
file_says() { # FILE WORDS
    local all=
    IFS= read -rd '' all <"$1"
    [[ $all == *"$2"* ]] || grep -qF -- "$2" "$1"
}

out_has() {
    checks=$((checks + 1))
    file_says "$scratch/.out" "$1" || fail "stdout lacks: $1"
}

out_says() { # a phrase, which may be broken over lines
    checks=$((checks + 1))
    tr -s '\n ' ' ' <"$scratch/.out" | grep -qF -- "$1" || fail "stdout does not say: $1"
}

out_lacks() {
    checks=$((checks + 1))
    ! grep -qF -- "$1" "$scratch/.out" || fail "stdout has: $1"
}

out_empty() {
    checks=$((checks + 1))
    [ ! -s "$scratch/.out" ] || fail "stdout is not empty"
}

err_has() {
    checks=$((checks + 1))
    file_says "$scratch/.err" "$1" || fail "stderr lacks: $1"
}

err_empty() {
    checks=$((checks + 1))
    [ ! -s "$scratch/.err" ] || fail "stderr is not empty"
}

# Every line of the file is JSON as docs/schema says, and steps change what is there. $python: the one of Debian's
# package, where another python3 comes first.
python=
documented() { # FILE
    for python in python3 /usr/bin/python3 none; do
        "$python" -c 'import jsonschema' 2>/dev/null && break
    done
    checks=$((checks + 1))
    [ "$python" != none ] || fail 'there is no python3 with jsonschema: run tools/setup test'
    "$python" tests/docs/validate.py docs/schema/linchpin-1.schema.json <"$1" >"$scratch/.wrong" || {
        rm -f "$scratch/.out"
        fail 'not as docs/schema says:'
        cat "$scratch/.wrong"
    }
}

# Until a linchpin that was started with & can be interrupted, or is over. Before it is linchpin it is a copy of
# this shell, which catches SIGINT, too, but then ignores it.
at_work() { # PID
    local mask
    until mask=$(sed -n '1{/linchpin/!q}; s/^SigCgt:[[:blank:]]*//p' "/proc/$1/status" 2>/dev/null) &&
        [ -n "$mask" ] && [ $((16#$mask & 2)) != 0 ]; do
        kill -0 "$1" 2>/dev/null || break
    done
}

# Checks that mostly wait: in a folder of their own, beside up to three others.
beside() { # COMMAND…
    while [ "$(jobs -rp | wc -l)" -ge 4 ]; do wait -n; done
    begun=$((begun + 1))
    (
        scratch=$scratch/beside.$begun checks=0 failures=0
        mkdir "$scratch"
        "$@"
        echo "$checks $failures" >"$scratch/.counts"
    ) &
}

done_testing() {
    local i more failed
    wait
    for ((i = 1; i <= begun; i++)); do
        more=0 failed=1 # those of one that did not come to its end
        read -r more failed <"$scratch/beside.$i/.counts"
        checks=$((checks + more)) failures=$((failures + failed))
    done
    echo "$checks checks, $failures failed"
    [ "$failures" = 0 ]
    exit
}
