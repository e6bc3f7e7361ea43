// SPDX-License-Identifier: MIT
// max0x7ba's atomic_queue (Debian: libatomic-queue-dev): rings of two places.
//
//     linchpin explore atomic_queue_test.cpp --object atomic_queue

#include <atomic_queue/atomic_queue.h>

#include <linchpin/linchpin.h>

template <typename Q> static void *create()
{
    return new Q;
}

template <typename Q> static void destroy(void *q)
{
    delete static_cast<Q *>(q);
}

template <typename Q> static lp_value enq(void *q, const lp_value *args)
{
    return lp_bool(static_cast<Q *>(q)->try_push(static_cast<int>(lp_to_int(args[0]))));
}

template <typename Q> static lp_value deq(void *q, const lp_value *)
{
    int value;
    return static_cast<Q *>(q)->try_pop(value) ? lp_int(value) : LP_NIL;
}

// A place is an atomic value, 0 when nothing is in it …
using values = atomic_queue::AtomicQueue<int, 2, 0, false>;

LP_OBJECT(atomic_queue, .create = create<values>, .destroy = destroy<values>,
          .spec = "bounded-queue:2",
          .methods = {{.name = "enq", .run = enq<values>, .args = {LP_UNIQUE}},
                      {.name = "deq", .run = deq<values>}})

// … or a value and its state …
using states = atomic_queue::AtomicQueue2<int, 2, false>;

LP_OBJECT(atomic_queue2, .create = create<states>, .destroy = destroy<states>,
          .spec = "bounded-queue:2",
          .methods = {{.name = "enq", .run = enq<states>, .args = {LP_UNIQUE}},
                      {.name = "deq", .run = deq<states>}})

// … or for one producer and one consumer.
using single = atomic_queue::AtomicQueue<int, 2, 0, false, true, false, true>;

LP_OBJECT(atomic_queue_spsc, .create = create<single>, .destroy = destroy<single>,
          .spec = "bounded-queue:2",
          .methods = {{.name = "enq", .run = enq<single>, .args = {LP_UNIQUE}, .role = LP_PRODUCER},
                      {.name = "deq", .run = deq<single>, .role = LP_CONSUMER}})

// In the totally ordered mode, with the functions that wait, "consumers receive messages in
// the same FIFO order the messages were posted".
using ordered = atomic_queue::AtomicQueue<int, 2, 0, false, true, true>;

static lp_value put(void *q, const lp_value *args)
{
    static_cast<ordered *>(q)->push(static_cast<int>(lp_to_int(args[0])));
    return LP_UNIT;
}

static lp_value take(void *q, const lp_value *)
{
    return lp_int(static_cast<ordered *>(q)->pop());
}

LP_OBJECT(atomic_queue_total_order, .create = create<ordered>, .destroy = destroy<ordered>,
          .spec = "bounded-queue:2",
          .methods = {{.name = "put", .run = put, .args = {LP_UNIQUE}, .flow = LP_IN},
                      {.name = "take", .run = take, .flow = LP_OUT}})
