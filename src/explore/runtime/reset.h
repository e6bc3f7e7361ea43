// SPDX-License-Identifier: MIT
// Everything writable as it was after loading: the data of the user's modules,
// thread-local variables, the heap, the stacks, and the runtime's own record.

#ifndef EXPLORE_RESET_H
#define EXPLORE_RESET_H

void reset_snapshot(void); // once, after loading
void reset_all(void);      // before each execution

#endif
