#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What the report page computes, without a browser: tests/page/units/*.test.ts.

. tests/expect.sh
MODULES=$(tools/node_modules "${LINCHPIN_NODE:-build/node}") || exit 1
run 0 "$MODULES/.bin/esbuild" tests/page/units/*.test.ts --bundle --platform=node --format=esm --out-extension:.js=.mjs \
    --outdir="$scratch/units" --log-level=warning
run 0 node --test "$scratch/units"
grep -E '^(ℹ|#) (tests|pass|fail) ' "$scratch/.out"
done_testing
