// SPDX-License-Identifier: MIT
// What the files about foreign calls share: see foreign.h.

#ifndef EXPLORE_FOREIGN_LINK_H
#define EXPLORE_FOREIGN_LINK_H

#include "explore/interpose/foreign.h"

bool foreign_ready(void); // thunks can be made
// The code of the user's object.
extern const char *foreign_seen_low, *foreign_seen_high;

// What to call in the place of `target`; the same, if it needs no scheduling point.
// NULL: there are too many.
void *foreign_thunk(void *target, const char *name, const char *module);
bool foreign_is_thunk(const void *code);
// Code of C++'s run-time library, which starts threads for std::thread and does no more.
bool foreign_starts_threads(const void *code);

// What a call touches by its arguments, for the reduction.
void foreign_touch(foreign_class kind, const char *touches, const uint64_t *arguments);
// Another thread touched the same memory, and nothing orders the two: a call that is
// one step here is not one in truth.
void foreign_report_unseen(const char *name);
// Do two calls touch the same memory, and one writes it? A call and a step?
bool foreign_meet(const char *touches, const uint64_t *arguments, const char *others,
                  const uint64_t *their_arguments);
bool foreign_meets(const char *touches, const uint64_t *arguments, const pending *p);
// Ends the execution if the call is about to touch a variable on the stack of another thread
// that is gone, or that nobody knew to be shared.
void foreign_check_stacks(const char *touches, const uint64_t *arguments, const void *pc);
// Do the arguments name memory that others can see?
bool foreign_shares(const char *touches, const uint64_t *arguments);
const void *foreign_stream(const char *touches, const uint64_t *arguments); // NULL: none

#endif
