#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# --sarif: where alerts are, whatever folder linchpin was started in and however files are
# called; which of two are the same one; and the steps that a viewer goes through.
. tests/expect.sh
root=$PWD
repository=$scratch/repository # with a folder that is no good name for a URI
folder="$repository/ab c#1%"
mkdir -p "$repository/.git" "$folder/inner"
export SARIF_ROOT=$repository

made=0
sarif() { # CODE OPTIONS…: results and notifications are in $scratch/results
    local code=$1
    shift
    made=$((made + 1))
    run "$code" "$LINCHPIN" "$@" --sarif "$scratch/$made.sarif"
    checks=$((checks + 1))
    python3 "$root/tests/cli/sarif.py" --read "$scratch/$made.sarif" >"$scratch/results" 2>&1 ||
        fail "$(cat "$scratch/results")"
}
results() { # PATTERN…: of each line
    checks=$((checks + 1))
    [ "$(wc -l <"$scratch/results")" = $# ] || fail "not $# results: $(cat "$scratch/results")"
    local line
    while IFS= read -r line; do
        # shellcheck disable=SC2053
        [[ $line == $1 ]] || fail "not $1: $line"
        shift
    done <"$scratch/results"
}
same() { # the alert is still the same, WHY
    checks=$((checks + 1))
    [ "${fingerprint:=$(last_word)}" = "$(last_word)" ] || fail "$1: another fingerprint"
}
other() {
    checks=$((checks + 1))
    [ "$fingerprint" != "$(last_word)" ] || fail "$1: the same fingerprint"
}
last_word() { sed 's/.* //' "$scratch/results"; }
says() { # EXPRESSION VALUE…: of python, of the run r
    checks=$((checks + $# / 2))
    python3 - "$scratch/$made.sarif" "$@" >"$scratch/unlike" <<'END' || fail "$(cat "$scratch/unlike")"
import json, sys
r = json.load(open(sys.argv[1]))["runs"][0]
bad = [f"{e} is {eval(e)}, not {v}" for e, v in zip(sys.argv[2::2], sys.argv[3::2]) if str(eval(e)) != v]
print(*bad, sep="\n")
sys.exit(bool(bad))
END
}

# A fault at a line: the same from wherever it is looked at.
cp "$root/tests/explore/conformance/counter.c" "$root/tests/explore/conformance/specs.h" "$folder"
race=(explore "$folder/counter.c" --object plain --races --scenario)
cd "$folder/inner" || exit 1
sarif 1 "${race[@]}" 'inc | get'
results 'data-race error ab%20c%231%25/counter.c:* ????????????????????????????????'
same 'first'
sarif 1 explore ../counter.c --object plain --races --scenario 'get | inc'
results 'data-race error ab%20c%231%25/counter.c:*'
same 'the other way round, and from another folder'
cd "$repository" || exit 1
sarif 1 explore 'ab c#1%/./counter.c' --object plain --races --scenario 'inc | get' --search random --seed 5
same 'another search'
sed -i 's/^static int plain;/\n\n&/; s/^    return/\t  return/' "$folder/counter.c"
line=$(grep -o 'c:[0-9]*' "$scratch/results")
sarif 1 "${race[@]}" 'inc | get'
same 'lines that moved'
checks=$((checks + 1))
grep -q "$line" "$scratch/results" && fail 'the lines did not move'
says 'len(r["results"][0]["relatedLocations"])' 1
sarif 1 "${race[@]}" 'inc | inc'
other 'another race'
sed -i 's/lp_int(plain)/lp_int(plain + 0)/' "$folder/counter.c"
sarif 1 "${race[@]}" 'inc | get'
other 'another line'

# A claim about an object: as long as it is wrong, one alert, where it is claimed.
cp "$root/docs/examples/verify/once.lin" "$repository"
cd "$repository" || exit 1
fingerprint=
sarif 1 verify once.lin
results 'condition error once.lin:18 *'
same 'first'
says 'r["results"][0]["codeFlows"][0]["threadFlows"][0]["locations"][0]["location"]["message"]["text"]' 'call put(1) (v = 1)' \
    '[t["id"] for t in r["results"][0]["codeFlows"][0]["threadFlows"]]' "['thread 1', 'thread 0']" \
    'r["automationDetails"]["id"]' 'linchpin verify once.lin/'
sarif 1 verify once.lin --threads 3
same 'another counterexample'
says 'r["automationDetails"]["id"]' 'linchpin verify once.lin --threads 3/'
sed -i 's/^spec/\n\n&/; s/int 1\.\.2/int 3..4/' once.lin
sarif 1 verify once.lin
results 'condition error once.lin:20 *'
same 'other values'
sed 's/first_wins/wins_first/' once.lin >twice.lin
sarif 1 verify twice.lin
other 'another spec, in another file'
printf '%s\n' 'verify once { threads 2; int 1..2; }' >>once.lin
sarif 1 verify once.lin
results 'condition error once.lin:20 *' 'holds note once.lin:21 -'
says 'r["invocations"][0]["exitCode"], r["invocations"][0]["executionSuccessful"]' '(1, True)'

# Each of several claims stands at its own block and is told from the others, wherever they move to.
valid_and_gone() {
    run 0 python3 "$root/tests/cli/sarif.py" "$scratch/$made.sarif"
    rm "$scratch/$made.sarif"
}
fingerprints() { sed 's/.* //' "$scratch/results" | sort; }
{
    sed '/^verify/,$d' once.lin
    printf '%s\n' 'verify once refines first_wins { threads 2; int 1..2; }' \
        'verify once refines first_wins { threads 2; int 1..3; } verify once refines first_wins { threads 3; int 1..2; }' \
        '' 'verify once' '    refines first_wins { // the same' 'threads 2; int 1..2; }'
} >many.lin
first=$(grep -n '^verify' many.lin | head -1 | cut -d: -f1)
sarif 1 verify many.lin
results "condition error many.lin:$first *" "condition error many.lin:$((first + 1)) *" \
    "condition error many.lin:$((first + 1)) *" "condition error many.lin:$((first + 3)) *"
before=$(fingerprints)
checks=$((checks + 1))
[ "$(uniq <<<"$before" | wc -l)" = 4 ] || fail "claims are not told from each other: $before"
says '[x["locations"][0]["physicalLocation"]["region"]["startColumn"] for x in r["results"]]' '[8, 8, 64, 8]' \
    'all(x["partialFingerprints"]["primaryLocationLineHash"] == x["partialFingerprints"]["linchpin/v1"] + ":1" for x in r["results"])' True
valid_and_gone # its lines move
sed -i 's/^verify/\n\n&/; s/^spec/\n&/; s/; int/;   int/; 1i // verify once refines first_wins { threads 2; }' many.lin
sarif 1 verify many.lin
checks=$((checks + 1))
[ "$before" = "$(fingerprints)" ] || fail "lines that moved: $(fingerprints), not $before"
valid_and_gone
sed -i 's/1\.\.3/1..4/' many.lin
sarif 1 verify many.lin
checks=$((checks + 1))
[ "$(comm -12 <(fingerprints) - <<<"$before" | wc -l)" = 3 ] || fail 'one claim is another one now'

# A warning has a fingerprint of its own, which stays.
printf '%s\n' 'shared int unused;' 'shared int other;' 'object o { up() { } }' 'verify o { threads 1; }' >warned.lin
sarif 0 verify warned.lin
results 'model-warning warning warned.lin:1 *' 'model-warning warning warned.lin:2 *' '*'
before=$(fingerprints)
valid_and_gone
sed -i '1i // a line' warned.lin
sarif 0 verify warned.lin
results 'model-warning warning warned.lin:2 *' 'model-warning warning warned.lin:3 *' '*'
checks=$((checks + 1))
[ "$before" = "$(fingerprints)" ] && [ "$(uniq <<<"$before" | wc -l)" = 3 ] || fail "warnings: $before"

# Outside of the repository the path is the whole one.
cp once.lin ..
sarif 1 verify ../once.lin
results "condition error file://$scratch/once.lin:20 *" "holds note file://$scratch/once.lin:21 -"

# Of a recorded history the operation that nothing explains, and its processes.
cp "$root"/docs/examples/queue_{bad,good}.jsonl .
sarif 2 check queue_good.jsonl queue_bad.jsonl nowhere.jsonl --spec queue
results 'condition error queue_bad.jsonl:4 *' 'holds note queue_good.jsonl:1 -' 'error error nowhere.jsonl:1 -'
says '[t["id"] for t in r["results"][0]["codeFlows"][0]["threadFlows"]]' "['process 0', 'process 1']" \
    'r["invocations"][0]["exitCode"], r["invocations"][0]["executionSuccessful"]' '(2, False)'
sarif 1 check - --spec queue <queue_bad.jsonl
results 'condition error file:///dev/stdin:4 *'

# A long way there: its last thousand steps, and a note. Braces are written twice. Warnings once.
cat >far.lin <<'END'
shared int n;
shared int unused;
object far {
  up() { atomic { n = n + 1; } assert(n < 800); }
}
verify far { threads 1; }
verify far { threads 2; }
END
sarif 1 verify far.lin --walk 1000 --walk-length 10000 --seed 1
results 'model-warning warning far.lin:2 ????????????????????????????????' 'assertion error far.lin:4 *' 'assertion error far.lin:4 *'
flow='r["results"][1]["codeFlows"][0]'
says "$flow['message']['text'].startswith('The last 1000 of ')" True \
    "sum(len(t['locations']) for t in $flow['threadFlows'])" 1000
checks=$((checks + 1))
grep -qF 'atomic {{ n = n + 1; }}' "$scratch/$made.sarif" || fail 'a brace is not written twice'

# All of them are as the schema says; and the validator sees what is wrong.
run 0 python3 "$root/tests/cli/sarif.py" "$scratch"/*.sarif
for fault in 's/"ruleIndex":6/"ruleIndex":5/' 's/"exitCode":1/"exitCode":0/' 's/atomic {{/atomic {/' \
    's/"startLine":4/"startLine":40/' 's/"executionOrder":[0-9]*/"executionOrder":7/' 's/"linchpin\/v1"/"v1"/' \
    's/"uri":"far.lin"/"uri":"..\/repository\/far.lin"/' 's/"executionSuccessful":true/"executionSuccessful":false/' \
    's/"version":"2.1.0"/"version":"2.1"/'; do
    checks=$((checks + 1))
    planted=$scratch/planted.$checks
    sed "$fault" "$scratch/$made.sarif" >"$planted"
    cmp -s "$scratch/$made.sarif" "$planted" && fail "nothing was planted: $fault"
done
run 0 python3 "$root/tests/cli/sarif.py" --refused "$scratch"/planted.*
done_testing
