#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A test as a program of its own: its options, verdicts, exit codes and mistakes. That it can be
# linked with what is installed is tested by repository/install.
. tests/expect.sh
program=${BUILD:?the build folder}/tests/own_program

run 0 "$program" --help
out_has "usage: $program [options]"
out_has '--rounds N'
run 0 "$program" --object right --rounds 200 --seed 3
out_has '✓ linearizable'
out_has 'right · spec counter · covers the 200 histories'
err_empty
run 0 "$program" --object right --rounds 50 --threads 2 --ops 2 --delay none --condition sequential
out_has '✓ sequential'
run 0 "$program" --object right --rounds 50 --calls 1+2x1+1 --delay timer --sleep 0.001 --hang 60
run 0 "$program" --object right --rounds 50 --quiet
out_empty
run 0 "$program" --object right --rounds 50 --json
out_has '"verdict":"holds"'
checks=$((checks + 1))
[ "$(wc -l <"$scratch/.out")" = 1 ] || fail 'not one verdict a line'

# A violation names the command that shows it again.
run 1 "$program" --object wrong --rounds 100 --seed 5
out_has 'not linearizable'
again=$(sed -n 's/^ *Reproduce: //p' "$scratch/.out")
out_has "Reproduce: $program --object wrong --seed 5 --scenario '"
run 1 eval "$again"
run 1 "$program" --object wrong --scenario 'next next' --rounds 10 --json
out_has '"scenario":"next next"'

# All objects, each with its verdict; the exit code is that of the worst.
run 1 "$program" --rounds 20
out_has 'right · spec counter'
out_has 'wrong · spec counter'
err_has 'no-such-spec'
run 2 "$program" --object nothing --rounds 20
out_empty
err_has 'no-such-spec'
run 2 "$program" --object nothing --rounds 20 --json
out_has '"verdict":"error"'
# Time runs out before the rounds are done: at once.
run 3 "$program" --object right --rounds 1000000000 --timeout 0.1
out_has 'time limit'

mistake() { # WORDS OPTIONS…
    run 2 "$program" "${@:2}"
    out_empty
    err_has "$1"
}
mistake '--rounds: "none" is not a number' --rounds none
mistake '--rounds: "-1" is not a number' --rounds -1
mistake '--timeout: "" is not a number' --timeout ''
mistake '--seed needs a value' --seed
mistake 'unknown option "--round": see --help' --round 5
mistake '--delay: calls, timer or none, not "often"' --delay often
mistake 'left' --object left
mistake 'linearisable' --object right --condition linearisable --rounds 5
mistake 'prev' --object right --scenario 'prev' --rounds 5
done_testing
