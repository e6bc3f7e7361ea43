#!/bin/bash
# SPDX-License-Identifier: MIT
# Bad input of every kind gives one error with its place and exit code 2, never
# a crash and never a verdict.
. tests/expect.sh
enq='{"process":0,"type":"invoke","f":"enq","value":1}'
ok='{"process":0,"type":"ok","f":"enq","value":null}'

refused() { # PLACE:MESSAGE, of $scratch/h
    run 2 "$LINCHPIN" check "$scratch/h" --spec queue
    err_has "$scratch/h:$1"
    out_empty
    [ "$(wc -l <"$scratch/.err")" = 1 ] || fail 'not one error'
    # The same from stdin.
    run 2 "$LINCHPIN" check - --spec queue <"$scratch/h"
    err_has "<stdin>:$1"
}

# Truncated anywhere in its last line.
for n in 1 20 47; do
    printf '%s\n%s' "$enq" "${ok:0:$n}" >"$scratch/h"
    refused '2:'
done
printf '%s\n%s' "$enq" "$ok" >"$scratch/h"
run 0 "$LINCHPIN" check "$scratch/h" --spec queue

# Binary: a program, NULs, bytes that are not UTF-8.
cp "$LINCHPIN" "$scratch/h"
refused ' this looks like no history format'
run 2 "$LINCHPIN" check "$scratch/h" --spec queue --format jsonl
err_has "$scratch/h:1:1: this is not a JSON value"
printf '%s\n\0\0\0\n' "$enq" >"$scratch/h"
refused '2:1: this is not a JSON value'
printf '%s\n{"process":0,"type":"ok","f":"enq\0"}\n' "$enq" >"$scratch/h"
refused '2:34: control character in a string'
printf '%s\n{"process":0,"type":"ok","f":"enq\377"}\n' "$enq" >"$scratch/h"
refused '2:34: the string is not valid UTF-8'

# Long lines: one string, many items, blanks, no end.
long() { # BYTES CHARACTER
    head -c "$1" /dev/zero | tr '\0' "$2"
}
{ echo "$enq"; printf '{"process":1,"type":"invoke","f":"enq","value":"'; long 20000000 a; echo '"}'; } >"$scratch/h"
refused '2:1: this line is longer than 16 MiB'
{ echo "$enq"; long 20000000 ' '; } >"$scratch/h"
refused '2:1: this line is longer than 16 MiB'
{ printf '[{"process":1,"type":"invoke","f":"enq","value":"'; long 20000000 a; echo '"}]'; } >"$scratch/h"
refused '1:16777267: the string is longer than 16 MiB'
{ printf '[{"process":1,"type":"invoke","f":"enq","value":['; long 20000000 1 | sed 's/11/1,/g'; echo '1]}]'; } >"$scratch/h"
refused '1:16777220: this event is longer than 16 MiB'
{ printf '{:process 1, :type :invoke, :f :enq, :value "'; long 20000000 a; echo '"}'; } >"$scratch/h"
refused '1:16777263: the string is longer than 16 MiB'
rm "$scratch/h"

# Deep nesting.
for open in '[' '{"a":'; do
    { printf '{"process":0,"type":"invoke","f":"enq","value":'; for _ in {1..20000}; do printf '%s' "$open"; done; } >"$scratch/h"
    refused '1:'
    err_has 'nested too deeply'
done
{ printf '{:process 0, :type :invoke, :f :enq, :value '; long 100000 '['; } >"$scratch/h"
refused '1:108: nested too deeply'

# Not well-formed.
echo "$ok" >"$scratch/h"
refused '1:1: process 0 returns without an open call'
printf '%s\n%s\n' "$enq" "$enq" >"$scratch/h"
refused '2:1: process 0 calls again while its enq(1) of line 1 is open; give operations an "id"'
printf '%s\n%s\n%s\n' "$enq" "$ok" "$ok" >"$scratch/h"
refused '3:1: process 0 returns without an open call'
printf '{"process":0,"type":"invoke","f":"fly"}\n' >"$scratch/h"
refused '1:'

# A wrong result is the fault of the return, not of the call; also when it is followed.
printf '%s\n%s\n' "$enq" '{"process":0,"type":"ok","f":"enq","value":5}' >"$scratch/h"
refused '2: enq returns nothing, but here it returned a value'
run 2 "$LINCHPIN" check "$scratch/h" --spec queue --follow
err_has "$scratch/h:2: enq returns nothing, but here it returned a value"
run 2 "$LINCHPIN" check "$scratch/h" --spec bag --follow
err_has "$scratch/h:2: add returns nothing, but here it returned a value"

# Numbers and fields.
printf '{"process":0,"type":"invoke","f":"enq","value":9223372036854775808}\n' >"$scratch/h"
refused '1:48: the integer does not fit into 64 bits'
printf '{"process":0,"type":"invoke","f":"enq","value":1e999}\n' >"$scratch/h"
refused '1:48: the number is too large'
printf '{"process":0,"process":1,"type":"invoke","f":"enq"}\n' >"$scratch/h"
refused '1:14: "process" appears twice in this event'
printf '{"process":0,"type":"invoke","f":"enq","value":{"a":1,"a":1}}\n' >"$scratch/h"
refused '1:48: a key appears twice in this object'
printf '{"process":0,"type":"maybe","f":"enq"}\n' >"$scratch/h"
refused '1:21: "type" must be "invoke", "ok", "fail" or "info"'
printf '{"process":0,"f":"enq"}\n' >"$scratch/h"
refused '1:1: this event has no "type"'
printf '%s%s\n' "$enq" "$ok" >"$scratch/h"
refused '1:50: one event a line, but this line goes on'

# Nothing there.
: >"$scratch/h"
refused ' the file is empty'
printf ' \n\n' >"$scratch/h"
refused ' the file is empty'
echo '[]' >"$scratch/h"
refused ' there is no event in this file'
echo 'hello' >"$scratch/h"
run 2 "$LINCHPIN" check "$scratch/h" --spec queue --format etcd
err_has 'there is no event in this file'
run 2 "$LINCHPIN" check "$scratch" --spec queue
err_has 'is a folder, not a file'
# What nobody could mean: not an error of the object, and above all not "it holds".
senseless() { # SPEC 'METHOD ARGUMENT RESULT' LINE:MESSAGE
    local method argument result
    read -r method argument result <<<"$2"
    printf '{"process":0,"type":"invoke","f":"%s","value":%s}\n{"process":0,"type":"ok","f":"%s","value":%s}\n' \
        "$method" "$argument" "$method" "$result" >"$scratch/h"
    run 2 "$LINCHPIN" check "$scratch/h" --spec "$1"
    err_has "$scratch/h:$3"
    out_empty
    run 2 "$LINCHPIN" check "$scratch/h" --spec "$1" --follow
    err_has "$scratch/h:$3"
}
senseless counter 'add "3" null' '1: add: it takes an integer'
senseless counter 'add 1.5 null' '1: add: it takes an integer'
senseless counter 'read null "0"' '2: read: it returns an integer'
senseless counter 'next null true' '2: next: it returns an integer'
senseless fetch-and-add 'fetch_add "3" 0' '1: fetch_add: it takes an integer'
senseless fetch-and-add 'add_fetch 3 "3"' '2: add_fetch: it returns an integer'
senseless max-register 'write "5" null' '1: write: it takes an integer'
senseless max-register 'read null [0]' '2: read: it returns an integer'
senseless semaphore:2 'available null "2"' '2: available: it returns an integer'
senseless multiset 'count 5 "0"' '2: count: it returns an integer'
senseless snapshot:2 'update [5,1] null' '1: update: there is no such component'
senseless snapshot:2 'update ["0",1] null' '1: update: there is no such component'
senseless snapshot:2 'scan null 5' '2: scan: it returns a list of all components'
senseless log 'read "0" null' '1: read: it takes an integer'
senseless log 'append 2 "x"' '2: append: it returns the number of the entry, or nothing'
senseless log 'length null "0"' '2: length: it returns an integer'
senseless combining-barrier:1 'sync [0,"5"] 5' '1: sync: what it brings is an integer'
senseless combining-barrier:1 'sync [0,5] "5"' '2: sync: it returns an integer'
senseless filter-channel 'send "6" null' '1: send: it takes an integer'
senseless filter-channel 'receive 3 "6"' '2: receive: it returns an integer'
# But these are ways to say that nothing was returned.
for append in '2 null' '2 true' '"x" "x"' '2 0'; do
    read -r argument result <<<"$append"
    printf '{"process":0,"type":"invoke","f":"append","value":%s}\n{"process":0,"type":"ok","f":"append","value":%s}\n' \
        "$argument" "$result" >"$scratch/h"
    run 0 "$LINCHPIN" check "$scratch/h" --spec log
done
done_testing
