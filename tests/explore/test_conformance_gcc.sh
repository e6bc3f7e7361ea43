# SPDX-License-Identifier: MIT
# The runtime with gcc: see conformance.sh.
command -v gcc >/dev/null || exit 77
. tests/explore/conformance.sh
conformance gcc
