// SPDX-License-Identifier: MIT
//     linchpin test alternation_test.c alternation.c
// The spec is its own: a send meets a receive on the same channel, or an alternation.

#include "alternation.h"

#include <linchpin/linchpin.h>

static void *create(void)
{
    return alternation_new();
}

static void destroy(void *a)
{
    alternation_free(a);
}

static lp_value send(void *a, const lp_value *args)
{
    alternation_send(a, (int)lp_to_int(args[0]), (int)lp_to_int(args[1]));
    return LP_UNIT;
}

static lp_value receive(void *a, const lp_value *args)
{
    return lp_int(alternation_receive(a, (int)lp_to_int(args[0])));
}

static lp_value alt(void *a, const lp_value *args)
{
    (void)args;
    int channel, value = alternation_alt(a, &channel);
    return lp_pair(channel, value);
}

enum { SEND, RECEIVE, ALT };
enum { RECEIVES, ALTERNATES };

static void step(lp_step *s)
{
    lp_value sent[] = {lp_step_arg(s, 0, 0), lp_step_arg(s, 0, 1)};
    lp_value results[] = {LP_UNIT, sent[1]};
    if (s->sync == ALTERNATES)
        results[1] = lp_vector(s->pool, sent, 2);
    else if (!lp_value_equal(sent[0], s->calls[1].arg))
        return;
    s->emit(s, results, NULL, 0);
}

static const lp_sync syncs[] = {
    [RECEIVES] = {"receive", 2, {SEND, RECEIVE}},
    [ALTERNATES] = {"alternate", 2, {SEND, ALT}},
};

static const lp_spec two_channels = {
    .name = "two-channels",
    .methods = {{"send", NULL, 2, "send(0, 5)", .returns_nothing = true},
                {"receive", NULL, 1, "receive(0) → 5"},
                {"alt", NULL, 0, "alt() → [0 5]"}},
    .initial = lp_initial_empty,
    .step = step,
    .syncs = syncs,
    .sync_count = 2,
};

// As many sends as there are that receive, so that everybody can go home.
LP_OBJECT(alternation, .create = create, .destroy = destroy, .custom_spec = &two_channels,
          .methods = {{"send", send, .args = {LP_INTS(0, 1), LP_UNIQUE}},
                      {"receive", receive, .args = {LP_INTS(0, 1)}},
                      {"alt", alt}},
          .scenarios = {"send(0, 1) send(1, 2) | send(1, 3) send(0, 4) | alt alt | alt alt",
                        "send(0, 1) | send(1, 2) | alt alt",
                        "send(0, 1) send(0, 2) | receive(0) | alt"})
