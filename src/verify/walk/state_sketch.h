// SPDX-License-Identifier: MIT
// How many different states were seen, without keeping them: HyperLogLog (Flajolet, Fusy, Gandouet
// and Meunier, 2007). Where the first one bit of a hash stands says how rare the hash is; the
// rarest of each of 4096 parts is kept, a byte each. The standard error is 1.6 %; few states are
// counted by the parts that are still empty, which is nearly exact.

#ifndef VERIFY_STATE_SKETCH_H
#define VERIFY_STATE_SKETCH_H

#include <stdint.h>

enum { SKETCH_BITS = 12, SKETCH_PARTS = 1 << SKETCH_BITS };

typedef struct state_sketch {
    uint8_t rarest[SKETCH_PARTS];
} state_sketch;

void sketch_add(state_sketch *s, uint64_t hash);
// All that `from` has seen, too. The order in which sketches are merged makes no difference.
void sketch_merge(state_sketch *s, const state_sketch *from);
double sketch_estimate(const state_sketch *s);

#endif
