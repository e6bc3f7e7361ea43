#!/bin/bash
# SPDX-License-Identifier: MIT
# The site that `make docs` builds: no warnings, every address leads somewhere, nothing comes from the network, and
# the search works when a page is opened from the disk. Left out where the generator is not installed.
set -u
tools/setup --check docs >/dev/null 2>&1 || { echo 'left out: make setup-docs'; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
tools/site/make "$scratch/site" || exit 1
for page in index test lin conditions man/linchpin.1; do
    [ -s "$scratch/site/$page.html" ] || { echo "there is no page $page"; exit 1; }
done

command -v chromium >/dev/null || { echo 'left out: the search, for there is no chromium'; exit 0; }
sandbox=
[ "$(id -u)" != 0 ] || sandbox=--no-sandbox
HOME=$scratch chromium --headless $sandbox --disable-gpu --virtual-time-budget=10000 --dump-dom \
    "file://$scratch/site/index.html?q=linearizable" >"$scratch/found.html" 2>/dev/null
grep -q '[0-9] matching documents' "$scratch/found.html" || { echo 'the search finds nothing'; exit 1; }
grep -q 'md-search-result__link.*conditions.html' "$scratch/found.html" || { echo 'the search does not find the page'; exit 1; }
