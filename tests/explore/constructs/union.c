// SPDX-License-Identifier: MIT
// A union whose members overlap is written as a whole.
// Wrong: by one half and the other.
// scenario: write(65537) | read

#include "construct.h"

union word {
    volatile uint32_t whole;
    volatile uint16_t half[2];
};

struct object {
    union word w;
};

static void store(struct object *o, long v)
{
#ifdef WRONG
    o->w.half[0] = (uint16_t)v;
    o->w.half[1] = (uint16_t)(v >> 16);
#else
    o->w.whole = (uint32_t)v;
#endif
}

static long load(struct object *o)
{
    uint32_t v = o->w.whole;
    return v ? (long)v : NOTHING;
}

REGISTER(NONE, NONE)
