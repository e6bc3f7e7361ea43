// SPDX-License-Identifier: MIT
// `linchpin simulate`: one walk through a model, shown step by step.

#ifndef VERIFY_SIMULATE_H
#define VERIFY_SIMULATE_H

#include "base/io/limits.h"
#include "base/text.h"
#include "model/model.h"

#include <linchpin/value.h>

typedef struct simulate_options {
    uint64_t seed;
    uint32_t steps;
    // Which of `count` moves, described in `list`? Any other number: stop. NULL: at random.
    uint32_t (*ask)(void *context, const char *list, uint32_t count);
    // One step, for people.
    void (*show)(void *context, const char *line);
    void *context;
    const char *cc;
    limits *limits;
} simulate_options;

bool simulate(const instance *v, const simulate_options *o, lp_pool *pool, error *e);

#endif
