// SPDX-License-Identifier: MIT
// Which of the notes of memory_log.h are about something that is shown, and what that consists of.

#ifndef EXPLORE_MEMORY_CELLS_H
#define EXPLORE_MEMORY_CELLS_H

#include "explore/show/memory_log.h"

enum { CELL_WIDEST = 16 };

typedef struct cell {
    size_t offset, size;
    char *name;    // "next", "slots[1]"; where the type is not known "+8"
    bool known;    // what it holds
    bool affected; // by the step at hand; before that:
    bool was_known;
    unsigned char before[CELL_WIDEST];
} cell;

typedef struct box {
    bool told;
    uint32_t number;      // in the verdict
    unsigned char *bytes; // as they are
    cell *cells;          // by their offsets
    uint32_t count, capacity;
} box;

// `used`: notes about accesses. Cells are those of its type, and what they are about.
void cells_find(box *b, const watched *w, const memory_note **used, uint32_t count);
bool cells_overlap(const cell *c, size_t offset, size_t size);

#endif
