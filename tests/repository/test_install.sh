#!/bin/bash
# SPDX-License-Identifier: MIT
# An installation works from wherever it is put: the program, its manual, completions, and
# the library by pkg-config and by CMake's find_package, from C and from C++.
set -eu
: "${BUILD:?the build folder}"
[ "${LP_SANITIZE:-0}" = 0 ] || { echo "no library in a sanitized build"; exit 77; }
root=$PWD
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

DESTDIR="$scratch/stage" cmake --install "$BUILD" --prefix /opt/somewhere >/dev/null
mv stage/opt/somewhere moved
prefix=$scratch/moved

"$prefix/bin/linchpin" --version | grep -q '^linchpin [0-9]'
"$prefix/bin/linchpin" check "$root/docs/examples/queue_good.jsonl" --spec queue >/dev/null
# The engines find their runners and headers beside the program.
stack=$root/objects/stack
"$prefix/bin/linchpin" verify "$stack/treiber.lin" >/dev/null
"$prefix/bin/linchpin" explore "$stack/treiber_test.c" "$stack/treiber.c" --scenario 'push(1) | pop' >/dev/null
"$prefix/bin/linchpin" test "$stack/treiber_test.c" "$stack/treiber.c" --rounds 10 >/dev/null
# What is made of the tables, too, is where man and the shells look, as the build has made it.
for file in share/man/man1/linchpin.1 share/man/man1/linchpin-check.1 share/man/man3/linchpin.3 share/man/man3/linchpin-judge.3 \
    share/man/man5/linchpin-history.5 share/man/man5/lin.5 share/bash-completion/completions/linchpin \
    share/vim/vimfiles/syntax/lin.vim share/vim/vimfiles/ftdetect/lin.vim share/zsh/site-functions/_linchpin share/fish/vendor_completions.d/linchpin.fish; do
    test -s "$prefix/$file" || { echo "$file is not installed"; exit 1; }
done
(cd "$BUILD/share" && find . -type f) | while IFS= read -r file; do cmp "$BUILD/share/$file" "$prefix/share/$file"; done
for man in man mandoc; do
    command -v $man >/dev/null || continue
    [ $man = mandoc ] || export MANPATH=$prefix/share/man
    page=$prefix/share/man/man1/linchpin-check.1
    [ $man = mandoc ] || page=linchpin-check
    $man "$page" | col -b | grep -q -e '--condition name' || { echo "$man does not show linchpin-check"; exit 1; }
    unset MANPATH
done
# bash finds the completions by the name of the program, as the package bash-completion looks for them.
(
    set +e # bash is not completing
    . "$prefix/share/bash-completion/completions/linchpin"
    COMP_WORDS=(linchpin check --spec prior) COMP_CWORD=3
    _linchpin
    [ "${COMPREPLY[*]}" = priority-queue ] || { echo "completions: ${COMPREPLY[*]}"; exit 1; }
)
for file in "$BUILD"/libexec/linchpin/*; do
    [ ! -e "$file" ] || cmp "$file" "$prefix/libexec/linchpin/${file##*/}"
done
! grep -rIlF -e "$root" -e "$BUILD" "$prefix" || { echo "the installation knows where it was built"; exit 1; }

# Only lp_… can be seen in the library.
others=$(nm --defined-only --extern-only "$prefix/lib/liblinchpin.a" | awk 'NF == 3 && $3 !~ /^lp_/')
[ -z "$others" ] || { echo "names that may clash: $others"; exit 1; }

cat >embed.c <<'C'
#include <linchpin/judge.h>
#include <stdio.h>

int main(void)
{
    lp_pool *pool = lp_pool_new();
    lp_history *h = lp_history_new(pool);
    lp_history_return(h, lp_history_call(h, 0, lp_string(pool, "enq", 3), lp_int(1)), LP_UNIT);
    lp_history_return(h, lp_history_call(h, 1, lp_string(pool, "deq", 3), LP_NIL), lp_int(2));
    lp_verdict v;
    lp_verdict_init(&v);
    lp_outcome o = lp_history_judge(h, lp_spec_find("queue"), NULL, &v);
    printf("%d: %s\n", (int)o, v.reason);
    lp_verdict_fini(&v);
    lp_history_free(h);
    lp_pool_free(pool);
    return o == LP_VIOLATED ? 0 : 1;
}
C
export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
${CC:-cc} -Wall -Wextra -Werror -std=c11 embed.c $(pkg-config --cflags --libs linchpin) -o by_pkg_config
./by_pkg_config | grep -q '^1: no order'
[ "$(pkg-config --modversion linchpin)" = "$("$prefix/bin/linchpin" --version | cut -d' ' -f2)" ]

# The example of linchpin(3), as it stands there.
sed -n '/^\.Bd/,/^\.Ed/{//d;p}' "$prefix/share/man/man3/linchpin.3" >example.c
${CC:-cc} -Wall -Wextra -Werror -std=c11 example.c $(pkg-config --cflags --libs linchpin) -o example
code=0
./example >out || code=$?
[ "$code" = 1 ]
grep -q '^no order' out
# The same from C++.
cp example.c example.cc
${CXX:-c++} -Wall -Wextra -Werror example.cc $(pkg-config --cflags --libs linchpin) -o by_cxx
code=0
./by_cxx >out || code=$?
[ "$code" = 1 ]

# What automata are emitted as runs on a library of its own.
if [ -f "$prefix/lib/liblinchpin_node.a" ]; then
    others=$(nm --defined-only --extern-only "$prefix/lib/liblinchpin_node.a" | awk 'NF == 3 && $3 !~ /^lp_/')
    [ -z "$others" ] || { echo "names that may clash: $others"; exit 1; }
    abd=$PWD/abd
    "$prefix/bin/linchpin" compile "$root/objects/distributed/abd.lin" -o "$abd" --quiet
    for main in replica abd_client; do
        ${CC:-cc} -Wall -Wextra -Werror -std=c11 "$abd/${main}_main.c" "$abd"/{abd,replica,read_client,write_client}.c \
            $(pkg-config --cflags --libs linchpin-node) -o $main
    done
    ./replica --help | grep -q -- '--directory'
    ./abd_client --help | grep -q 'Methods: read write N'
    cat >"$abd/CMakeLists.txt" <<'C'
cmake_minimum_required(VERSION 3.20)
project(abd LANGUAGES C)
find_package(linchpin 0.1 REQUIRED)
add_executable(replica replica_main.c abd.c replica.c read_client.c write_client.c)
target_link_libraries(replica PRIVATE linchpin::node)
C
    cmake -S "$abd" -B "$abd/out" -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
    cmake --build "$abd/out" >/dev/null
    "$abd/out/replica" --help | grep -q -- '--directory'
fi

mkdir project
cp embed.c example.cc project
cat >project/CMakeLists.txt <<'C'
cmake_minimum_required(VERSION 3.20)
project(embed LANGUAGES C CXX)
find_package(linchpin 0.1 REQUIRED)
add_executable(embed embed.c)
target_link_libraries(embed PRIVATE linchpin::linchpin)
add_executable(embed_cxx example.cc)
target_link_libraries(embed_cxx PRIVATE linchpin::linchpin)
C
cmake -S project -B project/out -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
cmake --build project/out >/dev/null
project/out/embed | grep -q '^1: no order'
code=0
project/out/embed_cxx >out || code=$?
[ "$code" = 1 ]
# A project that has C++ alone.
sed 's/LANGUAGES C CXX/LANGUAGES CXX/; /embed embed.c/d; /(embed /d' project/CMakeLists.txt >own.txt
mkdir cxx
cp example.cc cxx
mv own.txt cxx/CMakeLists.txt
cmake -S cxx -B cxx/out -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
cmake --build cxx/out >/dev/null
test -x cxx/out/embed_cxx
# One that asks for a later version, or is not told where to look, is told what is wrong.
sed 's/linchpin 0.1/linchpin 99/' project/CMakeLists.txt >cxx/CMakeLists.txt
! cmake -S cxx -B cxx/later -DCMAKE_PREFIX_PATH="$prefix" >/dev/null 2>out || exit 1
grep -q 'compatible with requested version "99"' out

# A test in a project of the user's own, by Make and by CMake: no tool but the library.
mkdir own
"$prefix/bin/linchpin" new queue --output own/queue_test.c >/dev/null
"$prefix/bin/linchpin" new channel --output own/channel_test.c >/dev/null
cat >own/Makefile <<'C'
check: queue_test channel_test
	./queue_test --rounds 500
	./channel_test --rounds 100 --json
%_test: %_test.c
	$(CC) -Wall -Wextra -Werror -O2 $< $$(pkg-config --cflags --libs linchpin) -o $@
C
make -s -C own check >own/out
grep -q 'covers the 500 histories' own/out
grep -q '"verdict":"holds"' own/out
cat >own/CMakeLists.txt <<'C'
cmake_minimum_required(VERSION 3.20)
project(own LANGUAGES C)
enable_testing()
find_package(linchpin 0.1 REQUIRED)
add_executable(queue_test queue_test.c)
target_link_libraries(queue_test PRIVATE linchpin::linchpin)
add_test(NAME queue COMMAND queue_test --rounds 500)
C
cmake -S own -B own/out.d -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
cmake --build own/out.d >/dev/null
(cd own/out.d && ctest --output-on-failure >/dev/null)
# A queue that gives back the wrong end is found, with a command that shows it again.
sed 's/q->items\[q->first\];/q->items[(q->first + q->count - 1) % 64];/; s/q->first = .*;//' \
    own/queue_test.c >own/bad_test.c
make -s -C own bad_test
code=0
own/bad_test --seed 3 >own/out || code=$?
[ "$code" = 1 ]
grep -q 'not linearizable' own/out
again=$(sed -n 's/^ *Reproduce: //p' own/out)
code=0
eval "$again" >own/out || code=$?
[ "$code" = 1 ]
code=0
own/bad_test --rounds none 2>own/err || code=$?
[ "$code" = 2 ]
grep -q -e '--rounds: "none" is not a number' own/err

# The public headers are good C and good C++, each by itself.
for header in "$root"/include/linchpin/*.h; do
    for language in c c++; do
        printf '#include <linchpin/%s>\n' "${header##*/}" |
            ${CC:-cc} -Wall -Wextra -Werror -I"$prefix/include" -x "$language" -fsyntax-only -
    done
done
# What was installed can be removed, with the folders that were made for it and no others.
mkdir "stage, two"
tree() {
    find "stage, two" | sort
}
mkdir -p "stage, two/opt" "stage, two/a b,c/share/man"
for places in "$scratch/stage, two|/usr" "$scratch/stage, two|/a b,c" "$scratch/stage, two|/opt/deep/er" "|$scratch/stage, two/x" \
    'stage, two|/y'; do
    tree >before
    for times in once twice; do
        "$root/tools/install" put "$BUILD" "${places%%|*}" "${places##*|}" >/dev/null
    done
    ! cmp -s before <(tree) || { echo "nothing is installed at $places"; exit 1; }
    "$root/tools/install" remove "$BUILD" "${places%%|*}" "${places##*|}" >/dev/null
    tree | diff before - || { echo "not as it was at $places"; exit 1; }
done
# `make install` is that, of the release.
make -C "$root" --no-print-directory -n install DESTDIR=/stage PREFIX=/usr |
    grep -qx "tools/install put build/release '/stage' '/usr'"
make -C "$root" --no-print-directory -n uninstall PREFIX=/opt/x | grep -qx "tools/install remove build/release '' '/opt/x'"
# A file that somebody else has put there stays, with its folder.
"$root/tools/install" put "$BUILD" "$scratch/stage, two" /z >/dev/null
touch "stage, two/z/share/mine"
"$root/tools/install" remove "$BUILD" "$scratch/stage, two" /z >/dev/null
rm -f "$BUILD/install_folders.txt"
[ "$(find "stage, two/z" | sort | tr '\n' ' ')" = 'stage, two/z stage, two/z/share stage, two/z/share/mine ' ]

echo "installed $(find moved -type f | wc -l) files"
