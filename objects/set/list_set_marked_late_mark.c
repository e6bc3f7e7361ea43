// SPDX-License-Identifier: MIT
// Faulty: remove marks what it has unlinked. In between, an `add` behind that is lost.

#define MARK_BEFORE false
#define MARK_AFTER true
#include "list_set_marked.c"
