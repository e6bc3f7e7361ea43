// SPDX-License-Identifier: MIT
// A synchronous channel: a send and a receive take effect together or not at
// all. The smallest synchronisation object; it has no state.

#include <linchpin/spec.h>

enum { SEND, RECEIVE };

// calls[0] is the send, calls[1] the receive, as in `exchange`.
static void step(lp_step *s)
{
    lp_value results[] = {LP_UNIT, s->calls[0].arg};
    s->emit(s, results, NULL, 0);
}

static void why(const lp_why *w)
{
    if (w->call->method == SEND)
        lp_why_say(w, "no receive is left that could have got %v", w->call->arg);
    else
        lp_why_say(w, "no send of %v is left that it could have met", w->result);
}

static const lp_sync exchange = {"exchange", 2, {SEND, RECEIVE}};

const lp_spec lp_spec_channel = {
    .name = "channel",
    .summary = "synchronous channel: send and receive meet",
    .methods = {{"send", "put", 1, "send(5)", .returns_nothing = true},
                {"receive", "recv get take", 0, "receive() → 5"}},
    .data_independent = true,
    .initial = lp_initial_empty,
    .step = step,
    .syncs = &exchange,
    .sync_count = 1,
    .why = why,
};
