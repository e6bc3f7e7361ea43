// SPDX-License-Identifier: MIT
// What watches the calls and returns of a search go by. Its functions are called by
// one thread at a time.

#ifndef VERIFY_OBSERVER_H
#define VERIFY_OBSERVER_H

#include "verify/system/transition_system.h"

enum { OBSERVED_VIOLATION = 0, OBSERVED_STOP = UINT32_MAX };
typedef struct observer {
    void *context;
    uint32_t start;
    // What a call, an effect (m->lin) or a return makes of its state;
    // OBSERVED_VIOLATION: not allowed. NULL: nothing is observed.
    uint32_t (*event)(void *context, uint32_t state, const move *m);
    // Thread order[i] is called i from now on. NULL: the observer does not know threads.
    uint32_t (*reorder)(void *context, uint32_t state, const uint32_t *order);
    // Whatever `less` allows in the future, `more` allows. NULL: not known.
    bool (*subsumes)(void *context, uint32_t less, uint32_t more);
    void (*ended)(void *context, uint32_t state); // no move is left; may be NULL
    // No open operation can go on: may they all wait here? May be NULL.
    bool (*rests)(void *context, uint32_t state);
    // Nothing is open: is this normalised state the right one? May be NULL.
    bool (*agrees)(void *context, uint32_t state, const int32_t *cells);
    // What it thinks of a history does not change when values are renamed: see value_renaming.h.
    bool value_symmetric;
} observer;

#endif
