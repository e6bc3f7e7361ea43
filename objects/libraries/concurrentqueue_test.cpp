// SPDX-License-Identifier: MIT
// moodycamel::ConcurrentQueue (Debian: libconcurrentqueue-dev). It promises the order
// of each producer's values and no other, and try_dequeue may miss a value that is
// being put in: so the spec is a queue per producer, with a `try_deq` that may fail.
//
//     linchpin test concurrentqueue_test.cpp

#include <concurrentqueue/concurrentqueue.h>

#include <linchpin/linchpin.h>

using queue = moodycamel::ConcurrentQueue<int>;

static void *create()
{
    return new queue(32);
}

static void destroy(void *q)
{
    delete static_cast<queue *>(q);
}

static lp_value enq(void *q, const lp_value *args)
{
    static_cast<queue *>(q)->enqueue(static_cast<int>(lp_to_int(args[0])));
    return LP_UNIT;
}

static lp_value try_deq(void *q, const lp_value *)
{
    int value;
    return static_cast<queue *>(q)->try_dequeue(value) ? lp_int(value) : LP_NIL;
}

LP_OBJECT(concurrentqueue, .create = create, .destroy = destroy, .spec = "per-producer-fifo",
          .methods = {{.name = "enq", .run = enq, .args = {LP_UNIQUE}},
                      {.name = "try_deq", .run = try_deq}})

// The same as a plain queue: it is none, and linchpin shows why.
static lp_value deq(void *q, const lp_value *args)
{
    return try_deq(q, args);
}

LP_OBJECT(concurrentqueue_as_queue, .create = create, .destroy = destroy, .spec = "queue",
          .methods = {{.name = "enq", .run = enq, .args = {LP_UNIQUE}},
                      {.name = "deq", .run = deq}})
