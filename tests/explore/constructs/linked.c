// SPDX-License-Identifier: MIT
// A function of a linked library, which explore does not see into, counts atomically.
// Wrong: two of its functions, one to read and one to write.
// scenario: next | next
// flags: -LLIBRARIES -lconstruct -Wl,-rpath,LIBRARIES

#include "construct.h"

long library_next(long *n);
long library_get(const long *n);
void library_set(long *n, long v);

struct object {
    long n;
};

static long next(struct object *o)
{
    IF_WRONG(long now = library_get(&o->n); library_set(&o->n, now + 1); return now;)
    return library_next(&o->n);
}

COUNTER(NONE, NONE)
