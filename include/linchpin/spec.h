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
typedef struct lp_why lp_why;
typedef struct lp_outlook lp_outlook;

typedef struct lp_spec_method {
    const char *name;
    const char *aliases; // other usual names, separated by spaces; may be NULL
    int args;            // how many arguments; two or more come as one vector
    const char *example; // "deq() -> 5": shown by `linchpin specs`
    // It emits LP_UNIT; histories may give null or the argument again instead.
    bool returns_nothing;
    bool returns_nil; // its result may be nil: then histories may leave it out
    // It emits true when it was done; histories may give the argument again
    // instead, as Jepsen does for a compare-and-set.
    bool echo_is_true;
    bool reads_only; // it never changes the state
} lp_spec_method;

// A number that may stand after the spec's name: bounded-queue:4.
typedef struct lp_parameter {
    const char *name; // "capacity"; NULL: the spec takes none
    int64_t low, high;
    int64_t value; // what was given, or the usual one
    bool required; // there is no usual one
} lp_parameter;

// A synchronisation: operations of these methods take effect together. `step` is
// its guard (it emits nothing: not now), its results and its state update.
//
//     {"exchange", 2, {SEND, RECEIVE}}                                 // fixed arity
//     {"time out", 1, {SEND}}                                          // another mode
//     {"barrier", 1, {SYNC}, .up_to = LP_MAX_ARITY, .alike = true}     // all enrolled
//
// A spec may have several for the same methods: its modes. Unary ones are ordinary
// operations.
typedef struct lp_sync {
    const char *name;
    uint32_t count;                 // how many operations take part, at least
    uint32_t methods[LP_MAX_ARITY]; // their methods, as indices into `methods`
    // 0: exactly `count`. Else up to so many take part, all further ones of the last
    // method; `step` sees how many in its `count` and says which number is right.
    uint32_t up_to;
    // Calls of one method may change places, and their results with them: the order
    // in which `step` gets them says nothing, and it is asked for one order only.
    bool alike;
} lp_sync;

struct lp_spec {
    const char *name;
    const char *summary;
    // Ends at the first NULL name; the last place is only there to notice too many.
    lp_spec_method methods[LP_MAX_METHODS + 1];
    void (*initial)(const lp_spec *self, lp_step *s); // emits the initial state(s)
    void (*step)(lp_step *s);
    // Optional: how a state is shown. Default: as a list of values.
    void (*print)(const lp_spec *self, const lp_pool *pool, const void *state, size_t size,
                  void (*put)(void *to, const char *text), void *to);
    // Optional: the key an operation works on. Operations on different keys are
    // independent objects and are judged one by one. LP_NIL: on the whole object.
    lp_value (*split)(const lp_spec *self, const lp_pool *pool, uint32_t method, lp_value arg);
    bool looks_at_process; // a mutex does: `unlock` only by who locked
    // Leaving out all operations that mention some value, as an argument or as
    // the result, leaves a legal history legal: true of containers and registers,
    // not of a counter. Counterexamples are made small by leaving values out.
    // (Operations that never returned and have no argument may have taken any
    // value: they count as mentioning it.)
    bool data_independent;
    // Values are identities, and later operations can make earlier ones irrelevant,
    // as a write does to the write before: true of maps and locks, not of a counter.
    // Counterexamples are made small by leaving single operations out.
    bool hides_past;
    bool needs_result;    // too many results to list: `step` must look at `want`
    const lp_sync *syncs; // NULL: an ordinary object
    uint32_t sync_count;
    const void *context; // for the spec's own use
    // Optional: says why a step is not allowed, as a clause that can follow
    // "deq() → 3 is impossible:". Default: what it could have returned.
    void (*why)(const lp_why *w);
    // Optional: could this read return its result later on? "No" must be certain.
    // It keeps a search from following orders that a later read rules out.
    bool (*may_return)(const lp_outlook *o);
    // Optional, for specs with `syncs`: does this result say that the operation met
    // nobody, though its method can also meet others? A channel's send that gives false
    // when it gave up. The condition two-step-adaptive asks.
    bool (*alone)(const lp_spec *self, uint32_t method, lp_value result);
    // Optional: what is wrong with an argument (`result` is NULL), or with a result, such that
    // nobody could have meant it; NULL: nothing. A result may be brought into the form that
    // `step` emits. What is refused is an error of the history, not of the object.
    const char *(*refuse)(const lp_spec *self, const lp_pool *pool, uint32_t method, lp_value arg,
                          lp_value *result);
    // Optional: what a call does to the state, whatever it returns. Two calls with the same
    // effect lead to the same states from every state. LP_NIL: not known.
    lp_value (*effect)(const lp_spec *self, uint32_t method, lp_value arg);
    // Optional, of an object that is one integer to which every call adds its `effect`, and
    // whose methods but those that return nothing tell the integer: what it was before an
    // operation with this result took effect.
    lp_value (*before)(const lp_spec *self, uint32_t method, lp_value arg, lp_value result);
    // Optional: an operation with this argument and this result has not changed the state,
    // whatever the state was: a compare-and-set that gave false. Methods that are `reads_only`
    // are not asked about.
    bool (*only_read)(const lp_spec *self, const lp_pool *pool, uint32_t method, lp_value arg,
                      lp_value result);
    bool runs_programs; // each step runs a program: nothing is asked that no verdict needs
    lp_parameter parameter;
    void *made; // linchpin's own: leave it out
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

// A read that is to come, as `may_return` sees it. Until it takes effect, only the
// methods in the set do (bit i for method i), any number of times.
struct lp_outlook {
    const lp_spec *spec;
    const lp_pool *pool;
    const void *state;
    size_t state_size;
    const lp_call *call;
    lp_value result;
    uint32_t methods;
};

// A step that is not allowed, as `why` sees it.
struct lp_why {
    const lp_spec *spec;
    const lp_pool *pool;
    const void *state;
    size_t state_size;
    const lp_call *call;
    lp_value result; // what it returned
    void (*put)(const lp_why *w, const char *words);
};

// Says it. %v is an lp_value; %l two arguments, const lp_value * and size_t: a
// list in words, "1, 2 and 3"; %d an int64_t, %s a string, %% a percent sign.
//     lp_why_say(w, "%v is not in the queue", w->result);
void lp_why_say(const lp_why *w, const char *format, ...);

// A spec in a file of its own, for `--spec my_spec.c`:
//     LP_SPEC(toggle, .methods = {…}, .initial = initial, .step = step)
#ifdef __cplusplus
#define LP_SPEC_LINKAGE extern "C"
#else
#define LP_SPEC_LINKAGE extern
#endif
#define LP_SPEC(identifier, ...)                                                                   \
    LP_SPEC_LINKAGE __attribute__((visibility("default"))) const lp_spec lp_spec_user;             \
    LP_SPEC_LINKAGE __attribute__((visibility("default"))) const size_t lp_spec_user_size;         \
    const lp_spec lp_spec_user = {.name = #identifier, __VA_ARGS__};                               \
    const size_t lp_spec_user_size = sizeof(lp_spec);

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

// For `initial`: nothing in it, the empty list.
static inline void lp_initial_empty(const lp_spec *self, lp_step *s)
{
    (void)self;
    s->emit(s, NULL, NULL, 0);
}

// The state stays as it is, of whatever kind it is.
static inline void lp_step_emit_same(lp_step *s, lp_value result)
{
    s->emit(s, &result, s->state, s->state_size);
}

// The state's list with one value more at its end.
void lp_step_emit_appended(lp_step *s, lp_value result, lp_value last);
// The state's list with `gone` of its values, from `at` on, replaced by others.
void lp_step_emit_spliced(lp_step *s, lp_value result, size_t at, size_t gone,
                          const lp_value *values, size_t count);
// The same for a synchronisation: a result for each call.
void lp_step_emit_group_spliced(lp_step *s, const lp_value *results, size_t at, size_t gone,
                                const lp_value *values, size_t count);

// The i-th argument of a call, outside a step (in `split` or `why`).
lp_value lp_call_arg(const lp_spec *spec, const lp_pool *pool, uint32_t method, lp_value arg,
                     uint32_t i);

// How many operations take part in a synchronisation at most, and the method of the
// one in this place.
static inline uint32_t lp_sync_most(const lp_sync *sync)
{
    return sync->up_to > sync->count ? sync->up_to : sync->count;
}

static inline uint32_t lp_sync_method(const lp_sync *sync, uint32_t which)
{
    uint32_t last = sync->count > 0 ? sync->count - 1 : 0;
    return sync->methods[which < last ? which : last];
}

// Where the value is in the list; `count`: nowhere.
static inline size_t lp_values_find(const lp_value *values, size_t count, lp_value v)
{
    size_t i = 0;
    while (i < count && !lp_value_equal(values[i], v))
        i++;
    return i;
}

// How many values of a sorted list come before this one: where it is, or would be.
static inline size_t lp_values_rank(const lp_pool *pool, const lp_value *values, size_t count,
                                    lp_value v)
{
    size_t i = 0;
    while (i < count && lp_value_compare(pool, values[i], v) < 0)
        i++;
    return i;
}

#ifdef __cplusplus
}
#endif
#endif
