#!/bin/bash
# SPDX-License-Identifier: MIT
# bench/refine.sh BIN: two systems compared by traces, failures and failures-divergences, beside mCRL2's
# ltscompare (LTSCOMPARE=its path; without it, ours alone), which does not count in the figures of ours.
# The systems are models of the repository with larger parameters, and random graphs; both tools read the
# same Aldebaran files. Every verdict has to be the same, and ours no slower. The tools take turns, RUNS times
# (3), and the least of each figure counts. Columns, in seconds of processor time:
#     write      the model's two graphs are made and written (which ltscompare needs before it begins)
#     read       both files, by each tool
#     compare    the comparison itself
#     CPU        all of it
#     model      from the model on: `linchpin verify` of the model, without files; beside it, write, and
#                all of ltscompare
# SIZE=short leaves out the largest. CAP: seconds for a comparison; one that takes longer has no second turn.
# ROWS: a pattern; only systems whose names match it.
set -u
cd "$(dirname "$0")/.." || exit 2
PATH=$(cd "$1" && pwd):$PATH
export LC_ALL=C
rival=${LTSCOMPARE:-}
cap=${CAP:-120}
size=${SIZE:-}
runs=${RUNS:-3}
only=${ROWS:-}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export LINCHPIN_CACHE=$scratch/cache
failures=0
if [ -n "$rival" ] && ! [ -x "$rival" ]; then
    echo "bench: LTSCOMPARE=$rival is no program" >&2
    exit 2
fi
clock=$scratch/cpu_clock.so
${CC:-gcc} -O2 -shared -fPIC -o "$clock" bench/cpu_clock.c -ldl || exit 2
[ -n "$rival" ] || echo "bench: without LTSCOMPARE=, the path of mCRL2's ltscompare, there is no rival"

used() { # COMMAND…: its seconds of processor time, in $cpu; its exit code, in $code
    local TIMEFORMAT='%U %S'
    code=0
    { time "$@" >"$scratch/out" 2>"$scratch/err"; } 2>"$scratch/time" || code=$?
    cpu=$(awk '{ printf "%.3f", $1 + $2 }' "$scratch/time")
}

figure() { # NAME: of the JSON in $scratch/out
    sed -n "s/.*\"$1\":\([0-9.e-]*\).*/\1/p" "$scratch/out" | head -1
}

rival_run() { # MODEL P Q: its seconds in $rival_read, $rival_compare and $rival_cpu, its verdict in $rival_says
    local preorder TIMEFORMAT='%U %S'
    case $1 in
    traces) preorder=weak-trace-ac ;;
    failures) preorder=weak-failures ;;
    *) preorder=failures-divergence ;;
    esac
    { time LD_PRELOAD=$clock timeout "$cap" "$rival" -v -p"$preorder" "$2" "$3" \
        >"$scratch/rival" 2>"$scratch/rival.err"; } 2>"$scratch/time"
    rival_says=$(grep -oE 'true|false' "$scratch/rival" | tail -1)
    rival_cpu=$(awk '{ printf "%.3f", $1 + $2 }' "$scratch/time")
    rival_read=$(sed -n 's/^cpu //p' "$scratch/rival.err" | head -1)
    rival_compare=$(awk -v a="$rival_read" -v b="$rival_cpu" 'BEGIN { printf "%.3f\n", b - a }')
}

complain() {
    echo "  $1"
    failures=$((failures + 1))
}

least() { # A B: the smaller number; what is none is larger
    awk -v a="$1" -v b="$2" 'BEGIN { print (a !~ /^[0-9]/ || (b ~ /^[0-9]/ && b + 0 < a + 0)) ? b : a }'
}

is_more() { # A B: are both numbers, and is A more, by what can be told?
    awk -v a="$1" -v b="$2" 'BEGIN { exit !(a ~ /^[0-9]/ && b ~ /^[0-9]/ && a > b + 0.005) }'
}

# One turn of each, in ours_read, ours_compare, ours_cpu, rival_read, …
turn() { # MODEL
    used env LD_PRELOAD="$clock" timeout "$cap" \
        linchpin verify "$scratch/P.aut" implements "$scratch/Q.aut" "$1" --json --times
    case $code in
    0) says=true ;;
    1) says=false ;;
    *) says="-" ;;
    esac
    states=$(figure states)
    ours_read=$(figure 'read seconds') ours_compare=$(figure 'check seconds') ours_cpu=$cpu
    rival_read=- rival_compare=- rival_cpu=- rival_says=$says
    [ -z "$rival" ] || rival_run "$1" "$scratch/P.aut" "$scratch/Q.aut"
    [ -n "$rival_says" ] || rival_compare=">$cap"
}

compare() { # NAME MODEL WRITE MODELSECONDS: P.aut and Q.aut of $scratch
    local name=$1 by=$2 write=$3 whole=$4 states what i theirs kinds="ours_read ours_compare ours_cpu"
    local -A best=()
    kinds+=" rival_read rival_compare rival_cpu"
    for ((i = 0; i < runs; i++)); do
        turn "$by"
        for what in $kinds; do
            best[$what]=$(least "${best[$what]:--}" "${!what:--}")
        done
        [ -n "$rival_says" ] && [ "$says" != - ] || break
    done
    theirs=$(awk -v w="$write" -v c="${best[rival_cpu]}" -v t="${best[rival_compare]}" \
        'BEGIN { if (c == "-" || t ~ />/) print "-"; else printf "%.3f", w + c }')
    [ "$whole" != - ] || theirs=-
    printf '%-30s %-20s %8s %6s  %6s  %6.3f %6.3f %6s  %6s %7s %6s  %7s %7s\n' "$name" "$by" "${states:--}" \
        "$says" "$write" "${best[ours_read]}" "${best[ours_compare]}" "${best[ours_cpu]}" \
        "${best[rival_read]}" "${best[rival_compare]}" "${best[rival_cpu]}" "$whole" "$theirs"
    if [ -n "$rival_says" ] && [ "$says" != "$rival_says" ]; then
        complain "NOT THE SAME: ltscompare says $rival_says"
    fi
    is_more "${best[ours_read]}" "${best[rival_read]}" && complain "SLOWER TO READ"
    is_more "${best[ours_compare]}" "${best[rival_compare]}" && complain "SLOWER TO COMPARE"
    is_more "$whole" "$theirs" && complain "SLOWER FROM THE MODEL ON"
}

model() { # NAME FILE: each of the three comparisons of its verify block
    local by write whole i
    [[ $1 == *$only* ]] || return
    for by in traces failures failures-divergences; do
        sed "s/^\(verify .* implements [A-Za-z]*\).*/\1 $by { }/" "$2" >"$scratch/m.lin"
        if [ "$by" = traces ]; then
            linchpin verify "$scratch/m.lin" --timeout 1ms >/dev/null 2>&1 # compiled once, for all
            used linchpin verify "$scratch/m.lin" --aut "$scratch/P.aut" --spec-aut "$scratch/Q.aut"
            write=$cpu
        fi
        whole=-
        for ((i = 0; i < runs; i++)); do
            used timeout "$cap" linchpin verify "$scratch/m.lin"
            whole=$(least "$whole" "$cpu")
        done
        compare "$1" "$by" "$write" "$whole"
    done
}

graphs() { # NAME STATES LABELS TAU DEGREE DROP-OF-P DROP-OF-Q
    local by
    [[ $1 == *$only* ]] || return
    awk -v states="$2" -v labels="$3" -v tau="$4" -v degree="$5" -v seed="$2" -v drop="$6" \
        -f bench/random_aut.awk >"$scratch/P.aut"
    awk -v states="$2" -v labels="$3" -v tau="$4" -v degree="$5" -v seed="$2" -v drop="$7" \
        -f bench/random_aut.awk >"$scratch/Q.aut"
    for by in traces failures failures-divergences; do
        compare "$1" "$by" 0 -
    done
}

edit() { # MODEL SED-SCRIPT
    sed "$2" "objects/$1.lin" >"$scratch/model.lin"
}
register() { # K
    local rest
    rest=$(printf '0, %.0s' $(seq 2 "$1"))
    edit register/register_processes "s/K = 4/K = $1/;s/0\.\.3/0..$(($1 - 1))/;s/{0, 0, 0, 1}/{${rest}1}/"
}
philosophers() { # N
    sed "/^verify/d;s/N = 3/N = $1/;s/^process Polite.*//;s/^process College.*//" \
        docs/examples/processes/philosophers.lin >"$scratch/model.lin"
    cat >>"$scratch/model.lin" <<END
process College() = ((||| i in 0..N - 1 @ Phil(i)) || Forks()) \\ {get, put};
process Polite() = ((Other(0) ||| (||| i in 1..N - 1 @ Phil(i))) || Forks()) \\ {get, put};
verify Polite implements College { }
END
}

printf '%-30s %-20s %8s %6s  %6s  %20s  %21s  %15s\n' '' '' '' '' '' linchpin ltscompare 'from the model'
printf '%-30s %-20s %8s %6s  %6s  %6s %6s %6s  %6s %7s %6s  %7s %7s\n' system by states within write \
    read compare CPU read compare CPU ours theirs
m=$scratch/model.lin
register 6 && model "6-valued register" "$m"
register 8 && model "8-valued register" "$m"
model "3-valued register, 2 readers" objects/register/two_readers_processes.lin
edit stack/counter_stack_processes 's/SIZE = 12/SIZE = 20/' && model "stack of size 20" "$m"
edit stack/counter_stack_processes 's/SIZE = 12/SIZE = 6/;s/N = 2/N = 3/' && model "stack of size 6, 3 users" "$m"
philosophers 6 && model "6 philosophers, one polite" "$m"
edit snzi/snzi_processes '' && model "SNZI, 2 users" "$m"
graphs "random, without tau, included" 20000 20 0 3 7 0
graphs "random, with tau" 20000 50 10 3 5 0
if [ "$size" != short ]; then
    philosophers 8 && model "8 philosophers, one polite" "$m"
    edit snzi/snzi_processes 's/OPS = 2/OPS = 3/' && model "SNZI, 2 users, 3 operations" "$m"
    edit stack/counter_stack_processes 's/SIZE = 12/SIZE = 20/;s/N = 2/N = 3/' &&
        model "stack of size 20, 3 users" "$m"
    register 10 && model "10-valued register" "$m"
    graphs "random, without tau, included" 300000 100 0 3 7 0
    graphs "random, a million, without tau" 500000 200 0 3 7 0
    graphs "random, a million, with tau" 500000 200 10 3 5 0
fi
exit $((failures > 0))
