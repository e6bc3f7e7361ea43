// SPDX-License-Identifier: MIT
// A scenario: which thread calls what.
//
//     enq(7) ; enq(1) deq | enq(2) deq ; deq
//
// Calls on the main thread, then threads side by side, then calls on the main
// thread again. The parts before and after may be left out: "enq(1) | deq".
// Threads are numbered from 0; the main thread is the process after the last.
// One syntax for `test`, `explore` and `verify`.

#ifndef HISTORY_SCENARIO_H
#define HISTORY_SCENARIO_H

#include "base/error.h"
#include "base/text.h"

#include <linchpin/value.h>

enum { SCENARIO_MAX_THREADS = 16, SCENARIO_MAX_CALLS = 64, SCENARIO_MAX_ARGS = 4 };

typedef struct scenario_call {
    lp_value method; // a string
    lp_value args[SCENARIO_MAX_ARGS];
    uint32_t arg_count;
} scenario_call;

typedef struct scenario_part {
    scenario_call calls[SCENARIO_MAX_CALLS];
    uint32_t count;
} scenario_part;

typedef struct scenario {
    scenario_part before, after; // on the main thread
    scenario_part threads[SCENARIO_MAX_THREADS];
    uint32_t thread_count;
} scenario;

bool scenario_parse(lp_pool *pool, const char *source, scenario *s, error *e);
// A scenario is large, and little of it is used: copies just that.
void scenario_copy(scenario *to, const scenario *from);
void scenario_print(const lp_pool *pool, const scenario *s, text *out);
// The arguments as a history holds them: nil, the one, or a vector.
lp_value scenario_call_arg(lp_pool *pool, const scenario_call *call);

// "2+3x4+1", "3x4", "2+3x4": how many calls in each part.
typedef struct scenario_shape {
    uint32_t before, after;
    uint32_t threads[SCENARIO_MAX_THREADS];
    uint32_t thread_count;
} scenario_shape;
bool scenario_shape_parse(const char *source, scenario_shape *shape, error *e);

#endif
