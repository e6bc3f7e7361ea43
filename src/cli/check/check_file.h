// SPDX-License-Identifier: MIT
// One file of `linchpin check`: read and judged, nothing printed. May run on
// several threads at once, with limits of their own.

#ifndef CLI_CHECK_FILE_H
#define CLI_CHECK_FILE_H

#include "history/history_format.h"
#include "judge/object_specs.h"

typedef struct check_task {
    const lp_spec *spec; // for everything; NULL: by object
    object_specs objects;
    const judge *judge;
    const history_format *format; // NULL: found from the content
    const char *least;            // the condition whose least factor is wanted; NULL: none
    bool witness;
    bool all_orders; // and count them
    bool bare;       // the outcome is enough: no counterexample is wanted
    bool whole;      // the verdict keeps the history that was read
    bool times;      // as figures of the verdict
} check_task;

typedef struct check_result {
    lp_verdict verdict;
    error error; // of LP_ERROR
    lp_pool *pool;
} check_result;

void check_file(const check_task *t, const char *file, limits *l, check_result *r);
void check_result_fini(check_result *r);
const char *check_file_name(const char *file); // "<stdin>" for "-"

#endif
