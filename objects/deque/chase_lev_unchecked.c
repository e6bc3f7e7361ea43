// SPDX-License-Identifier: MIT
// Faulty: the owner takes the last task without asking whether a thief was faster.

#define LAST_UNCHECKED
#include "chase_lev.c"
