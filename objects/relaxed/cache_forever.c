// SPDX-License-Identifier: MIT
// Faulty: puts do not make the copy older. However many there are, the next get may still
// return what was before all of them.

#define PUTS_COUNT 0
#include "cache.c"
