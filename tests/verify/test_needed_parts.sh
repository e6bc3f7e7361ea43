#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Simulations as relations, but for ABD's (test_abd.sh, test_timed_abd.sh): they hold from every related
# state, and every part is needed. Without one of the relations, or one of the matching steps, the check
# fails; what is implied by the rest is said here, and shown to be. With LINCHPIN_ALL, as in make soak, the
# instances are those of the files. `make test` leaves out one part in three, in turns.

. tests/expect.sh

compile_quickly # searches are short here

part=$scratch/part.lin whole=$scratch/whole.lin
related() { # CODE
    turn 3 || return 0
    run "$1" "$LINCHPIN" verify "$part" --all-related
    if [ "$1" = 0 ]; then
        out_has 'every step from every related state is matched and keeps the relation'
    else
        out_has 'no simulation: '
    fi
}

without() { # RELATION…
    cp "$whole" "$part"
    for relation in "$@"; do
        sed -i "/^  relation $relation {.*}\$/d; /^  relation $relation {\$/,/^  }\$/d" "$part"
        ! grep -q "relation $relation " "$part" || fail "$relation is still there"
    done
}

# Of the relations that a list has, separated by commas, each may be left out, and not all of them: they
# say the same. A list of one is implied by the others.
parts() { # MODEL STEPS INSTANCE LISTS…
    local model=objects/distributed/$1.lin steps=$2 instance=$3 relation list line from count=0
    local implied=' ' needed=0
    shift 3
    # The simulation alone.
    sed "$instance; /^simulation/,\$!b; /^verify [a-z_0-9]* {}\$/q" "$model" >"$whole"
    cp "$whole" "$part"
    related 0
    for list in "$@"; do
        # shellcheck disable=SC2086
        without ${list//,/ }
        case $list in
        *,*) related 1 ;;
        *) related 0 ;;
        esac
        implied="$implied${list//,/ } "
    done
    for relation in $(sed -n 's/^  relation \([a-z0-9_]*\) .*/\1/p' "$whole"); do
        without "$relation"
        case $implied in
        *" $relation "*) related 0 ;;
        *) related 1 && needed=$((needed + 1)) ;;
        esac
    done
    from=$(grep -n '^simulation' "$whole" | cut -d: -f1)
    for line in $(grep -nE '\<(add_edge|order|complete)\(.*\);$' "$whole" | cut -d: -f1); do
        [ "$line" -gt "$from" ] || continue
        sed -E "${line}s/\<((add_edge|order|complete)\(.*\);)\$/if (false) \1/" "$whole" >"$part"
        ! cmp -s "$whole" "$part" || fail "$model: line $line was not changed"
        related 1
        count=$((count + 1))
    done
    [ "$count" = "$steps" ] || fail "$model: $count steps were left out, not $steps"
    echo "$model: $needed relations and $count steps are needed; implied:$implied"
}

# Whoever is requested has a client, or a process, that knows it: 1 and 2 say the same.
parts va 5 '' f1,f2
# The answers of the machine follow from its line, so 5 is implied; it is the one that faulty versions break.
two_replicas='s/{ p1, p2, p3 }/{ p1, p2 }/; /p != p3/d'
[ -z "${LINCHPIN_ALL:-}" ] || two_replicas=
parts rsm 2 "$two_replicas" f1,f2 f5
parts mw_regular 1 ''
parts sequential 1 ''
done_testing
