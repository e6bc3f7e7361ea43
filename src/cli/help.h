// SPDX-License-Identifier: MIT
// Help texts, made from the tables of the subcommands.

#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "base/text.h"
#include "cli/command.h"

void help_overview(text *out);
void help_command(const cli_command *command, text *out);

// NULL with an error that names the nearest subcommand.
const cli_command *command_find(const char *name, error *e);

#endif
