// SPDX-License-Identifier: MIT
// Events as JSON Lines, formatted by hand: two million in well under a second.

#ifndef GEN_EVENTS_H
#define GEN_EVENTS_H

#include "base/text.h"

#include <linchpin/spec.h>

typedef enum gen_event { GEN_INVOKE, GEN_OK, GEN_FAIL, GEN_INFO, GEN_EVENT_TYPES } gen_event;

typedef struct gen_events {
    const lp_spec *spec;
    const lp_pool *pool;
    void (*put)(void *to, const char *bytes, size_t length);
    void *to;
    char *buffer;
    size_t used;
    char *middle[LP_MAX_METHODS][GEN_EVENT_TYPES]; // what stands between process and value
    size_t middle_length[LP_MAX_METHODS][GEN_EVENT_TYPES];
    text value; // of the kinds that are not formatted by hand
} gen_events;

void gen_events_init(gen_events *e, const lp_spec *spec, const lp_pool *pool,
                     void (*put)(void *to, const char *bytes, size_t length), void *to);
void gen_events_add(gen_events *e, int64_t process, gen_event type, uint32_t method,
                    lp_value value);
void gen_events_fini(gen_events *e); // writes what is left

#endif
