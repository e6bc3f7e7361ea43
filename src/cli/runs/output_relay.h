// SPDX-License-Identifier: MIT
// Verdicts from a child process to the one that writes the files (output_files.h), through
// memory that both share: those that the child has sent are there however it ends.

#ifndef CLI_OUTPUT_RELAY_H
#define CLI_OUTPUT_RELAY_H

#include "base/error.h"
#include "base/text.h"

#include <linchpin/judge.h>
#include <sys/types.h>

typedef struct output_relay {
    int fd;    // -1: there is no child
    pid_t pid; // of the child, in the child
    text last; // "unknown", for want of memory: ready to be sent
} output_relay;

void output_relay_init(output_relay *r);
void output_relay_fini(output_relay *r);
bool output_relay_open(output_relay *r, error *e); // before the fork
void output_relay_child(output_relay *r);
bool output_relay_in_child(const output_relay *r);
void output_relay_send(const output_relay *r, const lp_verdict *v, const error *where);
void output_relay_send_last(const output_relay *r); // allocates nothing
// All that was sent, one verdict after the other, as JSON:
//
//     relayed all;
//     for (relayed_open(&all, r); relayed_next(&all);)
//         … all.json, all.length, all.where …
//     relayed_close(&all);
typedef struct relayed {
    const char *json; // of this one
    size_t length;
    error where;
    char *bytes; // of all
    size_t size, at;
} relayed;
void relayed_open(relayed *all, const output_relay *r);
bool relayed_next(relayed *all);
void relayed_close(relayed *all);
// In the parent, when the child has ended; in the order in which they were sent.
void output_relay_gather(const output_relay *r,
                         void (*take)(void *context, const lp_verdict *v, const error *where),
                         void *context);

#endif
