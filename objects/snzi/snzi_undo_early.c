// SPDX-License-Identifier: MIT
// Faulty: who came too late at the root departs from it at once, before it has arrived
// itself. Then the indicator can go down though nobody has departed.

#define UNDO root_depart(s)
#include "snzi.c"
