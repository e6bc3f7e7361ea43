// SPDX-License-Identifier: MIT
// What a test file is written against. One file serves `linchpin test` and
// `linchpin explore`:
//
//     #include <linchpin/linchpin.h>
//     #include "ms_queue.h"
//
//     static void    *create(void)                    { return msq_new(); }
//     static void     destroy(void *q)                { msq_free(q); }
//     static lp_value enq(void *q, const lp_value *a) { msq_enq(q, lp_to_int(a[0])); return LP_UNIT; }
//     static lp_value deq(void *q, const lp_value *a) { int v; (void)a; return msq_deq(q, &v) ? lp_int(v) : LP_NIL; }
//
//     LP_OBJECT(ms_queue,
//         .create = create, .destroy = destroy, .spec = "queue",
//         .methods = { {"enq", enq, .args = {LP_INTS(1, 4)}}, {"deq", deq} })
//
// In C++ write every field of a method with its name: {.name = "enq", .run = enq}.

#ifndef LINCHPIN_LINCHPIN_H
#define LINCHPIN_LINCHPIN_H

#include <linchpin/spec.h>
#include <linchpin/value.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { LP_MAX_ARGS = 4, LP_MAX_SCENARIOS = 8 };

// How an argument is chosen when scenarios are generated.
typedef enum lp_generator_kind {
    LP_GEN_NONE,
    LP_GEN_INTS, // an integer from low to high
    LP_GEN_BOOL,
    LP_GEN_THREAD, // the number of the calling thread
    LP_GEN_UNIQUE, // an integer no other call of the scenario gets, from low up
} lp_generator_kind;

typedef struct lp_generator {
    lp_generator_kind kind;
    int64_t low, high;
} lp_generator;

#ifdef __cplusplus
#define LP_GENERATOR(k, lo, hi) (lp_generator{(k), (lo), (hi)})
#else
#define LP_GENERATOR(k, lo, hi)                                                                    \
    {                                                                                              \
        (k), (lo), (hi)                                                                            \
    }
#endif
#define LP_INTS(lo, hi) LP_GENERATOR(LP_GEN_INTS, lo, hi)
#define LP_BOOLS LP_GENERATOR(LP_GEN_BOOL, 0, 1)
#define LP_THREAD LP_GENERATOR(LP_GEN_THREAD, 0, 0)
#define LP_UNIQUE LP_GENERATOR(LP_GEN_UNIQUE, 1, 0)

// Who may call a method. Generated scenarios keep to it.
typedef enum lp_role {
    LP_ANYONE,
    LP_OWNER,    // only thread 0: the owner of a work-stealing deque
    LP_PRODUCER, // only one thread calls methods with this role: the last one
    LP_CONSUMER, // only one thread calls methods with this role: thread 0
    LP_ACQUIRE,  // lock: not while holding
    LP_RELEASE,  // unlock: only by the holder
    LP_HOLDER,   // only by a holder, who goes on holding
} lp_role;

// What a method does to how much is inside: for well-formed scenarios.
typedef enum lp_flow {
    LP_NO_FLOW,
    LP_IN,  // puts one thing in
    LP_OUT, // takes one thing out
} lp_flow;

typedef lp_value (*lp_method_function)(void *object, const lp_value *args);

typedef struct lp_method {
    const char *name;
    lp_method_function run;
    lp_generator args[LP_MAX_ARGS]; // as many as the method takes
    lp_role role;
    lp_flow flow;
} lp_method;

typedef struct lp_object {
    const char *name;
    void *(*create)(void);
    void (*destroy)(void *object);
    const char *spec;           // the name of a built-in spec, or "self": see docs/specs.md …
    const lp_spec *custom_spec; // … or one written in C
    lp_method methods[LP_MAX_METHODS];
    const char *scenarios[LP_MAX_SCENARIOS]; // "enq(1) deq | enq(2) deq"; none: generated
    // Optional: calls that the main thread makes first in every generated scenario:
    // "enrol(0) enrol(1)". They are recorded and judged like all others.
    const char *initial;
    // Optional: how histories and spec are compared when nothing else is asked for:
    // "quasi:2". None: linearizable, or synchronised.
    const char *condition;
    // Optional: called when no operation is under way; false is a violation.
    bool (*invariant)(void *object);
    struct lp_object *next;
} lp_object;

// Called by LP_OBJECT when the test is loaded.
void lp_object_register(lp_object *object);

// Fields go by their names, which C++ has only since 2020, but its compilers for longer.
#if !defined(__cplusplus) || __cplusplus >= 202002L
#define LP_QUIET
#elif defined(__clang__)
#define LP_QUIET _Pragma("GCC diagnostic ignored \"-Wc++20-designator\"")
#elif __GNUC__ >= 12
#define LP_QUIET _Pragma("GCC diagnostic ignored \"-Wc++20-extensions\"")
#else
#define LP_QUIET _Pragma("GCC diagnostic ignored \"-Wpedantic\"")
#endif

// A row may leave fields out: they are zero, and the compiler need not say so.
#define LP_OBJECT(identifier, ...)                                                                 \
    _Pragma("GCC diagnostic push") LP_QUIET _Pragma(                                               \
        "GCC diagnostic ignored \"-Wmissing-field-initializers\"") static lp_object                \
        lp_object_##identifier = {.name = #identifier, __VA_ARGS__};                               \
    _Pragma("GCC diagnostic pop")                                                                  \
        __attribute__((constructor)) static void lp_register_##identifier(void)                    \
    {                                                                                              \
        lp_object_register(&lp_object_##identifier);                                               \
    }

// A test that is a program of its own, for a project's own Makefile or CMake:
//
//     LP_OBJECT(ms_queue, …)
//     LP_MAIN
//
//     cc my_test.c $(pkg-config --cflags --libs linchpin) && ./a.out --help
//
// `linchpin test` and `linchpin explore` pass over it. (It is weak because they do not
// have the function.)
__attribute__((weak)) int lp_test_main(int argc, char **argv);

#define LP_MAIN                                                                                    \
    int main(int argc, char **argv)                                                                \
    {                                                                                              \
        return lp_test_main(argc, argv);                                                           \
    }

#ifdef __cplusplus
}
#endif
#endif
