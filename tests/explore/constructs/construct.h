// SPDX-License-Identifier: MIT
// What the constructs share. Each file is one construct of C or C++ in a tiny
// object with a built-in spec, twice: right, and with -DWRONG wrong. It defines
// `struct object` and the methods of its spec, and ends with the spec's name:
//
//     struct object { _Atomic long n; };
//     static long next(struct object *o) { return … }
//     COUNTER(init, fini)    // in C++ the methods are members: COUNTER
//
// The head of a file says how ../constructs.sh runs it.

#ifndef CONSTRUCT_H
#define CONSTRUCT_H

#include <linchpin/linchpin.h>

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef WRONG
#define EITHER(right, wrong) wrong
#define IF_RIGHT(...)
#define IF_WRONG(...) __VA_ARGS__
#else
#define EITHER(right, wrong) right
#define IF_RIGHT(...) __VA_ARGS__
#define IF_WRONG(...)
#endif

// What `deq`, `pop` and `read` return when there is nothing, and for a value that nobody wrote.
enum { NOTHING = -1, TORN = 99 };

// A value that was written twice and is read twice: 0 or NOTHING where there was none.
static inline long both(long a, long b)
{
    return a != b ? TORN : a == 0 ? NOTHING : a;
}

static inline lp_value something(long v)
{
    return v == NOTHING ? LP_NIL : lp_int(v);
}

// Adds one with no care at all: needs a lock.
static inline long bump(long *n)
{
    long now = *n;
    *n = now + 1;
    return now;
}

// A lock; the wrong one lets everybody in. Either way an operation begins with a step
// that explore sees, so that it cannot find by luck what it does not see.
struct gate {
    pthread_mutex_t lock; // all zero: free
    int inside;
};

static inline void gate_enter(struct gate *g)
{
    IF_RIGHT(pthread_mutex_lock(&g->lock);)
    IF_WRONG(__atomic_fetch_add(&g->inside, 1, __ATOMIC_SEQ_CST);)
}

static inline void gate_leave(struct gate *g)
{
    IF_RIGHT(pthread_mutex_unlock(&g->lock);)
    IF_WRONG(__atomic_fetch_sub(&g->inside, 1, __ATOMIC_SEQ_CST);)
}

#ifdef __cplusplus

struct inside {
    gate &g;
    explicit inside(gate &the) : g(the)
    {
        gate_enter(&g);
    }
    inside(const inside &) = delete;
    inside &operator=(const inside &) = delete;
    ~inside()
    {
        gate_leave(&g);
    }
};

#define ON(object_, method, ...) static_cast<struct object *>(object_)->method(__VA_ARGS__)
#define LIFE(init, fini)                                                                           \
    static void *lp_create()                                                                       \
    {                                                                                              \
        return new struct object();                                                                \
    }                                                                                              \
    static void lp_destroy(void *o)                                                                \
    {                                                                                              \
        delete static_cast<struct object *>(o);                                                    \
    }
#define COUNTER COUNTER_(, )
#define REGISTER REGISTER_(, )
#define QUEUE QUEUE_(, )
#define STACK STACK_(, )
#define SET SET_(, )
#define PRIORITY_QUEUE PRIORITY_QUEUE_(, )

#else

#define ON(object_, method, ...) method((struct object *)(object_), ##__VA_ARGS__)
#define NONE(o) ((void)(o))
#define LIFE(init, fini)                                                                           \
    static void *lp_create(void)                                                                   \
    {                                                                                              \
        struct object *o = calloc(1, sizeof *o);                                                   \
        init(o);                                                                                   \
        return o;                                                                                  \
    }                                                                                              \
    static void lp_destroy(void *o)                                                                \
    {                                                                                              \
        fini((struct object *)o);                                                                  \
        free(o);                                                                                   \
    }
#define COUNTER(init, fini) COUNTER_(init, fini)
#define REGISTER(init, fini) REGISTER_(init, fini)
#define QUEUE(init, fini) QUEUE_(init, fini)
#define STACK(init, fini) STACK_(init, fini)
#define SET(init, fini) SET_(init, fini)
#define PRIORITY_QUEUE(init, fini) PRIORITY_QUEUE_(init, fini)

#endif

#define GIVES(name, how)                                                                           \
    static lp_value run_##name(void *o, const lp_value *a)                                         \
    {                                                                                              \
        (void)a;                                                                                   \
        return how(ON(o, name));                                                                   \
    }
#define TAKES(name)                                                                                \
    static lp_value run_##name(void *o, const lp_value *a)                                         \
    {                                                                                              \
        ON(o, name, (long)lp_to_int(a[0]));                                                        \
        return LP_UNIT;                                                                            \
    }
#define ASKS(name)                                                                                 \
    static lp_value run_##name(void *o, const lp_value *a)                                         \
    {                                                                                              \
        return lp_bool(ON(o, name, (long)lp_to_int(a[0])));                                        \
    }
#define OBJECT(spec_, ...)                                                                         \
    LP_OBJECT(construct, .create = lp_create, .destroy = lp_destroy, .spec = spec_,                \
              .methods = {__VA_ARGS__})

// long next(): adds one, gives the value before.
#define COUNTER_(init, fini)                                                                       \
    LIFE(init, fini)                                                                               \
    GIVES(next, lp_int)                                                                            \
    OBJECT("counter", {.name = "next", .run = run_next})

// void store(long); long load(), NOTHING before the first one.
#define REGISTER_(init, fini)                                                                      \
    LIFE(init, fini)                                                                               \
    TAKES(store)                                                                                   \
    GIVES(load, something)                                                                         \
    OBJECT("register", {.name = "write", .run = run_store, .args = {LP_UNIQUE}},                   \
           {.name = "read", .run = run_load})

// void enq(long); long deq()
#define QUEUE_(init, fini)                                                                         \
    LIFE(init, fini)                                                                               \
    TAKES(enq)                                                                                     \
    GIVES(deq, something)                                                                          \
    OBJECT("queue", {.name = "enq", .run = run_enq, .args = {LP_UNIQUE}},                          \
           {.name = "deq", .run = run_deq})

// void push(long); long pop()
#define STACK_(init, fini)                                                                         \
    LIFE(init, fini)                                                                               \
    TAKES(push)                                                                                    \
    GIVES(pop, something)                                                                          \
    OBJECT("stack", {.name = "push", .run = run_push, .args = {LP_UNIQUE}},                        \
           {.name = "pop", .run = run_pop})

// bool add(long): it was not there; bool has(long)
#define SET_(init, fini)                                                                           \
    LIFE(init, fini)                                                                               \
    ASKS(add)                                                                                      \
    ASKS(has)                                                                                      \
    OBJECT("set", {.name = "insert", .run = run_add, .args = {LP_INTS(1, 4)}},                     \
           {.name = "contains", .run = run_has, .args = {LP_INTS(1, 4)}})

// void add(long); long least(): takes the smallest
#define PRIORITY_QUEUE_(init, fini)                                                                \
    LIFE(init, fini)                                                                               \
    TAKES(add)                                                                                     \
    GIVES(least, something)                                                                        \
    OBJECT("priority-queue", {.name = "insert", .run = run_add, .args = {LP_UNIQUE}},              \
           {.name = "delete_min", .run = run_least})

#endif
