#!/bin/bash
# SPDX-License-Identifier: MIT
# The examples in the documents are run. In a block marked ```console, a line
# that begins with "$ " is a command; the lines up to the next one are exactly
# what it prints. A line that is only "…" stands for any lines, and one that ends in
# "…" for any that begins so. The exit code follows from the first line printed:
#
#     ✓ 0    ✗ 1    linchpin: 2    ? 3    anything else 0
#
# and a verdict in JSON has the exit code of its outcome.
#
# A block marked ```console PACKAGE=VERSION is run where Debian's package of that version
# is installed, and left out elsewhere.
#
# LP_UPDATE_DOCS=1 writes what the program prints into the documents.
#
# Commands run in a copy of the repository's documents and objects, with
# linchpin in the PATH, and see one folder for all blocks of a document.
set -u
: "${LINCHPIN:?}"
root=$PWD
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export PATH="${LINCHPIN%/*}:$PATH" LC_ALL=C.UTF-8 NO_COLOR=
unset GITHUB_ACTIONS GITHUB_STEP_SUMMARY
ran=0
failures=0

matches() { # EXPECTED SEEN: files; "…" lines match any lines
    awk '
        function same(wanted, seen) {
            return wanted == seen || (sub(/…$/, "", wanted) && index(seen, wanted) == 1)
        }
        function fits(i, j,   k) {
            for (; i <= n; i++) {
                if (want[i] == "…") {
                    for (k = j; k <= m + 1; k++)
                        if (fits(i + 1, k))
                            return 1
                    return 0
                }
                if (j > m || !same(want[i], got[j]))
                    return 0
                j++
            }
            return j == m + 1
        }
        FILENAME == ARGV[1] { want[++n] = $0; next }
        { got[++m] = $0 }
        END { exit !fits(1, 1) }' "$1" "$2"
}

check() { # DOCUMENT LINE COMMAND; what is expected is in $scratch/want
    local code=0 expected=0
    (cd "$scratch/tree" && bash -c "$3") >"$scratch/got" 2>&1 </dev/null || code=$?
    [ -z "${LP_UPDATE_DOCS:-}" ] || matches "$scratch/want" "$scratch/got" ||
        cp "$scratch/got" "$scratch/want"
    case $(head -1 "$scratch/want") in
    ✗* | '{"linchpin":1,"verdict":"violated"'*) expected=1 ;;
    linchpin:*) expected=2 ;;
    \?* | '{"linchpin":1,"verdict":"unknown"'*) expected=3 ;;
    esac
    ran=$((ran + 1))
    if [ "$code" != "$expected" ]; then
        failures=$((failures + 1))
        echo "$1:$2: exit code $code, not $expected: $3"
        cat "$scratch/got"
    elif ! matches "$scratch/want" "$scratch/got"; then
        failures=$((failures + 1))
        echo "$1:$2: the output differs (< document, > program): $3"
        diff "$scratch/want" "$scratch/got"
    fi
}

installed() { # PACKAGE=VERSION
    [ "$(dpkg-query -W -f='${Package}=${Version}' "${1%%=*}" 2>/dev/null)" = "$1" ] || {
        echo "left out: not installed: $1"
        return 1
    }
}

# A copy of what commands work on. What was copied is older than the stamp, so that what a document has left
# behind or changed is seen: then there is a new copy for the next one.
fresh_tree() {
    [ ! -f "$scratch/stamp" ] || [ -n "$(find "$scratch/tree" -newer "$scratch/stamp" -print -quit)" ] || return 0
    rm -rf "$scratch/tree"
    mkdir -p "$scratch/tree"
    for part in docs objects README.md; do
        [ ! -e "$part" ] || cp -rp "$part" "$scratch/tree"
    done
    touch -r docs "$scratch/tree"
    touch "$scratch/stamp"
}

run_document() { # DOCUMENT
    ! grep -q '^```console' "$1" || fresh_tree
    local inside=0 number=0 command='' at=0 line
    : >"$scratch/new"
    finish() {
        [ -n "$command" ] || return
        check "$1" "$at" "$command"
        cat "$scratch/want" >>"$scratch/new"
        command=
    }
    while IFS= read -r line || [ -n "$line" ]; do
        number=$((number + 1))
        if [ "$inside" = 0 ]; then
            case $line in
            '```console') inside=1 ;;
            '```console '*) ! installed "${line#* }" || inside=1 ;;
            esac
        elif [ "$line" = '```' ]; then
            finish "$1"
            inside=0
        elif [ "${line#\$ }" != "$line" ]; then
            finish "$1"
            command=${line#\$ }
            at=$number
            : >"$scratch/want"
        else
            printf '%s\n' "$line" >>"$scratch/want"
            continue
        fi
        printf '%s\n' "$line" >>"$scratch/new"
    done <"$root/$1"
    finish "$1"
    [ -z "${LP_UPDATE_DOCS:-}" ] || cmp -s "$scratch/new" "$root/$1" || cp "$scratch/new" "$root/$1"
}

# The runner must see what is wrong, or its silence means nothing.
printf 'a\n…\nd\n' >"$scratch/want"
printf 'a\nb\nc\nd\n' >"$scratch/got"
matches "$scratch/want" "$scratch/got" || { echo "the runner is broken: …"; exit 1; }
printf 'a\nb\n' >"$scratch/got"
! matches "$scratch/want" "$scratch/got" || { echo "the runner is broken: difference"; exit 1; }
! installed no-such-package=1 >/dev/null || { echo "the runner is broken: installed"; exit 1; }

for document in ${DOCUMENTS:-README.md CONTRIBUTING.md docs/*.md docs/*/*.md}; do
    [ ! -f "$document" ] || run_document "$document"
done
echo "$ran examples, $failures failed"
[ "$failures" = 0 ] && [ "$ran" -gt 0 ]
