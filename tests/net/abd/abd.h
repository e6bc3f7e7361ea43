// SPDX-License-Identifier: MIT
// From objects/distributed/abd.lin: types, messages and the table of the system abd.

#ifndef ABD_H
#define ABD_H

#include <linchpin/node.h>

// abd.lin:19  enum op: the supplies of its identifiers, in order
enum { supply_writer = 1, supply_reader = 2 };

// abd.lin:22  enum P { p1, p2, p3 }
typedef enum P { P_p1, P_p2, P_p3 } P;
enum { P_count = 3 };
extern const char *const P_names[];

// abd.lin:23  type some = set<P>: bit p is set if p is in it
typedef uint64_t some;

// abd.lin:24  let read_quorums = majorities(P)
bool in_read_quorums(some q);
// abd.lin:25  let write_quorums = majorities(P)
bool in_write_quorums(some q);

// abd.lin:27  enum phase { idle, pending, sending, committed, answered }
typedef enum phase {
    phase_idle,
    phase_pending,
    phase_sending,
    phase_committed,
    phase_answered
} phase;

// abd.lin:28  type tag = (int 0..2... sn, writer? id)
typedef struct tag {
    int64_t sn;
    lp_id id;
} tag;

int compare_tag(tag a, tag b);
void put_tag(lp_bytes *to, tag t);
tag get_tag(lp_bytes *from);
void show_tag(lp_text *text, tag t);
void show_some(lp_text *text, some q);

// The components.
enum { kind_read_client, kind_write_client, kind_replica };

static inline lp_component to_read_client(lp_id x)
{
    return lp_operation(kind_read_client, x);
}

static inline lp_component to_write_client(lp_id x)
{
    return lp_operation(kind_write_client, x);
}

static inline lp_component to_each_replica(void)
{
    return lp_server(kind_replica, LP_EACH);
}

// abd.lin:29  message …
enum {
    message_read_query,
    message_write_query,
    message_value_reply,
    message_number_reply,
    message_store,
    message_ack
};

typedef struct message {
    unsigned number;
    union {
        struct {
            tag t;
            lp_id v;
        } value_reply;
        struct {
            int64_t sn;
        } number_reply;
        struct {
            tag t;
            lp_id v;
        } store;
    };
} message;

void send_read_query(lp_turn *turn, lp_component to);
void send_write_query(lp_turn *turn, lp_component to);
void send_value_reply(lp_turn *turn, lp_component to, tag t, lp_id v);
void send_number_reply(lp_turn *turn, lp_component to, int64_t sn);
void send_store(lp_turn *turn, lp_component to, tag t, lp_id v);
void send_ack(lp_turn *turn, lp_component to);

extern const lp_system abd_system;

#endif
