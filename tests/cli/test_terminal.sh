#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What a terminal would obey never gets there: control characters (C0, DEL, C1) and those
# that change the direction of text, from names, values, files and their names.

. tests/expect.sh

esc=$'\e' csi=$'\u009b' rlo=$'\u202e' isolate=$'\u2067' alm=$'\u061c' line=$'\u2028' del=$'\x7f' raw=$'\x9b'
hostile="${esc}]0;x${csi}31m${rlo}a${isolate}b${alm}c${line}d${del}"
json='\u001b]0;x\u009b31m\u202ea\u2067b\u061cc\u2028d\u007f'
clean() {
    checks=$((checks + 1))
    if cat "$scratch/.out" "$scratch/.err" | LC_ALL=C grep -qP \
        '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xd8\x9c|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]'; then
        fail 'a character that a terminal obeys'
    fi
    # A byte that is not UTF-8 may be one in another encoding.
    cat "$scratch/.out" "$scratch/.err" | iconv -f UTF-8 -t UTF-8 >/dev/null 2>&1 || fail 'not UTF-8'
}

event() { # PROCESS TYPE METHOD VALUE
    printf '{"process":%s,"type":"%s","f":"%s","value":%s}\n' "$@"
}
# Names and values, in errors, reports and JSON.
event 0 invoke "$json" 1 >"$scratch/method"
run 2 "$LINCHPIN" check "$scratch/method" --spec queue
err_has '\x1b]0;x\u009b31m\u202ea\u2067b\u061cc\u2028d\x7f'
clean
{ event 0 invoke enq 1 && event 0 ok "$json" null; } >"$scratch/return"
run 2 "$LINCHPIN" check "$scratch/return" --spec queue
clean
{ event 0 invoke deq null && event 0 ok deq "\"$json\""; } >"$scratch/value"
for how in '' --json '--follow' "$scratch/value" '--condition sequential'; do
    run 1 "$LINCHPIN" check "$scratch/value" --spec queue $how
    clean
done
{ event 0 invoke enq "\"$json\"" && event 0 ok enq null && cat "$scratch/value"; } >"$scratch/holds"
run 0 "$LINCHPIN" check "$scratch/holds" --spec queue --witness
out_has 'u202e'
clean
for to in jsonl edn jepsen calls; do
    "$LINCHPIN" convert "$scratch/value" --to "$to" >"$scratch/.out" 2>"$scratch/.err"
    [ "$to" = calls ] || clean
done
# As a value it stays what it was.
run 0 "$LINCHPIN" convert "$scratch/value" "$scratch/there" --to edn
run 0 "$LINCHPIN" convert "$scratch/there" "$scratch/back" --to jsonl
cmp -s <("$LINCHPIN" convert "$scratch/value" --to jsonl) "$scratch/back" || fail 'not the same value'

# Names of files, options and subcommands.
for name in "$hostile" "x${raw}31m"; do
    cp "$scratch/value" "$scratch/$name"
    run 1 "$LINCHPIN" check "$scratch/$name" --spec queue
    clean
    run 1 "$LINCHPIN" check "$scratch/$name" "$scratch/$name" --spec queue
    clean
    run 2 "$LINCHPIN" check "$scratch/$name.none" --spec queue
    clean
    run 2 "$LINCHPIN" check "$scratch/value" --spec "$name"
    clean
    run 2 "$LINCHPIN" check "$scratch/value" --spec queue "--$name"
    clean
    run 2 "$LINCHPIN" "$name"
    clean
    run 2 "$LINCHPIN" convert "$scratch/value" --to "$name"
    clean
    run 2 "$LINCHPIN" gen queue --methods "$name"
    clean
    run 0 "$LINCHPIN" new queue --output "$scratch/$name.c"
    clean
    run 2 "$LINCHPIN" new queue --output "$scratch/$name.c"
    clean
    for command in verify simulate fmt; do
        run 2 "$LINCHPIN" $command "$scratch/$name.lin"
        clean
        printf 'spec s { "%s" }' "$name" >"$scratch/names.lin"
        run 2 "$LINCHPIN" $command "$scratch/names.lin"
        clean
    done
    printf 'int x; %s\n#error "%s"\n' "$name" "$name" >"$scratch/$name.c"
    for command in test explore; do
        run 2 "$LINCHPIN" $command "$scratch/$name.c"
        clean
    done
    run 2 "$LINCHPIN" specs "$scratch/$name.c"
    clean
done

# The command that shows it again still names the file.
run 1 "$LINCHPIN" check "$scratch/$hostile" --spec queue
again=$(sed -n 's/^Reproduce: //p' "$scratch/.out")
run 1 bash -c "$again"
out_has 'not linearizable'

# The lines of our own messages stay lines.
echo 'spec s { int x = ; }' >"$scratch/wrong.lin"
run 2 "$LINCHPIN" verify "$scratch/wrong.lin"
checks=$((checks + 1))
[ "$(sed -n 2p "$scratch/.err")" = '  spec s { int x = ; }' ] || fail 'no line of the source'
done_testing
