// SPDX-License-Identifier: MIT
// oneTBB's queue and hash map (Debian: libtbb-dev). Both are in headers; memory, and waiting,
// are in the library.
//
//     linchpin test tbb_test.cpp --object tbb_queue -- -ltbb

#include <tbb/concurrent_hash_map.h>
#include <tbb/concurrent_queue.h>

#include <linchpin/linchpin.h>

template <typename T> static void *create()
{
    return new T;
}

template <typename T> static void destroy(void *object)
{
    delete static_cast<T *>(object);
}

static int number(const lp_value *args)
{
    return static_cast<int>(lp_to_int(args[0]));
}

using queue = tbb::concurrent_queue<int>;

static lp_value enq(void *q, const lp_value *args)
{
    static_cast<queue *>(q)->push(number(args));
    return LP_UNIT;
}

static lp_value deq(void *q, const lp_value *)
{
    int value;
    return static_cast<queue *>(q)->try_pop(value) ? lp_int(value) : LP_NIL;
}

LP_OBJECT(tbb_queue, .create = create<queue>, .destroy = destroy<queue>, .spec = "queue",
          .methods = {{.name = "enq", .run = enq, .args = {LP_UNIQUE}},
                      {.name = "deq", .run = deq}})

using map = tbb::concurrent_hash_map<int, int>;

static lp_value add(void *m, const lp_value *args)
{
    return lp_bool(static_cast<map *>(m)->insert({number(args), 0}));
}

static lp_value remove(void *m, const lp_value *args)
{
    return lp_bool(static_cast<map *>(m)->erase(number(args)));
}

static lp_value contains(void *m, const lp_value *args)
{
    return lp_bool(static_cast<map *>(m)->count(number(args)) > 0);
}

LP_OBJECT(tbb_hash_map, .create = create<map>, .destroy = destroy<map>, .spec = "set",
          .methods = {{.name = "add", .run = add, .args = {LP_INTS(1, 2)}},
                      {.name = "remove", .run = remove, .args = {LP_INTS(1, 2)}},
                      {.name = "contains", .run = contains, .args = {LP_INTS(1, 2)}}})
