// SPDX-License-Identifier: MIT
// Faulty: nobody looks again before it links.

#define STILL_THERE(before, n) ((void)(n), true)
#include "list_set_marked.c"
