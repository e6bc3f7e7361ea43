// SPDX-License-Identifier: MIT
// What the files that check processes share.

#ifndef MODEL_CHECK_PROCESS_H
#define MODEL_CHECK_PROCESS_H

#include "model/check/checker.h"
#include "model/syntax/ast_process.h"

// A process that is being checked: in this definition, with these of its variables in scope.
typedef struct process_scope {
    checker *c;
    process_definition *d;
    uint64_t visible;
} process_scope;

// Makes the values of a process a site: `want` has the types they must fit; NULL: any int, bool or
// enum. Those of a receipt that are bound to variables are left out.
bool process_site_values(const process_scope *s, process *x, const type *want);
bool process_site_block(const process_scope *s, process *x);
bool process_delays(processes *a); // finds what is delayed
uint32_t process_event_number(checker *c, const char *name);

#endif
