// SPDX-License-Identifier: MIT
// Faulty: nodes are unlinked without a mark. What is linked behind one at the same
// time is lost, and two neighbours cannot be taken out at once.

#define MARK 0
#include "list_set_harris.c"
