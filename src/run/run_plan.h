// SPDX-License-Identifier: MIT
// What there is to run: the processes of the system in a model, and the spec that it is to satisfy.

#ifndef RUN_PLAN_H
#define RUN_PLAN_H

#include "base/error.h"
#include "model/component/component.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct planned_server {
    char *name;      // "replica[p1]"
    char *program;   // "replica"
    char *instance;  // "p1"
    bool stays_down; // a crash is for ever
} planned_server;

typedef struct run_plan {
    char *system;  // its name
    char *spec;    // as --spec takes it
    char *claimed; // "abd.lin:97:8": the verify block that says so
    planned_server *servers;
    size_t count, capacity;
} run_plan;

// The same system that project_make compiles; `system` NULL: the one that has operations. False: with
// an error.
bool run_plan_make(const char *file, const char *bytes, size_t length,
                   const component_choice *which, run_plan *out, error *e);
void run_plan_fini(run_plan *p);

#endif
