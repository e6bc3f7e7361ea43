// SPDX-License-Identifier: MIT
// The objects a test file declares, and one of them made ready to be called.
//
//     const lp_object *o = object_find(NULL, &e);       // the only one
//     subject s;
//     subject_init(&s, o, pool, &e);                    // checked, spec found
//     uint32_t m = subject_method(&s, call->method);
//     lp_value result = subject_run(&s, m, instance, call->args);
//
// Nothing here knows of threads: the stress runner and the explorer both stand
// on it. The list of registered objects belongs to the process that loads the
// test file; it is the one mutable global of this layer.

#ifndef HARNESS_TEST_OBJECT_H
#define HARNESS_TEST_OBJECT_H

#include "base/error.h"
#include "history/scenario.h"

#include <linchpin/linchpin.h>

// Registered objects in the order of the test file, linked by `next`.
const lp_object *object_first(void);
void objects_forget(void); // before another test is loaded
// The object of that name; NULL: the only one there is.
const lp_object *object_find(const char *name, error *e);

// The condition that was asked for, else what the object promises, else the usual one.
// With `least` it comes without its factor. To be freed.
char *object_condition(const lp_object *o, const char *asked, bool least, const char *usual);

// An object whose declaration makes sense, with its spec.
typedef struct subject {
    const lp_object *object;
    const lp_spec *spec;
    const char *spec_name; // as the user would give it
    lp_pool *pool;
    uint32_t method_count;
    lp_value names[LP_MAX_METHODS];        // of the object's methods, in `pool`
    uint32_t spec_methods[LP_MAX_METHODS]; // the same as the spec numbers them
    uint32_t arg_counts[LP_MAX_METHODS];
    uint32_t scenario_count; // how many the object gives
    uint32_t initial_count;  // calls of `initial`
} subject;

bool subject_init(subject *s, const lp_object *object, lp_pool *pool, error *e);
// The same with another spec than its own, unless NULL. "self": what it does in serial
// runs, which are made as `source` says; NULL: in a child of this process.
struct serial_source;
bool subject_init_with(subject *s, const lp_object *object, const char *spec,
                       const struct serial_source *source, lp_pool *pool, error *e);
// Gives its spec back, also after an error of subject_init; runners that end need not.
void subject_fini(subject *s);
// The method of that name, a string of the pool; UINT32_MAX: none.
uint32_t subject_method(const subject *s, lp_value name);
// Are all calls calls of this object's methods, with the right number of arguments?
bool subject_check(const subject *s, const scenario *sc, error *e);
// Puts the object's initial calls in front of those on the main thread.
bool subject_begin(const subject *s, scenario *sc, error *e);
// Does every thread keep to the methods' roles, and name itself where it should?
bool subject_keeps_roles(const subject *s, const scenario *sc);

static inline lp_value subject_run(const subject *s, uint32_t method, void *instance,
                                   const lp_value *args)
{
    return s->object->methods[method].run(instance, args);
}

// May a method have returned this? Strings and the like live in a pool, and a
// method has none.
static inline bool subject_result_valid(lp_value v)
{
    return v.kind <= LP_KIND_INT || v.kind == LP_KIND_PAIR;
}

#endif
