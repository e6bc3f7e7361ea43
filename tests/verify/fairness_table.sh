# SPDX-License-Identifier: MIT
# For the tests of formulas: a row of a table in docs/temporal.md, computed. They set $examples.

rows=0

# The last formula of the model under each of these kinds of fairness, y or n for each.
fairness_row() { # MODEL WANTED KIND…
    local model=$1 wanted=$2 kind code got=
    shift 2
    for kind in "$@"; do
        { grep -v '^verify' "$examples/$model" && grep '^verify' "$examples/$model" | grep 'fair' | tail -1 |
            sed -E "s/fair [a-z ]+;/fair $kind;/"; } >"$scratch/it.lin"
        code=0
        "$LINCHPIN" verify "$scratch/it.lin" >"$scratch/.out" 2>"$scratch/.err" || code=$?
        case $code in
        0) got+=y && out_says ' satisfies the formula' ;;
        1) got+=n && out_says ' breaks the formula' && out_has 'Steps, with lines' ;;
        *) got+=$code ;;
        esac
    done
    checks=$((checks + 1))
    [ "$got" = "$wanted" ] || fail "$model: $got, not $wanted"
    rows=$((rows + 1))
    grep -qF "| \`$model\` | $(sed 's/./& | /g; s/ $//' <<<"$got")" docs/temporal.md || fail "$model: another row in docs/temporal.md"
}
