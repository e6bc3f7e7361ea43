// SPDX-License-Identifier: MIT
// A store of the bytes that a mask names, by an intrinsic, under a lock.
// Wrong: without one.
// scenario: write(1) | read
// right: unknown
// wrong: unknown

#include "construct.h"

#include <emmintrin.h>

struct cells {
    long at[8];
};

struct object {
    struct gate gate;
    struct cells cells;
};

static void store(struct object *o, long v)
{
    gate_enter(&o->gate);
    __m128i all = _mm_set1_epi8((char)-1);
    _mm_maskmoveu_si128(_mm_set1_epi64x(v), all, (char *)&o->cells.at[0]);
    _mm_maskmoveu_si128(_mm_set1_epi64x(v), all, (char *)&o->cells.at[6]);
    gate_leave(&o->gate);
}

static long load(struct object *o)
{
    gate_enter(&o->gate);
    long a = o->cells.at[0], b = o->cells.at[7];
    gate_leave(&o->gate);
    return both(a, b);
}

REGISTER(NONE, NONE)
