#!/bin/bash
# SPDX-License-Identifier: MIT
# tidy.sh ROOM…: clang-tidy finds nothing in src/ROOM, with the checks of .clang-tidy.
# The analyzer looks at TIDY_NODES states of each function: few, in a twelfth of the time;
# `make tidy` has its own limit of 225,000.
#
# A file found clean leaves a stamp in the build folder: a hash of all that clang-tidy
# saw of the repository, which the compiler listed when it built the file. As long as
# the hash is the same the file is not looked at again, so a run that was stopped is
# taken up where it ended.
#
# In a fresh clone there are no stamps. There `make test` looks at the files that were changed in the last ten commits,
# at those that use what was changed since the last one, and of the others at every third, in turns (LINCHPIN_TURN):
# they were found clean before, and only a header can have changed what is found in them.
#
# A process of clang-tidy has several files: to start one takes about as long as to look at a small file. Where it
# finds something, each of its files is looked at alone, which says whose fault it is.
set -u
command -v clang-tidy >/dev/null || { echo "no clang-tidy"; exit 77; }
version=$(clang-tidy --version | sed -n 's/.*version \([0-9]*\).*/\1/p')
[ "$version" = 14 ] || { echo "clang-tidy $version, not 14"; exit 77; }
: "${BUILD:?the build folder}"
nodes=${TIDY_NODES:-2000}
at_once=12
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

for room; do
    sed -n "s,^ *\"file\": \"$PWD/\(src/$room/.*\.c\)\".*,\1,p" "$BUILD/compile_commands.json"
done | sort -u >"$scratch/files"
[ -s "$scratch/files" ] || { echo "no files of $* in compile_commands.json"; exit 1; }

# What every file depends on.
settings=$({
    clang-tidy --version
    cat .clang-tidy tests/repository/tidy.sh
    echo "$nodes"
    sed -n 's/^ *"command": "\(.*\) -o .*/\1/p' "$BUILD/compile_commands.json" | sort -u
} | sha256sum)
# "FILE DEPENDENCY" for what each file includes; one without a list depends on every header.
find "$BUILD" -name '*.c.o.d' | sort >"$scratch/lists"
find src include -name '*.h' >"$scratch/headers"
awk -v here="$PWD/" '
    FILENAME ~ /lists$/ {
        file = $0
        sub(/^.*\.dir\//, "", file)
        sub(/\.o\.d$/, "", file)
        if (!(file in list))
            list[file] = $0
        next
    }
    FILENAME ~ /headers$/ { headers[++n] = $0; next }
    {
        print $0, $0
        if (!($0 in list)) {
            for (i = 1; i <= n; i++)
                print $0, headers[i]
            next
        }
        while ((getline line < list[$0]) > 0) {
            words = split(line, word, " ")
            for (i = 1; i <= words; i++)
                if (index(word[i], here) == 1 && word[i] ~ /\.[ch]$/)
                    print $0, substr(word[i], length(here) + 1)
        }
        close(list[$0])
    }' "$scratch/lists" "$scratch/headers" "$scratch/files" | sort -u >"$scratch/uses"
cut -d' ' -f2 "$scratch/uses" | sort -u | xargs sha256sum >"$scratch/sums"
# The key of each file: a hash of the hashes of what it depends on.
mkdir "$scratch/keys"
awk -v keys="$scratch/keys/" -v settings="$settings" '
    NR == FNR { sum[$2] = $1; next }
    $1 != file {
        if (file)
            close(out)
        file = out = $1
        gsub("/", "+", out)
        out = keys out
        print settings >out
    }
    { print $2, sum[$2] >out }' "$scratch/sums" "$scratch/uses"
declare -A key
while read -r hash file; do
    file=${file##*/}
    key[${file//+//}]=$hash
done < <(find "$scratch/keys" -type f -print0 | xargs -0 sha256sum)

# The files whose turn it always is, if not all are looked at.
in_turns=
if [ "${LINCHPIN_TURN:-}" ] && git rev-parse -q --verify HEAD~10 >/dev/null 2>&1; then
    in_turns=1
    {
        git diff --name-only HEAD~10 -- '*.c'
        git diff --name-only HEAD~1
        git ls-files --others --exclude-standard
    } >"$scratch/changed"
    awk 'NR == FNR { changed[$1]; next } $2 in changed { print $1 }' "$scratch/changed" "$scratch/uses" | sort -u >"$scratch/due"
fi
number=0 others=0
due() { # FILE
    [ ! "$in_turns" ] || [ $(((number + LINCHPIN_TURN) % 3)) = 0 ] || grep -qxF "$1" "$scratch/due"
}

looked=0
look() { # LOG FILE…
    clang-tidy --quiet --extra-arg=-Xclang --extra-arg=-analyzer-config --extra-arg=-Xclang \
        "--extra-arg=max-nodes=$nodes" -p "$BUILD" "${@:2}" >"$1" 2>&1
}
clean() { # FILE…
    local file
    for file; do
        echo "${key[$file]}" >"$BUILD/tidy/$file.$nodes"
        looked=$((looked + 1))
    done
}
look_alone() { # FILE: prints what is wrong with it
    local log=$BUILD/tidy/$1.log
    if look "$log" "$1"; then
        rm "$log"
        clean "$1"
        return 0
    fi
    grep -E '^/.*: (error|warning): ' "$log" | sed "s,^$PWD/,," | sort -u
    [ -s "$log" ] && grep -qE '^/.*: (error|warning): ' "$log" || { echo "$1:"; cat "$log"; }
    return 1
}

failed=0
some=()
look_at_some() {
    local file
    [ ${#some[@]} != 0 ] || return
    if look "$scratch/log" "${some[@]}"; then
        clean "${some[@]}"
    else
        for file in "${some[@]}"; do
            look_alone "$file" || failed=1
        done
    fi
    some=()
}
while read -r file; do
    number=$((number + 1))
    [ "${key[$file]:-}" ] || { echo "$file: no key"; exit 1; }
    stamp=
    [ ! -f "$BUILD/tidy/$file.$nodes" ] || read -r stamp <"$BUILD/tidy/$file.$nodes"
    [ "$stamp" != "${key[$file]}" ] || continue
    due "$file" || { others=$((others + 1)); continue; }
    [ -d "$BUILD/tidy/${file%/*}" ] || mkdir -p "$BUILD/tidy/${file%/*}"
    some+=("$file")
    [ ${#some[@]} -lt $at_once ] || look_at_some
done <"$scratch/files"
look_at_some
echo "$(wc -l <"$scratch/files") files, $looked of them looked at now, $others in other turns"
exit "$failed"
