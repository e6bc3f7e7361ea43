// SPDX-License-Identifier: MIT
// From objects/distributed/abd.lin: the automaton write_client.

#ifndef WRITE_CLIENT_H
#define WRITE_CLIENT_H

#include "abd.h"

// abd.lin:114  automaton write_client(writer x)
typedef struct write_client {
    lp_id x;
    phase status;
    tag tag;
    some read_resp;
    some write_resp;
} write_client;

extern const lp_component_kind write_client_kind;

#endif
