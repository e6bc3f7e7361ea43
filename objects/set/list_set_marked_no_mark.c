// SPDX-License-Identifier: MIT
// Faulty: remove does not mark what it unlinks, so an `add` behind that is lost.

#define MARK_BEFORE false
#include "list_set_marked.c"
