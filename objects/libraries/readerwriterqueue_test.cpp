// SPDX-License-Identifier: MIT
// moodycamel's queues for one producer and one consumer (Debian: libreaderwriterqueue-dev).
//
//     linchpin explore readerwriterqueue_test.cpp --object readerwriterqueue

#include <readerwriterqueue/readerwritercircularbuffer.h>
#include <readerwriterqueue/readerwriterqueue.h>

#include <linchpin/linchpin.h>

template <typename Q, int Size> static void *create()
{
    return new Q(Size);
}

template <typename Q> static void destroy(void *q)
{
    delete static_cast<Q *>(q);
}

template <typename Q> static lp_value deq(void *q, const lp_value *)
{
    int value;
    return static_cast<Q *>(q)->try_dequeue(value) ? lp_int(value) : LP_NIL;
}

// ---- blocks in a ring; a new one where there is no room ---------------------------------

using queue = moodycamel::ReaderWriterQueue<int, 2>;

static lp_value queue_enq(void *q, const lp_value *args)
{
    static_cast<queue *>(q)->enqueue(static_cast<int>(lp_to_int(args[0])));
    return LP_UNIT;
}

LP_OBJECT(readerwriterqueue, .create = create<queue, 1>, .destroy = destroy<queue>, .spec = "queue",
          .methods = {{.name = "enq", .run = queue_enq, .args = {LP_UNIQUE}, .role = LP_PRODUCER},
                      {.name = "deq", .run = deq<queue>, .role = LP_CONSUMER}})

// ---- a ring of two places, counted by semaphores -------------------------------------------

using ring = moodycamel::BlockingReaderWriterCircularBuffer<int>;

static lp_value ring_enq(void *q, const lp_value *args)
{
    return lp_bool(static_cast<ring *>(q)->try_enqueue(static_cast<int>(lp_to_int(args[0]))));
}

static lp_value ring_put(void *q, const lp_value *args)
{
    static_cast<ring *>(q)->wait_enqueue(static_cast<int>(lp_to_int(args[0])));
    return LP_UNIT;
}

static lp_value ring_take(void *q, const lp_value *)
{
    int value;
    static_cast<ring *>(q)->wait_dequeue(value);
    return lp_int(value);
}

LP_OBJECT(readerwritercircularbuffer, .create = create<ring, 2>, .destroy = destroy<ring>,
          .spec = "bounded-queue:2",
          .methods = {{.name = "enq", .run = ring_enq, .args = {LP_UNIQUE}, .role = LP_PRODUCER},
                      {.name = "put", .run = ring_put, .args = {LP_UNIQUE}, .role = LP_PRODUCER},
                      {.name = "deq", .run = deq<ring>, .role = LP_CONSUMER},
                      {.name = "take", .run = ring_take, .role = LP_CONSUMER}},
          .condition = "progressible")
