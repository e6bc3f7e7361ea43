// SPDX-License-Identifier: MIT
// Which judges decided the parts of a history: each is named once, in the order of the parts,
// whichever was judged first.

#ifndef JUDGE_DECIDERS_H
#define JUDGE_DECIDERS_H

#include "base/text.h"

#include <stdint.h>

typedef struct decider {
    char *name;
    uint32_t part; // the lowest one that it decided
} decider;

typedef struct deciders {
    decider *list;
    uint32_t count;
} deciders;

void deciders_note(deciders *d, const char *name, uint32_t part);
void deciders_print(deciders *d, text *out); // "queue sweep, just-in-time search"
void deciders_fini(deciders *d);

#endif
