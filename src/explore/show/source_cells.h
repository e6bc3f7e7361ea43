// SPDX-License-Identifier: MIT
// What memory consists of, by debug information: the numbers and pointers in a block of the heap or
// in a variable, and their types. Nothing where that is not known, or without libdw.

#ifndef EXPLORE_SOURCE_CELLS_H
#define EXPLORE_SOURCE_CELLS_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

// A number or a pointer. `name`: "next", "slots[1]"; "" where it is all there is.
typedef void source_cell_visit(void *context, size_t offset, size_t size, const char *name);

// The variables of the user's that are neither on a stack nor thread-local. `name` may stand for
// several: see source_symbol.
void source_variables(void (*visit)(void *context, const void *address, size_t size),
                      void *context);

// `at`: where a block or a variable begins. Of it all cells, at most so many; of what the standard
// library keeps to itself there are none. False: its type is not known.
bool source_cells(const void *at, size_t size, size_t most, source_cell_visit *visit,
                  void *context);
// "next", "slots[1]": what lies there; false: not known.
bool source_cell_name(const void *at, size_t size, size_t offset, size_t length, text *out);
// "struct node"; false: not known.
bool source_type_name(const void *at, size_t size, text *out);
// A pointer to this block lies there. If its type is known, so is that of the block from now on.
// True: that is new.
bool source_learn_block(const void *at, size_t size, size_t offset, const void *block);

#endif
