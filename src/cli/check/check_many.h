// SPDX-License-Identifier: MIT
// `linchpin check` with several files: judged on all cores, a line each in the
// order given, and a summary.

#ifndef CLI_CHECK_MANY_H
#define CLI_CHECK_MANY_H

#include "cli/check/check_file.h"
#include "cli/command.h"

// Gives the exit code: that of the first of these that any file had: error,
// violated, unknown; else holds.
int check_many(const check_task *t, const cli_common *common, const cli_arguments *files,
               limits *l);

#endif
