# SPDX-License-Identifier: MIT
# Mutants of correct objects: see mutants/list. The originals hold in every mode. `make test` has every third
# mutant, in turns.
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0 mutants=0
mutants_dir=tests/explore/mutants
declare -A originals

# Explores the original or the mutant in one mode; sets $code.
explore() { # HISTORIES ARGUMENTS…
    histories=$1
    shift
    "$LINCHPIN" explore --json --quiet --timeout 60 "${files[@]}" "$@" --scenario "$scenario" \
        --histories "$histories" "${flags[@]}" >"$dir/out" 2>"$dir/err"
    code=$?
}

original() {
    flags=()
    case $name in
    stack) files=(objects/stack/treiber_test.c objects/stack/treiber.c) ;;
    queue) files=(objects/queue/ms_queue_test.c objects/queue/ms_queue.c) ;;
    *) files=($mutants_dir/locks.c --object "$name") ;;
    esac
}

mutant() {
    case $name in
    stack | queue)
        sed "$change" "${files[1]}" >"$dir/mutant.c"
        cmp -s "${files[1]}" "$dir/mutant.c" && wrong "changes nothing"
        files[1]=$dir/mutant.c
        flags=(-- "-Iobjects/$name")
        ;;
    *) flags=(-- "-DM=$change") ;;
    esac
}

wrong() {
    echo "$line: $*"
    head -c 600 "$dir/out"
    failed=1
}

while IFS= read -r line; do
    case $line in '#'* | '') continue ;; esac
    IFS=@ read -r want name change scenario <<<"$line"
    mutants=$((mutants + 1))
    [ ! "${LINCHPIN_TURN:-}" ] || [ $(((mutants + LINCHPIN_TURN) % 3)) = 0 ] || continue
    original
    histories_of=${originals[$name@$scenario]:-}
    if [ ! "$histories_of" ]; then # several mutants have the same one
        histories_of=$dir/original.${#originals[@]}
        originals[$name@$scenario]=$histories_of
        explore "$histories_of" --all-histories
        [ $code = 0 ] || wrong "the original gives exit code $code"
    fi
    mutant
    for mode in "--all-histories" "" "--search states"; do
        explore "$dir/histories" $mode
        case $want in
        refuted) [ $code = 1 ] || wrong "exit code $code in mode '$mode'" ;;
        *) [ $code = 0 ] || wrong "exit code $code in mode '$mode'" ;;
        esac
        case $want$mode in
        same*--all-histories) cmp -s "$histories_of" "$dir/histories" || wrong "other histories in mode '$mode'" ;;
        esac
    done
done <$mutants_dir/list
echo "$mutants mutants"
[ $mutants -ge 30 ] && exit $failed
