// SPDX-License-Identifier: MIT
// From objects/distributed/abd.lin: types, messages and the table of the system abd.

#include "abd.h"

#include "read_client.h"
#include "replica.h"
#include "write_client.h"

const char *const P_names[] = {"p1", "p2", "p3"};

// abd.lin:24  let read_quorums = majorities(P)
bool in_read_quorums(some q)
{
    switch (q) {
    case 1 << P_p1 | 1 << P_p2:
    case 1 << P_p1 | 1 << P_p3:
    case 1 << P_p2 | 1 << P_p3:
    case 1 << P_p1 | 1 << P_p2 | 1 << P_p3:
        return true;
    default:
        return false;
    }
}

// abd.lin:25  let write_quorums = majorities(P)
bool in_write_quorums(some q)
{
    return in_read_quorums(q);
}

// abd.lin:28  type tag = (int 0..2... sn, writer? id)
int compare_tag(tag a, tag b)
{
    int order = lp_compare_ints(a.sn, b.sn);
    return order ? order : lp_compare_ids(a.id, b.id);
}

void put_tag(lp_bytes *to, tag t)
{
    lp_put_int(to, t.sn);
    lp_put_id(to, t.id);
}

tag get_tag(lp_bytes *from)
{
    tag t;
    t.sn = lp_get_int(from, 0, INT64_MAX);
    t.id = lp_get_id_or_none(from, supply_writer);
    return t;
}

void show_tag(lp_text *text, tag t)
{
    lp_show(text, "(");
    lp_show_int(text, t.sn);
    lp_show(text, ", ");
    lp_show_id(text, "writer", t.id);
    lp_show(text, ")");
}

void show_some(lp_text *text, some q)
{
    lp_show_set(text, q, P_names);
}

// abd.lin:29  message read_query, write_query, value_reply(tag t, writer? v), …
void send_read_query(lp_turn *turn, lp_component to)
{
    lp_message(turn, message_read_query);
    lp_send(turn, to);
}

void send_write_query(lp_turn *turn, lp_component to)
{
    lp_message(turn, message_write_query);
    lp_send(turn, to);
}

void send_value_reply(lp_turn *turn, lp_component to, tag t, lp_id v)
{
    lp_bytes *parts = lp_message(turn, message_value_reply);
    put_tag(parts, t);
    lp_put_id(parts, v);
    lp_send(turn, to);
}

void send_number_reply(lp_turn *turn, lp_component to, int64_t sn)
{
    lp_bytes *parts = lp_message(turn, message_number_reply);
    lp_put_int(parts, sn);
    lp_send(turn, to);
}

void send_store(lp_turn *turn, lp_component to, tag t, lp_id v)
{
    lp_bytes *parts = lp_message(turn, message_store);
    put_tag(parts, t);
    lp_put_id(parts, v);
    lp_send(turn, to);
}

void send_ack(lp_turn *turn, lp_component to)
{
    lp_message(turn, message_ack);
    lp_send(turn, to);
}

static bool decode(void *decoded, unsigned number, lp_bytes *from)
{
    message *m = decoded;
    m->number = number;
    switch (number) {
    case message_value_reply:
        m->value_reply.t = get_tag(from);
        m->value_reply.v = lp_get_id_or_none(from, supply_writer);
        break;
    case message_number_reply:
        m->number_reply.sn = lp_get_int(from, 0, INT64_MAX);
        break;
    case message_store:
        m->store.t = get_tag(from);
        m->store.v = lp_get_id_or_none(from, supply_writer);
        break;
    default:
        break;
    }
    return lp_get_end(from);
}

static const char *const message_names[] = {"read_query",   "write_query", "value_reply",
                                            "number_reply", "store",       "ack"};

static void show(lp_text *text, const void *decoded)
{
    const message *m = decoded;
    lp_show(text, message_names[m->number]);
    switch (m->number) {
    case message_value_reply:
        lp_show(text, "(");
        show_tag(text, m->value_reply.t);
        lp_show(text, ", ");
        lp_show_id(text, "writer", m->value_reply.v);
        lp_show(text, ")");
        break;
    case message_number_reply:
        lp_show(text, "(");
        lp_show_int(text, m->number_reply.sn);
        lp_show(text, ")");
        break;
    case message_store:
        lp_show(text, "(");
        show_tag(text, m->store.t);
        lp_show(text, ", ");
        lp_show_id(text, "writer", m->store.v);
        lp_show(text, ")");
        break;
    default:
        break;
    }
}

// abd.lin:163  system abd
static const lp_component_kind *const kinds[] = {&read_client_kind, &write_client_kind,
                                                 &replica_kind};
static const lp_channel channels[] = {
    {kind_read_client, kind_replica, 0},
    {kind_replica, kind_read_client, 0},
    {kind_write_client, kind_replica, 0},
    {kind_replica, kind_write_client, 0},
};

const lp_system abd_system = {
    .name = "abd",
    .version = 0x5c0ffee000000001,
    .spec = "register",
    .kinds = kinds,
    .kind_count = 3,
    .channels = channels,
    .channel_count = 4,
    .messages = message_names,
    .message_count = 6,
    .message_size = sizeof(message),
    .decode = decode,
    .show = show,
};
