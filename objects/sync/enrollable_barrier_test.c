// SPDX-License-Identifier: MIT
//     linchpin test enrollable_barrier_test.c enrollable_barrier.c

#include "enrollable_barrier.h"

#include <linchpin/linchpin.h>

static void *create(void)
{
    return enrollable_barrier_new();
}

static void destroy(void *b)
{
    enrollable_barrier_free(b);
}

// The argument of all three is who calls: for the record.
static lp_value enrol(void *b, const lp_value *args)
{
    (void)args;
    enrollable_barrier_enrol(b);
    return LP_UNIT;
}

static lp_value resign(void *b, const lp_value *args)
{
    (void)args;
    enrollable_barrier_resign(b);
    return LP_UNIT;
}

static lp_value sync(void *b, const lp_value *args)
{
    (void)args;
    enrollable_barrier_sync(b);
    return LP_UNIT;
}

// Everybody resigns at last, so nobody is waited for in vain.
LP_OBJECT(enrollable_barrier, .create = create, .destroy = destroy, .spec = "enrollable-barrier",
          .methods = {{"enrol", enrol, .args = {LP_THREAD}, .role = LP_ACQUIRE},
                      {"sync", sync, .args = {LP_THREAD}, .role = LP_HOLDER},
                      {"resign", resign, .args = {LP_THREAD}, .role = LP_RELEASE}},
          .scenarios = {"enrol(0) sync(0) sync(0) resign(0) | enrol(1) sync(1) sync(1) resign(1) | "
                        "enrol(2) sync(2) sync(2) resign(2) | enrol(3) sync(3) sync(3) resign(3)",
                        "enrol(0) sync(0) resign(0) | enrol(1) sync(1) resign(1)",
                        "enrol(0) sync(0) resign(0) | enrol(1) sync(1) resign(1) | "
                        "enrol(2) sync(2) resign(2)"})
