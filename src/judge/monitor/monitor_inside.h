// SPDX-License-Identifier: MIT
// What a monitor is made of: for monitor*.c alone.

#ifndef JUDGE_MONITOR_INSIDE_H
#define JUDGE_MONITOR_INSIDE_H

#include "base/intern.h"
#include "judge/monitor/closure.h"
#include "judge/monitor/monitor.h"

struct monitor {
    automaton *automaton;
    intern *sets;
    intern *events;   // (set, kind, what) …
    uint32_t *target; // … → set
    size_t target_capacity;
    uint32_t start;
    closure *closure;
    size_t work; // of the last return
    uint32_t *scratch;
    size_t scratch_capacity;
    limits *limits;
};

enum { EVENT_CALL, EVENT_RETURN, EVENT_REORDER };

// Has this event been seen in this set? If not, *target is where its target goes.
bool monitor_remembers(monitor *m, const uint32_t *key, size_t words, uint32_t **target);

#endif
