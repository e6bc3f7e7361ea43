// SPDX-License-Identifier: MIT
//     linchpin test barrier_test.c barrier.c
// Three objects: for four threads, for three and for two.

#include "barrier.h"

#include <linchpin/linchpin.h>

static void *create_4(void)
{
    return barrier_new(4);
}

static void *create_3(void)
{
    return barrier_new(3);
}

static void *create_2(void)
{
    return barrier_new(2);
}

static void destroy(void *b)
{
    barrier_free(b);
}

static lp_value sync(void *b, const lp_value *args)
{
    (void)args; // who comes: for the record
    barrier_sync(b);
    return LP_UNIT;
}

LP_OBJECT(barrier_4, .create = create_4, .destroy = destroy, .spec = "barrier:4",
          .methods = {{"sync", sync, .args = {LP_THREAD}}},
          .scenarios = {"sync(0) sync(0) sync(0) sync(0) | sync(1) sync(1) sync(1) sync(1) | "
                        "sync(2) sync(2) sync(2) sync(2) | sync(3) sync(3) sync(3) sync(3)"})

LP_OBJECT(barrier, .create = create_3, .destroy = destroy, .spec = "barrier:3",
          .methods = {{"sync", sync, .args = {LP_THREAD}}},
          .scenarios = {"sync(0) sync(0) sync(0) sync(0) | sync(1) sync(1) sync(1) sync(1) | "
                        "sync(2) sync(2) sync(2) sync(2)"})

LP_OBJECT(barrier_2, .create = create_2, .destroy = destroy, .spec = "barrier:2",
          .methods = {{"sync", sync, .args = {LP_THREAD}}},
          .scenarios = {"sync(0) sync(0) | sync(1) sync(1)"})
