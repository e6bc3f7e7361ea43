// SPDX-License-Identifier: MIT
// Serial runs for `--spec self`, under the same runtime as the exploration: a call
// that waits or spins for ever is known to do so, not guessed. They are made by a
// process of their own, which is this program again: see harness/serial/serial_page.h.
// They are no strategy: the calls say whose turn it is, nothing is searched, and what
// runs is not the client's scenario.

#ifndef EXPLORE_SERIAL_RUNS_H
#define EXPLORE_SERIAL_RUNS_H

#include "harness/serial/serial_page.h"

typedef struct serial_program {
    const char *library; // the shared object
    const char *object;  // which of its objects
    uint64_t max_steps;
    double hang; // seconds without a step
} serial_program;

// For serial_source: becomes that program. The context is a serial_program.
void serial_enter_program(void *program, int socket, int memory);
// In that program: a serial_run. The context is the lp_object.
void serial_run_fibers(serial_page *page, void *object);

#endif
