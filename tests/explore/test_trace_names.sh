# SPDX-License-Identifier: MIT
# No name in a trace is wrong. In names.c and names.cpp every member of the first block
# holds 100 + its number, of the second 200 + its number, of the variable 300 + its number:
# the value tells what was touched, whatever the trace calls it. `make test` has every third, in turns.
. tests/expect.sh

# One line per step: what, tab, where.
steps() {
    sed 's/.*"trace":\[//; s/\],"setup".*//; s/{"thread"/\n&/g' "$1" |
        sed -n 's/.*"what":"\([^"]*\)","where":"\([^"]*\)".*/\1\t\2/p'
}

cat >"$scratch/judge.awk" <<'EOF'
BEGIN {
    n = split("x y p q - - - - flag seen small other", names, " ")
    for (i = 1; i <= n; i++) code[names[i]] = i
    base["main#1"] = 100; base["main#2"] = 200; base["global"] = 300
    base["n"] = base["n_"] = 100; base["m"] = base["m_"] = 200
    FS = "\t"
}
$1 ~ /^(read|write|load|store) / && $1 !~ /\.c(pp)?:/ {
    what = $1
    if (!match(what, / = [0-9]+( \([a-z_]+\))?$/)) next # a pointer
    value = substr(what, RSTART + 3) + 0
    if (!value) next # before it got its number
    sub(/ = [0-9]+( \([a-z_]+\))?$/, "", what)
    sub(/^[a-z]+ /, "", what)
    block = ""
    if (match(what, / \[main#[0-9]+(\+[0-9]+)?\]$/)) {
        block = substr(what, RSTART + 2, RLENGTH - 3)
        sub(/\+.*/, "", block)
        what = substr(what, 1, RSTART - 1)
        named++
    } else if (match(what, /^(main#[0-9]+|global)\./)) {
        block = substr(what, 1, RLENGTH - 1)
        typed++
    } else next
    if (block && int(value / 100) * 100 != base[block]) wrong("block")
    # What the variables of run() point to; elsewhere they may be parameters.
    root = what; sub(/(->|\.).*/, "", root)
    if ($2 ~ run_lines && (root == "n" || root == "m") && what !~ /->next/ && base[root] != base[block]) wrong("root")
    last = what; gsub(/\[[^][]*\]/, "", last); sub(/.*(->|\.)/, "", last)
    if (last in code && value % 100 != code[last]) wrong("member")
    if (last == "count" && (value % 100 < 13 || value % 100 > 15)) wrong("member")
    if (last == "list" && (value % 100 < 5 || value % 100 > 8)) wrong("member")
    if (what ~ /list\[[0-9]\]$/ && value % 100 != 5 + substr(what, length(what) - 1, 1)) wrong("index")
}
function wrong(why) { print why ": " $0; bad++ }
END { print named + 0, "named,", typed + 0, "by type,", bad + 0, "wrong" }
EOF

look() { # LEAST-NAMED COMPILER FLAGS FILE
    turn 3 || return
    checks=$((checks + 1))
    "$LINCHPIN" explore "$4" --cc "$2" --scenario next --json --quiet -- $3 >"$scratch/json" 2>"$scratch/errors"
    [ $? = 1 ] || fail "$2 $3 $4: no violation"
    steps "$scratch/json" >"$scratch/steps"
    first=$(grep -n ' run(void' "$4" | cut -d: -f1)
    lines=$(seq -s '|' "$first" $((first + 80)))
    awk -v run_lines=":($lines)\$" -f "$scratch/judge.awk" "$scratch/steps" >"$scratch/judged"
    grep -q ' 0 wrong' "$scratch/judged" || { cat "$scratch/judged"; fail "$2 $3 $4: a wrong name"; }
    named=$(sed -n 's/ named,.*//p' "$scratch/judged")
    [ "$named" -ge "$1" ] || { cat "$scratch/judged"; fail "$2 $3 $4: $named names"; }
}

# One name, one value.
elements() { # PLACES COMPILER FLAGS FILE
    turn 3 || return
    checks=$((checks + 1))
    "$LINCHPIN" explore "$4" --cc "$2" --scenario next --json --quiet -- $3 >"$scratch/json" 2>"$scratch/errors"
    [ $? = 1 ] || fail "$2 $3 $4: no violation"
    steps "$scratch/json" | sed -n '/^load\|^read/{/sink/d; s/^[a-z]* //; s/\t.*//; s/ = /\t/p}' |
        grep -P '\t[0-9]+$' | sort -u >"$scratch/values"
    cut -f1 "$scratch/values" | uniq -d >"$scratch/twice"
    [ ! -s "$scratch/twice" ] || fail "$2 $3 $4: one name for two places: $(head -3 "$scratch/twice" | tr '\n' ';')"
    count=$(cut -f2 "$scratch/values" | sort -u | wc -l)
    [ "$count" = "$1" ] || { cat "$scratch/values"; fail "$2 $3 $4: $count places, not $1"; }
}

for flags in -O0 -O2; do
    elements 27 gcc "$flags" tests/explore/trace/elements.c
    elements 27 clang "$flags" tests/explore/trace/elements.c
    elements 29 g++ "$flags -std=c++20" tests/explore/trace/elements.cpp
    elements 29 clang++ "$flags -std=c++20" tests/explore/trace/elements.cpp
done

for flags in -O0 -O1 -O2; do
    look 20 gcc "$flags" tests/explore/trace/names.c
    look 20 clang "$flags" tests/explore/trace/names.c
    look 8 g++ "$flags" tests/explore/trace/names.cpp
    look 8 clang++ "$flags" tests/explore/trace/names.cpp
done
done_testing
