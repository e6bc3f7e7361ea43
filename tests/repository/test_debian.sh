#!/bin/bash
# SPDX-License-Identifier: MIT
# What debian/ says agrees with the rest: it builds with the packages of packages.txt, has the version of the
# project, and every file that is installed is in one package. `make deb` builds the packages.
set -u
: "${BUILD:?the build folder}"
[ "${LP_SANITIZE:-0}" = 0 ] || { echo "nothing is installed from a sanitized build"; exit 77; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0
complain() {
    failures=$((failures + 1))
    echo "$*"
}

# All that building needs but a C and a C++ compiler, which every Debian package may use, and debhelper.
wanted=$(sed -n 's/^build  *\([^ ]*\).*/\1/p' packages.txt | grep -vxE 'gcc|g\+\+|libc6-dev' | sort)
named=$(sed -n '/^Build-Depends:/,/^[A-Z].*: /{s/^Build-Depends://;/^[A-Z]/d;p}' debian/control |
    tr ',' '\n' | tr -d ' ' | grep -v '^debhelper-compat(=13)$' | grep . | sort)
[ -n "$wanted" ] || complain 'packages.txt names nothing'
diff <(echo "$wanted") <(echo "$named") || complain 'Build-Depends of debian/control (>) are not the build packages of packages.txt (<)'
for package in debhelper lintian; do
    grep -q "^deb  *$package " packages.txt || complain "$package is not in packages.txt"
done

version=$(sed -n 's/^project(linchpin VERSION \([^ ]*\).*/\1/p' CMakeLists.txt)
changes=$(sed -n '1s/^linchpin (\([^)]*\)) .*/\1/p' debian/changelog)
[ "$version" ] && [ "$changes" = "$version" ] || complain "the project has version $version, debian/changelog $changes"
grep -q "^## $version\b" CHANGELOG.md || complain "CHANGELOG.md says nothing of $version"
if command -v dpkg-parsechangelog >/dev/null; then
    said=$(dpkg-parsechangelog --all 2>&1 >/dev/null)
    [ -z "$said" ] || complain "debian/changelog: $said"
fi

# The licence is that of LICENSE, word for word.
words() { tr -s '[:space:]' '\n' | grep -vxF .; }
diff <(sed '1,/^Copyright/d' LICENSE | words) <(sed -n '/^License: Expat$/,$p' debian/copyright | sed '1,/^License: Expat$/d' |
    sed '/^License: Expat$/d' | words) || complain 'debian/copyright is not LICENSE'

# As debian/rules has it installed, every file is in exactly one package, and each line of a list stands for some.
# (The name of a component, which is that of all, keeps this from the list of what `make install` has installed.)
DESTDIR=$scratch cmake --install "$BUILD" --prefix /usr --component Unspecified >/dev/null
mkdir "$scratch/usr/lib/x86_64-linux-gnu"
mv "$scratch"/usr/lib/*.a "$scratch"/usr/lib/cmake "$scratch"/usr/lib/pkgconfig "$scratch/usr/lib/x86_64-linux-gnu"
mv "$scratch/usr/share/zsh/site-functions" "$scratch/usr/share/zsh/vendor-completions"
for list in debian/*.install; do
    while read -r pattern; do
        # shellcheck disable=SC2086
        (cd "$scratch" && find $pattern -type f) >"$scratch/found" 2>/dev/null
        [ -s "$scratch/found" ] || complain "$list: there is no $pattern"
        cat "$scratch/found" >>"$scratch/packed"
    done <"$list"
done
diff <(cd "$scratch" && find usr -type f | sort) <(sort "$scratch/packed") || complain 'not every file is in one package'

[ -x debian/rules ] || complain 'debian/rules cannot be run'
if [ -f /usr/share/dpkg/architecture.mk ]; then
    [ "$(env -u MAKEFLAGS -u MAKELEVEL make -n -f debian/rules binary 2>&1 | cut -d' ' -f1,2)" = "dh binary" ] || complain 'debian/rules cannot be read'
fi
[ "$(cat debian/source/format)" = '3.0 (native)' ] || complain 'debian/source/format'

echo "$(wc -l <"$scratch/packed") files in $(ls debian/*.install | wc -l) packages, $failures complaints"
[ "$failures" = 0 ]
