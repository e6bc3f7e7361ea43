#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# docs/papers.md: every item of the five papers has a row; every file that a row names is
# there; every command runs and says what stands behind it (in `make test` every third, in turns); every make target
# exists.
. tests/expect.sh

page=docs/papers.md
export PATH="${LINCHPIN%/*}:$PATH"

section() { # NAME: its rows
    sed -n "/^## $1: /,/^## /p" "$page" | grep '^| '
}
has() { # PAPER LABEL NUMBER…
    local paper=$1 label=$2 number
    section "$paper" >"$scratch/rows"
    for number in "${@:3}"; do
        checks=$((checks + 1))
        grep -qE "^\| $label $number( \||,)" "$scratch/rows" || fail "$paper: $label $number has no row"
    done
}
has PAT Definition 1 2 3 4
has PAT Theorem 1 2
has PAT Example 1
has PAT Fig. 1 2 3 4
has PAT Table 1
has SPIN Fig. 1 2 3 4 5 6
has SYNC Definition 1 2 3 4 7 8 9 13 15 17
has SYNC Lemma 5 11 16
has SYNC Proposition 6 10 12 14
has SYNC Fig. 1 2 3 4 5 6 7 8 9 10 11 12 13 14
has RU Definition 1 2 3 4
has RU Algorithm 1 2 3
has RU Fig. 1 2 3 4 5 6 7 8 9
has RU Table I II III IV V
has POM Property 1
has POM Lemma 1 2 3 4 5
has POM Theorem 1 2
has POM Fig. 1 2 3 4 5 6 7 8 9 10

# A row says something: a command, a target, a test, or that it is not there and why.
while IFS= read -r row; do
    checks=$((checks + 1))
    grep -qE '`(linchpin|make|tests/)[^`]*`|not there|\| (no|variants|holds|the search) ' <<<"$row" ||
        fail "says nothing: $row"
done < <(sed -n '/^## PAT/,$p' "$page" | grep -E '^\| (Definition|Lemma|Theorem|Proposition|Property|Algorithm|Example|Fig|Table|§)')

files=0
for file in $(grep -oE '`[a-z]+/[A-Za-z0-9_./-]+`' "$page" | tr -d '\140' | sort -u); do
    files=$((files + 1))
    [ -e "$file" ] || fail "there is no $file"
done
for folder in docs/examples/papers/*; do
    grep -q "$folder" "$page" || fail "$folder is in no row"
done
targets=0
for target in $(grep -oE '`make [a-z-]+`' "$page" | sed 's/.*make //; s/.$//' | sort -u); do
    targets=$((targets + 1))
    grep -q "^$target:" Makefile || fail "there is no make target $target"
done

# A command that is an example in another document is run by test_examples.sh, which knows its exit
# code by the line below it.
example() { # WANTED COMMAND
    awk -v command="\$ $2" -v wanted="$1" '
        found { found = 0; if (($0 ~ /^✓/) == (wanted == 0) && /^[✓✗]/) same = 1 }
        $0 == command { found = 1 }
        END { exit !same }' README.md docs/*.md docs/*/*.md
}

commands=0 examples=0
while IFS= read -r line; do
    case $line in
    *✓) want=0 ;;
    *) want=1 ;;
    esac
    command=$(sed 's/^.//; s/. [✓✗]$//; s/\\|/|/g' <<<"$line")
    commands=$((commands + 1))
    if example "$want" "$command"; then
        examples=$((examples + 1))
    elif turn 3; then
        run "$want" eval "$command"
    fi
done < <(grep -oE '`linchpin [^`]*` [✓✗]' "$page" | sort -u)
checks=$((checks + files + targets))
# None is left out because its verdict is missing.
[ "$(grep -oE '`linchpin [^`]*`' "$page" | sort -u | wc -l)" = "$commands" ] ||
    fail 'a command has no verdict behind it'
echo "$commands commands, $examples of them examples, $files files, $targets targets"
[ "$commands" -gt 50 ] && [ "$files" -gt 60 ] || fail "only $commands commands and $files files"
done_testing
