// SPDX-License-Identifier: MIT
// A register with compare-and-set, nil at first. `cas` fails exactly when the
// register holds something else; `cas_weak` may also fail for no reason.
//
// Not data-independent: a cas that failed did so because of the value that
// another write put there. Leave that write out, and the cas looks wrong.

#include <linchpin/spec.h>

enum { READ, WRITE, CAS, CAS_WEAK, SWAP };

static void initial(const lp_spec *self, lp_step *s)
{
    (void)self;
    lp_value nil = LP_NIL;
    s->emit(s, NULL, &nil, sizeof nil);
}

static void step(lp_step *s)
{
    lp_value now = lp_step_values(s, NULL)[0];
    uint32_t method = s->calls[0].method;
    if (method == READ) {
        lp_step_emit_same(s, now);
    } else if (method == WRITE || method == SWAP) {
        lp_step_emit_values(s, method == SWAP ? now : LP_UNIT, &s->calls[0].arg, 1);
    } else {
        lp_value from = lp_step_arg(s, 0, 0), to = lp_step_arg(s, 0, 1);
        bool same = lp_value_equal(now, from);
        if (same)
            lp_step_emit_values(s, LP_TRUE, &to, 1);
        if (!same || method == CAS_WEAK)
            lp_step_emit_same(s, LP_FALSE);
    }
}

static bool only_read(const lp_spec *self, const lp_pool *pool, uint32_t method, lp_value arg,
                      lp_value result)
{
    if (method == SWAP)
        return lp_value_equal(arg, result);
    if (method != CAS && method != CAS_WEAK)
        return false;
    return lp_value_equal(result, LP_FALSE) ||
           (lp_value_equal(lp_call_arg(self, pool, method, arg, 0),
                           lp_call_arg(self, pool, method, arg, 1)));
}

static void why(const lp_why *w)
{
    if (w->call->method != WRITE)
        lp_why_say(w, "the register holds %v", *(const lp_value *)w->state);
}

const lp_spec lp_spec_cas_register = {
    .name = "cas-register",
    .summary = "a register with compare-and-set; nil at first",
    .methods = {{"read", "get load", 0, "read() → 5", .reads_only = true, .returns_nil = true},
                {"write", "set put store", 1, "write(5)", .returns_nothing = true},
                {"cas", "compare_and_set compare_and_swap compare_exchange compare_exchange_strong",
                 2, "cas(5, 6) → true", .echo_is_true = true},
                {"cas_weak", "weak_compare_and_set compare_exchange_weak", 2,
                 "cas_weak(5, 6) → false", .echo_is_true = true},
                {"swap", "exchange get_and_set", 1, "swap(7) → 5", .returns_nil = true}},
    .hides_past = true,
    .initial = initial,
    .step = step,
    .why = why,
    .only_read = only_read,
};
