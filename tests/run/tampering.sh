# SPDX-License-Identifier: MIT
# For test scripts, after tests/expect.sh: recorded runs that were tampered with, in $scratch/bad.

# Of the steps whose first line has PATTERN, number N is removed, doubled, or put after the next one.
tamper() { # FROM FILE how N PATTERN
    rm -rf "$scratch/bad"
    cp -r "$1" "$scratch/bad"
    awk -v how="$3" -v number="$4" -v pattern="$5" '
        /"step":"(call|receive|act|late|recover)"/ { step = ""; wanted = $0 ~ pattern && ++seen == number; first = $0 ~ pattern }
        { step = step $0 "\n" }
        /"step":"(state|late|recover)"/ {
            if (wanted && how == "remove") next
            if (wanted && how == "double") { printf "%s%s", step, step; next }
            if (wanted && how == "swap") { held = step; next }
            printf "%s", step
            if (held && first) { printf "%s", held; held = "" }
        }' "$1/$2" >"$scratch/bad/$2"
    checks=$((checks + 1))
    ! cmp -s "$1/$2" "$scratch/bad/$2" || fail "nothing was tampered with"
}

change() { # FROM FILE SED
    rm -rf "$scratch/bad"
    cp -r "$1" "$scratch/bad"
    sed -i "$3" "$scratch/bad/$2"
    checks=$((checks + 1))
    ! cmp -s "$1/$2" "$scratch/bad/$2" || fail "nothing was tampered with"
}

# $spec says what a machine is.
refused() { # MODEL SENTENCE…
    run 1 "$LINCHPIN" run "$1" ${spec:+--spec $spec} --recorded "$scratch/bad"
    out_has 'not a run of the model'
    out_has '.jsonl:'
    shift
    for said; do out_says "$said"; done
}
