// SPDX-License-Identifier: MIT
// A test of a register. It holds as it stands: put your own object in its place.
//
//     linchpin test register_test.c              on real threads
//     linchpin explore register_test.c           every interleaving
//     cc register_test.c $(pkg-config --cflags --libs linchpin) && ./a.out
//
// What each line may say is in linchpin/linchpin.h.

#include <linchpin/linchpin.h>

#include <stdatomic.h>
#include <stdlib.h>

// ---- your object: include its header instead --------------------------------

typedef struct cell {
    _Atomic int value;
} cell;

// ---- how linchpin calls it -----------------------------------------------------

static void *create(void)
{
    return calloc(1, sizeof(cell));
}

static lp_value read(void *c, const lp_value *args)
{
    (void)args;
    int value = atomic_load(&((cell *)c)->value);
    return value ? lp_int(value) : LP_NIL; // nil: nothing was written yet
}

static lp_value write(void *c, const lp_value *args)
{
    atomic_store(&((cell *)c)->value, (int)lp_to_int(args[0]));
    return LP_UNIT; // it returns nothing
}

static lp_value cas(void *c, const lp_value *args)
{
    int expected = (int)lp_to_int(args[0]), wanted = (int)lp_to_int(args[1]);
    return lp_bool(atomic_compare_exchange_strong(&((cell *)c)->value, &expected, wanted));
}

LP_OBJECT(cell, .create = create, .destroy = free, .spec = "cas-register",
          .methods = {{"read", read},
                      {"write", write, .args = {LP_INTS(1, 3)}},
                      {"cas", cas, .args = {LP_INTS(1, 3), LP_INTS(1, 3)}}})

LP_MAIN
