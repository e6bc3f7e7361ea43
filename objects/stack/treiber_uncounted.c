// SPDX-License-Identifier: MIT
// Faulty: the pool of treiber_counted.c without the number. A node that was taken out
// and put back in between looks as if nothing had happened (ABA).

#define STEP 0
#include "treiber_counted.c"
