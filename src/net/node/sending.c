// SPDX-License-Identifier: MIT
#include "net/node/sending.h"

#include "base/error.h"
#include "net/node/peers.h"
#include "net/node/steps.h"

#include <assert.h>
#include <string.h>

lp_bytes *lp_message(lp_turn *turn, unsigned message)
{
    node *n = turn->node;
    REQUIRE(message < n->system->message_count);
    bytes_clear(&n->parts);
    n->message = message;
    return &n->parts;
}

static bool is_server(const lp_system *system, unsigned kind)
{
    return kind_is_server(system->kinds[kind]);
}

static void put_head(lp_bytes *to, const lp_turn *turn, lp_component receiver)
{
    const lp_system *system = turn->node->system;
    const component *c = turn->who;
    bytes_clear(to);
    bytes_put_byte(to, (uint8_t)turn->node->message);
    bytes_put_byte(to, (uint8_t)c->me.kind);
    bytes_put_byte(to, (uint8_t)receiver.kind);
    lp_put_int(to, c->key);
    if (!kind_is_server(c->kind))
        lp_put_id(to, c->me.id);
    if (!is_server(system, receiver.kind))
        bytes_put_word(to, receiver.id.id);
}

bool message_get_head(lp_bytes *bytes, const lp_system *system, process_name from, process_name to,
                      message_head *head)
{
    head->message = bytes_get_byte(bytes);
    head->from = lp_server(bytes_get_byte(bytes), from.number);
    head->to = lp_server(bytes_get_byte(bytes), to.number);
    head->key = lp_get_int(bytes, INT64_MIN, INT64_MAX);
    if (head->message >= system->message_count || head->from.kind >= system->kind_count ||
        head->to.kind >= system->kind_count)
        return false;
    if (!is_server(system, head->from.kind))
        head->from =
            lp_operation(head->from.kind, lp_get_id(bytes, system->kinds[head->from.kind]->supply));
    if (!is_server(system, head->to.kind))
        head->to = lp_operation(head->to.kind, (lp_id){bytes_get_word(bytes), 0});
    return !bytes->bad;
}

static unsigned channel_between(const lp_system *system, unsigned from, unsigned to)
{
    for (unsigned i = 0; i < system->channel_count; i++)
        if (system->channels[i].from == from && system->channels[i].to == to)
            return system->channels[i].properties;
    return 0;
}

static void trace_message(const lp_turn *turn, const char *step, lp_component to,
                          process_name to_process, uint64_t number)
{
    node *n = turn->node;
    if (!n->trace)
        return;
    // Shown as whoever receives it will see it. What is being received may still be in use.
    uint8_t *sent = n->decoded + n->decoded_size;
    lp_bytes parts = bytes_view(n->parts.data, n->parts.length);
    bool good = n->system->decode(sent, n->message, &parts);
    assert(good);
    (void)good;
    step_place place = {n->system, turn->who->me, turn->who->key};
    n->system->show(step_trace_begin(n->trace, &place, step, NULL), sent);
    step_trace_with(n->trace, to, to_process, number);
}

static void send_to_oneself(lp_turn *turn, lp_component to)
{
    node *n = turn->node;
    uint8_t length[4];
    bytes_set_length(length, (uint32_t)(n->head.length + n->parts.length));
    bytes_put(&n->to_oneself, length, sizeof length);
    bytes_put(&n->to_oneself, n->head.data, n->head.length);
    bytes_put(&n->to_oneself, n->parts.data, n->parts.length);
    trace_message(turn, "send", to, n->name, ++n->sent_to_oneself);
}

void sending_to_oneself(node *n)
{
    lp_bytes now = n->to_oneself;
    n->to_oneself = (lp_bytes){0};
    while (bytes_left(&now)) {
        uint32_t length = bytes_length_at(bytes_get(&now, 4));
        const uint8_t *bytes = bytes_get(&now, length);
        bool good = steps_deliver(n, NULL, ++n->received_from_oneself, bytes, length);
        REQUIRE(good);
    }
    bytes_fini(&now);
}

static void send_to_peer(lp_turn *turn, peer *p, lp_component to)
{
    node *n = turn->node;
    unsigned channel = channel_between(n->system, turn->who->me.kind, to.kind);
    unsigned flags = channel & LP_FIFO ? LINK_IN_ORDER : 0;
    put_head(&n->head, turn, to);
    if ((channel & LP_LOSSY) && (p->faults.cut || faults_happen(&n->random, p->faults.drop))) {
        trace_message(turn, "lost", to, p->name, 0);
        return;
    }
    peer_touch(p);
    trace_message(turn, "send", to, p->name, link_send(&p->link, flags, &n->head, &n->parts));
    if ((channel & LP_DUPLICATING) && faults_happen(&n->random, p->faults.duplicate))
        trace_message(turn, "send", to, p->name, link_send(&p->link, flags, &n->head, &n->parts));
}

static void send_to_server(lp_turn *turn, lp_component to)
{
    node *n = turn->node;
    process_name name = {to.kind, to.number};
    if (name_same(name, n->name)) {
        put_head(&n->head, turn, to);
        send_to_oneself(turn, to);
    } else {
        send_to_peer(turn, peer_get(n, name), to);
    }
}

void lp_send(lp_turn *turn, lp_component to)
{
    node *n = turn->node;
    REQUIRE(to.kind < n->system->kind_count);
    const lp_component_kind *kind = n->system->kinds[to.kind];
    if (!kind_is_server(kind)) {
        process_name client = {NAME_CLIENT, id_client(to.id.id)};
        peer *p = peer_of_client(n, client.number);
        if (p)
            send_to_peer(turn, p, to);
        else
            trace_message(turn, "lost", to, client, 0);
    } else if (to.number == LP_EACH) {
        for (unsigned i = 0; i < kind->instance_count; i++)
            send_to_server(turn, lp_server(to.kind, i));
    } else {
        REQUIRE(to.number < kind->instance_count);
        send_to_server(turn, to);
    }
}
