// SPDX-License-Identifier: MIT
// A test of a queue. It holds as it stands: put your own object in its place.
//
//     linchpin test queue_test.cpp              on real threads
//     linchpin explore queue_test.cpp           every interleaving
//     c++ queue_test.cpp $(pkg-config --cflags --libs linchpin) && ./a.out
//
// What each line may say is in linchpin/linchpin.h.

#include <linchpin/linchpin.h>

#include <deque>
#include <mutex>

// ---- your object: include its header instead --------------------------------

class queue
{
  public:
    void put(int item)
    {
        std::lock_guard<std::mutex> guard(lock);
        items.push_back(item);
    }

    bool take(int *item)
    {
        std::lock_guard<std::mutex> guard(lock);
        if (items.empty())
            return false;
        *item = items.front();
        items.pop_front();
        return true;
    }

  private:
    std::mutex lock;
    std::deque<int> items;
};

// ---- how linchpin calls it -----------------------------------------------------

namespace
{

void *create()
{
    return new queue;
}

void destroy(void *q)
{
    delete static_cast<queue *>(q);
}

lp_value enq(void *q, const lp_value *args)
{
    static_cast<queue *>(q)->put(static_cast<int>(lp_to_int(args[0])));
    return LP_UNIT; // it returns nothing
}

lp_value deq(void *q, const lp_value *)
{
    int item;
    return static_cast<queue *>(q)->take(&item) ? lp_int(item) : LP_NIL; // nil: it was empty
}

// Other specs: 'linchpin specs'. A bounded queue, say, is "bounded-queue:64".
LP_OBJECT(queue, .create = create, .destroy = destroy, .spec = "queue",
          .methods = {{.name = "enq", .run = enq, .args = {LP_UNIQUE}, .flow = LP_IN},
                      {.name = "deq", .run = deq, .flow = LP_OUT}})

} // namespace

LP_MAIN
