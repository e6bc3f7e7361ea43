// SPDX-License-Identifier: MIT
// strtok_r keeps its place in a variable of the caller's.
// Wrong: strtok keeps it in one that all threads share.
// scenario: next | next

#define _GNU_SOURCE
#include "construct.h"

#include <string.h>

struct object {
    long n;
};

// The number, read from the second word of a text.
static long next(struct object *o)
{
    char text[] = "n 0", *place;
    text[2] = (char)('0' + __atomic_fetch_add(&o->n, 1, __ATOMIC_SEQ_CST));
    EITHER(strtok_r(text, " ", &place), strtok(text, " "));
    char *word = EITHER(strtok_r(NULL, " ", &place), strtok(NULL, " "));
    (void)place;
    return word ? word[0] - '0' : NOTHING;
}

COUNTER(NONE, NONE)
