// SPDX-License-Identifier: MIT
// Cells to words and back. A cell takes as many bits as its type needs: a bool
// one, a pointer enough for the number of nodes, an int eight, for -14 … 239 and
// none. Wide: 32 bits for all. A thread is in one method at a time, so the locals
// of all methods lie in the same bits. Equal vectors have equal words. A thread, or
// a node, is not cut in two if it can be helped: the store keeps words that it has
// seen before once. What is derived from the rest is not packed, and zero when it is unpacked.

#ifndef VERIFY_STATE_PACKING_H
#define VERIFY_STATE_PACKING_H

#include "model/steps/program.h"
#include "verify/canonical/cell_changes.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    PACKING_SMALL = 0xF0,
    PACKING_NEGATIVES = 14,
    PACKING_NONE = 0xFF
}; // of an int of eight bits
// What `spot_of` says of a cell that has no spot, of a pc, and of what belongs to a thread's method.
#define PACKING_NOWHERE UINT32_MAX
#define PACKING_PC (UINT32_MAX - 1)
#define PACKING_LOCAL (UINT32_MAX - 2)
enum { PACKING_WORD = 64, PACKING_WIDE = 32, PACKING_BYTE = 8, PACKING_STATUS = 2 }; // bits

typedef struct packing_options {
    bool wide;
    bool dense;                   // after the first free node of a struct all are free
    bool reserved, started, done; // which of the client's cells are in use; the others are 0
} packing_options;

typedef struct spot {
    uint32_t cell;
    uint16_t word;
    uint8_t shift, bits;
    uint32_t most; // up to here a cell is stored as it is
} spot;

typedef struct packing {
    const program *p;
    packing_options o;
    uint32_t words, cut; // threads begin at `cut`, which suits the store
    uint32_t bits_of_pc, bits_of_pointer, bits_of_result, bits_of_any;
    spot *spots; // of the client and shared; of nodes; of threads; of locals
    uint32_t count, capacity;
    uint32_t fixed, node_spots[MODEL_MAX_RECORDS];
    uint32_t *spot_of;  // of each cell: its spot + 1, if it has one whatever else the state holds;
                        // PACKING_NOWHERE, _PC or _LOCAL; 0: it is a node's
    uint32_t *spots_of; // of each word: the first of these that is in it, or after it
    uint32_t *locals;   // for each thread and method: its first spot; and the end
    uint8_t *method_of; // of each pc: the method + 1; 0: idle
    uint8_t *thread_of; // of each cell that is a thread's
    uint32_t *local_of; // for each method and cell of a thread: its spot among the locals + 1
    uint32_t own, each; // the first spot that threads have in every method; so many each
    uint32_t *word_of;  // of each thread: its first word; and the end
    uint32_t word, shift; // while spots are placed
} packing;

void packing_init(packing *c, const program *p, const packing_options *o);
void packing_fini(packing *c);
static inline uint32_t packing_thread_cell(const packing *c, uint32_t thread, uint32_t cell)
{
    return c->p->layout.threads + thread * c->p->layout.thread_stride + cell;
}

// False: a cell does not fit.
bool packing_pack(const packing *c, const int32_t *cells, uint64_t *words);
void packing_unpack(const packing *c, const uint64_t *words, int32_t *cells);
// The same, if `words` are those of a state that differs in these cells only;
bool packing_patch(const packing *c, const int32_t *cells, const cell_changes *changed,
                   uint64_t *words);
// and if `cells` are those of the words `was`.
void packing_unpatch(const packing *c, const uint64_t *was, const uint64_t *words, int32_t *cells);

#endif
