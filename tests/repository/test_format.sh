#!/bin/bash
# SPDX-License-Identifier: MIT
# The source is laid out as .clang-format says. `make format` does it.
command -v clang-format >/dev/null || { echo "no clang-format"; exit 77; }
version=$(clang-format --version | sed 's/.*version \([0-9]*\).*/\1/')
# Each version breaks lines a little differently; one has to be the rule.
[ "$version" = 14 ] || { echo "clang-format $version, not 14"; exit 77; }
find src include tests objects bench docs fuzz \( -name '*.c' -o -name '*.h' -o -name '*.cc' \) -print0 2>/dev/null |
    xargs -0 clang-format --dry-run -Werror
