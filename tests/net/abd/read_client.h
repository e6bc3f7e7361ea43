// SPDX-License-Identifier: MIT
// From objects/distributed/abd.lin: the automaton read_client.

#ifndef READ_CLIENT_H
#define READ_CLIENT_H

#include "abd.h"

// abd.lin:81  automaton read_client(reader x)
typedef struct read_client {
    lp_id x;
    phase status;
    lp_id val; // writer?
    tag tag;
    some read_resp;
    some write_resp;
} read_client;

extern const lp_component_kind read_client_kind;

#endif
