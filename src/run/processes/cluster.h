// SPDX-License-Identifier: MIT
// Processes on other machines, over ssh. On each of them a *keeper* runs: a shell that makes a folder, sends
// signals to processes when it is told to, and, when its stdin ends, kills what still runs in the
// folder and removes it. So nothing stays behind there, however linchpin ends.
//
//     cluster c;
//     cluster_open(&c, &hosts, "programs/", names, count, limits, &e)    folders, with programs in them
//     cluster_wrap(&c, member, 2);                                       of the second host
//     … member_start, member_signal …
//     cluster_close(&c);

#ifndef RUN_CLUSTER_H
#define RUN_CLUSTER_H

#include "base/io/limits.h"
#include "run/processes/host_list.h"
#include "run/processes/member.h"

typedef struct cluster {
    const host_list *hosts;
    member *keepers; // by host
    char **folders;
} cluster;

// Copies these programs of the folder `programs` to each host that something runs on. False: with an
// error by the name of the host; cluster_close is due all the same.
bool cluster_open(cluster *c, const host_list *hosts, const char *programs,
                  const char *const *files, limits *l, error *e);
void cluster_close(cluster *c);
// What it was to execute here, in the folder of its program, is executed there.
void cluster_wrap(cluster *c, member *m, size_t number);

#endif
