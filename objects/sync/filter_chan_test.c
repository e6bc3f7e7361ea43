// SPDX-License-Identifier: MIT
//     linchpin test filter_chan_test.c filter_chan.c

#include "filter_chan.h"

#include <linchpin/linchpin.h>

static void *create(void)
{
    return filter_chan_new();
}

static void destroy(void *c)
{
    filter_chan_free(c);
}

static lp_value send(void *c, const lp_value *args)
{
    filter_chan_send(c, (int)lp_to_int(args[0]));
    return LP_UNIT;
}

static lp_value receive(void *c, const lp_value *args)
{
    return lp_int(filter_chan_receive(c, (int)lp_to_int(args[0])));
}

// For every receive a send that suits, whoever takes what: everybody can go home.
LP_OBJECT(filter_chan, .create = create, .destroy = destroy, .spec = "filter-channel",
          .methods = {{"send", send, .args = {LP_INTS(1, 6)}},
                      {"receive", receive, .args = {LP_INTS(1, 3)}}},
          .scenarios = {"send(2) | send(3) | receive(2) | receive(3)",
                        "send(2) send(4) | send(3) send(9) | receive(2) receive(2) | "
                        "receive(3) receive(3)",
                        "send(2) | send(3) | receive(3) | receive(2)"})
