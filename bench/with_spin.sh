# SPDX-License-Identifier: MIT
# How a benchmark BIN that has SPIN beside linchpin begins: in the root of the repository, with BIN in the PATH, a
# folder of its own and nothing compiled before. Without SPIN there is nothing to compare with.
set -u
cd "$(dirname "$0")/.." || exit 2
PATH=$(cd "$1" && pwd):$PATH
export LC_ALL=C
command -v spin >/dev/null || { echo "spin is not installed: nothing to compare with"; exit 0; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export LINCHPIN_CACHE=$scratch/cache
failures=0
