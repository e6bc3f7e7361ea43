#!/bin/bash
# SPDX-License-Identifier: MIT
# See lifecycle.py.
set -u
command -v python3 >/dev/null || { echo "no python3"; exit 77; }
PYTHONDONTWRITEBYTECODE=1 exec python3 tests/lsp/lifecycle.py
