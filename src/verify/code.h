// SPDX-License-Identifier: MIT
// Cells to words and back. Narrow: a byte for each cell, for -14 … 239 and none.
// Wide: four bytes for each. Equal vectors have equal words.

#ifndef VERIFY_CODE_H
#define VERIFY_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

uint32_t code_words(uint32_t cells, bool wide); // room for `extra`, too
// `extra` is one more number that is stored with the cells. False: a cell does
// not fit into a byte.
bool code_cells(const int32_t *cells, uint32_t count, uint32_t extra, bool wide, uint64_t *words);
uint32_t decode_cells(const uint64_t *words, uint32_t count, bool wide, int32_t *cells);

#endif
