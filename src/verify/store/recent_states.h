// SPDX-License-Identifier: MIT
// The states that one thread came to a short while ago, as they were before their canonical form was
// made: their cells, or the words that these are packed to. Steps that commute lead from neighbouring states to the same one, so a third or a half of all
// steps lead to a state that is here: it is in the store already, and nothing has to be made of it.
//
// One state for each place, which its hash chooses; a newer one takes the place of an older one.
// States are compared as a whole: a hash alone never decides. The answer may be "not here" at any time,
// so a thread that hardly ever finds one stops looking.

#ifndef VERIFY_RECENT_STATES_H
#define VERIFY_RECENT_STATES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RECENT_PLACES = 1 << 12, RECENT_TRIAL = 1 << 13, RECENT_WORTH = 12 };

typedef struct recent_states {
    size_t size;     // of a state, in bytes
    uint8_t *places; // what was observed, + 1, and the state; 0: nothing is there
    size_t stride;   // from one to the next
    uint32_t asked, found;
    bool idle; // of the last RECENT_TRIAL less than one of RECENT_WORTH was here
} recent_states;

void recent_init(recent_states *r, size_t size);
void recent_fini(recent_states *r);
// Was the state here, with what was observed on the way to it? Afterwards it is.
bool recent_met(recent_states *r, const void *state, uint32_t observed);

#endif
