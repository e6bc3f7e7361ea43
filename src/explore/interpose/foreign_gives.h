// SPDX-License-Identifier: MIT
// Functions of the C library that give their caller a block to free: asprintf, getline and
// the like. The library would take it from a heap of its own, which is neither reset nor
// checked; so the block is copied into the arenas, as if malloc had been called there.

#ifndef EXPLORE_FOREIGN_GIVES_H
#define EXPLORE_FOREIGN_GIVES_H

// What is called in the place of this function; NULL: the function itself.
void *foreign_instead(const char *name);

#endif
