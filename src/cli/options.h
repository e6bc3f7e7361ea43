// SPDX-License-Identifier: MIT
// From words on the command line to a subcommand's options struct.

#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "cli/command.h"

// The tables of a subcommand: its own, that of all that judge if it does, and that of all. Each
// may be NULL.
enum { CLI_TABLES = 3 };
void options_tables(const cli_command *command, const cli_option *tables[CLI_TABLES]);
// Its help: the command's own where that differs.
const char *options_meaning(const cli_command *command, const cli_option *option);

// Fills `options` (zeroed, options_size bytes) and `arguments` from the words
// after the subcommand's name. False: with the first reason, and what else could be read.
bool options_parse(const cli_command *command, int count, char **words, void *options,
                   cli_arguments *arguments, error *e);
void arguments_fini(cli_arguments *arguments);

// Single values; the whole text must be the value. Zero is refused: to the
// structs it means "not given", and would silently become the default.
bool parse_count(const char *s, uint64_t *out);
bool parse_seconds(const char *s, double *out);
bool parse_bytes(const char *s, uint64_t *out);

#endif
