// SPDX-License-Identifier: MIT
//     linchpin test closeable_chan_test.c closeable_chan.c

#include "closeable_chan.h"

#include <linchpin/linchpin.h>

static void *create(void)
{
    return closeable_chan_new();
}

static void destroy(void *c)
{
    closeable_chan_free(c);
}

static lp_value send(void *c, const lp_value *args)
{
    return lp_bool(closeable_chan_send(c, (int)lp_to_int(args[0])));
}

static lp_value receive(void *c, const lp_value *args)
{
    int value;
    (void)args;
    return closeable_chan_receive(c, &value) ? lp_int(value) : LP_NIL;
}

static lp_value close(void *c, const lp_value *args)
{
    (void)args;
    closeable_chan_close(c);
    return LP_UNIT;
}

// Somebody closes it, so that everybody can go home.
LP_OBJECT(closeable_chan, .create = create, .destroy = destroy, .spec = "closeable-channel",
          .methods = {{"send", send, .args = {LP_UNIQUE}}, {"receive", receive}, {"close", close}},
          .scenarios = {"send(1) send(2) | receive receive | send(3) | receive close",
                        "send(1) send(2) | receive receive | close", "send(1) | receive close"})
