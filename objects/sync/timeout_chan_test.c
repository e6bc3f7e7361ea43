// SPDX-License-Identifier: MIT
//     linchpin test timeout_chan_test.c timeout_chan.c

#include "timeout_chan.h"

#include <linchpin/linchpin.h>

static void *create(void)
{
    return timeout_chan_new(50);
}

static void destroy(void *c)
{
    timeout_chan_free(c);
}

static lp_value send(void *c, const lp_value *args)
{
    return lp_bool(timeout_chan_send(c, (int)lp_to_int(args[0])));
}

static lp_value receive(void *c, const lp_value *args)
{
    int value;
    (void)args;
    return timeout_chan_receive(c, &value) ? lp_int(value) : LP_NIL;
}

// Nobody waits for ever, so scenarios can be made up.
LP_OBJECT(timeout_chan, .create = create, .destroy = destroy, .spec = "timeout-channel",
          .methods = {{"send", send, .args = {LP_UNIQUE}}, {"receive", receive}})
