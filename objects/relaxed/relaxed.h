// SPDX-License-Identifier: MIT
// What the relaxed objects of this folder share: how relaxed they are, and where they
// begin to look for a place or a value. RELAXED_K values may be overtaken; with
// -DRELAXED_K=0 each is the strict object.
//
// Any place will do to begin with, so it is drawn at random. With -DRELAXED_WORST it
// is the one that gets things most out of order: an exploration then sees the
// worst, and every run does the same.

#ifndef RELAXED_H
#define RELAXED_H

#include <stdint.h>

#ifndef RELAXED_K
#define RELAXED_K 2
#endif
#define RELAXED_CELLS (RELAXED_K + 1) // so many may change places among themselves

// One of 0 … n - 1.
static inline unsigned relaxed_begin(unsigned n, unsigned worst)
{
#ifdef RELAXED_WORST
    (void)n;
    return worst;
#else
    static _Thread_local uint32_t state;
    (void)worst;
    if (!state)
        state = (uint32_t)((uintptr_t)&state >> 4) | 1;
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return (state >> 8) % n;
#endif
}

#endif
