# SPDX-License-Identifier: MIT
# For the tables of models: one row for one instance. Sourced.
#
#     row NAME MODEL CODE PAPER OPTIONS…
# prints verdict, states, transitions, seconds from source text to verdict with the
# model to be compiled and with it compiled already, megabytes, bytes per state,
# and what the paper says. At most 60 s.

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cap=${CAP:-60}
failures=0

seconds() { # COMMAND…: its seconds, in $took; its exit code, in $code
    local from to
    from=$(date +%s%N)
    code=0
    "$@" >"$scratch/out" 2>"$scratch/err" || code=$?
    to=$(date +%s%N)
    took=$(awk -v ns=$((to - from)) 'BEGIN { printf "%.2f", ns / 1e9 }')
}

figure() { # NAME
    sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" "$scratch/out" | head -1
}

head_line() {
    printf '%-44s %-9s %11s %12s %7s %7s %7s %6s  %s\n' "$1" verdict states transitions cold warm \
        MB B/state "$2"
}

row() {
    local name=$1 model=$2 want=$3 paper=$4 verdict states bytes cold rss
    shift 4
    export LINCHPIN_CACHE=$scratch/cache
    rm -rf "$LINCHPIN_CACHE"
    seconds linchpin verify "$model" --json --timeout "${cap}s" "$@"
    cold=$took
    if command -v /usr/bin/time >/dev/null; then
        seconds /usr/bin/time -f 'rss %M' linchpin verify "$model" --json --timeout "${cap}s" "$@"
        rss=$(sed -n 's/^rss //p' "$scratch/err")
    else
        seconds linchpin verify "$model" --json --timeout "${cap}s" "$@"
    fi
    case $code in
    0) verdict=holds ;;
    1) verdict=violated ;;
    3) verdict="> ${cap} s" ;;
    *) verdict=error ;;
    esac
    states=$(figure states)
    bytes=$(figure 'bytes per state')
    printf '%-44s %-9s %11s %12s %7s %7s %7s %6s  %s\n' "$name" "$verdict" "$states" \
        "$(figure transitions)" "$cold" "$took" "$((${rss:-0} / 1024))" \
        "${bytes:--}" "$paper"
    if [ "$code" != "$want" ] && [ "$code" != 3 ]; then
        echo "  NOT AS EXPECTED: exit code $code, not $want"
        failures=$((failures + 1))
    fi
}
