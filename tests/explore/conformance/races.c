// SPDX-License-Identifier: MIT
// Data races, by the memory orders that the code names.
//
// run: --object published --scenario 'a | b' --races
// expect: 0 "verdict":"holds"
// run: --object relaxed --scenario 'a | b' --races
// expect: 1 data race on data: write by thread 0 at races.c:[0-9]+ and read by thread 1 at races.c:[0-9]+, in no order
// run: --object relaxed --scenario 'a | b'
// expect: 0 "verdict":"holds"
// run: --object fenced --scenario 'a | b' --races
// expect: 0 "verdict":"holds"
// run: --object half_fenced --scenario 'a | b' --races
// expect: 1 data race on data
// run: --object locked --scenario 'a | b' --races
// expect: 0 "verdict":"holds"
// run: --object chained --scenario 'a | b | c' --races
// expect: 0 "verdict":"holds"
// run: --object broken_chain --scenario 'a | b | c' --races
// expect: 1 data race on data
// run: --object mixed --scenario 'a | b' --races
// expect: 1 data race on flag: (atomic )?(read|write) by thread [01] at races.c:[0-9]+ and
// run: --object freed --scenario 'a | b' --races
// expect: 1 data race on main#1
// run: --object joined --scenario 'a' --races
// expect: 0 "verdict":"holds"
// run: --object not_joined --scenario 'a' --races
// expect: 1 data race on data: write by thread [0-9]+ at races.c:[0-9]+ and write by thread
// run: --object halves --scenario 'a | b' --races
// expect: 0 "verdict":"holds"
// run: --object neighbours --scenario 'a | b' --races
// expect: 0 "verdict":"holds"
// run: --object wrong_neighbour --scenario 'a | b' --races
// expect: 1 data race on data
// run: --object upper_half --scenario 'a | b' --races
// expect: 0 "verdict":"holds"
// run: --object relaxed --scenario 'a | b' --races --search paths
// expect: 1 data race on data
// run: --object relaxed --scenario 'a | b' --races --search states
// expect: 1 data race on data

#include "specs.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic int flag, flag2;
static int data;
static short parts[2];
static int *block;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

#define METHOD(name, body)                                                                         \
    static lp_value name(void *o, const lp_value *args)                                            \
    {                                                                                              \
        (void)o;                                                                                   \
        (void)args;                                                                                \
        body return LP_TRUE;                                                                       \
    }
#define OBJECT(name, ...)                                                                          \
    LP_OBJECT(name, .create = create, .custom_spec = &fine, .methods = {__VA_ARGS__})

static void *create(void)
{
    block = malloc(sizeof *block);
    *block = 0;
    return &data;
}

METHOD(publish, data = 1; atomic_store_explicit(&flag, 1, memory_order_release);)
METHOD(take, if (atomic_load_explicit(&flag, memory_order_acquire)) data++;)
OBJECT(published, {"a", publish}, {"b", take})

METHOD(take_relaxed, if (atomic_load_explicit(&flag, memory_order_relaxed)) data++;)
OBJECT(relaxed, {"a", publish}, {"b", take_relaxed})

METHOD(publish_fence, data = 1; atomic_thread_fence(memory_order_release);
       atomic_store_explicit(&flag, 1, memory_order_relaxed);)
METHOD(
    take_fence, if (atomic_load_explicit(&flag, memory_order_relaxed)) {
        atomic_thread_fence(memory_order_acquire);
        data++;
    })
OBJECT(fenced, {"a", publish_fence}, {"b", take_fence})
OBJECT(half_fenced, {"a", publish_fence}, {"b", take_relaxed})

METHOD(with_lock, pthread_mutex_lock(&mutex); data++; pthread_mutex_unlock(&mutex);)
OBJECT(locked, {"a", with_lock}, {"b", with_lock})

// An update carries on what was released before it, whatever its own order; a
// store does not.
METHOD(update_relaxed, atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed);)
METHOD(store_relaxed, atomic_store_explicit(&flag, 2, memory_order_relaxed);)
METHOD(take_two, if (atomic_load_explicit(&flag, memory_order_acquire) == 2) data++;)
OBJECT(chained, {"a", publish}, {"b", update_relaxed}, {"c", take_two})
METHOD(store_after, if (atomic_load_explicit(&flag, memory_order_relaxed) == 1)
                        atomic_store_explicit(&flag, 2, memory_order_relaxed);)
OBJECT(broken_chain, {"a", publish}, {"b", store_after}, {"c", take_two})

METHOD(atomic_write, atomic_store(&flag, 1);)
METHOD(plain_read, *(volatile int *)&flag;)
OBJECT(mixed, {"a", atomic_write}, {"b", plain_read})

METHOD(read_block, if (!atomic_load_explicit(&flag, memory_order_relaxed)) data = *block;
       atomic_store_explicit(&flag2, 1, memory_order_relaxed);)
METHOD(free_block, if (atomic_load_explicit(&flag2, memory_order_relaxed)) free(block);)
OBJECT(freed, {"a", read_block}, {"b", free_block})

static void *child(void *argument)
{
    data = 2;
    return argument;
}

METHOD(join_it, pthread_t t; pthread_create(&t, NULL, child, NULL); pthread_join(t, NULL);
       data = 3;)
METHOD(leave_it, pthread_t t; pthread_create(&t, NULL, child, NULL); data = 3;
       pthread_join(t, NULL);)
OBJECT(joined, {"a", join_it})
OBJECT(not_joined, {"a", leave_it})

METHOD(left, parts[0]++;)
METHOD(right, parts[1]++;)
OBJECT(halves, {"a", left}, {"b", right})

// Two atomic variables in one word: a store to the one leaves what was released by the
// other alone, and an acquiring load of the one has nothing from the other.
static _Alignas(8) struct {
    _Atomic int first, second;
} word;
METHOD(publish_first, data = 1; atomic_store_explicit(&word.first, 1, memory_order_release);)
METHOD(take_first, atomic_store_explicit(&word.second, 1, memory_order_release);
       if (atomic_load_explicit(&word.first, memory_order_acquire)) data++;)
METHOD(take_second, int first = atomic_load_explicit(&word.first, memory_order_relaxed);
       (void)atomic_load_explicit(&word.second, memory_order_acquire); if (first) data++;)
OBJECT(neighbours, {"a", publish_first}, {"b", take_first})
OBJECT(wrong_neighbour, {"a", publish_first}, {"b", take_second})

// An update of eight bytes releases all of them.
typedef uint64_t both __attribute__((may_alias));
METHOD(publish_both, data = 1; __atomic_fetch_or((both *)&word, ~0ULL, __ATOMIC_RELEASE);)
METHOD(take_upper, if (atomic_load_explicit(&word.second, memory_order_acquire)) data++;)
OBJECT(upper_half, {"a", publish_both}, {"b", take_upper})
