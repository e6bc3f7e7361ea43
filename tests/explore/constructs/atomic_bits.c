// SPDX-License-Identifier: MIT
// Bits of a word, set with __atomic_fetch_or: compilers make lock bts of it.
// Wrong: the word is read and written.
// scenario: insert(1) | insert(2) ; contains(1) contains(2)
// flags: -O2

#include "construct.h"

struct object {
    unsigned long bits;
};

static bool add(struct object *o, long v)
{
    unsigned long bit = 1UL << v;
    IF_WRONG(unsigned long now = __atomic_load_n(&o->bits, __ATOMIC_SEQ_CST);
             __atomic_store_n(&o->bits, now | bit, __ATOMIC_SEQ_CST); return !(now & bit);)
    return !(__atomic_fetch_or(&o->bits, bit, __ATOMIC_SEQ_CST) & bit);
}

static bool has(struct object *o, long v)
{
    return __atomic_load_n(&o->bits, __ATOMIC_SEQ_CST) & 1UL << v;
}

SET(NONE, NONE)
