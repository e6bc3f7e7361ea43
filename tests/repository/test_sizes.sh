#!/bin/bash
# SPDX-License-Identifier: MIT
# No file of src is over 400 lines, and no function over 60 unless a comment above it that begins
# with "Long:" says why. And the check itself is checked.
set -u

check_sizes() { # ROOT
    find "$1/src" -name '*.[ch]' | sort | while read -r file; do
        awk -v file="$file" '
            /^\/\/ Long:/ { excused = 1 }
            /^[a-z_].*\(/ { name = $0 }
            /^\{$/ { start = NR }
            /^\}/ {
                if (start && NR - start - 1 > 60 && !excused)
                    printf "%s:%d: %d lines: %s\n", file, start, NR - start - 1, name
                start = excused = 0
            }
            END { if (NR > 400) printf "%s: %d lines\n", file, NR }' "$file"
    done
}

found=$(check_sizes .)
if [ -n "$found" ]; then
    echo "$found"
    exit 1
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/src"
{
    echo 'void long_one(void)'
    echo '{'
    yes '    x();' | head -61
    echo '}'
} >"$scratch/src/a.c"
{
    echo '// Long: for a reason.'
    cat "$scratch/src/a.c"
} >"$scratch/src/b.c"
yes '//' | head -401 >"$scratch/src/c.h"
found=$(check_sizes "$scratch" | sed "s|$scratch/||")
expected='src/a.c:2: 61 lines: void long_one(void)
src/c.h: 401 lines'
if [ "$found" != "$expected" ]; then
    echo "the check finds: $found"
    exit 1
fi
echo "$(find src -name '*.[ch]' | wc -l) files, and two planted faults found"
