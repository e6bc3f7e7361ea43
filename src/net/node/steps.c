// SPDX-License-Identifier: MIT
#include "net/node/steps.h"

#include "base/error.h"
#include "net/node/peers.h"
#include "net/node/sending.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// So many actions are taken in a row by one component; then others have their turn. An action that is always
// enabled does not keep the process from listening.
enum { MOST_ACTS = 64 };

// Of the thread: the turn that is taken, for who fails in the middle of it.
static _Thread_local const lp_turn *taking;

static step_place place_of(const lp_turn *turn)
{
    return (step_place){turn->node->system, turn->who->me, turn->who->key};
}

void steps_name_taken(text *out)
{
    if (!taking)
        return;
    text_add(out, ", in ");
    name_add_component(out, taking->node->system, taking->who->me);
    text_add(out, " of key %" PRId64, taking->who->key);
    if (taking->node->trace)
        step_trace_end(taking->node->trace);
}

lp_text *lp_trace(lp_turn *turn, const char *action)
{
    if (!turn->node->trace)
        return NULL;
    step_place place = place_of(turn);
    return step_trace_begin(turn->node->trace, &place, "act", action);
}

// What the step that was taken has led to.
static void trace_state(const lp_turn *turn)
{
    if (!turn->node->trace || !turn->who->kind->show)
        return;
    step_place place = place_of(turn);
    turn->who->kind->show(turn->who->state,
                          step_trace_begin(turn->node->trace, &place, "state", NULL));
}

static void trace_return(const lp_turn *turn, lp_value result)
{
    step_place place = place_of(turn);
    lp_text *shown = step_trace_begin(turn->node->trace, &place, "return", NULL);
    if (result.kind == LP_KIND_INT)
        lp_show_int(shown, lp_to_int(result));
    else if (result.kind == LP_KIND_BOOL)
        lp_show(shown, lp_to_int(result) ? "true" : "false");
    else
        lp_show(shown, lp_is_nil(result) ? "nil" : "");
}

int64_t lp_clock(lp_turn *turn)
{
    node *n = turn->node;
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    int64_t now = (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000 + n->skew;
    if (now > n->clock)
        n->clock = now;
    return n->clock;
}

void lp_return(lp_turn *turn, lp_value result)
{
    component *c = turn->who;
    REQUIRE(!kind_is_server(c->kind) && !c->over);
    c->result = result;
    c->over = true;
    if (turn->node->trace)
        trace_return(turn, result);
    component_list_add(&turn->node->components.over, c);
}

static void get_ready(node *n, component *c)
{
    if (c->ready)
        return;
    c->ready = true;
    component_list_add(&n->components.ready, c);
}

static void act(lp_turn *turn)
{
    component *c = turn->who;
    bool more = true;
    taking = turn;
    for (int i = 0; more && i < MOST_ACTS; i++) {
        lp_scratch_clear(); // what the step before has made
        more = !c->over && c->kind->act && c->kind->act(c->state, turn);
        if (more)
            trace_state(turn);
    }
    lp_scratch_clear();
    taking = NULL;
    if (more)
        get_ready(turn->node, c);
}

static void changed(node *n, component *c)
{
    if (!n->journal || c->dirty)
        return;
    c->dirty = true;
    component_list_add(&n->components.dirty, c);
}

component *steps_component(node *n, int64_t key)
{
    component *c = components_find(&n->components, (uint64_t)key);
    if (!c)
        c = components_add(&n->components, (uint64_t)key, name_kind(n->system, n->name),
                           lp_server(n->name.kind, n->name.number), key);
    return c;
}

// Whom a message is for; NULL: for nobody any more. False: for nobody who could be here.
static bool receiver(node *n, const message_head *head, component **c)
{
    if (n->name.kind == NAME_CLIENT) {
        *c = components_find(&n->components, head->to.id.id);
        if (*c && (*c)->over)
            *c = NULL;
        return !kind_is_server(n->system->kinds[head->to.kind]) &&
               id_client(head->to.id.id) == n->name.number;
    }
    if (head->to.kind != n->name.kind)
        return false;
    *c = steps_component(n, head->key);
    return true;
}

// A component that the peer has: one of its own instances, or an operation of a client.
static bool sender_is_there(const node *n, const peer *from, const message_head *head)
{
    process_name who = from ? from->name : n->name;
    if (who.kind == NAME_CLIENT)
        return !kind_is_server(n->system->kinds[head->from.kind]) &&
               id_client(head->from.id.id) == who.number;
    return head->from.kind == who.kind && head->from.number == who.number;
}

bool steps_deliver(node *n, peer *from, uint64_t number, const uint8_t *bytes, size_t length)
{
    lp_bytes message = bytes_view(bytes, length);
    message_head head;
    component *c;
    if (!message_get_head(&message, n->system, from ? from->name : n->name, n->name, &head) ||
        !sender_is_there(n, from, &head) || !receiver(n, &head, &c) ||
        !n->system->decode(n->decoded, head.message, &message))
        return false;
    n->figures.messages_received++;
    if (n->trace) {
        step_place place = {n->system, head.to, head.key};
        const char *step = c ? "receive" : "late";
        n->system->show(step_trace_begin(n->trace, &place, step, NULL), n->decoded);
        step_trace_with(n->trace, head.from, from ? from->name : n->name, number);
    }
    if (!c)
        return true;
    lp_turn turn = {n, c};
    taking = &turn;
    bool received = c->kind->receive(c->state, &turn, head.from, n->decoded);
    taking = NULL;
    if (!received)
        return false;
    trace_state(&turn);
    changed(n, c);
    act(&turn);
    return true;
}

void steps_call(node *n, unsigned kind, int64_t key, int64_t argument, lp_returned returned,
                void *data)
{
    REQUIRE(kind < n->system->kind_count && !kind_is_server(n->system->kinds[kind]));
    const lp_component_kind *k = n->system->kinds[kind];
    uint64_t number = n->components.numbers[k->supply]++;
    if (number >> 28)
        lp_fail(n->system->name, "a client has 268435456 operations of a kind, and no more");
    lp_id id = {(uint64_t)k->supply << 60 | (uint64_t)n->name.number << 28 | number,
                k->arguments ? argument : 0};
    component *c = components_add(&n->components, id.id, k, lp_operation(kind, id), key);
    c->returned = returned;
    c->data = data;
    lp_turn turn = {n, c};
    if (n->trace) {
        step_place place = place_of(&turn);
        lp_text *shown = step_trace_begin(n->trace, &place, "call", k->method);
        if (k->arguments)
            lp_show_int(shown, argument);
    }
    taking = &turn;
    k->call(c->state, &turn);
    taking = NULL;
    trace_state(&turn);
    act(&turn);
}

static void tell_returns(node *n)
{
    component_list *over = &n->components.over;
    for (size_t i = 0; i < over->count; i++) { // it grows while it is gone through
        component *c = over->items[i];
        lp_returned returned = c->returned;
        void *data = c->data;
        lp_value result = c->result;
        if (!c->ready) // else when it is no longer in that list
            components_remove(&n->components, c->me.id.id);
        if (returned)
            returned(data, result);
    }
    over->count = 0;
}

static void go_on_with_ready(node *n)
{
    component_list *ready = &n->components.ready;
    size_t count = ready->count;
    for (size_t i = 0; i < count; i++) {
        component *c = ready->items[i];
        c->ready = false;
        if (c->over) {
            components_remove(&n->components, c->me.id.id);
            continue;
        }
        lp_turn turn = {n, c};
        changed(n, c);
        act(&turn);
    }
    ready->count -= count;
    for (size_t i = 0; i < ready->count; i++)
        ready->items[i] = ready->items[count + i];
}

bool steps_go_on(node *n)
{
    go_on_with_ready(n);
    sending_to_oneself(n);
    tell_returns(n);
    return !n->components.ready.count && !n->components.over.count && !n->to_oneself.length;
}

void steps_on_tick(node *n)
{
    for (component *c = n->components.timed; c; c = c->after)
        if (!c->over)
            get_ready(n, c);
}
