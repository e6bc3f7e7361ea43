#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Distributed objects with one thing made wrong, as tests/verify/mutated_automata.txt says, by two ways
# of proof: the simulation of the file, and every trace judged by the monitor. What must not happen is
# that the simulation holds and some trace is not atomic. The other three are in the table: both hold,
# both fail, or there is no simulation though all traces of this small instance are atomic.
#
# LINCHPIN_ALL, as in make soak: also the mutants with a star, and each mutant once more without the
# relations: what the matching steps lead to is then all that is left of the proof, and enough for traces.

. tests/expect.sh
compile_quickly

# Writes x reads x replicas or processes, and for rsm operations x replicas. Nothing but the two claims
# is left: invariants, what never decreases and how runs end may fail before a history is found.
claims='/^  never decreases/d; /^  invariant.*{$/,/^  }/d; /^  ends /d'
one_write='s/w1\.\.w2/w1..w1/; s/{w1, w2}/{w1}/; s/0\.\.2/0..1/'
instance() { # MODEL.INSTANCE: a sed script
    case $1 in
    abd.1x1x3 | va.1x1x2) echo "s/{ w1, w2, r1\(, \.\.\.\)* }/{ w1, r1 }/; $one_write" ;;
    abd.1x2x3) echo "s/{ w1, w2, r1\(, \.\.\.\)* }/{ w1, r1, r2 }/; s/r1\.\.r1/r1..r2/; $one_write" ;;
    abd.1x2x2) echo "$(instance abd.1x2x3); s/{ p1, p2, p3 }/{ p1, p2 }/" ;;
    abd.2x1x2) echo 's/{ p1, p2, p3 }/{ p1, p2 }/' ;;
    va.1x2x3) echo "$(instance abd.1x2x3); s/{ i1, i2 }/{ i1, i2, i3 }/" ;;
    va.2x1x2) ;;
    rsm.2x3) echo 's/{ a1, a2, g1, ... }/{ a1, g1, ... }/; s/a1\.\.a2/a1..a1/' ;;
    rsm.3x2) echo 's/{ p1, p2, p3 }/{ p1, p2 }/; /p != p3/d' ;;
    *) fail "no instance $1" ;;
    esac
}

# Both verdicts, in the order of the file: the simulation comes first.
judge() { # MODEL: sets simulation and monitor
    "$LINCHPIN" verify "$1" >"$scratch/.out" 2>"$scratch/.err"
    checks=$((checks + 1))
    case $(grep '^[✓✗]' "$scratch/.out" | sed 1q) in
    '✓ simulation'*) simulation=holds ;;
    '✗ '*' no simulation: '*) simulation=fails ;;
    *) simulation=error ;;
    esac
    case $(grep '^[✓✗]' "$scratch/.out" | sed '1d') in
    '✓ linearizable'*) monitor=holds ;;
    '✗ not linearizable'*) monitor=violated ;;
    *) monitor=error ;;
    esac
    [ "$simulation" != error ] && [ "$monitor" != error ] || fail "$model, $what: $simulation $monitor"
    [ "$simulation $monitor" != 'holds violated' ] || fail "$model, $what: a simulation, and a trace that is not atomic"
}

declare -A matrix=()
mutants=0
while IFS= read -r row; do
    [ -n "$row" ] && [ "${row:0:1}" != '#' ] || continue
    IFS=$'\t' read -r model size what script want_simulation want_monitor <<<"${row// | /$'\t'}"
    [ -n "${LINCHPIN_ALL:-}" ] || [ "${model%\*}" = "$model" ] || continue
    model=${model%\*}
    sed "$script" "objects/distributed/$model.lin" >"$scratch/whole.lin"
    ! cmp -s "$scratch/whole.lin" "objects/distributed/$model.lin" || fail "$model: nothing is changed: $what"
    sed "$claims; $(instance "$model.$size")" "$scratch/whole.lin" >"$scratch/mutant.lin"
    judge "$scratch/mutant.lin"
    [ "$simulation $monitor" = "$want_simulation $want_monitor" ] ||
        fail "$model, $size, $what: $simulation $monitor, not $want_simulation $want_monitor"
    matrix["$simulation $monitor"]=$((${matrix["$simulation $monitor"]:-0} + 1))
    mutants=$((mutants + 1))
    if [ -n "${LINCHPIN_ALL:-}" ]; then
        sed '/^  relation .*{.*}$/d; /^  relation .*{$/,/^  }/d' "$scratch/mutant.lin" >"$scratch/steps.lin"
        judge "$scratch/steps.lin"
        [ "$monitor" = "$want_monitor" ] || fail "$model, $size, $what: $monitor without the relations"
        matrix["$simulation $monitor, without relations"]=$((${matrix["$simulation $monitor, without relations"]:-0} + 1))
    fi
done <tests/verify/mutated_automata.txt
echo "$mutants mutants; simulation and monitor:"
for verdicts in "${!matrix[@]}"; do echo "  $verdicts: ${matrix[$verdicts]}"; done | sort
[ "$mutants" -ge 30 ] || fail "there are only $mutants mutants"
[ "${matrix[holds holds]:-0}" -ge 5 ] && [ "${matrix[fails violated]:-0}" -ge 15 ] &&
    [ "${matrix[fails holds]:-0}" -ge 3 ] || fail "the mutants are of one kind"
done_testing
