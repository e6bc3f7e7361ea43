// SPDX-License-Identifier: MIT
// The page of a subcommand, linchpin-check(1), in mdoc: every option of its tables, in the words
// that man/linchpin.1 has for it, or else those of --help.

#ifndef CLI_MANUAL_PAGE_H
#define CLI_MANUAL_PAGE_H

#include "base/text.h"
#include "cli/command.h"

void manual_page(const cli_command *command, text *out);

#endif
