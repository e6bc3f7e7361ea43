// SPDX-License-Identifier: MIT
// What a shell offers in one place of the command line, from the tables of the subcommand and of
// the program: cli_values, where these words stand for what there is,
//
//     <specs> <conditions> <formats> <written-formats> <searches> <kinds> <commands> <shells>

#ifndef CLI_OFFERED_H
#define CLI_OFFERED_H

#include "base/words.h"
#include "cli/command.h"

typedef struct offered {
    words values; // one that ends in a colon is not complete
    bool listed;  // several values may stand together, with commas,
    size_t alone; // but not the first so many
    words files;  // patterns of names of files: "*.lin"; "*/" for folders
} offered;

// For the argument of an option; nothing where anything may stand, as a number.
void offered_option(const cli_command *command, const cli_option *option, offered *out);
// For what is not an option.
void offered_argument(const cli_command *command, offered *out);
// The same for words that are written down: "random *".
void offered_words(const char *list, offered *out);
void offered_fini(offered *o);

#endif
