# SPDX-License-Identifier: MIT
# Runs the conformance files with one compiler. A file says what it expects:
#   // run: OPTIONS
#   // expect: EXIT-CODE PATTERN      (an extended regular expression on the JSON)
#   // compare: OPTIONS 'SCENARIO'    all searches find the same histories; with gcc only: they do
#                                      not ask who compiled
# Most of them are about the searches: with clang `make test` has every third file, in turns.

conformance() {
    cc=$1
    dir=$(mktemp -d)
    trap 'rm -rf "$dir"' EXIT
    export LINCHPIN_CACHE=$dir/cache # each file is compiled once, and searched many times
    failed=0 asserted=0 number=0 part=1
    [ "$cc" = gcc ] || [ ! "${LINCHPIN_TURN:-}" ] || part=3
    for file in tests/explore/conformance/*.c tests/explore/conformance/*.cpp; do
        code=none
        number=$((number + 1))
        [ $(((number + ${LINCHPIN_TURN:-0}) % part)) = 0 ] || continue
        while IFS= read -r line; do
            case $line in
            '// run: '*)
                options=${line#// run: }
                flags=""
                case $options in *' -- '*) flags="--${options##* --}" options=${options%% -- *} ;; esac
                eval "\"\$LINCHPIN\" explore --json --quiet --cc \$cc $file $options $flags" \
                    >"$dir/out" 2>"$dir/err"
                code=$?
                ;;
            '// expect: '*)
                want=${line#// expect: }
                asserted=$((asserted + 1))
                if [ "$code" != "${want%% *}" ] || ! cat "$dir/out" "$dir/err" | grep -qE -- "${want#* }"; then
                    echo "$file ($cc): $options $flags"
                    echo "  wanted: $want"
                    echo "  exit code: $code"
                    head -c 1500 "$dir/out"
                    head -20 "$dir/err"
                    failed=$((failed + 1))
                fi
                ;;
            '// compare: '*)
                [ "$cc" = gcc ] || continue
                options=${line#// compare: }
                scenario=\'${options#*\'}
                options=${options%%\'*}
                asserted=$((asserted + 1))
                for search in paths states dpor; do
                    eval "\"\$LINCHPIN\" explore --json --quiet --cc \$cc $file $options \
                        --scenario $scenario --search $search --all-threads --all-histories --histories \"\$dir/\$search\"" \
                        >"$dir/out.$search" 2>"$dir/err"
                    echo "exit $?" >>"$dir/$search"
                done
                if ! cmp "$dir/paths" "$dir/states" || ! cmp "$dir/paths" "$dir/dpor" || ! grep -q 'exit 0' "$dir/paths" ||
                    [ "$(wc -l <"$dir/paths")" -lt 2 ]; then
                    echo "$file ($cc): the searches differ on $options $scenario"
                    cat "$dir/out.paths" "$dir/out.states" "$dir/out.dpor"
                    failed=$((failed + 1))
                fi
                rm -f "$dir/paths" "$dir/states" "$dir/dpor"
                ;;
            esac
        done <"$file"
    done
    echo "$cc: $asserted expectations, $failed failed"
    [ "$asserted" -gt $((part == 1 ? 90 : 20)) ] && [ "$failed" = 0 ]
}
