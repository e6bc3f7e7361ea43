# SPDX-License-Identifier: MIT
# complete.bash SCRIPT: lines of stdin as if they were typed in bash, up to a Tab; after each, what is
# offered, sorted, with blanks between. Words are at blanks, = and colons, as readline's are.
. "$1"
while IFS= read -r line; do
    mapfile -t COMP_WORDS < <(sed -E 's/([=:])/ \1 /g; s/[[:blank:]]+/\n/g' <<<"$line")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _linchpin
    printf '%s\n' "${COMPREPLY[@]}" | sort -u | paste -sd' '
done
