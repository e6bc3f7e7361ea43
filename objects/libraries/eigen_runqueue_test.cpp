// SPDX-License-Identifier: MIT
// The run queue of Eigen's thread pool (Debian: libeigen3-dev): a deque of four places. One
// thread works at the front, all may work at the back.
//
//     linchpin explore eigen_runqueue_test.cpp -- -I/usr/include/eigen3

#include <unsupported/Eigen/CXX11/ThreadPool>

#include <linchpin/linchpin.h>

using queue = Eigen::RunQueue<int, 4>; // 0: nothing

static void *create()
{
    return new queue;
}

static void destroy(void *q)
{
    static_cast<queue *>(q)->Flush(); // its destructor asserts that it is empty
    delete static_cast<queue *>(q);
}

static lp_value push_front(void *q, const lp_value *args)
{
    return lp_bool(static_cast<queue *>(q)->PushFront(static_cast<int>(lp_to_int(args[0]))) == 0);
}

static lp_value pop_front(void *q, const lp_value *)
{
    int value = static_cast<queue *>(q)->PopFront();
    return value ? lp_int(value) : LP_NIL;
}

static lp_value push_back(void *q, const lp_value *args)
{
    return lp_bool(static_cast<queue *>(q)->PushBack(static_cast<int>(lp_to_int(args[0]))) == 0);
}

static lp_value pop_back(void *q, const lp_value *)
{
    int value = static_cast<queue *>(q)->PopBack();
    return value ? lp_int(value) : LP_NIL;
}

// Whoever meets another thread at the last element or the last place may get nothing.
LP_OBJECT(eigen_runqueue, .create = create, .destroy = destroy, .spec = "deque",
          .methods = {
              {.name = "try_push_front", .run = push_front, .args = {LP_UNIQUE}, .role = LP_OWNER},
              {.name = "try_pop_front", .run = pop_front, .role = LP_OWNER},
              {.name = "try_push_back", .run = push_back, .args = {LP_UNIQUE}},
              {.name = "try_pop_back", .run = pop_back}})
