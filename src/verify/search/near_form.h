// SPDX-License-Identifier: MIT
// Canonical forms of what a state leads to, from what is known of the state: a step changes few
// cells, so most of what was found out about the state that is expanded holds of the next one. Its words
// are patched, its dead messages are where something has changed (dead_messages.h), its names have moved
// a little (orbit_known.h); and where names stay as they are, the words are made already.
//
// For states that are nothing but their cells (`flat` of the worker). All of it gives what worker_make
// gives.

#ifndef VERIFY_NEAR_FORM_H
#define VERIFY_NEAR_FORM_H

#include "verify/search/search_worker.h"

typedef enum near_form {
    NEAR_STOPS, // a cell does not fit, or the observer stops
    NEAR_MET,   // it was made a short while ago
    NEAR_MADE,
} near_form;

void near_init(worker *w);
void near_fini(worker *w);
// Gets a state into w->cells, from which states are made next. Gives the observer's number.
uint32_t near_get(worker *w, uint32_t number);
near_form near_make(worker *w, const int32_t *after, uint32_t *observed);

// For states that are their own canonical form: packs `after`. The cells are in `normal` only where
// something is asked of them.
near_form near_pack(worker *w, const int32_t *after, uint32_t observed);

#endif
