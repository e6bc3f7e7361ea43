// SPDX-License-Identifier: MIT
// The machines of a cluster, and which process runs where. A file, a line for each; what begins with # is
// a remark:
//
//     10.0.0.1                                 as many processes as come to it
//     alice@10.0.0.2 3                         at most three
//     10.0.0.3 replica[p3] client[*]           these, and no others
//     lab address=192.168.7.4                  others reach it there; ssh knows it as lab
//
// Processes that no line names go to the hosts that name none, one after the other.

#ifndef RUN_HOST_LIST_H
#define RUN_HOST_LIST_H

#include "run/faults/fault_schedule.h"

typedef struct host {
    char *name;    // as ssh takes it: alice@10.0.0.2
    char *address; // where others reach it
    bool here;     // its servers listen at `address`, else at all that the machine has
    uint64_t slots;
    uint64_t line; // of the file
    bool *named;   // by process
    bool names_any;
    size_t taken; // processes that run here
} host;

typedef struct host_list {
    host *hosts;
    size_t count, capacity;
    size_t *of; // by process: its host
} host_list;

// `names` are all processes. False: with an error, which may be that there is no room for one.
bool host_list_read(host_list *l, const fault_names *names, const char *file, error *e);
void host_list_fini(host_list *l);

#endif
