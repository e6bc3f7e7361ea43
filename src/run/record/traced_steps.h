// SPDX-License-Identifier: MIT
// Steps of some operations, from the traces of all processes (net/step_trace.h), in the order of time.

#ifndef RUN_TRACED_STEPS_H
#define RUN_TRACED_STEPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TRACED_OPERATIONS = 8, TRACED_LAST = 8 };

typedef struct traced_operation {
    const char *trace; // the file of its client
    uint64_t called;   // when, as the client has told; 0: not known
    char *name;        // "read_client[3.17]"; NULL: it is not in the trace
} traced_operation;

typedef struct traced_step {
    uint64_t time;
    char *at, *step, *what, *with; // `with` may be NULL
} traced_step;

typedef struct traced_steps {
    traced_operation operations[TRACED_OPERATIONS];
    size_t operation_count;
    traced_step *steps;
    size_t count, capacity;
} traced_steps;

// Finds the names of the operations, then their steps. What cannot be read is not there.
void traced_steps_read(traced_steps *t, const char *const *traces, size_t count);
// What a process received, called and did last, in their order.
void traced_steps_last(traced_steps *t, const char *trace);
void traced_steps_fini(traced_steps *t);
bool traced_steps_wants(const traced_steps *t,
                        const char *component); // is it one of the operations?

// A number in a line of JSON; 0: there is none of this name.
uint64_t traced_number(const char *line, const char *name);
// Each line of a file, with its number from 1.
void traced_lines(const char *path, void (*look)(void *data, const char *line, uint64_t number),
                  void *data);

#endif
