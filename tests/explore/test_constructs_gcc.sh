# SPDX-License-Identifier: MIT
# Constructs of C and C++ with gcc: see constructs.sh.
command -v gcc >/dev/null || exit 77
. tests/explore/constructs.sh
constructs gcc
