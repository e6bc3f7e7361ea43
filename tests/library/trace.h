// SPDX-License-Identifier: MIT
// A trace of calls of the public library, in the manner of CaDiCaL's mobical: random,
// replayable as text, and shrunk when it fails. A step is a verb and three numbers, all
// taken modulo what there is at that moment, so that any part of a trace is a trace too.

#ifndef TESTS_LIBRARY_TRACE_H
#define TESTS_LIBRARY_TRACE_H

#include "base/random.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef enum verb { SPEC, INT, STRING, VECTOR, MAP, CALL, RETURN, SELECT, JUDGE, VERBS } verb;

typedef struct step {
    verb verb;
    uint32_t a, b, c;
} step;

enum { TRACE_MOST = 40 };

typedef struct trace {
    step steps[TRACE_MOST];
    uint32_t count;
} trace;

void trace_random(trace *t, rng *r);
void trace_print(const trace *t, FILE *to);
bool trace_read(trace *t, FILE *from);
// Aborts when the library does not keep its word. `planted`: also where a vector is
// returned by an operation on a history that has been judged, to see that it is found.
void trace_run(const trace *t, bool planted);
// In a process of its own: false when it aborts or crashes.
bool trace_passes(const trace *t, bool planted);
// Leaves steps out as long as it still fails.
void trace_shrink(trace *t, bool planted);

#endif
