// SPDX-License-Identifier: MIT
// A test of a lock. It holds as it stands: put your own object in its place.
//
//     linchpin test lock_test.cpp              on real threads
//     linchpin explore lock_test.cpp           every interleaving
//     c++ lock_test.cpp $(pkg-config --cflags --libs linchpin) && ./a.out
//
// What each line may say is in linchpin/linchpin.h.

#include <linchpin/linchpin.h>

#include <atomic>
#include <mutex>

// ---- your object: include its header instead --------------------------------

struct guard {
    std::mutex mutex;
    std::atomic<int> inside{0}; // who holds it counts here: two would show
};

// ---- how linchpin calls it -----------------------------------------------------

namespace
{

void *create()
{
    return new guard;
}

void destroy(void *g)
{
    delete static_cast<guard *>(g);
}

lp_value lock(void *g, const lp_value *)
{
    static_cast<guard *>(g)->mutex.lock();
    static_cast<guard *>(g)->inside++;
    return LP_UNIT; // it returns nothing
}

lp_value unlock(void *g, const lp_value *)
{
    static_cast<guard *>(g)->inside--;
    static_cast<guard *>(g)->mutex.unlock();
    return LP_UNIT;
}

// Called when no operation is under way.
bool nobody_inside(void *g)
{
    return static_cast<guard *>(g)->inside == 0;
}

// Roles: nobody locks twice, and only who holds the lock gives it back.
LP_OBJECT(guard, .create = create, .destroy = destroy, .spec = "mutex",
          .methods = {{.name = "lock", .run = lock, .role = LP_ACQUIRE},
                      {.name = "unlock", .run = unlock, .role = LP_RELEASE}},
          .invariant = nobody_inside)

} // namespace

LP_MAIN
