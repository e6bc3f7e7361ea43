#!/bin/bash
# SPDX-License-Identifier: MIT
# See verifying.py. Of the models with several verify blocks `make test` has one in thirty, in turns.
set -u
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
. tests/expect.sh
compile_quickly
run 0 env PYTHONDONTWRITEBYTECODE=1 python3 tests/lsp/verifying.py 30
out_has 'verifying: fine'
done_testing
