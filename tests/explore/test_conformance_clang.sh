# SPDX-License-Identifier: MIT
# The runtime with clang: see conformance.sh.
command -v clang >/dev/null || exit 77
. tests/explore/conformance.sh
conformance clang
