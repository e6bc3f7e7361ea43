// SPDX-License-Identifier: MIT
// A synchronous channel that numbers its messages from 1: sender and receiver
// both learn the number. The state is the number of the last one.

#include <linchpin/spec.h>

enum { SEND, RECEIVE };

static void initial(const lp_spec *self, lp_step *s)
{
    (void)self;
    lp_value none = lp_int(0);
    s->emit(s, NULL, &none, sizeof none);
}

static void step(lp_step *s)
{
    lp_value number = lp_int(lp_to_int(lp_step_values(s, NULL)[0]) + 1);
    lp_value received[] = {s->calls[0].arg, number};
    lp_value results[] = {number, lp_vector(s->pool, received, 2)};
    s->emit(s, results, &number, sizeof number);
}

static void why(const lp_why *w)
{
    lp_why_say(w, "no %s is left that would be number %d",
               w->call->method == SEND ? "receive" : "send",
               lp_to_int(((const lp_value *)w->state)[0]) + 1);
}

static const lp_sync exchange = {"exchange", 2, {SEND, RECEIVE}};

const lp_spec lp_spec_counter_channel = {
    .name = "counter-channel",
    .summary = "synchronous channel that numbers its messages",
    .methods = {{"send", "put", 1, "send(5) → 1"},
                {"receive", "recv get take", 0, "receive() → [5, 1]"}},
    .initial = initial,
    .step = step,
    .syncs = &exchange,
    .sync_count = 1,
    .why = why,
};
