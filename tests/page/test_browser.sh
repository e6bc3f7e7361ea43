#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The report page in a real browser, as a person would use it: tests/page/*.test.mjs.
#     LINCHPIN=build/gcc/bin/linchpin bash tests/page/test_browser.sh history    # some of them

. tests/expect.sh
MODULES=$(tools/node_modules "${LINCHPIN_NODE:-build/node}") || exit 1
export LINCHPIN MODULES SCRATCH=$scratch
run 0 node tests/page/browser.mjs "$@"
out_has 'pass'
grep -E '^(ℹ|#) (tests|pass|fail) ' "$scratch/.out"
done_testing
