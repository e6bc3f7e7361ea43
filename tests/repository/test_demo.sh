#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What `make demo` runs shows what it announces, and ends with the path of a page of a violation. It
# fails when a verdict is another one, or when there is no page.
. tests/expect.sh
[ -x "$BUILD/libexec/linchpin/linchpin-explore" ] || exit 77

run 0 tools/demo "$BUILD/bin" "$scratch/new folder/demo.html"
out_has '✗ not linearizable'
out_has '✓ linearizable'
page=$(tail -n 1 "$scratch/.out")
checks=$((checks + 3))
[ "$page" = "$scratch/new folder/demo.html" ] || fail "the last line is: $page"
read -r first <"$page"
[[ $first == '<!DOCTYPE html>'* || $first == '<!doctype html>'* ]] || fail "the page begins with: $first"
grep -qF '"verdict":"violated"' "$page" || fail 'the page has no violation'
checks=$((checks + 1))
make -n demo 2>/dev/null | grep -q '^tools/demo build/release/bin build/demo\.html$' || fail 'make demo does not say where the page is'

# A program that finds everything right, and one that writes no page.
mkdir "$scratch/wrong" "$scratch/silent"
printf '#!/bin/sh\nexit 0\n' >"$scratch/wrong/linchpin"
printf '#!/bin/sh\n[ "$1" != explore ] || set -- "$@" --report /dev/null\nexec "%s" "$@"\n' "$LINCHPIN" >"$scratch/silent/linchpin"
chmod +x "$scratch"/*/linchpin
run 1 tools/demo "$scratch/wrong" "$scratch/wrong.html"
err_has 'demo: exit code 0, not 1'
run 1 tools/demo "$scratch/silent" "$scratch/silent.html"
err_has 'demo: there is no page'
done_testing
