// SPDX-License-Identifier: MIT
// What --watch means nothing beside, and what cannot be read twice: refused, before the first run.

#ifndef CLI_WATCH_ALLOWED_H
#define CLI_WATCH_ALLOWED_H

#include "cli/command.h"

bool watch_allowed(const cli_command *command, const cli_common *options,
                   const cli_arguments *arguments, error *e);

#endif
