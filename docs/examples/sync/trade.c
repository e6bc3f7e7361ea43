// SPDX-License-Identifier: MIT
// A spec with synchronisations: a shop. A buyer who offers enough and a seller meet; the
// seller gets what was offered, and the shop counts. A buyer may also walk away.

#include <linchpin/spec.h>

enum { BUY, SELL, COUNT };          // the methods
enum { TRADE, WALK_AWAY, LOOK_UP }; // the synchronisations

static void initial(const lp_spec *self, lp_step *s)
{
    (void)self;
    lp_value none = lp_int(0);
    s->emit(s, NULL, &none, sizeof none);
}

static void step(lp_step *s)
{
    lp_value now = lp_step_values(s, NULL)[0], next = lp_int(lp_to_int(now) + 1);
    if (s->sync == WALK_AWAY) {
        lp_step_emit_same(s, LP_FALSE);
    } else if (s->sync == LOOK_UP) {
        lp_step_emit_same(s, now);
    } else if (lp_to_int(s->calls[0].arg) >= lp_to_int(s->calls[1].arg)) { // the guard
        lp_value results[] = {LP_TRUE, s->calls[0].arg};                   // one for each call
        s->emit(s, results, &next, sizeof next);
    }
}

// A buyer who walked away met nobody, and the result tells. Only two-step-adaptive asks.
static bool alone(const lp_spec *self, uint32_t method, lp_value result)
{
    (void)self;
    return method == BUY && lp_value_equal(result, LP_FALSE);
}

static const lp_sync syncs[] = {
    [TRADE] = {"trade", 2, {BUY, SELL}}, // calls[0] buys, calls[1] sells
    [WALK_AWAY] = {"walk away", 1, {BUY}},
    [LOOK_UP] = {"count", 1, {COUNT}},
};

LP_SPEC(shop, .summary = "buyers and sellers meet",
        .methods = {{"buy", NULL, 1, "buy(5) → true"},
                    {"sell", NULL, 1, "sell(3) → 5"},
                    {"count", NULL, 0, "count() → 1"}},
        .initial = initial, .step = step, .syncs = syncs, .sync_count = 3, .alone = alone)
