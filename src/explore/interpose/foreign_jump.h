// SPDX-License-Identifier: MIT
// longjmp: where a buffer leads is known only when it is used, since another thread may have
// filled it in the meantime.

#ifndef EXPLORE_FOREIGN_JUMP_H
#define EXPLORE_FOREIGN_JUMP_H

// What is called in the place of this function; NULL: it is no longjmp.
void *foreign_jump(const char *name);

#endif
