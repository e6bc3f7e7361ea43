// SPDX-License-Identifier: MIT
// Completions for shells, as scripts that the shells read: `make install` puts them where they look.

#ifndef CLI_COMPLETIONS_H
#define CLI_COMPLETIONS_H

#include "base/text.h"

typedef struct completions_shell {
    const char *name; // NULL ends the table
    void (*write)(text *out);
} completions_shell;

extern const completions_shell completions_shells[];

void completions_bash(text *out);
void completions_zsh(text *out);
void completions_fish(text *out);

#endif
