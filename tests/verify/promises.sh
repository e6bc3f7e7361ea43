# SPDX-License-Identifier: MIT
# For scripts about progress, after tests/expect.sh: which of the five promises does an object keep?

# Leaves five letters in $kept, y or n, in the order of strength as docs/conditions.md has it. With a bound on
# operations, who starves cannot be asked. What breaks lock-freedom breaks wait-freedom, and what breaks
# deadlock-freedom breaks starvation-freedom: n. Else it is open: -.
promises_kept() { # FILE SETTINGS
    local object promise asked='waitfree lockfree obstructionfree starvationfree deadlockfree' said
    object=$(sed -n 's/^verify \([a-z_]*\) .*/\1/p' "$1" | head -1)
    [[ $2 != *operations* ]] || asked='lockfree obstructionfree deadlockfree'
    {
        sed '/^verify.*}$/d; /^verify/,/}/d' "$1"
        for promise in $asked; do echo "verify $object progress $promise { $2 }"; done
    } >"$scratch/promises.lin"
    checks=$((checks + 1))
    "$LINCHPIN" verify "$scratch/promises.lin" >"$scratch/.out" 2>"$scratch/.err"
    said=$(sed -nE 's/^✓ [a-z]+-free: .*/y/p; s/^✗ not [a-z]+-free: .*/n/p; s/^(✗ [^n]|\?).*/!/p' "$scratch/.out" | tr -d '\n')
    kept=$said
    [ "${#said}" = 3 ] && kept=${said:0:1}${said:0:2}${said:2:1}${said:2:1} &&
        kept=$(sed -E 's/^y/-/; s/^(...)y/\1-/' <<<"$kept")
    [[ $kept =~ ^[yn-]{5}$ ]] || fail "$1: no five verdicts: $said"
}

# One line of a list: MODEL | … | SED SCRIPT | …, of which what is changed must be there.
changed_model() { # MODEL SED SCRIPT
    local file=objects/$1
    [ -f "$file" ] || file=docs/$1
    sed "$2" "$file" >"$scratch/changed.lin" || fail "$1: no such model"
    [ -z "$2" ] || ! cmp -s "$scratch/changed.lin" "$file" || fail "$1: nothing is changed by $2"
}

trimmed() { # WORDS: in $field, without blanks around
    field=${1#"${1%%[! ]*}"}
    field=${field%"${field##*[! ]}"}
}
