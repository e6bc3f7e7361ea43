// SPDX-License-Identifier: MIT
// The files that the verdicts of a command are written to: --junit FILE and what else there is in
// output_kinds.def. Each has every verdict, in the order in which they are printed, also errors and
// "unknown"; it is written at the end of the command, however that comes about, and takes the
// place of what was there.
//
// Where GitHub's runner is at work (GITHUB_ACTIONS is "true") it is told of each verdict that is
// not "holds" on stderr, which it reads, too: stdout is for what was asked for. GITHUB_STEP_SUMMARY
// names a file that a summary is added to. Neither is worth an error.

#ifndef CLI_OUTPUT_FILES_H
#define CLI_OUTPUT_FILES_H

#include "cli/command.h"

// Makes common->files, which stays NULL where no file is asked for. False: a file could not be
// written, which is said before the work and not after it.
bool output_files_open(cli_common *common, const cli_command *command,
                       const cli_arguments *arguments, error *e);
// Does an option ask for one? Then the evidence is wanted, whatever is printed.
bool output_files_given(const cli_common *common);
// `where`: see verdict_entry; may be NULL. `files` may be NULL, here and below.
void output_files_add(output_files *files, const lp_verdict *v, const error *where);
// False: one could not be written; each that could not is complained about.
bool output_files_write(output_files *files);
void output_files_free(output_files *files);

// The command runs in a child process: the parent writes the files, with what the child has added
// until it ended. Call `share` before the fork, `child` in the child, `gather` after its end.
bool output_files_share(output_files *files, error *e);
void output_files_child(output_files *files);
void output_files_gather(output_files *files);

// There is no memory left: adds that as "unknown" and writes the files, without allocating.
void output_files_exhausted(output_files *files);

#endif
