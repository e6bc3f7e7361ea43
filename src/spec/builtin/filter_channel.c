// SPDX-License-Identifier: MIT
// A channel whose receivers choose: receive(n) takes only a value that n divides.
// A send and a receive that suits it take effect together; there is no state.

#include "spec/refuse.h"

enum { SEND, RECEIVE };

static void step(lp_step *s)
{
    int64_t x = lp_to_int(s->calls[0].arg), n = lp_to_int(s->calls[1].arg);
    // -1 divides everything, and INT64_MIN % -1 overflows.
    if (n == 0 || (n != -1 && x % n != 0))
        return;
    lp_value results[] = {LP_UNIT, s->calls[0].arg};
    s->emit(s, results, NULL, 0);
}

static const char *refuse(const lp_spec *self, const lp_pool *pool, uint32_t method, lp_value arg,
                          lp_value *result)
{
    (void)self, (void)pool;
    if (result)
        return method == RECEIVE ? refuse_result(*result) : NULL;
    return refuse_argument(arg);
}

static void why(const lp_why *w)
{
    if (w->call->method == SEND)
        lp_why_say(w, "no receive is left that could have got %v", w->call->arg);
    else if (lp_to_int(w->call->arg) > 0 && lp_to_int(w->result) % lp_to_int(w->call->arg) != 0)
        lp_why_say(w, "%v does not divide %v", w->call->arg, w->result);
    else
        lp_why_say(w, "no send of %v is left that it could have met", w->result);
}

static const lp_sync exchange = {"exchange", 2, {SEND, RECEIVE}};

const lp_spec lp_spec_filter_channel = {
    .name = "filter-channel",
    .summary = "synchronous channel: a receive takes only multiples of its argument",
    .methods = {{"send", "put", 1, "send(6)", .returns_nothing = true},
                {"receive", "recv get take", 1, "receive(3) → 6"}},
    .initial = lp_initial_empty,
    .step = step,
    .syncs = &exchange,
    .sync_count = 1,
    .why = why,
    .refuse = refuse,
};
