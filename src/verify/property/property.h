// SPDX-License-Identifier: MIT
// A property that is judged while a search goes on: an observer of the labels that go by, whose
// states are numbers. The monitor is one (monitor_property.h), and so are points, orders, the
// object run alone, and the collection of all histories. Its functions are called by one
// thread at a time; what it answered is remembered by each worker (property_memo.c).

#ifndef VERIFY_PROPERTY_H
#define VERIFY_PROPERTY_H

#include "model/steps/enum_permutation.h"
#include "verify/system/transition_system.h"

enum { OBSERVED_VIOLATION = 0, OBSERVED_STOP = UINT32_MAX };

typedef struct property {
    void *context;
    uint32_t start; // its state before everything; 0: there is no property, OBSERVED_STOP: trouble
    // What a visible label, or an effect (m->lin), makes of its state; OBSERVED_VIOLATION: not
    // allowed. NULL: nothing is observed.
    uint32_t (*event)(void *context, uint32_t state, const move *m);
    // Thread order[i] is called i from now on. NULL: it tells threads apart.
    uint32_t (*reorder)(void *context, uint32_t state, const uint32_t *order);
    // Names of enums are called otherwise from now on. NULL: it tells them apart.
    uint32_t (*permute)(void *context, uint32_t state, const enum_permutation *p);
    // Whatever `less` allows in the future, `more` allows. NULL: not known.
    bool (*subsumes)(void *context, uint32_t less, uint32_t more);
    void (*ended)(void *context, uint32_t state); // no move is left; may be NULL
    // No open operation can go on: may they all wait here? May be NULL.
    bool (*rests)(void *context, uint32_t state);
    // Nothing is open: is this normalised state the right one? May be NULL.
    bool (*agrees)(void *context, uint32_t state, const int32_t *cells);
    // What it thinks of a history does not change when values are renamed: see value_renaming.h.
    bool value_symmetric;
    bool marks; // it looks at where operations take effect

    // After the search. Each may be NULL.
    uint32_t (*count)(const void *context);      // its states
    const char *(*trouble)(const void *context); // why it had to stop; NULL: it did not
    // What it compares with failed: then there is no verdict. True with the error.
    bool (*failed)(const void *context, error *e);
    problem (*lacks)(const void *context); // it may not fail with more nodes, or items
    void (*free)(void *context);
} property;

// Nothing is observed, and everything allowed.
static inline property property_none(void)
{
    return (property){.start = 1};
}

static inline uint32_t property_count(const property *p)
{
    return p->count ? p->count(p->context) : 0;
}

static inline const char *property_trouble(const property *p)
{
    return p->trouble ? p->trouble(p->context) : NULL;
}

static inline bool property_failed(const property *p, error *e)
{
    return p->failed && p->failed(p->context, e);
}

static inline problem property_lacks(const property *p)
{
    return p->lacks ? p->lacks(p->context) : PROBLEM_NONE;
}

static inline void property_free(property *p)
{
    if (p->free)
        p->free(p->context);
    *p = (property){0};
}

#endif
