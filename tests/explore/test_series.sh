# SPDX-License-Identifier: MIT
# How a search came on, of explore and test: in the verdict where a page is asked for, and nowhere else; it ends with
# the figures of the verdict. Without a page, --json of explore is the same from run to run.
. tests/expect.sh
queue='objects/queue/ms_queue_test.c objects/queue/ms_queue.c'

series() { # EXECUTIONS-OR-ROUNDS HISTORIES: names of the figures that they end with
    checks=$((checks + 1))
    python3 tests/docs/validate.py docs/schema/linchpin-1.schema.json <"$scratch/.out" || fail 'not as the schema has it'
    python3 - "$scratch/.out" "$@" <<'END' || fail 'the series are wrong'
import json, sys
verdict = json.load(open(sys.argv[1]))
done, found = verdict["figures"][sys.argv[2]], verdict["figures"][sys.argv[3]]
work, over_time = sys.argv[4], f"{sys.argv[4]} over time"
series = {s["name"]: s for s in verdict["series"]}
assert {over_time, "distinct histories"} <= set(series), series.keys()
for name, s in series.items():
    xs = [x for x, _ in s["points"]]
    assert 0 < len(xs) <= 200 and xs == sorted(xs), name
assert series[over_time]["x"] == "seconds" and series[over_time]["y"] == work
assert series[over_time]["points"][-1][1] == done, (series[over_time]["points"][-1], done)
distinct = series["distinct histories"]
assert distinct["points"][-1] == [done, found], (distinct["points"][-1], done, found)
assert all(y <= x for x, y in distinct["points"])
assert len(distinct["points"]) > 20, len(distinct["points"])
END
}

# shellcheck disable=SC2086
{
    run 0 "$LINCHPIN" explore $queue --up-to 2x2 --report "$scratch/page.html" --json
    series executions histories executions
    run 1 "$LINCHPIN" explore objects/queue/ms_queue_test.c objects/queue/ms_queue_no_tail_check.c --up-to 3x3 \
        --report "$scratch/page.html" --json
    series executions histories executions
    # By several processes: how many histories they have found is known at the end.
    kept=$("$LINCHPIN" explore $queue --keep --calls 1x1 2>&1 | sed -n 's/.*files are in //p')
    run 0 "$(dirname "$LINCHPIN")/../libexec/linchpin/linchpin-explore" "$kept"/*.so calls=3x3 split=100 jobs=2 series=1 \
        3>"$scratch/answer"
    grep -v '"progress"' "$scratch/answer" | sed '/^$/d' | tail -n 1 >"$scratch/.out"
    rm -rf "$kept"
    series executions histories executions
    run 0 "$LINCHPIN" test $queue --rounds 3000 --seed 1 --report "$scratch/page.html" --json
    series rounds distinct histories
    grep -q '"series":\[' "$scratch/page.html" || fail 'the page has no series'
    run 0 "$LINCHPIN" test $queue --rounds 300 --seed 1 --json
    out_lacks '"series"'
    run 0 "$LINCHPIN" explore $queue --up-to 2x2 --json
    out_lacks '"series"'
    cp "$scratch/.out" "$scratch/once"
    run 0 "$LINCHPIN" explore $queue --up-to 2x2 --json
    cmp -s "$scratch/once" "$scratch/.out" || fail 'two runs differ'
    for _ in once again; do
        mv "$scratch/.out" "$scratch/once"
        run 1 "$LINCHPIN" explore objects/stack/treiber_test.c objects/stack/treiber_aba.c --json \
            --scenario 'push(1) push(2) ; pop | pop pop'
    done
    cmp -s "$scratch/once" "$scratch/.out" || fail 'two runs of a violation differ'
}
done_testing
