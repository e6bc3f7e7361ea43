# SPDX-License-Identifier: MIT
# Constructs of C and C++ with clang: see constructs.sh.
command -v clang >/dev/null || exit 77
. tests/explore/constructs.sh
constructs clang
