// SPDX-License-Identifier: MIT
// Example of a new property of `linchpin verify`: nothing is begun twice in a row, be it the
// calls of a method or an action. Copy it to src/verify/property/property_alternating.c; nothing
// else has to change. `verify NAME { property alternating; }` asks for it.

#include "verify/property/named_property.h"

enum { NOTHING_YET = 1 }; // 0 is the violation; else 2 + what was begun last

static uint32_t event(void *context, uint32_t state, const move *m)
{
    (void)context;
    if (m->kind != LABEL_CALL && m->kind != LABEL_ACTION)
        return state;
    uint32_t begun = NOTHING_YET + 1 + m->method;
    return begun == state ? OBSERVED_VIOLATION : begun;
}

// Who begins does not matter, so threads may change places.
static uint32_t reorder(void *context, uint32_t state, const uint32_t *order)
{
    (void)context;
    (void)order;
    return state;
}

static property start(const transition_system *s)
{
    (void)s;
    return (property){.start = NOTHING_YET, .event = event, .reorder = reorder};
}

const named_property property_alternating = {.name = "alternating",
                                             .holds = "nothing is begun twice in a row",
                                             .violated = "something is begun twice in a row",
                                             .start = start};
