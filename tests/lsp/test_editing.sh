#!/bin/bash
# SPDX-License-Identifier: MIT
# See editing.py. Of the models `make test` has one in sixteen, in turns.
set -u
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
. tests/expect.sh
compile_quickly
run 0 env PYTHONDONTWRITEBYTECODE=1 python3 tests/lsp/editing.py 16
out_has 'editing: fine'
done_testing
