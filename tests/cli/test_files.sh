#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Files that linchpin writes: when that fails, what was there is still there, nothing half
# written is left, and what is no regular file is never removed. The full disk is played by
# a limit on the size of files.

. tests/expect.sh

at=$scratch/at
mkdir "$at"
small() { # CODE COMMAND…
    local want=$1
    shift
    run "$want" bash -c 'ulimit -f 8; exec "$@"' - "$@"
}
files_are() {
    checks=$((checks + 1))
    [ "$(ls -A "$at" | tr '\n' ' ')" = "$1" ] || fail "files: $(ls -A "$at")"
}
unchanged() { # FILE COPY
    checks=$((checks + 1))
    cmp -s "$1" "$2" || fail "$1 has changed"
}

"$LINCHPIN" gen queue --ops 400 >"$scratch/in"
"$LINCHPIN" gen queue --ops 3000 >"$scratch/big"
cp "$scratch/in" "$at/in"

# convert, onto its own input.
small 2 "$LINCHPIN" convert "$at/in" "$at/in" --to jepsen
err_has 'cannot be written: File too large'
unchanged "$at/in" "$scratch/in"
files_are 'in '
small 2 "$LINCHPIN" convert "$at/in" "$at/other" --to jepsen
files_are 'in '
chmod 640 "$at/in"
ln -s in "$at/link"
run 0 "$LINCHPIN" convert "$at/link" "$at/link" --to edn
files_are 'in link '
checks=$((checks + 1))
[ -L "$at/link" ] && [ "$(stat -c %a "$at/in")" = 640 ] || fail 'a link, or the mode, has changed'
run 0 "$LINCHPIN" check "$at/in" --spec queue --format edn
run 0 "$LINCHPIN" convert "$at/in" "$at/in" --to jsonl
run 0 bash -c 'umask 027; exec "$@"' - "$LINCHPIN" convert "$at/in" "$at/made" --to edn
checks=$((checks + 1))
[ "$(stat -c %a "$at/made")" = 640 ] || fail "mode $(stat -c %a "$at/made")"
rm "$at/made"
ln -s nowhere "$at/loose"
run 0 "$LINCHPIN" convert "$at/in" "$at/loose" --to edn
files_are 'in link loose nowhere '
rm "$at/loose" "$at/nowhere" "$at/link"
run 2 "$LINCHPIN" convert "$at/in" "$at" --to edn
err_has 'is a folder'
run 2 "$LINCHPIN" convert "$at/in" "$at/none/x" --to edn
err_has 'No such file'

# Devices, pipes, and stdout by another name.
ln -s /dev/full "$at/full"
run 2 "$LINCHPIN" convert "$scratch/big" "$at/full" --to edn
err_has 'cannot be written: No space left on device'
ln -s /dev/null "$at/null"
run 0 "$LINCHPIN" convert "$scratch/big" "$at/null" --to edn
ln -s /proc/self/fd/1 "$at/stdout"
"$LINCHPIN" convert "$scratch/big" "$at/stdout" --to edn | head -1 >"$scratch/first"
mkfifo "$at/pipe"
cat "$at/pipe" >"$scratch/through" &
run 0 "$LINCHPIN" convert "$at/in" "$at/pipe" --to edn
wait
files_are 'full in null pipe stdout '
run 0 "$LINCHPIN" convert "$at/in" --to edn
unchanged "$scratch/.out" "$scratch/through"
{
    echo before
    "$LINCHPIN" convert "$at/in" "$at/stdout" --to edn
    echo after
} >"$scratch/mixed"
checks=$((checks + 1))
{ echo before && cat "$scratch/through" && echo after; } | cmp -s - "$scratch/mixed" || fail 'stdout by another name'
rm "$at"/[fnps]*

# A folder that takes no new files. Root may do everything.
if [ "$(id -u)" != 0 ]; then
    cp "$scratch/in" "$at/in"
    chmod 555 "$at"
    small 2 "$LINCHPIN" convert "$at/in" "$at/in" --to jepsen
    unchanged "$at/in" "$scratch/in"
    run 0 "$LINCHPIN" convert "$at/in" "$at/in" --to edn
    chmod 755 "$at"
fi
rm "$at/in"

# new, gen, verify and fmt.
small 2 "$LINCHPIN" gen queue --ops 400 --output "$at/gen"
err_has 'cannot be written: File too large'
files_are ''
run 2 bash -c 'ulimit -f 1; exec "$@"' - "$LINCHPIN" new queue --output "$at/q.c"
err_has 'cannot be written: File too large'
files_are ''
run 0 "$LINCHPIN" new queue --output "$at/q.c"
cp "$at/q.c" "$scratch/q.c"
run 2 "$LINCHPIN" new stack --output "$at/q.c"
err_has 'is there already'
unchanged "$at/q.c" "$scratch/q.c"
rm "$at/q.c"
run 0 "$LINCHPIN" gen queue --ops 20 --output "$at/gen"
run 0 "$LINCHPIN" check "$at/gen" --spec queue
rm "$at/gen"
{ cat docs/examples/verify/once_cas.lin && seq -f '// %g' 3000; } | sed 's/  */ /' >"$at/m.lin"
cp "$at/m.lin" "$scratch/m.lin"
small 2 "$LINCHPIN" fmt "$at/m.lin"
unchanged "$at/m.lin" "$scratch/m.lin"
files_are 'm.lin '
done_testing
