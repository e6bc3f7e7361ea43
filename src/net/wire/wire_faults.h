// SPDX-License-Identifier: MIT
// Faults that are asked for, on what this process sends: rules by receiver, and messages that are
// under way for longer than the network would take.
//
// Below a link, a message may be late, be overtaken, come twice or be lost and sent again; the
// link makes of it what its channel promises. Only a channel that is lossy or duplicating shows
// losses and duplicates: those are decided above the link, with the same rules.

#ifndef NET_WIRE_FAULTS_H
#define NET_WIRE_FAULTS_H

#include "base/error.h"
#include "base/random.h"
#include "net/wire/process_name.h"

typedef struct faults {
    uint32_t delay_least, delay_most;  // milliseconds
    uint32_t drop, duplicate, reorder; // in 1000
    bool cut;                          // nothing goes through
} faults;

typedef enum fault_kind {
    FAULT_DELAY,
    FAULT_DROP,
    FAULT_DUPLICATE,
    FAULT_REORDER,
    FAULT_CUT
} fault_kind;

typedef struct fault_rule {
    enum { FAULT_ALL, FAULT_CLIENTS, FAULT_ONE } scope;
    process_name to; // of FAULT_ONE
    fault_kind what;
    uint32_t least, most;
} fault_rule;

// In the order in which they were asked for: a later one replaces what an earlier one says.
typedef struct fault_rules {
    fault_rule *rules;
    size_t count, capacity;
} fault_rules;

// `delay 1..20 replica[p1]`, `drop 100 *`, `duplicate 50 client[*]`, `reorder 200 *`, `cut replica[p2]`;
// numbers are milliseconds, or how many in 1000. `heal` forgets all. A line that is none of these
// is an error.
bool fault_rules_add(fault_rules *r, const lp_system *system, const char *line, error *e);
faults fault_rules_for(const fault_rules *r, process_name to);
void fault_rules_fini(fault_rules *r);

bool faults_none(const faults *f);
bool faults_happen(rng *r, uint32_t in_1000);

// Messages that are delayed: a heap by time.
typedef struct delayed {
    uint64_t at; // milliseconds
    uint64_t number;
} delayed;

typedef struct delays {
    delayed *heap;
    size_t count, capacity;
} delays;

void delays_add(delays *d, uint64_t at, uint64_t number);
bool delays_take(delays *d, uint64_t now, uint64_t *number); // one whose time has come
void delays_fini(delays *d);

enum { DELAY_RESEND = 100, DELAY_REORDER = 20 }; // milliseconds

// How many milliseconds from now it arrives.
uint32_t faults_delay(const faults *f, rng *r);

#endif
