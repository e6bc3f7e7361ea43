#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What --report adds to the verdict of a model: series to be plotted, and the graph of a small one with the path of the
# trace. The graph has the states of --dot, the path goes along its edges, and the levels of a search are all its states.

. tests/expect.sh
compile_quickly

page() { # CODE MODEL OPTIONS…
    run "$1" "$LINCHPIN" verify "${@:2}" --report "$scratch/page.html"
    python3 tests/verify/page_plots.py "$scratch/page.html" >>"$scratch/verdicts"
    python3 tests/verify/page_plots.py "$scratch/page.html" --facts >"$scratch/facts"
}
fact() { # NAME: of the first verdict
    sed -n "1s/.* $1 \([^ ]*\).*/\1/p" "$scratch/facts"
}
is() { # NAME VALUE
    checks=$((checks + 1))
    [ "$(fact "$1")" = "$2" ] || fail "$1 is $(fact "$1"), not $2: $(cat "$scratch/facts")"
}
drawn() { # MODEL REDUCTIONS: the states that --dot draws
    "$LINCHPIN" verify "$1" --reduce "$2" --no-spec --dot - | grep -c '^  s[0-9]* \['
}

# Without reductions, as long as that is small enough.
page 1 docs/examples/verify/once.lin
is states "$(drawn docs/examples/verify/once.lin dead)"
is path $(($(fact steps) + 1))
is depth-sum "$(fact searched)"
page 0 docs/examples/verify/once_cas.lin
is states "$(drawn docs/examples/verify/once_cas.lin dead)"
is path 0
page 0 tests/verify/models/atomic_update.lin
is states "$(drawn tests/verify/models/atomic_update.lin dead,threads)"
is depth-sum "$(fact searched)"
page 1 tests/verify/models/lost_update.lin
is path $(($(fact steps) + 1))

# A step that fails leads to its failure. The path of a process is found by its words.
page 1 tests/verify/failing/field_freed.lin
is path $(($(fact steps) + 1))
checks=$((checks + 1))
grep -qF '{"text": "use after free"}' <(tail -1 "$scratch/verdicts") || fail 'the failure is no state'
page 1 docs/examples/processes/tickets.lin
is path $(($(fact steps) + 1))
page 1 docs/examples/temporal/philosophers.lin
is path $(($(fact steps) + 1))
is depth-sum "$(fact searched)"

# A large model has none, nor has one whose states are not looked at.
page 0 objects/stack/treiber.lin
is states 0
is depth-sum "$(fact searched)"
page 3 objects/stack/treiber.lin --walk 20000 --seed 1
is states 0
checks=$((checks + 1))
grep -qF '"name": "walks by their length' <(tail -1 "$scratch/verdicts") || fail 'walks are not plotted'
documented "$scratch/verdicts"

# JSON is the same in every run: there are no series, nor is there a graph.
run 1 "$LINCHPIN" verify docs/examples/verify/once.lin --json
out_lacks '"series"'
out_lacks '"graph"'

done_testing
