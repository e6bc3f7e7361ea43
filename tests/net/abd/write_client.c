// SPDX-License-Identifier: MIT
// From objects/distributed/abd.lin: the automaton write_client.

#include "write_client.h"

// abd.lin:120  input request(x)
static void request(write_client *self, lp_turn *turn)
{
    if (self->status == phase_idle) {
        self->status = phase_pending;
        send_write_query(turn, to_each_replica());
    }
}

// abd.lin:125  input receive number_reply(int 0..2... sn) from replica[p]
static void receive_number_reply_from_replica(write_client *self, int64_t sn, P p)
{
    if (self->status == phase_pending) {
        self->read_resp |= (some)1 << p;
        if (sn > self->tag.sn)
            self->tag.sn = sn;
    }
}

// abd.lin:130  internal rq_collected(some q)
static bool can_rq_collected(const write_client *self, some q)
{
    return self->status == phase_pending && in_read_quorums(q) && (q & ~self->read_resp) == 0;
}

static void rq_collected(write_client *self, lp_turn *turn)
{
    self->status = phase_sending;
    self->read_resp = 0;
    self->tag.sn = lp_add(self->tag.sn, 1, "abd.lin:134:5");
    send_store(turn, to_each_replica(), self->tag, self->x);
}

// abd.lin:137  input receive ack from replica[p]
static void receive_ack_from_replica(write_client *self, P p)
{
    if (self->status == phase_sending)
        self->write_resp |= (some)1 << p;
}

// abd.lin:138  internal wq_collected(some q)
static bool can_wq_collected(const write_client *self, some q)
{
    return self->status == phase_sending && in_write_quorums(q) && (q & ~self->write_resp) == 0;
}

static void wq_collected(write_client *self)
{
    self->status = phase_committed;
    self->write_resp = 0;
}

// abd.lin:143  output response(x, writer? v): v == none
static bool can_response(const write_client *self)
{
    return self->status == phase_committed;
}

static void response(write_client *self, lp_turn *turn)
{
    self->status = phase_answered;
    // abd.lin:247  return response(writer x, writer? v)
    lp_return(turn, LP_UNIT);
}

static void begin(void *state, lp_component me)
{
    write_client *self = state;
    self->x = me.id;
    self->tag = (tag){0, me.id};
}

static void call(void *state, lp_turn *turn)
{
    request(state, turn);
}

static bool receive(void *state, lp_turn *turn, lp_component from, const void *received)
{
    write_client *self = state;
    const message *m = received;
    (void)turn;
    if (m->number == message_number_reply && from.kind == kind_replica)
        receive_number_reply_from_replica(self, m->number_reply.sn, (P)from.number);
    else if (m->number == message_ack && from.kind == kind_replica)
        receive_ack_from_replica(self, (P)from.number);
    else
        return false;
    return true;
}

static bool act(void *state, lp_turn *turn)
{
    write_client *self = state;
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
        lp_id v = LP_NO_ID;
        if ((trace = lp_trace(turn, "response"))) {
            lp_show_id(trace, "writer", self->x);
            lp_show(trace, ", ");
            lp_show_id(trace, "writer", v);
        }
        response(self, turn);
        return true;
    }
    return false;
}

const lp_component_kind write_client_kind = {
    .name = "write_client",
    .size = sizeof(write_client),
    .begin = begin,
    .receive = receive,
    .act = act,
    .method = "write",
    .argument = true,
    .supply = supply_writer,
    .call = call,
};
