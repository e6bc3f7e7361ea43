// SPDX-License-Identifier: MIT
// What `test` and `explore` share: compiling the user's files, and running the
// program that loads them and says its verdict on descriptor 3.

#ifndef CLI_RUNNER_H
#define CLI_RUNNER_H

#include "base/process.h"
#include "base/words.h"
#include "cli/command.h"

// How the user's files are compiled, whatever for: -g -O1, where our headers are
// and where the first file is, and what the user gave after "--".
void runner_flags(const cli_arguments *a, words *flags);

// --spec and --golden: which of them go together, and what the runner is told.
typedef struct runner_spec {
    const char *spec, *golden;
} runner_spec;
bool runner_spec_check(const runner_spec *s, error *e);
void runner_spec_words(const runner_spec *s, const char *golden_so, words *argv);
// The arguments of a build with the golden files in the place of all but the first.
// `own` holds what is new in them.
cli_arguments runner_golden(const cli_arguments *a, const char *golden, words *own);

typedef enum runner_end {
    RUNNER_FAILED, // it could not be run, or its verdict not be read: see the error
    RUNNER_SAID,   // it has said its verdict
    RUNNER_SILENT, // it ended without one: see the result
} runner_end;

// Runs it. Lines of progress go where `l` shows them; `patient` are the limits at
// which it is ended.
runner_end runner_run(const words *argv, limits *l, limits *patient, lp_pool *pool, lp_verdict *v,
                      process_result *r, error *e);

// Is it a condition; with `find_least`, one whose factor can be found?
bool runner_condition(const char *condition, bool find_least, error *e);

// The files are removed, or kept and the user is told where.
void runner_clean(char *scratch, bool keep);

#endif
