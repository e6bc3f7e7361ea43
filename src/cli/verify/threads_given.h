// SPDX-License-Identifier: MIT
// --threads N, or --threads '*'.

#ifndef CLI_THREADS_GIVEN_H
#define CLI_THREADS_GIVEN_H

#include "cli/command.h"
#include "verify/verify.h"

// `given` may be NULL. False: it is neither.
bool threads_given_read(const char *given, verify_options *o, error *e);
// The command that shows a violation again; of so many threads, if it was looked for with any number. Caller frees.
char *threads_given_reproduce(const cli_arguments *arguments, uint32_t threads);

#endif
