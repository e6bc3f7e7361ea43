#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Each model in tests/model/bad is refused with the message in its first line,
# with a caret under the place, and exit code 2; and with the hint in its second. Where
# it says so, options are given.

. tests/expect.sh

for model in tests/model/bad/*.lin; do
    want=$(sed -n '1s|^// error: ||p' "$model")
    [ -n "$want" ] || fail "$model says not what it expects"
    options=$(sed -n '2,3s|^// options: ||p' "$model")
    run 2 "$LINCHPIN" verify ${options:+"$options"} "$model"
    err_has "$model:$want"
    err_has '^'
    grep -q '^ *^$' "$scratch/.err" || fail "$model: the caret is not on a line of its own"
    hint=$(sed -n '2s|^// hint: ||p' "$model")
    [ -z "$hint" ] || err_has "$hint"
    out_empty
done
done_testing
