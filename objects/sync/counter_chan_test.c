// SPDX-License-Identifier: MIT
//     linchpin test counter_chan_test.c counter_chan.c

#include "counter_chan.h"

#include <linchpin/linchpin.h>

static void *create(void)
{
    return counter_chan_new();
}

static void destroy(void *c)
{
    counter_chan_free(c);
}

static lp_value send(void *c, const lp_value *args)
{
    return lp_int(counter_chan_send(c, (int)lp_to_int(args[0])));
}

static lp_value receive(void *c, const lp_value *args)
{
    (void)args;
    int number, value = counter_chan_receive(c, &number);
    return lp_pair(value, number);
}

// As many sends as receives, so that everybody can go home.
LP_OBJECT(counter_chan, .create = create, .destroy = destroy, .spec = "counter-channel",
          .methods = {{"send", send, .args = {LP_UNIQUE}}, {"receive", receive}},
          .scenarios = {"send(1) send(2) | send(3) send(4) | receive receive | receive receive",
                        "send(1) send(2) | receive receive", "send(1) | send(2) | receive receive",
                        "send(1) send(2) | receive | receive"})
