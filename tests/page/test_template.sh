#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# report/page.html is what its source gives, byte for byte; it is small, and may load nothing.

. tests/expect.sh
MODULES=$(tools/node_modules "${LINCHPIN_NODE:-build/node}") || exit 1
run 0 "$MODULES/.bin/tsc" -p report
run 0 node report/build.mjs "$MODULES" "$scratch/page.html"
cmp report/page.html "$scratch/page.html" || fail 'report/page.html is not what its source gives: make report'
checks=$((checks + 4))
size=$(wc -c <report/page.html)
[ "$size" -lt 120000 ] || fail "report/page.html has $size bytes"
[ "$(grep -o '@DATA@' report/page.html | wc -l)" = 1 ] || fail 'the place for the data is not there once'
grep -q "default-src 'none'" report/page.html || fail 'there is no policy'
! grep -nE 'innerHTML|insertAdjacentHTML|document\.write|eval\(|new Function' -r report/src || fail 'markup is made of text'
done_testing
