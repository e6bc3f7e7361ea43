// SPDX-License-Identifier: MIT
// Options that mean nothing beside another one. To ignore what somebody asked for would be
// to answer another question, so they are refused.

#ifndef CLI_CONFLICTS_H
#define CLI_CONFLICTS_H

#include "cli/command.h"

typedef struct cli_conflict {
    const char *option, *other; // NULL ends the list
    const char *why;            // a sentence that both can stand before: "…: why"
} cli_conflict;

// Is the option of this name given? It must be one of the command's.
bool option_given(const cli_option *options, const void *given, const char *name);
// `given`: the command's options struct. False: two of them are, with the reason.
bool conflicts_check(const cli_option *options, const void *given, const cli_conflict *conflicts,
                     error *e);

#endif
