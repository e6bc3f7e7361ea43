// SPDX-License-Identifier: MIT
// What is assumed of the scheduler when an operation is said to be stuck: the assumptions of
// Lawrence and Lowe, §2.6, each with those before it.

#ifndef VERIFY_SCHEDULING_H
#define VERIFY_SCHEDULING_H

#include "base/error.h"

#include <stdbool.h>

typedef enum scheduling {
    SCHEDULING_FAIR_LOCKS, // 4: and so does one that can go on again and again
    SCHEDULING_FAIR,       // 3: a thread that can go on all the time does so some time
    SCHEDULING_MINIMAL,    // 1: some thread runs when one can
    SCHEDULING_WAKEUPS,    // 2: nobody lives on wake-ups without a reason
} scheduling;

// By name: minimal, wakeups, fair, fair-locks; NULL: fair-locks,
// as explore assumes.
bool scheduling_read(const char *name, scheduling *out, error *e);
const char *scheduling_text(scheduling s); // "assuming …"

#endif
