// SPDX-License-Identifier: MIT
// A subcommand that runs user code (a spec in C) in this program does so in a child
// process: whatever the code does, the command line keeps its limits and says what
// happened. The child's exit code counts only if the child also reported it: exit(0) in a
// spec is no verdict.

#ifndef CLI_SUPERVISE_H
#define CLI_SUPERVISE_H

#include "cli/command.h"

// Runs the subcommand in a child; `code` is the user's file, for messages. Gives the exit
// code, after saying what happened when the child did not end as it should.
int supervise(const cli_command *command, void *options, const cli_arguments *arguments,
              const char *code);
// In the child: it ends now, with this exit code, on purpose. Elsewhere: nothing. May be
// called when there is no memory left.
void supervise_report(int code);

#endif
