// SPDX-License-Identifier: MIT
// From objects/distributed/abd.lin: the automaton read_client.

#include "read_client.h"

// abd.lin:88  input request(x)
static void request(read_client *self, lp_turn *turn)
{
    if (self->status == phase_idle) {
        self->status = phase_pending;
        send_read_query(turn, to_each_replica());
    }
}

// abd.lin:93  input receive value_reply(tag t, writer? v) from replica[p]
static void receive_value_reply_from_replica(read_client *self, tag t, lp_id v, P p)
{
    if (self->status == phase_pending) {
        self->read_resp |= (some)1 << p;
        if (compare_tag(t, self->tag) > 0) {
            self->val = v;
            self->tag = t;
        }
    }
}

// abd.lin:98  internal rq_collected(some q)
static bool can_rq_collected(const read_client *self, some q)
{
    return self->status == phase_pending && in_read_quorums(q) && (q & ~self->read_resp) == 0;
}

static void rq_collected(read_client *self, lp_turn *turn)
{
    self->status = phase_sending;
    self->read_resp = 0;
    send_store(turn, to_each_replica(), self->tag, self->val);
}

// abd.lin:104  input receive ack from replica[p]
static void receive_ack_from_replica(read_client *self, P p)
{
    if (self->status == phase_sending)
        self->write_resp |= (some)1 << p;
}

// abd.lin:105  internal wq_collected(some q)
static bool can_wq_collected(const read_client *self, some q)
{
    return self->status == phase_sending && in_write_quorums(q) && (q & ~self->write_resp) == 0;
}

static void wq_collected(read_client *self)
{
    self->status = phase_committed;
    self->write_resp = 0;
}

// abd.lin:110  output response(x, writer? v): v == val
static bool can_response(const read_client *self)
{
    return self->status == phase_committed;
}

static void response(read_client *self, lp_turn *turn, lp_id v)
{
    self->status = phase_answered;
    // abd.lin:248  return response(reader x, writer? v) is v
    lp_return(turn, v.id ? lp_int(v.value) : LP_NIL);
}

static void begin(void *state, lp_component me)
{
    read_client *self = state;
    self->x = me.id;
}

static void call(void *state, lp_turn *turn)
{
    request(state, turn);
}

static bool receive(void *state, lp_turn *turn, lp_component from, const void *received)
{
    read_client *self = state;
    const message *m = received;
    (void)turn;
    if (m->number == message_value_reply && from.kind == kind_replica)
        receive_value_reply_from_replica(self, m->value_reply.t, m->value_reply.v, (P)from.number);
    else if (m->number == message_ack && from.kind == kind_replica)
        receive_ack_from_replica(self, (P)from.number);
    else
        return false;
    return true;
}

static bool act(void *state, lp_turn *turn)
{
    read_client *self = state;
    lp_text *trace;
    for (some q = 0; q < (some)1 << P_count; q++)
        if (can_rq_collected(self, q)) {
            if ((trace = lp_trace(turn, "rq_collected")))
                show_some(trace, q);
            rq_collected(self, turn);
            return true;
        }
    for (some q = 0; q < (some)1 << P_count; q++)
        if (can_wq_collected(self, q)) {
            if ((trace = lp_trace(turn, "wq_collected")))
                show_some(trace, q);
            wq_collected(self);
            return true;
        }
    if (can_response(self)) {
        lp_id v = self->val;
        if ((trace = lp_trace(turn, "response"))) {
            lp_show_id(trace, "reader", self->x);
            lp_show(trace, ", ");
            lp_show_id(trace, "writer", v);
        }
        response(self, turn, v);
        return true;
    }
    return false;
}

const lp_component_kind read_client_kind = {
    .name = "read_client",
    .size = sizeof(read_client),
    .begin = begin,
    .receive = receive,
    .act = act,
    .method = "read",
    .supply = supply_reader,
    .call = call,
};
