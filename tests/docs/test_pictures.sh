#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The pictures of docs/conditions are what tools/pictures draws of the histories today: they show the
# verdicts of this linchpin. Each is on a page, and each page has one. LP_UPDATE_DOCS=1 draws them anew.
. tests/expect.sh

folder=docs/pictures/conditions
[ -z "${LP_UPDATE_DOCS:-}" ] || python3 tools/pictures "$LINCHPIN" $folder
mkdir "$scratch/drawn"
run 0 python3 tools/pictures "$LINCHPIN" "$scratch/drawn"
checks=$((checks + 1))
diff -r $folder "$scratch/drawn" >"$scratch/differ" || fail "drawn otherwise: $(head -5 "$scratch/differ")"
for picture in $folder/*.svg; do
    checks=$((checks + 1))
    grep -qF "](../pictures/conditions/${picture##*/})" docs/conditions/*.md || fail "$picture is on no page"
done
run 0 python3 -c 'import sys, xml.etree.ElementTree as x; [x.parse(f) for f in sys.argv[1:]]' $folder/*.svg
for page in docs/conditions/*.md; do
    checks=$((checks + 1))
    grep -qE '^!\[.+\]\(\.\./pictures/conditions/' "$page" || fail "$page has no picture"
done
done_testing
