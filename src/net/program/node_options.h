// SPDX-License-Identifier: MIT
// The options of the programs of servers and clients.

#ifndef NET_NODE_OPTIONS_H
#define NET_NODE_OPTIONS_H

#include "base/error.h"

#include <linchpin/node.h>

typedef struct node_options {
    const char *directory, *listen, *servers, *trace;
    uint64_t seed, number;
    int64_t key;
    int64_t timeout; // milliseconds
    bool sync, alone, driven, help;
    char **words; // the arguments that are no options
    int word_count;
} node_options;

// Words come first or last, options in any order. False: `e` says what is wrong.
bool node_options_parse(node_options *o, int argc, char **argv, bool client, error *e);
void node_options_help(const lp_system *system, const char *program, bool client);

#endif
