// SPDX-License-Identifier: MIT
// --watch: the command runs again whenever a file that it depends on is saved. Each run is a
// child process, so that nothing that happens in one ends the watching; what it has to say, and
// what is different from the run before, it says itself (cli/runs/watched_run.h).
//
//     running ──ends──▶ waiting ──a file is saved──▶ running
//        └───a file is saved: stopped, and started anew───┘
//
// An interrupt ends it from everywhere, with the exit code of the last run that came to its end.

#ifndef CLI_WATCH_H
#define CLI_WATCH_H

#include "cli/command.h"

// One run of the command, whole, or in its place an error.
typedef int watch_once(const cli_command *command, cli_common *options,
                       const cli_arguments *arguments, const error *instead);

// Gives the exit code.
int watch(const cli_command *command, cli_common *options, const cli_arguments *arguments,
          watch_once *once);

#endif
