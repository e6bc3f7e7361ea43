#!/bin/bash
# SPDX-License-Identifier: MIT
# See names.py. Of the models `make test` has one in sixteen, in turns.
set -u
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
PYTHONDONTWRITEBYTECODE=1 exec python3 tests/lsp/names.py 16
