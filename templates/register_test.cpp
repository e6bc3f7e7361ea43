// SPDX-License-Identifier: MIT
// A test of a register. It holds as it stands: put your own object in its place.
//
//     linchpin test register_test.cpp              on real threads
//     linchpin explore register_test.cpp           every interleaving
//     c++ register_test.cpp $(pkg-config --cflags --libs linchpin) && ./a.out
//
// What each line may say is in linchpin/linchpin.h.

#include <linchpin/linchpin.h>

#include <atomic>

// ---- your object: include its header instead --------------------------------

struct cell {
    std::atomic<int> value{0};
};

// ---- how linchpin calls it -----------------------------------------------------

namespace
{

std::atomic<int> &value_of(void *c)
{
    return static_cast<cell *>(c)->value;
}

void *create()
{
    return new cell;
}

void destroy(void *c)
{
    delete static_cast<cell *>(c);
}

lp_value get(void *c, const lp_value *)
{
    int value = value_of(c).load();
    return value ? lp_int(value) : LP_NIL; // nil: nothing was written yet
}

lp_value set(void *c, const lp_value *args)
{
    value_of(c).store(static_cast<int>(lp_to_int(args[0])));
    return LP_UNIT; // it returns nothing
}

lp_value cas(void *c, const lp_value *args)
{
    int expected = static_cast<int>(lp_to_int(args[0]));
    return lp_bool(
        value_of(c).compare_exchange_strong(expected, static_cast<int>(lp_to_int(args[1]))));
}

LP_OBJECT(cell, .create = create, .destroy = destroy, .spec = "cas-register",
          .methods = {{.name = "read", .run = get},
                      {.name = "write", .run = set, .args = {LP_INTS(1, 3)}},
                      {.name = "cas", .run = cas, .args = {LP_INTS(1, 3), LP_INTS(1, 3)}}})

} // namespace

LP_MAIN
