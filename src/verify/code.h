// SPDX-License-Identifier: MIT
// Cells to words and back. Narrow: a byte for each cell, for -14 … 239 and none.
// Wide: four bytes for each. Equal vectors have equal words. What changes together
// (a thread, the heap) begins with a word of its own: the store keeps words that
// it has seen before once.

#ifndef VERIFY_CODE_H
#define VERIFY_CODE_H

#include "model/program.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct code {
    uint32_t cells, words;
    bool wide;
    uint32_t *byte; // of each cell
} code;

void code_init(code *c, const layout *l, uint32_t threads, bool wide);
void code_fini(code *c);
// `extra` is one more number that is stored with the cells. False: a cell does
// not fit into a byte.
bool code_cells(const code *c, const int32_t *cells, uint32_t extra, uint64_t *words);
uint32_t decode_cells(const code *c, const uint64_t *words, int32_t *cells);

#endif
