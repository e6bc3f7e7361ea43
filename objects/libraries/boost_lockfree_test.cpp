// SPDX-License-Identifier: MIT
// Boost.Lockfree (Debian: libboost-dev): queue, stack and the ring for one producer
// and one consumer.
//
//     linchpin test boost_lockfree_test.cpp --object boost_queue

#include <boost/lockfree/queue.hpp>
#include <boost/lockfree/spsc_queue.hpp>
#include <boost/lockfree/stack.hpp>

#include <linchpin/linchpin.h>

template <typename T> static void *make()
{
    return new T(16);
}

template <typename T> static void unmake(void *object)
{
    delete static_cast<T *>(object);
}

template <typename T> static lp_value put(void *object, const lp_value *args)
{
    static_cast<T *>(object)->push(static_cast<int>(lp_to_int(args[0])));
    return LP_UNIT;
}

template <typename T> static lp_value take(void *object, const lp_value *)
{
    int value;
    return static_cast<T *>(object)->pop(value) ? lp_int(value) : LP_NIL;
}

using queue = boost::lockfree::queue<int>;
using stack = boost::lockfree::stack<int>;

LP_OBJECT(boost_queue, .create = make<queue>, .destroy = unmake<queue>, .spec = "queue",
          .methods = {{.name = "enq", .run = put<queue>, .args = {LP_UNIQUE}},
                      {.name = "deq", .run = take<queue>}})

LP_OBJECT(boost_stack, .create = make<stack>, .destroy = unmake<stack>, .spec = "stack",
          .methods = {{.name = "push", .run = put<stack>, .args = {LP_UNIQUE}},
                      {.name = "pop", .run = take<stack>}})

// Room for three: push says whether there was any.
using ring = boost::lockfree::spsc_queue<int, boost::lockfree::capacity<3>>;

static void *ring_make()
{
    return new ring;
}

static lp_value ring_put(void *object, const lp_value *args)
{
    return lp_bool(static_cast<ring *>(object)->push(static_cast<int>(lp_to_int(args[0]))));
}

LP_OBJECT(boost_spsc_queue, .create = ring_make, .destroy = unmake<ring>, .spec = "bounded-queue:3",
          .methods = {{.name = "enq", .run = ring_put, .args = {LP_UNIQUE}, .role = LP_PRODUCER},
                      {.name = "deq", .run = take<ring>, .role = LP_CONSUMER}})
