// SPDX-License-Identifier: MIT
// Compiling the user's files for explore: with -fsanitize=thread, but linked with
// functions of our own.

#ifndef CLI_INSTRUMENT_H
#define CLI_INSTRUMENT_H

#include "cli/runner.h"

// `assembly`: where the first inline assembly is that explore does not see into, or empty.
// Has this object or archive, which is linked as it is, been instrumented?
bool instrument_sees(const char *path, error *e);
// `library`: further sources, as a.c,b.c or a folder; may be NULL.
bool instrument(runner_job *j, const cli_arguments *files, const char *library, const char *output,
                text *assembly);

#endif
