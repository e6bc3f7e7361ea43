// SPDX-License-Identifier: MIT
// Faulty: who looks again does not look at the mark.

#define STILL_THERE(before, n) (atomic_load(&(before)->next) == (n))
#include "list_set_marked.c"
