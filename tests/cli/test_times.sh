#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# --times: what was measured is told on stderr or among the figures, and changes nothing else.
. tests/expect.sh

figure() { # NAME: of the JSON on stdout
    sed -n "s/.*\"figures\":{.*\"$1\":\\([0-9.e+-]*\\)[,}].*/\\1/p" "$scratch/.out"
}
is_measured() { # NAME LEAST MOST
    checks=$((checks + 1))
    awk -v x="$(figure "$1")" -v low="$2" -v high="$3" \
        'BEGIN { exit !(x != "" && x + 0 >= low && x + 0 <= high) }' ||
        fail "the figure $1 is: $(figure "$1")"
}
same_but_for_times() { # CODE COMMAND…: stdout
    run "$@"
    err_empty
    grep -v '^Reproduce: ' "$scratch/.out" >"$scratch/.without"
    run "$@" --times
    checks=$((checks + 1))
    grep -v '^Reproduce: ' "$scratch/.out" | cmp -s - "$scratch/.without" || fail 'stdout is another one with --times'
}

same_but_for_times 0 "$LINCHPIN" check docs/examples/queue_good.jsonl --spec queue
checks=$((checks + 1))
grep -Eqx 'linchpin: read [0-9.]+ s, check [0-9.]+ s, [0-9.]+ MB at most' "$scratch/.err" ||
    fail 'the times of check'
verify_line='linchpin: compile [0-9.]+ s, search [0-9.]+ s, explain [0-9.]+ s, [0-9]+ states per second, [0-9.]+ MB at most'
same_but_for_times 0 "$LINCHPIN" verify docs/examples/verify/once_cas.lin
checks=$((checks + 1))
grep -Eqx "$verify_line" "$scratch/.err" || fail 'the times of verify'
same_but_for_times 1 "$LINCHPIN" verify docs/examples/verify/handover.lin
checks=$((checks + 1))
[ "$(grep -Ecx "$verify_line" "$scratch/.err")" = 2 ] || fail 'not a line for each of two verdicts'
same_but_for_times 1 "$LINCHPIN" verify docs/examples/verify/once.lin --quiet
err_empty

run 0 "$LINCHPIN" check docs/examples/queue_good.jsonl --spec queue --times --json
err_empty
is_measured 'read seconds' 0 600
is_measured 'check seconds' 0 600
is_measured 'peak bytes' 1000000 1000000000
run 0 "$LINCHPIN" verify docs/examples/verify/once_cas.lin --times --json
err_empty
for name in compile search explain; do
    is_measured "$name seconds" 0 600
done
is_measured 'states per second' 1 1000000000
is_measured 'peak bytes' 1000000 1000000000
run 0 "$LINCHPIN" verify docs/examples/verify/once_cas.lin --json
out_lacks seconds
out_lacks bytes
done_testing
