// SPDX-License-Identifier: MIT
//     linchpin test sync_chan_test.c sync_chan.c

#include "sync_chan.h"

#include <linchpin/linchpin.h>

static void *create(void)
{
    return sync_chan_new();
}

static void destroy(void *c)
{
    sync_chan_free(c);
}

static lp_value send(void *c, const lp_value *args)
{
    sync_chan_send(c, (int)lp_to_int(args[0]));
    return LP_UNIT;
}

static lp_value receive(void *c, const lp_value *args)
{
    (void)args;
    return lp_int(sync_chan_receive(c));
}

// As many sends as receives, so that everybody can go home.
LP_OBJECT(sync_chan, .create = create, .destroy = destroy, .spec = "channel",
          .methods = {{"send", send, .args = {LP_UNIQUE}}, {"receive", receive}},
          .scenarios = {"send(1) send(2) | send(3) send(4) | receive receive | receive receive",
                        "send(1) send(2) | receive receive", "send(1) | send(2) | receive receive",
                        "send(1) send(2) | receive | receive"})
