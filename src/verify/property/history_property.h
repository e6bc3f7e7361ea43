// SPDX-License-Identifier: MIT
// All distinct histories of a scenario: the history itself is what the search
// observes. Histories that differ only in the order of adjacent calls, or of
// adjacent returns, are one.

#ifndef VERIFY_HISTORY_PROPERTY_H
#define VERIFY_HISTORY_PROPERTY_H

#include "verify/property/property.h"

typedef struct histories histories;

histories *histories_new(const transition_system *s);
void histories_free(histories *h);
property histories_property(histories *h); // which does not own it
uint32_t histories_count(const histories *h);
// One canonical line each, sorted. False: the file could not be written.
bool histories_write(const histories *h, const char *path, error *e);

#endif
