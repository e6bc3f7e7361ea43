// SPDX-License-Identifier: MIT
// Non-temporal stores, by intrinsics of the processor, under a lock.
// Wrong: without one.
// scenario: write(1) | read
// right: unknown with gcc
// wrong: unknown with gcc

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
    _mm_stream_si64((long long *)&o->cells.at[0], v);
    _mm_stream_si64((long long *)&o->cells.at[7], v);
    _mm_sfence();
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
