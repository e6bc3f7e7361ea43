// SPDX-License-Identifier: MIT
// GitHub's runner obeys lines of what a step prints: those that begin with ::command, after any
// blanks, and those that have ##[command] anywhere. Where it reads (GITHUB_ACTIONS is "true"),
// commands are ours alone: what others have written becomes lines that it does not obey, and what
// other programs write on our stderr stands between ::stop-commands:: and its end.

#ifndef CLI_WORKFLOW_COMMANDS_H
#define CLI_WORKFLOW_COMMANDS_H

#include "base/text.h"

#include <stdbool.h>

bool workflow_reads(void);
// Lines that are none of its commands: as they are where it does not read; else with \x3a for the
// first colon, and \x23 for the second #, of what it would obey.
void workflow_add_plain(text *out, const char *lines, size_t length);

// Around programs of others. The second does nothing without the first, nor in a child process;
// it allocates nothing.
void workflow_pause(void);
void workflow_resume(void);

#endif
