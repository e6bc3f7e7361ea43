#!/bin/bash
# SPDX-License-Identifier: MIT
# tools/setup installs what is missing and nothing else, with sudo when not
# root, and says what to install where there is no apt; with --check it installs
# nothing. Only `make setup…`, `make demo` and `make test` install. All with fake tools.
set -u
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0
fail() {
    failures=$((failures + 1))
    echo "FAILED: $*"
    cat "$scratch/log" "$scratch/out"
}
fake() { # NAME BODY
    printf '#!/bin/sh\n%s\n' "$2" >"$scratch/bin/$1"
    chmod +x "$scratch/bin/$1"
}
fresh() { # a PATH with the bare minimum
    rm -rf "$scratch/bin"
    mkdir "$scratch/bin"
    : >"$scratch/log"
    for tool in sh sed dirname env cat; do
        ln -s "$(command -v "$tool")" "$scratch/bin/$tool"
    done
    fake id 'echo 0'
}
setup() { # [--check] KIND
    PATH="$scratch/bin" tools/setup "$@" >"$scratch/out" 2>&1
}
debian() { # installed packages: a pattern for case
    fake dpkg-query "for p; do :; done; case \$p in $1) echo installed ;; *) exit 1 ;; esac"
    fake apt-get "echo apt-get \"\$@\" >>$scratch/log"
}

fresh
debian '*'
setup test || fail 'nothing is missing'
[ ! -s "$scratch/log" ] || fail 'nothing was missing, yet apt-get ran'

fresh
debian 'gcc | g++ | libc6-dev | cmake | pkg-config'
setup build || fail 'packages are missing'
grep -qx 'apt-get update -q' "$scratch/log" || fail 'no update'
grep -qx 'apt-get install -q -y --no-install-recommends libxxhash-dev libboost-context-dev libdw-dev libuv1-dev libzydis-dev' \
    "$scratch/log" || fail 'not exactly what was missing'

fresh
debian 'nothing'
setup test || fail 'all packages are missing'
for package in $(sed -n 's/^\(build\|test\)  *\([^ ]*\).*/\2/p' packages.txt); do
    grep -q "install.* $package\( \|$\)" "$scratch/log" || fail "$package is not installed"
done

fresh
sed -n 's/^build  *\([^ ]*\).*/\1/p' packages.txt >"$scratch/built"
debian "$(paste -sd'|' "$scratch/built")"
setup bench || fail 'Go is missing'
grep -qx 'apt-get install -q -y --no-install-recommends golang-go' "$scratch/log" || fail 'not just Go for bench'

fresh
debian "$(sed -n 's/^\(build\|test\)  *\([^ ]*\).*/\2/p' packages.txt | grep -vx nodejs | paste -sd'|')"
fake node 'exit 0'
setup test || fail 'node is there, though not from a package'
[ ! -s "$scratch/log" ] || fail 'node is there, yet apt-get ran'
fake node 'exit 1'
setup test || fail 'node is too old'
grep -qx 'apt-get install -q -y --no-install-recommends nodejs' "$scratch/log" || fail 'not just Node'

fresh
debian 'nothing'
fake id 'echo 1000'
fake sudo "echo sudo >>$scratch/log; exec \"\$@\""
setup build || fail 'sudo'
[ "$(grep -c '^sudo$' "$scratch/log")" = 2 ] || fail 'sudo was not used twice'

fresh
debian 'nothing'
fake id 'echo 1000'
! setup build || fail 'neither root nor sudo, and no failure'
grep -q 'apt-get install --no-install-recommends gcc' "$scratch/out" || fail 'no advice'
[ ! -s "$scratch/log" ] || fail 'apt-get ran without rights'

fresh
debian 'nothing'
fake apt-get 'exit 100'
! setup build || fail 'apt-get fails, and setup does not'

fresh
! setup build || fail 'without apt and tools it passes'
grep -q 'CMake 3.20' "$scratch/out" || fail 'no list'
! grep -q 'Clang' "$scratch/out" || fail 'what is for tests is asked for'

fresh
for tool in gcc g++ cmake pkg-config cc; do fake "$tool" 'exit 0'; done
setup build || fail 'without apt, with all tools, it fails'

fresh
debian '*'
setup --check test || fail 'nothing is missing, and --check fails'
[ ! -s "$scratch/out" ] || fail 'nothing is missing, and --check says something'

fresh
debian 'gcc | g++ | libc6-dev | cmake | pkg-config | libxxhash-dev'
! setup --check build || fail 'packages are missing, and --check passes'
[ ! -s "$scratch/log" ] || fail '--check ran apt-get'
grep -qx 'Missing packages: libboost-context-dev libdw-dev libuv1-dev libzydis-dev' "$scratch/out" || fail 'not what is missing'
grep -qx "'make setup' installs them." "$scratch/out" || fail 'no advice'
! setup --check test || fail 'packages are missing, and --check passes'
grep -qx "'make setup-test' installs them." "$scratch/out" || fail 'no advice for tests'

for target in all help check tidy soak fuzz libraries coverage bench docs deb install; do
    ! make -n "$target" 2>/dev/null | grep 'tools/setup' | grep -v -- --check || fail "make $target installs packages"
done
for target in setup demo test; do
    make -n "$target" | grep '^tools/setup [a-z]' >/dev/null || fail "make $target does not install packages"
done

echo "$failures failed"
[ "$failures" = 0 ]
