#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# `linchpin report`: a page of saved verdicts, with the sources they speak of; what is not a verdict
# is an error that says where, and nothing is written then.

. tests/expect.sh

# The data of a page, as a browser finds it.
data_of() {
    python3 - "$1" <<'END'
import json, re, sys
page = open(sys.argv[1], encoding='utf-8').read()
found = re.findall(r'<script type="?application/json"? id="?data"?>(.*?)</script>', page, re.S)
assert len(found) == 1, len(found)
json.dump(json.loads(found[0]), sys.stdout)
END
}
asks() { # FILE PYTHON: about the data d of the page
    checks=$((checks + 1))
    data_of "$1" | python3 -c "import json, sys
d = json.load(sys.stdin)
assert $2" || fail "$2"
}

run 1 "$LINCHPIN" check docs/examples/queue_bad.jsonl --spec queue --json --explain
cp "$scratch/.out" "$scratch/results.json"
run 1 "$LINCHPIN" verify objects/stack/treiber_aba.lin --json
cat "$scratch/.out" >>"$scratch/results.json"
cp objects/stack/treiber_aba.lin "$scratch/"
run 0 "$LINCHPIN" report "$scratch/results.json" -o "$scratch/page.html"
out_has "$scratch/page.html"
asks "$scratch/page.html" "d['report'] == 1 and len(d['entries']) == 2 and 'whole' not in d['entries'][0]"
data_of "$scratch/page.html" | python3 -c "
import json, sys
saved = [json.loads(line) for line in open('$scratch/results.json')]
sys.exit([e['verdict'] for e in json.load(sys.stdin)['entries']] != saved)" || fail 'the verdicts are not those that were saved'
asks "$scratch/page.html" "d['entries'][1]['files'] == {'objects/stack/treiber_aba.lin': open('objects/stack/treiber_aba.lin').read()}"

# The source may be given, or its folder.
mkdir "$scratch/elsewhere"
tail -n 1 "$scratch/results.json" >"$scratch/elsewhere/one.json"
run 0 "$LINCHPIN" report "$scratch/elsewhere/one.json" -o "$scratch/page.html" --quiet
out_empty
asks "$scratch/page.html" "d['entries'][0]['files'] == {}"
for where in objects/stack objects/stack/treiber_aba.lin; do
    run 0 "$LINCHPIN" report "$scratch/elsewhere/one.json" "$where" -o "$scratch/page.html"
    asks "$scratch/page.html" "list(d['entries'][0]['files']) == ['objects/stack/treiber_aba.lin']"
done
run 0 "$LINCHPIN" report - -o - <"$scratch/results.json"
cp "$scratch/.out" "$scratch/stdout.html"
asks "$scratch/stdout.html" "len(d['entries']) == 2"
# Pretty-printed, as by other programs, it is the same.
python3 -m json.tool --no-ensure-ascii --json-lines "$scratch/results.json" >"$scratch/pretty.json"
run 0 "$LINCHPIN" report "$scratch/pretty.json" -o "$scratch/pretty.html"
asks "$scratch/pretty.html" "len(d['entries']) == 2"

# A verdict cannot name a file elsewhere.
echo secret >"$scratch/secret.lin"
mkdir "$scratch/elsewhere/deeper"
sed "s|\"where\":\"[^:]*:|\"where\":\"$scratch/secret.lin:|g" "$scratch/elsewhere/one.json" >"$scratch/elsewhere/deeper/far.json"
run 0 "$LINCHPIN" report "$scratch/elsewhere/deeper/far.json" -o "$scratch/page.html"
asks "$scratch/page.html" "d['entries'][0]['files'] == {} and '/secret.lin:' in d['entries'][0]['verdict']['trace'][0]['where']"

bad() { # SENTENCE JSON
    printf '%s\n' "$2" >"$scratch/bad.json"
    rm -f "$scratch/none.html"
    run 2 "$LINCHPIN" report "$scratch/bad.json" -o "$scratch/none.html"
    err_has "$1"
    out_empty
    [ ! -e "$scratch/none.html" ] || fail 'a page was written'
}
bad 'bad.json: there is no verdict in it' ''
bad 'bad.json:1: this is not a verdict as --json prints it: it has no "linchpin"' '{}'
bad 'bad.json:1: the verdict has version 2 of the schema, and this linchpin knows 1' '{"linchpin":2}'
bad 'bad.json:1: a verdict is a JSON object' '[1]'
says='bad.json:1: this is not a verdict as --json prints it:'
bad "$says \"kind\" is missing" '{"linchpin":1,"verdict":"violated"}'
bad "$says \"verdict\" is missing" '{"linchpin":1}'
bad "$says \"verdict\" is missing" '{"linchpin":1,"written":"queue_test.c"}'
bad "$says \"verdict\" is out of range" '{"linchpin":1,"verdict":"good"}'
bad "$says \"culprit\" is of the wrong type: it must be an integer" '{"linchpin":1,"verdict":"holds","culprit":"0"}'
bad "$says \"culprit\" is out of range" '{"linchpin":1,"verdict":"holds","culprit":0}'
bad "$says \"left_out\" is out of range" '{"linchpin":1,"verdict":"holds","left_out":-1}'
bad "$says \"trace\" is of the wrong type: it must be an array" '{"linchpin":1,"verdict":"holds","trace":{}}'
bad "$says \"trace\": at column 53 something was missing" '{"linchpin":1,"verdict":"holds","trace":[{"thread":0}]}'
bad "$says \"trace\": at column 52 is what is of the wrong type" '{"linchpin":1,"verdict":"holds","trace":[{"thread":""}]}'
bad "$says \"partials\": at column" '{"linchpin":1,"verdict":"holds","partials":{"orders":[],"of":[],"stuck":[]}}'
# What judges nothing has no verdicts to write.
for option in report junit sarif; do
    run 2 "$LINCHPIN" verify docs/examples/processes/sender.lin --aut "$scratch/a.aut" --$option "$scratch/none.html"
    err_has "--$option is of verdicts, and with --aut nothing is judged"
    [ ! -e "$scratch/a.aut" ] || fail 'something was written'
done
run 2 "$LINCHPIN" verify docs/examples/processes/sender.lin --emit-c --report "$scratch/none.html"
err_has '--report is of verdicts, and with --emit-c nothing is judged'
bad 'bad.json:1:33: this is not a JSON value' '{"linchpin":1,"verdict":"holds"}]'
bad 'the input ends in the middle of a value' '{"linchpin":1,'
run 2 "$LINCHPIN" report
err_has 'report needs a file'
run 2 "$LINCHPIN" report "$scratch/missing.json"
err_has 'cannot read'
run 2 "$LINCHPIN" report "$scratch/results.json" -o "$scratch/no/such/folder.html"
err_has 'no/such/folder.html'
done_testing
