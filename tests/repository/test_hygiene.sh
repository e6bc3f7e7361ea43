#!/bin/bash
# SPDX-License-Identifier: MIT
# What must not be in the repository: paths of somebody's machine, made files,
# sources without a licence line, files too long to read in one sitting.
set -u
failures=0
complain() {
    failures=$((failures + 1))
    echo "$*"
}

files=$(find . \( -name .git -o -name 'build*' \) -prune -o -type f -print | sed 's,^\./,,' | sort)
sources=$(grep -E '\.(c|h|cc|cpp|lin|sh|pml|ts|mjs|css)$|^(Makefile|tools/|\.ci/|bench/run)' <<<"$files" |
    grep -vE '/golden/|^tests/.*\.lin$') # what tests read is not source

found=$(grep -nIE '/(home|root|Users|work|workspace)/' $(grep -v '^tests/repository/test_hygiene.sh$' <<<"$files"))
[ -z "$found" ] || complain "paths of one machine:
$found"

found=$(grep -nI '\.\./shared' $(grep -vE '^(tests|bench)/' <<<"$files"))
[ -z "$found" ] || complain "only tests and benchmarks may look outside the repository:
$found"

found=$(grep -E '\.(o|a|so|d|gch|orig|rej|swp|pan|trail|pyc)$|(^|/)(core|a\.out|vgcore[^/]*|pan)$' <<<"$files")
[ -z "$found" ] || complain "made files:
$found"

found=$(grep -E '(^|/)(util|utils|misc|common|helpers?)\.[ch]$' <<<"$files")
[ -z "$found" ] || complain "a file is a noun or an algorithm, not a drawer:
$found"

found=$(awk '
    function finish() {
        if (name != "" && !licence) print name ": no SPDX line at its top"
        if (lines > 800) print name ": " lines " lines; split it"
    }
    FNR == 1 { finish(); name = FILENAME; licence = 0 }
    FNR <= 3 && /SPDX-License-Identifier: MIT/ { licence = 1 }
    { lines = FNR }
    END { finish() }' $sources)
[ -z "$found" ] || complain "$found"
for f in $sources; do [ -s "$f" ] || complain "$f: empty"; done

found=$(grep -nE '[[:blank:]]$' $(grep -E '^(src|include|tools|cmake)/|^Makefile$' <<<"$files"))
[ -z "$found" ] || complain "trailing blanks:
$found"

echo "$(wc -l <<<"$files") files, $(wc -w <<<"$sources") sources, $failures complaints"
[ "$failures" = 0 ]
