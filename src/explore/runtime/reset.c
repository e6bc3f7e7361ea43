// SPDX-License-Identifier: MIT
// See reset.h.

#include "explore/runtime/reset.h"

#include "explore/runtime/arena.h"
#include "explore/runtime/fiber.h"
#include "explore/runtime/interposed.h"
#include "explore/runtime/region.h"
#include "explore/runtime/runtime.h"
#include "explore/runtime/tls.h"

#include <string.h>

static uint32_t initial_keys;

void reset_snapshot(void)
{
    regions_snapshot();
    arenas_snapshot();
    tls_snapshot();
    signals_snapshot();
    initial_keys = rt.key_count;
}

void reset_all(void)
{
    regions_reset();
    arenas_reset();
    tls_reset(); // before the fibers: it looks at how many there were
    fibers_reset();
    ended.how = END_NONE;
    ended.hung = false;
    ended.text[0] = 0;
    ended.pc = NULL;
    ended.total_steps += rt.steps;
    rt.steps = 0;
    rt.event_count = rt.last_run = 0;
    rt.key_count = initial_keys;
    rt.past = 0;
    files_reset();
    signals_reset();
    system_reset();
}
