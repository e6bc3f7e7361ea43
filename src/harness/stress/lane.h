// SPDX-License-Identifier: MIT
// A thread of a scenario, or the main thread: its calls, and when it starts them.

#ifndef HARNESS_LANE_H
#define HARNESS_LANE_H

#include "harness/stress/gate.h"
#include "harness/stress/stress_worker.h"

// One call, looked up: nothing but the user's function runs between the stamps.
typedef struct step {
    uint32_t method;
    lp_method_function run;
    const lp_value *args;
} step;

typedef struct lane {
    _Alignas(128) const worker_task *task; // lanes share no cache line
    gate *gate;
    uint32_t number;
    bool leads; // opens the gate
    uint32_t count;
    uint64_t usual; // ticks its calls take, about
    step steps[2 * SCENARIO_MAX_CALLS];
    rng random;
    _Atomic pid_t id; // what the kernel calls the thread
} lane;

// By the thread itself, once.
void lane_thread_start(lane *l);
// Adds these calls to those it makes; set `count` to 0 first.
void lane_fill(lane *l, const scenario_part *part);

// Some of its calls, at once.
void lane_run(lane *l, const gate_work *work, _Atomic uint64_t *clock, uint32_t from, uint32_t to);
// All of them, once the gate is open, which it was at so many ticks.
void lane_run_timed(lane *l, gate_board *board, uint32_t round, uint64_t opened);

#endif
