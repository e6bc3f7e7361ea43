// SPDX-License-Identifier: MIT
// A test of a counter. It holds as it stands: put your own object in its place.
//
//     linchpin test counter_test.c              on real threads
//     linchpin explore counter_test.c           every interleaving
//     cc counter_test.c $(pkg-config --cflags --libs linchpin) && ./a.out
//
// What each line may say is in linchpin/linchpin.h.

#include <linchpin/linchpin.h>

#include <stdatomic.h>
#include <stdlib.h>

// ---- your object: include its header instead --------------------------------

typedef struct tally {
    _Atomic int value;
} tally;

// ---- how linchpin calls it -----------------------------------------------------

static void *create(void)
{
    return calloc(1, sizeof(tally));
}

static lp_value inc(void *t, const lp_value *args)
{
    (void)args;
    atomic_fetch_add(&((tally *)t)->value, 1);
    return LP_UNIT; // it returns nothing
}

static lp_value add(void *t, const lp_value *args)
{
    atomic_fetch_add(&((tally *)t)->value, (int)lp_to_int(args[0]));
    return LP_UNIT;
}

static lp_value read(void *t, const lp_value *args)
{
    (void)args;
    return lp_int(atomic_load(&((tally *)t)->value));
}

LP_OBJECT(tally, .create = create, .destroy = free, .spec = "counter",
          .methods = {{"inc", inc}, {"add", add, .args = {LP_INTS(1, 3)}}, {"read", read}})

LP_MAIN
