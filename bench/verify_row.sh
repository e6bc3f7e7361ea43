# SPDX-License-Identifier: MIT
# For the tables of models: one row for one instance. Sourced.
#
#     row NAME MODEL CODE PAPER OPTIONS…
# prints verdict, states, transitions, seconds from source text to verdict with the
# model to be compiled and with it compiled already, seconds of processor time (also
# with it compiled already), thousands of states for each of those, megabytes, bytes
# per state, and what the paper says. At most 60 s; what takes longer is run once.

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cap=${CAP:-60}
failures=0
measured=()
[ -x /usr/bin/time ] && measured=(/usr/bin/time -f 'rss %M')

seconds() { # COMMAND…: its seconds, in $took and $cpu; its exit code, in $code
    local TIMEFORMAT='%R %U %S'
    code=0
    { time "$@" >"$scratch/out" 2>"$scratch/err"; } 2>"$scratch/time" || code=$?
    read -r took cpu < <(awk '{ printf "%.2f %.3f\n", $1, $2 + $3 }' "$scratch/time")
}

figure() { # NAME
    sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" "$scratch/out" | head -1
}

head_line() {
    printf '%-44s %-9s %11s %12s %7s %7s %7s %6s %6s %6s  %s\n' "$1" verdict states transitions \
        cold warm CPU k/s MB B/state "$2"
}

row() {
    local name=$1 model=$2 want=$3 paper=$4 verdict states bytes cold rss rate
    shift 4
    export LINCHPIN_CACHE=$scratch/cache
    rm -rf "$LINCHPIN_CACHE"
    seconds "${measured[@]}" linchpin verify "$model" --json --timeout "${cap}s" ${OPTIONS:-} "$@"
    cold=$took
    [ "$code" = 3 ] || # it would not end the second time either
        seconds "${measured[@]}" linchpin verify "$model" --json --timeout "${cap}s" ${OPTIONS:-} "$@"
    rss=$(sed -n 's/^rss //p' "$scratch/err")
    case $code in
    0) verdict=holds ;;
    1) verdict=violated ;;
    3) verdict="> ${cap} s" ;;
    *) verdict=error ;;
    esac
    states=$(figure states)
    bytes=$(figure 'bytes per state')
    rate=$(awk -v s="${states:-0}" -v t="$cpu" 'BEGIN { printf "%.0f", (t > 0 ? s / t / 1000 : 0) }')
    printf '%-44s %-9s %11s %12s %7s %7s %7s %6s %6s %6s  %s\n' "$name" "$verdict" "$states" \
        "$(figure transitions)" "$cold" "$took" "$cpu" "$rate" "$((${rss:-0} / 1024))" \
        "${bytes:--}" "$paper"
    if [ "$code" != "$want" ] && [ "$code" != 3 ]; then
        echo "  NOT AS EXPECTED: exit code $code, not $want"
        failures=$((failures + 1))
    fi
}
