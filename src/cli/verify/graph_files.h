// SPDX-License-Identifier: MIT
// Graphs of states as files: those that `linchpin verify` writes, for Graphviz or as Aldebaran files, and
// two of the latter that it compares.

#ifndef CLI_GRAPH_FILES_H
#define CLI_GRAPH_FILES_H

#include "cli/command.h"
#include "verify/verify.h"

typedef struct graph_files {
    const char *dot, *aut, *spec_aut; // where to; NULL: not asked for
} graph_files;

// Nothing else is asked for than such files.
bool graph_files_only(const graph_files *g);
// Where nothing is judged, nothing can be written of verdicts. `asked`: the option; "": none of these.
bool graph_files_suit(const graph_files *g, const char *asked, const cli_common *common, error *e);
// Of the only verify block. False: with the error, which may be a limit.
bool graph_files_write(const graph_files *g, const instance *v, verify_options *o, limits *l,
                       lp_pool *pool, error *e);

// Are two files compared: P.aut implements Q.aut?
bool graph_files_compared(const cli_arguments *arguments);
// The exit code. `given` has the options of the command, of which few are about files.
int graph_files_compare(const cli_common *common, const cli_arguments *arguments,
                        const cli_option *options, const void *given, bool times);

#endif
