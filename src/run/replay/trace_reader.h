// SPDX-License-Identifier: MIT
// The trace of a process (net/record/step_trace.h), step by step. A step is a line that begins it, and what
// belongs to it:
//
//     call | receive | act      (send | lost | return)*      state
//     late | recover
//
// A process that was killed may have begun a step, at the end of its trace, that it never told anybody
// of: that one is left out.

#ifndef RUN_TRACE_READER_H
#define RUN_TRACE_READER_H

#include "base/error.h"

#include <stdio.h>

typedef struct trace_line {
    char *bytes; // which the strings are in
    size_t capacity;
    uint64_t time, line;
    int64_t key;
    const char *at, *step, *what;
    const char *with, *link; // of a message; else NULL
    uint64_t number;
} trace_line;

typedef struct trace_reader {
    char *path;
    FILE *file;
    uint64_t line;
    bool ended;        // there is no further step
    trace_line *lines; // of the step
    size_t count, capacity;
} trace_reader;

bool trace_reader_open(trace_reader *r, const char *path, error *e);
void trace_reader_close(trace_reader *r);
// The next step, or `ended`. False: this is no trace; with an error.
bool trace_reader_next(trace_reader *r, error *e);

#endif
