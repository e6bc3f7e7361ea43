#!/bin/bash
# SPDX-License-Identifier: MIT
# Every link between documents, to files and to headings, leads somewhere, and docs/README.md, from
# which `make docs` takes the navigation, lists every page exactly once. And the check itself is checked.
set -u
export PYTHONDONTWRITEBYTECODE=1
python3 tools/site/links.py . || exit 1

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp -r README.md CONTRIBUTING.md CHANGELOG.md LICENSE docs include objects bench tests "$scratch"
planted=0
plant() { # DOCUMENT TEXT EXPECTED
    cp "$scratch/$1" "$scratch/before"
    printf '\n%s\n' "$2" >>"$scratch/$1"
    if ! python3 tools/site/links.py "$scratch" | grep -qF "$3"; then
        echo "not seen: $3"
        exit 1
    fi
    cp "$scratch/before" "$scratch/$1"
    planted=$((planted + 1))
}
python3 tools/site/links.py "$scratch" >/dev/null || { echo 'the copy is not right'; exit 1; }
plant README.md 'See [that](docs/no_such_page.md).' 'there is no docs/no_such_page.md'
plant docs/test.md 'See [what
is on two lines](explore.md#no-such-heading).' 'no heading of docs/explore.md is called #no-such-heading'
plant docs/README.md '- [Again](test.md)' 'docs/test.md is listed 2 times'
touch "$scratch/docs/forgotten.md"
plant docs/test.md '' 'docs/forgotten.md is listed 0 times'
rm "$scratch/docs/forgotten.md"
# What is code is no link.
# shellcheck disable=SC2016
printf '\n`[a](b.md)`\n\n```\n[a](b.md)\n```\n' >>"$scratch/docs/test.md"
python3 tools/site/links.py "$scratch" >/dev/null || { echo 'code is taken for a link'; exit 1; }
echo "$planted planted faults found"
