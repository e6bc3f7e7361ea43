// SPDX-License-Identifier: MIT
// From objects/distributed/abd.lin: the automaton replica.

#include "replica.h"

// abd.lin:151  input receive read_query from read_client[x]
static void receive_read_query_from_read_client(replica *self, lp_turn *turn, lp_id x)
{
    send_value_reply(turn, to_read_client(x), self->tag, self->val);
}

// abd.lin:152  input receive write_query from write_client[x]
static void receive_write_query_from_write_client(replica *self, lp_turn *turn, lp_id x)
{
    send_number_reply(turn, to_write_client(x), self->tag.sn);
}

// abd.lin:153  input receive store(tag t, writer? v) from read_client[x]
static void receive_store_from_read_client(replica *self, lp_turn *turn, tag t, lp_id v, lp_id x)
{
    if (compare_tag(t, self->tag) > 0) {
        self->tag = t;
        self->val = v;
    }
    send_ack(turn, to_read_client(x));
}

// abd.lin:157  input receive store(tag t, writer? v) from write_client[x]
static void receive_store_from_write_client(replica *self, lp_turn *turn, tag t, lp_id v, lp_id x)
{
    if (compare_tag(t, self->tag) > 0) {
        self->tag = t;
        self->val = v;
    }
    send_ack(turn, to_write_client(x));
}

static void begin(void *state, lp_component me)
{
    replica *self = state;
    self->p = (P)me.number;
}

static bool receive(void *state, lp_turn *turn, lp_component from, const void *received)
{
    replica *self = state;
    const message *m = received;
    if (m->number == message_read_query && from.kind == kind_read_client)
        receive_read_query_from_read_client(self, turn, from.id);
    else if (m->number == message_write_query && from.kind == kind_write_client)
        receive_write_query_from_write_client(self, turn, from.id);
    else if (m->number == message_store && from.kind == kind_read_client)
        receive_store_from_read_client(self, turn, m->store.t, m->store.v, from.id);
    else if (m->number == message_store && from.kind == kind_write_client)
        receive_store_from_write_client(self, turn, m->store.t, m->store.v, from.id);
    else
        return false;
    return true;
}

static void save(const void *state, lp_bytes *to)
{
    const replica *self = state;
    put_tag(to, self->tag);
    lp_put_id(to, self->val);
}

static void load(void *state, lp_bytes *from)
{
    replica *self = state;
    self->tag = get_tag(from);
    self->val = lp_get_id_or_none(from, supply_writer);
}

const lp_component_kind replica_kind = {
    .name = "replica",
    .size = sizeof(replica),
    .begin = begin,
    .receive = receive,
    .instances = P_names,
    .instance_count = P_count,
    .crashes = LP_RECOVERS,
    .save = save,
    .load = load,
};
