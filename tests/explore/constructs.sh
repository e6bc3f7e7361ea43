# SPDX-License-Identifier: MIT
# Runs the constructs with one compiler: each file as it is and with -DWRONG; C with gcc
# also with --search paths, which does not ask who compiled. With clang one file as it is and
# the next one with -DWRONG: either shows whether its accesses are seen, and gcc has both. C++ takes long to
# compile: what clang has as it is has gcc with -DWRONG, and the other way round. With LINCHPIN_ALL, as in
# make soak, every one; `make test` has a sixth of what is said here, in turns. The right one must hold and
# the wrong one be violated; "unknown" is allowed where the head of the file says so:
#   // scenario: SCENARIO
#   // flags: FLAGS                    LIBRARIES is where libconstruct.so is; C++17 by default
#   // needs: COMPILER                 left out with another one
#   // right: unknown [with COMPILER]
#   // wrong: unknown [with COMPILER]
#   // wrong: missed with COMPILER     it says nothing of that access, and neither can we:
#                                      see the limits in docs/explore.md
#   // paths: no                       too much for that search, or nothing new

construct_says() { # FILE KEY
    sed -n "s,^// $2: ,,p;/^#/q" "$1"
}

construct_run() { # COMPILER FILE VERSION SEARCH: prints a line that begins with "ok" or "FAILED"
    local cc=$1 file=$2 version=$3 search=$4 out code=0 options=() flags=() wanted=0
    out=$dir/$(basename "$file").$version.$search
    [ "$search" = default ] || options=(--search "$search")
    read -ra flags <<<"$(construct_says "$file" flags)"
    case $file in *.cpp) flags=(-std=c++17 "${flags[@]}") ;; esac
    [ "$version" = right ] || {
        flags+=(-DWRONG)
        wanted=1
    }
    "$LINCHPIN" explore "$file" --cc "$cc" --scenario "$(construct_says "$file" scenario)" "${options[@]}" \
        --timeout 600 --jobs 1 --json --quiet -- "${flags[@]//LIBRARIES/$dir}" >"$out" 2>"$out.err" || code=$?
    # "Unknown" must have a reason that is not the time.
    if [ $code = 3 ] && grep -q '"reason"' "$out" && ! grep -q 'time limit' "$out"; then
        construct_says "$file" "$version" | grep -qxE "unknown( with $cc)?" && wanted=3
    fi
    if [ $code = 0 ] && construct_says "$file" "$version" | grep -qx "missed with $cc"; then
        wanted=0
    fi
    if [ $code = $wanted ]; then
        echo "ok $file $cc $version $search: exit code $code"
    else
        echo "FAILED $file $cc $version $search: exit code $code, not $wanted"
        {
            head -c 600 "$out"
            head -5 "$out.err"
        } | sed 's/^/    /'
    fi
}

construct_is_run() { # ODD: this version of this file, with this compiler?
    [ ! "${LINCHPIN_ALL:-}" ] || return 0
    [ ! "${LINCHPIN_TURN:-}" ] || [ $(((number + LINCHPIN_TURN) / 2 % 6)) = 0 ] || return 1
    [ ! "$needs" ] && [ "$both" ] || return 0
    case $cc.$version.$1 in
    gcc.right.0 | gcc.wrong.1) [[ $file != *.cpp ]] ;;
    clang.right.1 | clang.wrong.0) false ;;
    esac
}

constructs() { # COMPILER
    local cc=$1 file version search all number needs both=
    command -v gcc >/dev/null && command -v clang >/dev/null && both=yes
    dir=$(mktemp -d)
    trap 'rm -rf "$dir"' EXIT
    all=$dir/all
    export LINCHPIN dir LINCHPIN_CACHE=$dir/cache
    export -f construct_run construct_says
    # As a distribution has it: explore does not see what it does.
    "$cc" -O2 -fPIC -shared tests/explore/constructs/library.c -o "$dir/libconstruct.so" || return 1
    # One search after the other: the second finds what the first has compiled.
    for search in default paths; do
        number=0
        for file in ${CONSTRUCTS:-tests/explore/constructs/*.c tests/explore/constructs/*.cpp}; do
            number=$((number + 1))
            needs=$(construct_says "$file" needs)
            case $needs in '' | "$cc") ;; *) continue ;; esac
            [ -n "$(construct_says "$file" scenario)" ] || continue
            [ $search = default ] || {
                [[ $cc/$file = gcc/*.c ]] && [ "$(construct_says "$file" paths)" != no ]
            } || continue
            for version in right wrong; do
                construct_is_run $((number % 2)) || continue
                printf '%s\0' "$cc" "$file" $version $search
            done
        done
    done | xargs -0 -n 4 -P 2 bash -c 'construct_run "$@"' construct >"$all"
    grep -v '^ok' "$all"
    echo "$cc: $(grep -c '^ok' "$all") as expected, $(grep -c '^FAILED' "$all") not"
    [ "$(grep -c '^ok' "$all")" -gt $((${LINCHPIN_TURN:+1} + 0 ? 15 : 150)) ] && ! grep -q '^FAILED' "$all"
}
