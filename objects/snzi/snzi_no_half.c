// SPDX-License-Identifier: MIT
// Faulty: the first to arrive makes the leaf a whole at once. A second one relies on
// it before the root knows.

#define FIRST 2
#include "snzi.c"
