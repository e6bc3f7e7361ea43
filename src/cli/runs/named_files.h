// SPDX-License-Identifier: MIT
// The files that a command line names: those that are read, and those that are written. Nothing is
// written over what is read, nor over another file that is written.

#ifndef CLI_NAMED_FILES_H
#define CLI_NAMED_FILES_H

#include "cli/command.h"

// False with the error: an output is an input, or another output, by whatever name; or it is a
// source, which the command may read without being told to, such as a header; or it is where the
// verdict is printed. Before anything is read or written.
bool named_files_check(const cli_command *command, const void *options, const cli_arguments *a,
                       error *e);

#endif
