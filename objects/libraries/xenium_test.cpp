// SPDX-License-Identifier: MIT
// xenium (Debian: libxenium-dev): queues, a work-stealing deque and a set.
//
//     linchpin explore xenium_test.cpp --object xenium_ramalhete -- -std=c++17

#include <xenium/chase_work_stealing_deque.hpp>
#include <xenium/harris_michael_list_based_set.hpp>
#include <xenium/michael_scott_queue.hpp>
#include <xenium/ramalhete_queue.hpp>
#include <xenium/reclamation/hazard_pointer.hpp>
#include <xenium/vyukov_bounded_queue.hpp>

#include <linchpin/linchpin.h>

namespace policy = xenium::policy;

// Three hazard pointers a thread, and a retired node is looked at again at once.
using reclaim = policy::reclaimer<xenium::reclamation::hazard_pointer<>::with<
    policy::allocation_strategy<xenium::reclamation::hp_allocation::static_strategy<3, 0, 1>>>>;

template <typename T, int... Sizes> static void *create()
{
    return new T(Sizes...);
}

template <typename T> static void destroy(void *object)
{
    delete static_cast<T *>(object);
}

// Most of them keep pointers: here to these numbers.
static int numbers[100];

static int *pointer_of(const lp_value *args)
{
    return &numbers[lp_to_int(args[0])];
}

static lp_value found(bool some, const int *pointer)
{
    return some ? lp_int(pointer - numbers) : LP_NIL;
}

// ---- queues without a bound ----------------------------------------------------------

template <typename Q> static lp_value enq(void *q, const lp_value *args)
{
    static_cast<Q *>(q)->push(pointer_of(args));
    return LP_UNIT;
}

template <typename Q> static lp_value deq(void *q, const lp_value *)
{
    int *pointer = nullptr;
    bool some = static_cast<Q *>(q)->try_pop(pointer);
    return found(some, pointer);
}

using michael_scott = xenium::michael_scott_queue<int *, reclaim>;

LP_OBJECT(xenium_michael_scott, .create = create<michael_scott>, .destroy = destroy<michael_scott>,
          .spec = "queue",
          .methods = {{.name = "enq", .run = enq<michael_scott>, .args = {LP_UNIQUE}},
                      {.name = "deq", .run = deq<michael_scott>}})

// Two places a node, so that nodes come and go.
using ramalhete =
    xenium::ramalhete_queue<int *, reclaim, policy::entries_per_node<2>, policy::pop_retries<1>>;

LP_OBJECT(xenium_ramalhete, .create = create<ramalhete>, .destroy = destroy<ramalhete>,
          .spec = "queue",
          .methods = {{.name = "enq", .run = enq<ramalhete>, .args = {LP_UNIQUE}},
                      {.name = "deq", .run = deq<ramalhete>}})

// ---- Chase and Lev's work-stealing deque -----------------------------------------------

// Room for two at first; it grows.
using chase_deque = xenium::chase_work_stealing_deque<int, policy::capacity<2>>;

static lp_value deque_push(void *d, const lp_value *args)
{
    static_cast<chase_deque *>(d)->try_push(pointer_of(args));
    return LP_UNIT;
}

static lp_value deque_pop(void *d, const lp_value *)
{
    int *pointer = nullptr;
    bool some = static_cast<chase_deque *>(d)->try_pop(pointer);
    return found(some, pointer);
}

static lp_value deque_steal(void *d, const lp_value *)
{
    int *pointer = nullptr;
    bool some = static_cast<chase_deque *>(d)->try_steal(pointer);
    return found(some, pointer);
}

// A thief that meets another one may go away with nothing.
LP_OBJECT(xenium_chase_deque, .create = create<chase_deque>, .destroy = destroy<chase_deque>,
          .spec = "deque",
          .methods = {
              {.name = "push_back", .run = deque_push, .args = {LP_UNIQUE}, .role = LP_OWNER},
              {.name = "pop_back", .run = deque_pop, .role = LP_OWNER},
              {.name = "try_steal", .run = deque_steal}})

// ---- a bounded queue ---------------------------------------------------------------------

template <typename Q> static lp_value bounded_enq(void *q, const lp_value *args)
{
    return lp_bool(static_cast<Q *>(q)->try_push(pointer_of(args)));
}

using vyukov = xenium::vyukov_bounded_queue<int *>;

LP_OBJECT(xenium_vyukov_bounded, .create = create<vyukov, 2>, .destroy = destroy<vyukov>,
          .spec = "bounded-queue:2",
          .methods = {{.name = "enq", .run = bounded_enq<vyukov>, .args = {LP_UNIQUE}},
                      {.name = "deq", .run = deq<vyukov>}})

// ---- Harris's list, as Michael has it ------------------------------------------------------

using list_set = xenium::harris_michael_list_based_set<int, reclaim>;

static int key_of(const lp_value *args)
{
    return static_cast<int>(lp_to_int(args[0]));
}

static lp_value set_add(void *s, const lp_value *args)
{
    return lp_bool(static_cast<list_set *>(s)->emplace(key_of(args)));
}

static lp_value set_remove(void *s, const lp_value *args)
{
    return lp_bool(static_cast<list_set *>(s)->erase(key_of(args)));
}

static lp_value set_contains(void *s, const lp_value *args)
{
    return lp_bool(static_cast<list_set *>(s)->contains(key_of(args)));
}

LP_OBJECT(xenium_list_set, .create = create<list_set>, .destroy = destroy<list_set>, .spec = "set",
          .methods = {{.name = "add", .run = set_add, .args = {LP_INTS(1, 2)}},
                      {.name = "remove", .run = set_remove, .args = {LP_INTS(1, 2)}},
                      {.name = "contains", .run = set_contains, .args = {LP_INTS(1, 2)}}})
