// SPDX-License-Identifier: MIT
// Two flags that two threads set, each in a byte of its own.
// Wrong: adjacent bit-fields, where a write to one writes the other too.
// scenario: insert(1) | insert(2) ; contains(1) contains(2)
// wrong: unknown with gcc

#include "construct.h"

struct object {
    EITHER(bool one; bool two;, unsigned one : 1; unsigned two : 1;)
};

static bool add(struct object *o, long v)
{
    bool was = v == 1 ? o->one : o->two;
    if (v == 1)
        o->one = 1;
    else
        o->two = 1;
    return !was;
}

static bool has(struct object *o, long v)
{
    return v == 1 ? o->one : o->two;
}

SET(NONE, NONE)
