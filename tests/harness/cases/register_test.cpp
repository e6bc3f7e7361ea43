// SPDX-License-Identifier: MIT
// A test in C++: every field with its name.

#include <linchpin/linchpin.h>

#include <atomic>

static void *create()
{
    return new std::atomic<long>(-1);
}

static void destroy(void *object)
{
    delete static_cast<std::atomic<long> *>(object);
}

static lp_value read(void *object, const lp_value *)
{
    long v = static_cast<std::atomic<long> *>(object)->load();
    return v < 0 ? LP_NIL : lp_int(v);
}

static lp_value write(void *object, const lp_value *args)
{
    static_cast<std::atomic<long> *>(object)->store(static_cast<long>(lp_to_int(args[0])));
    return LP_UNIT;
}

LP_OBJECT(cxx_register, .create = create, .destroy = destroy, .spec = "register",
          .methods = {{.name = "read", .run = read},
                      {.name = "write", .run = write, .args = {LP_INTS(1, 4)}}})
