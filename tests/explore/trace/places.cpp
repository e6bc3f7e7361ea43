// SPDX-License-Identifier: MIT
// Steps inside the standard library, for test_trace.sh: they are shown here, at the lines
// with a comment, by the name that stands there.

#include "tagged.hpp"

#include <atomic>
#include <condition_variable>
#include <linchpin/linchpin.h>
#include <memory>
#include <mutex>

struct box {
    long first = 0;
    std::atomic<long> head_{0};
    std::shared_ptr<long> shared = std::make_shared<long>(7);
    std::mutex mutex;
    std::condition_variable changed;
    list items;
    tagged alone;
};

static void *create()
{
    return new box;
}

static void destroy(void *object)
{
    delete static_cast<box *>(object);
}

static lp_value run(void *object, const lp_value *)
{
    box &q = *static_cast<box *>(object);
    long expected = 5;
    q.head_.load(std::memory_order_acquire);      // load
    q.head_.compare_exchange_strong(expected, 2); // cas
    std::shared_ptr<long> copy = q.shared;        // copy
    {
        std::lock_guard<std::mutex> guard(q.mutex); // lock
        q.first++;
    }
    q.changed.notify_one(); // signal
    q.items.begin();
    q.alone.load();    // it may be what is tested: not shown here
    return lp_int(-1); // wrong, so that a trace is shown
}

LP_OBJECT(places, .create = create, .destroy = destroy, .spec = "counter",
          .methods = {{.name = "next", .run = run}})
