#!/bin/bash
# SPDX-License-Identifier: MIT
# bench/porcupine.sh BIN [PATTERN]: verdicts alone (check --quiet), beside Porcupine on the same
# histories in the same run: the seconds of the whole commands, reading included, and of
# Porcupine also those of judging alone. Three histories a line, and their seconds
# together; a verdict is one letter: H holds, V violated, ? unknown after $LIMIT.
# PORCUPINE=DIR: its source, a checkout or a bare repository. BEFORE=DIR: where another
# linchpin is, to be measured as well. PATTERN: only cases whose name contains it.
set -u
cd "$(dirname "$0")/.."
bin=$(cd "$1" && pwd)
pattern=${2:-}
limit=${LIMIT:-20s}
before=${BEFORE:-}
export LC_ALL=C
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
judge=
failures=0

. bench/porcupine/build.sh

if ! command -v go >/dev/null; then
    echo "go is not installed: no figures of Porcupine (make setup-bench installs it)"
elif [ -z "${PORCUPINE:-}" ]; then
    echo "no figures of Porcupine without its source: git clone https://github.com/anishathalye/porcupine,"
    echo "then make bench PORCUPINE=porcupine"
else
    build_judge "$scratch" || { echo "bench: Porcupine in $PORCUPINE could not be built" >&2; exit 1; }
    judge=$scratch/judge/judge
fi

# The shortest of three runs, or the only one if it is long. Adds to $total, $letters
# and, what a judge says itself, $judging.
# What takes more memory than there is to be had ends as "unknown", too.
timed() { # COMMAND…
    local from to code best= letter said=0
    for _ in 1 2 3; do
        from=$(date +%s%N)
        (ulimit -v 8000000; exec timeout 60 "$@" >"$scratch/out" 2>"$scratch/err")
        code=$?
        to=$(date +%s%N)
        if [ -z "$best" ] || [ $((to - from)) -lt "$best" ]; then
            best=$((to - from))
            said=$(grep . "$scratch/out") || said=0
        fi
        [ "$best" -lt 1000000000 ] || break
    done
    letter='?'
    [ $code != 0 ] || letter=H
    [ $code != 1 ] || letter=V
    grep -q 'out of memory' "$scratch/err" && code=3
    if [ $code = 2 ]; then
        cat "$scratch/err" >&2
        letter=E
        failures=1
    fi
    letters+=$letter
    total=$((total + best))
    judging=$(awk -v a="$judging" -v b="$said" 'BEGIN { print a + b }')
}

seconds() { # NANOSECONDS
    awk -v ns="$1" 'BEGIN { printf "%.3f", ns / 1e9 }'
}

# Both decided, and not alike: one of them is wrong.
agree() { # LETTERS LETTERS
    local i
    for ((i = 0; i < ${#1}; i++)); do
        [ "${1:i:1}" = "${2:i:1}" ] || [ "${1:i:1}" = '?' ] || [ "${2:i:1}" = '?' ] || return 1
    done
}

row() { # NAME SPEC SIZE OPTIONS-OF-GEN…
    local name=$1 spec=$2 size=$3 seed were=- was=- their=- theirs=- pure=-
    shift 3
    [[ $name == *"$pattern"* ]] || return 0
    for seed in 1 2 3; do
        "$bin/linchpin" gen "$spec" --ops "$size" --seed $seed "$@" --output "$scratch/$seed.jsonl" || exit 1
    done
    measure() { # COMMAND… with FILE for the history
        total=0 judging=0 letters=
        for seed in 1 2 3; do
            timed "${@/FILE/$scratch/$seed.jsonl}"
        done
    }
    if [ -n "$before" ]; then
        measure "$before/linchpin" check FILE --spec "$spec" --quiet --timeout "$limit" --memory 4G
        was=$(seconds $total) were=$letters
    fi
    measure "$bin/linchpin" check FILE --spec "$spec" --quiet --timeout "$limit" --memory 4G
    local is ours=$letters remark=
    is=$(seconds $total)
    if [ -n "$judge" ]; then
        measure "$judge" "$spec" FILE "$limit"
        their=$(seconds $total) theirs=$letters pure=$(awk -v s="$judging" 'BEGIN { printf "%.3f", s }')
        agree "$ours" "$theirs" || { remark='they disagree'; failures=1; }
    fi
    printf '%-38s %6s  %8s %3s  %8s %3s  %8s %8s %3s  %s\n' \
        "$name" "$size" "$was" "$were" "$is" "$ours" "$their" "$pure" "$theirs" "$remark"
}

printf '%-38s %6s  %8s %3s  %8s %3s  %8s %8s %3s\n' \
    'verdicts, 3 histories each' size before '' linchpin '' Porcupine judging ''
small=(--procs 10 --overlap 5 --values 4)
for spec in fetch-and-add cas-register bag register mutex; do
    row "$spec, 4 values, violated" $spec 2000 "${small[@]}" --bad
done
row 'cas-register, overlap 10, violated' cas-register 2000 --procs 20 --overlap 10 --values 4 --bad
row 'cas-register, overlap 10' cas-register 2000 --procs 20 --overlap 10 --values 4
row 'counter, violated' counter 2000 --procs 10 --overlap 5 --bad
row 'counter, 50 never return' counter 10000 --procs 60 --overlap 8 --pending 50
row 'counter, 50 never return, violated' counter 10000 --procs 60 --overlap 8 --pending 50 --bad
row 'queue, violated' queue 2000 --procs 10 --overlap 5 --bad
row 'stack, violated' stack 2000 --procs 10 --overlap 5 --bad
row 'deque' deque 2000 --procs 8
row 'deque, violated' deque 2000 --procs 8 --bad
for spec in queue stack; do
    row "$spec, 5 values" $spec 1000 --procs 8 --values 5
    row "$spec, 5 values, violated" $spec 1000 --procs 8 --values 5 --bad
done
exit $failures
