#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# docs/reference.md: its tables are what the program says of itself, and every variable of the
# environment that the sources read is there. LP_UPDATE_DOCS=1 writes the tables.
. tests/expect.sh

page=docs/reference.md
run 0 python3 tools/reference "$LINCHPIN"
[ -z "${LP_UPDATE_DOCS:-}" ] || cp "$scratch/.out" $page
checks=$((checks + 1))
diff $page "$scratch/.out" >"$scratch/differ" || {
    rm "$scratch/.out"
    fail "LP_UPDATE_DOCS=1 bash tests/docs/test_reference.sh writes:"
    head -20 "$scratch/differ"
}

# Not those that linchpin sets for itself, and the folder that the shell is in.
variables=0
for variable in $(grep -rhoE '(getenv|environment)\("[A-Z_]+"\)' src | grep -oE '"[A-Z_]+"' | tr -d '"' | sort -u); do
    case $variable in LINCHPIN_EXPLORE_FIXED | PWD) continue ;; esac
    variables=$((variables + 1))
    checks=$((checks + 1))
    sed -n '/^## Environment/,/^## /p' $page | grep -qF "\`$variable\`" || fail "$variable is not among the variables"
done
[ "$variables" -gt 8 ] || fail "only $variables variables"

# An installation has the files that are listed.
DESTDIR=$scratch/stage cmake --install "${BUILD:?}" --prefix /usr >/dev/null || fail 'nothing is installed'
while read -r file; do
    checks=$((checks + 1))
    case $file in # the library's folder may have the machine in its name
    lib/*) found=$(find "$scratch/stage/usr/lib" -path "*/${file#lib/}" | head -1) ;;
    *) found=$scratch/stage/usr/$file ;;
    esac
    [ -e "$found" ] || [ "$LP_SANITIZE" = 1 ] || fail "$file is not installed"
done < <(sed -n '/^## Files/,$p' $page | grep '^| `' | cut -d'|' -f2 | grep -oE '`[^`]+`' | tr -d '\140')
done_testing
