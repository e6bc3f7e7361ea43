// SPDX-License-Identifier: MIT
// Specs: what an object should look like from outside.
//
// A spec is a relation over states: given a state and a call, which results
// may it have, and what is the next state? The relation may offer several
// (nondeterminism) or none (not allowed now). States are byte strings that the
// spec alone understands; equal states must have equal bytes.
//
//     static void step(lp_step *s) {                     // a counter
//         int64_t n = lp_to_int(lp_step_values(s, NULL)[0]);
//         lp_value next = lp_int(n + 1);
//         lp_step_emit_values(s, lp_int(n), &next, 1);   // old value; n + 1
//     }
//
// A synchronisation object has steps that take effect on several pending
// operations at once (a send and a receive). Its `syncs` say which methods
// meet; `step` then sees all their calls and emits a result for each. A spec
// without `syncs` is the special case where every method is met by nobody.
//
// `step` is a pure function: it is called once per distinct step and its
// answer is remembered.

#ifndef LINCHPIN_SPEC_H
#define LINCHPIN_SPEC_H

#include <linchpin/value.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { LP_MAX_METHODS = 16, LP_MAX_ARITY = 8 };

typedef struct lp_spec lp_spec;
typedef struct lp_step lp_step;

typedef struct lp_spec_method {
    const char *name;
    const char *aliases; // other usual names, separated by spaces; may be NULL
    int args;            // how many arguments; two or more come as one vector
    const char *example; // "deq() -> 5": shown by `linchpin specs`
    // It emits LP_UNIT; histories may give null or the argument again instead.
    bool returns_nothing;
} lp_spec_method;

typedef struct lp_sync {
    const char *name;
    uint32_t count;                 // how many operations take part
    uint32_t methods[LP_MAX_ARITY]; // their methods, as indices into `methods`
} lp_sync;

struct lp_spec {
    const char *name;
    const char *summary;
    lp_spec_method methods[LP_MAX_METHODS];           // ends at the first NULL name
    void (*initial)(const lp_spec *self, lp_step *s); // emits the initial state(s)
    void (*step)(lp_step *s);
    // Optional: how a state is shown. Default: as a list of values.
    void (*print)(const lp_spec *self, const lp_pool *pool, const void *state, size_t size,
                  void (*put)(void *to, const char *text), void *to);
    // Optional: the key an operation works on. Operations on different keys are
    // independent objects and are judged one by one. LP_NIL: on the whole object.
    lp_value (*split)(const lp_spec *self, const lp_pool *pool, uint32_t method, lp_value arg);
    bool looks_at_process; // a mutex does: `unlock` only by who locked
    // Leaving out all operations that mention some value leaves a legal history
    // legal: true of containers and registers, not of a counter. Counterexamples
    // are made small by leaving values out.
    bool data_independent;
    bool needs_result;    // too many results to list: `step` must look at `want`
    const lp_sync *syncs; // NULL: an ordinary object
    uint32_t sync_count;
    const void *context; // for the spec's own use
};

typedef struct lp_call {
    uint32_t method;
    int64_t process; // 0 unless the spec looks at the process
    lp_value arg;    // nil: none; one: itself; several: a vector
} lp_call;

// One proposed step, as `step` sees it.
struct lp_step {
    const lp_spec *spec;
    lp_pool *pool;
    const void *state;
    size_t state_size;
    uint32_t sync;  // which synchronisation; without `syncs`, the method
    uint32_t count; // how many calls; 1 without `syncs`
    const lp_call *calls;
    const lp_value *want; // the results seen, one per call; NULL: not known
    // Allowed: these results (one per call), this next state.
    void (*emit)(lp_step *s, const lp_value *results, const void *next, size_t size);
};

// A built-in spec by its name; NULL: there is none.
const lp_spec *lp_spec_find(const char *name);

// The i-th argument of the c-th call.
lp_value lp_step_arg(const lp_step *s, uint32_t c, uint32_t i);

// States that are lists of values: the most convenient kind.
static inline const lp_value *lp_step_values(const lp_step *s, size_t *count)
{
    if (count)
        *count = s->state_size / sizeof(lp_value);
    return (const lp_value *)s->state;
}

static inline void lp_step_emit_values(lp_step *s, lp_value result, const lp_value *next, size_t n)
{
    s->emit(s, &result, next, n * sizeof(lp_value));
}

// The state's list with one value more at its end.
void lp_step_emit_appended(lp_step *s, lp_value result, lp_value last);

#ifdef __cplusplus
}
#endif
#endif
