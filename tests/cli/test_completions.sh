#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What bash, zsh and fish offer for the command line, asked in the shells themselves: commands, options, what an option
# takes, files.
. tests/expect.sh
[ "${LP_SANITIZE:-0}" = 0 ] || { echo 'the scripts are the same in every build'; exit 77; }

shells=
for shell in bash zsh fish; do
    if command -v $shell >/dev/null; then
        shells="$shells $shell"
        run 0 "$LINCHPIN" completions $shell
        err_empty
        cp "$scratch/.out" "$scratch/_$shell"
        $shell -n "$scratch/_$shell" || fail "$shell cannot read its completions"
    else
        echo "no $shell"
    fi
done
command -v shellcheck >/dev/null && { shellcheck -s bash "$scratch/_bash" || fail 'shellcheck'; }

# Asks all shells what is offered for each line of $scratch/lines.
ask() {
    local shell first
    for shell in $shells; do
        case $shell in bash) first=--norc ;; zsh) first=-f ;; fish) first=--no-config ;; esac
        (cd "$folder" && HOME=$scratch $shell $first "$here/tests/cli/complete.$shell" "$scratch/_$shell") \
            <"$scratch/lines" >"$scratch/$shell.offered"
        checks=$((checks + 1))
        [ "$(wc -l <"$scratch/$shell.offered")" = "$(wc -l <"$scratch/lines")" ] || fail "$shell did not answer all"
    done
}
here=$PWD folder=$scratch/work
mkdir -p "$folder/dir/deep"
touch "$folder"/{a.lin,b.lin,a.c,z.cxx,h.jsonl} "$folder/dir/c.lin"

expect() { # LINE WORDS: in all shells
    printf '%s\n' "$1" >>"$scratch/lines"
    printf '%s\n' "$2" >>"$scratch/expected"
}
offered() { # compares, and forgets
    local shell
    ask
    for shell in $shells; do
        checks=$((checks + 1))
        # zsh leaves out the folder of a file, fish marks folders
        diff <(paste -d'>' "$scratch/lines" <(sed "$1" "$scratch/expected")) \
            <(paste -d'>' "$scratch/lines" <(sed "$1" "$scratch/$shell.offered")) >"$scratch/diff" ||
            fail "$shell offers: $(cat "$scratch/diff")"
    done
    rm "$scratch/lines" "$scratch/expected"
}

expect 'linchpin ch' 'check'
expect 'linchpin --' '--help --version'
expect 'linchpin help co' 'compile completions convert'
expect 'linchpin check h.jsonl --spec qu' 'queue'
expect 'linchpin check --spec=qu' 'queue'
expect 'linchpin check --spec boun' 'bounded-queue:'
expect 'linchpin check --qu' '--quasi-factor --quiet'
expect 'linchpin check --condition quas' 'quasi-literal: quasi:'
expect 'linchpin check --witness=' 'all'
expect 'linchpin check --timeout ' ''
expect 'linchpin test --spec se' 'self semaphore sequencer set'
expect 'linchpin explore --condition none' 'none'
expect 'linchpin run --spec self' ''
expect 'linchpin convert --to j' 'jepsen jsonl'
expect 'linchpin new --lang ' 'c c++'
expect 'linchpin new s' 'set stack'
expect 'linchpin completions ' 'bash fish zsh'
expect 'linchpin run --transport ' 'tcp udp unix'
expect 'linchpin verify --reduce=v' 'values'
expect 'linchpin test z' 'z.cxx'
expect 'linchpin explore z' 'z.cxx'
expect 'linchpin check h' 'h.jsonl'
expect 'linchpin check --json h' 'h.jsonl'
expect 'linchpin check --report h' 'h.jsonl'
expect 'linchpin check --report=h' 'h.jsonl'
expect 'linchpin simulate dir/c' 'dir/c.lin'
expect 'linchpin compile --output d' 'dir'
expect 'linchpin compile --output dir/' 'dir/deep'
expect 'linchpin test a.c -- --js' ''
offered 's|--report=h|h|; s|dir/\([^ ]\)|\1|g; s|--[a-z]*=\([a-z]\)|\1|g; s|/$||'

# Behind a comma, too, where several may stand; zsh leaves out what is typed already.
printf '%s\n' 'linchpin verify --reduce dead,pr' 'linchpin verify --reduce=dead,fold,me' 'linchpin verify --reduce dead,zz' >"$scratch/lines"
ask
for shell in $shells; do
    checks=$((checks + 1))
    [ "$(sed 's/.*,//' "$scratch/$shell.offered" | paste -sd' ')" = 'private messages ' ] || fail "$shell: $(cat "$scratch/$shell.offered")"
done

# Of two files only the model is offered; fish puts it first.
printf '%s\n' 'linchpin verify a.' 'linchpin explore a.' >"$scratch/lines"
ask
for shell in $shells; do
    case $shell in fish) wanted='a.c a.lin a.c a.lin' ;; *) wanted='a.lin a.c' ;; esac
    checks=$((checks + 1))
    [ "$(paste -sd' ' "$scratch/$shell.offered")" = "$wanted" ] || fail "$shell: $(cat "$scratch/$shell.offered")"
done

# Every command has all its options, and no others, which are those of its help.
commands=$("$LINCHPIN" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
rm "$scratch/lines"
expect 'linchpin ' "$(sort <<<"$commands" | paste -sd' ')"
for c in $commands; do
    [ "$c" = help ] || expect "linchpin $c --" "$("$LINCHPIN" "$c" --help | sed -n 's/^  \(--[a-z0-9-]*\).*/\1/p' | sort | paste -sd' ')"
done
offered ':again; s/ --[a-z-]*=\( \|$\)/\1/; t again' # options whose value may be left out

# What an option takes is known, unless it may be anything.
rm -f "$scratch/lines"
for c in $commands; do
    [ "$c" = help ] || "$LINCHPIN" "$c" --help | sed -nE 's/^  --([a-z0-9-]+)(( [A-Z]+)|\[=[a-z]+\]) .*/\1\2/p' | while read -r option argument; do
        case "${option%%\[*} $argument" in
        *\ N | *\ X | *\ K | *\ TIME | *\ SIZE | *\ STEPS | *\ SHARE | *\ CALLS | *\ SHAPE | *\ SCHEDULE) continue ;;
        map\ * | methods\ * | object\ * | system\ *) continue ;;
        esac
        echo "linchpin $c --${option%%\[*}="
    done
done >"$scratch/lines"
ask
checks=$((checks + 1))
[ "$(wc -l <"$scratch/lines")" -gt 20 ] || fail 'no options that take something'
for shell in $shells; do
    checks=$((checks + 1))
    ! paste -d'>' "$scratch/lines" "$scratch/$shell.offered" | grep '>$' >"$scratch/diff" ||
        fail "$shell has nothing for: $(cat "$scratch/diff")"
done

# What is offered of the small lists is what the program takes, and all of it.
words() { # COMMAND OPTION: as bash has them
    sed -n "/^        $1)/,/esac/s/^ *--$2 | .* values='\([^']*\)'.*/\1/p" "$scratch/_bash"
}
takes() { # COMMAND OPTION
    local word said
    checks=$((checks + 1))
    [ "$(words "$1" "$2")" ] || fail "$1 --$2 has no values"
    for word in $(words "$1" "$2"); do
        run 2 "$LINCHPIN" "$1" "$scratch/empty.lin" --"$2" "$word" # nothing is in it, but options are looked at first
        said=$(cat "$scratch/.err")
        [[ $said != *"not $word"* && $said != *"\"$word\""* ]] || fail "$1 --$2 $word: $said"
    done
    run 2 "$LINCHPIN" "$1" "$scratch/empty.lin" --"$2" nonesuch
    err_has nonesuch
}
printf '' >"$scratch/empty.lin"
for option in heap reduce assume fair; do takes verify $option; done
run 2 "$LINCHPIN" verify "$scratch/empty.lin" --reduce nonesuch
list=$(sed -n 's/.*or some of \([a-z,]*\),.*/\1/p' "$scratch/.err")
checks=$((checks + 1))
[ "${list//,/ }" = "$(words verify reduce | sed 's/^all none //')" ] || fail "--reduce takes $list"
takes run transport

run 2 "$LINCHPIN" completions
err_has 'completions takes one shell'
run 2 "$LINCHPIN" completions tcsh
err_has 'not for "tcsh"'
run 2 "$LINCHPIN" completions bash zsh
out_empty
done_testing
