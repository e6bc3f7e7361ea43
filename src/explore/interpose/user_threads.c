// SPDX-License-Identifier: MIT
// Threads that the object starts, what it keeps per thread, and what is done
// once. The C11 names stand on the pthread ones, as in the C library.

#include "explore/interpose/foreign.h"
#include "explore/interpose/sync.h"
#include "explore/runtime/execution_observer.h"
#include "explore/runtime/fiber.h"
#include "explore/runtime/footprint.h"
#include "explore/runtime/hook_scope.h"
#include "explore/runtime/region.h"
#include "explore/runtime/schedule.h"
#include "explore/runtime/thread_symmetry.h"

#include <errno.h>
#include <string.h>
#include <threads.h>
#include <unistd.h>

// Destructors of thread_local objects, then of keys, as the C library orders them.
static void run_destructors(fiber_state *s)
{
    while (s->exit_count) {
        s->exit_count--;
        USER_SCOPE;
        s->exits[s->exit_count].run(s->exits[s->exit_count].argument);
    }
    for (uint32_t k = 0; k < rt.key_count; k++) {
        void *value = (void *)(uintptr_t)s->keys[k];
        if (!value || !rt.key_destructors[k])
            continue;
        s->keys[k] = NULL;
        USER_SCOPE;
        rt.key_destructors[k](value);
    }
}

_Noreturn void thread_exit(void *result)
{
    fiber *f = rt.current;
    HOOK_SCOPE; // never left: the fiber ends here
    run_destructors(&f->s);
    point(OP_EXIT, NULL, 0, 0, NULL);
    f->s.result = result;
    fiber_finish();
}

static void run_body(void *argument)
{
    (void)argument;
    fiber *f = rt.current;
    f->base = __builtin_frame_address(0);
    USER_SCOPE;
    void *result = f->s.body(f->s.argument);
    thread_exit(result);
}

static int create(pthread_t *out, const pthread_attr_t *attributes, void *(*body)(void *),
                  void *argument, const void *pc)
{
    if (rt.loading)
        unsupported("pthread_create in a constructor", pc);
    HOOK_SCOPE;
    point(OP_CREATE, NULL, 0, 0, pc);
    if (rt.fiber_count == FIBERS_MAX)
        execution_end(END_UNKNOWN, pc, "the object starts more threads than explore has room for");
    fiber *f = fiber_start(rt.fiber_count, run_body, NULL, &(pending){.kind = OP_START, .pc = pc});
    f->s.body = body;
    f->s.argument = argument;
    foreign_thread(f, (const void *)(uintptr_t)body);
    int detached = 0;
    if (attributes)
        pthread_attr_getdetachstate(attributes, &detached);
    f->s.detached = detached == PTHREAD_CREATE_DETACHED;
    footprint_add(out, sizeof *out, true);
    *out = f->donor;
    return 0;
}

int pthread_create(pthread_t *out, const pthread_attr_t *attributes, void *(*body)(void *),
                   void *argument)
{
    return rt.in_user ? create(out, attributes, body, argument, CALLER)
                      : REAL(pthread_create)(out, attributes, body, argument);
}

static fiber *fiber_of_thread(pthread_t thread)
{
    for (uint32_t i = 0; i < rt.fiber_count; i++)
        if (pthread_equal(rt.fibers[i].donor, thread))
            return &rt.fibers[i];
    return NULL;
}

static int join(pthread_t thread, void **result, const void *pc)
{
    HOOK_SCOPE;
    fiber *f = fiber_of_thread(thread);
    if (!f || f->s.status == FIBER_UNUSED)
        execution_break(LP_VIOLATION_MISUSE, pc, "pthread_join of something that is not a thread");
    if (f->s.detached || f->s.joined)
        execution_break(LP_VIOLATION_MISUSE, pc,
                        "pthread_join of a thread that was detached or joined before");
    point(OP_JOIN, NULL, 0, f->number, pc);
    f->s.joined = true;
    if (f->number <= rt.thread_count)
        learnt.irreducible = true; // its last step is not seen as one that ends it
    if (result) {
        footprint_add(result, sizeof *result, true);
        *result = f->s.result;
    }
    return 0;
}

int pthread_join(pthread_t thread, void **result)
{
    return rt.in_user ? join(thread, result, CALLER) : REAL(pthread_join)(thread, result);
}

int pthread_detach(pthread_t thread)
{
    if (!rt.in_user)
        return REAL(pthread_detach)(thread);
    fiber *f = fiber_of_thread(thread);
    if (f) {
        HOOK_SCOPE;
        point(OP_SYNC, f, 1, 0, CALLER);
        f->s.detached = true;
        TRACE_SAY("detach thread %u", thread_number(f));
    }
    return f ? 0 : ESRCH;
}

_Noreturn void pthread_exit(void *result)
{
    if (!rt.in_user) {
        REAL(pthread_exit)(result);
        __builtin_unreachable();
    }
    if (!rt.current->s.body)
        execution_break(LP_VIOLATION_EXIT, CALLER,
                        "the object called pthread_exit in an operation");
    thread_exit(result);
}

pid_t gettid(void)
{
    if (!rt.in_user)
        return REAL(gettid)();
    symmetry_broken();
    return 100000 + (pid_t)rt.current->number;
}

pthread_t pthread_self(void)
{
    if (rt.in_user)
        symmetry_broken();
    HOOK_SCOPE_OF(user, hook_enter());
    return REAL(pthread_self)();
}

int pthread_key_create(pthread_key_t *key, void (*destructor)(void *))
{
    if (!rt.in_user)
        return REAL(pthread_key_create)(key, destructor);
    HOOK_SCOPE;
    point(OP_SYNC, &rt.key_count, sizeof rt.key_count, 0, CALLER);
    footprint_add(key, sizeof *key, true);
    bool room = rt.key_count < FIBER_KEYS_MAX;
    if (room) {
        rt.key_destructors[rt.key_count] = destructor;
        *key = rt.key_count++;
    }
    TRACE_SAY(room ? "create key %u" : "create a key fails: there are %u",
              room ? *key : FIBER_KEYS_MAX);
    return room ? 0 : EAGAIN;
}

int pthread_key_delete(pthread_key_t key)
{
    return rt.in_user ? 0 : REAL(pthread_key_delete)(key);
}

void *pthread_getspecific(pthread_key_t key)
{
    if (!rt.in_user)
        return REAL(pthread_getspecific)(key);
    return key < rt.key_count ? (void *)(uintptr_t)rt.current->s.keys[key] : NULL;
}

int pthread_setspecific(pthread_key_t key, const void *value)
{
    if (!rt.in_user)
        return REAL(pthread_setspecific)(key, value);
    if (key >= rt.key_count)
        return EINVAL;
    rt.current->s.keys[key] = value;
    return 0;
}

// Called by C++ for the destructor of a thread_local object.
int __cxa_thread_atexit_impl(void (*run)(void *), void *argument, void *module);
int __cxa_thread_atexit_impl(void (*run)(void *), void *argument, void *module)
{
    if (!rt.in_user)
        return REAL(__cxa_thread_atexit_impl)(run, argument, module);
    fiber_state *s = &rt.current->s;
    if (s->exit_count == FIBER_EXITS_MAX)
        execution_end(END_UNKNOWN, CALLER, "a thread has too many thread_local objects");
    s->exits[s->exit_count].run = run;
    s->exits[s->exit_count++].argument = argument;
    return 0;
}

enum { ONCE_NEW = 0, ONCE_RUNS = 1, ONCE_DONE = 2 };

bool once_enabled(const void *once, bool guard)
{
    return guard ? ((const char *)once)[1] == 0 : *(const int *)once != ONCE_RUNS;
}

// If what runs once throws, somebody else may try.
static void once_undo(pthread_once_t **once)
{
    if (**once == ONCE_RUNS)
        **once = ONCE_NEW;
}

int pthread_once(pthread_once_t *once, void (*run)(void))
{
    if (!sync_ours(once))
        return REAL(pthread_once)(once, run);
    HOOK_SCOPE;
    sync_step(OP_ONCE, once, sizeof *once, 0, CALLER);
    TRACE_TELL("once", *once == ONCE_DONE ? "done before" : "begins");
    if (*once != ONCE_DONE) {
        __attribute__((cleanup(once_undo))) pthread_once_t *undo = once;
        *once = ONCE_RUNS;
        step_now.flags |= STEP_ACQUIRE;
        {
            USER_SCOPE;
            run();
        }
        sync_step(OP_SYNC, once, sizeof *once, 0, CALLER);
        *once = ONCE_DONE;
        TRACE_TELL("once", "done");
        (void)undo;
    }
    return 0;
}

// Guards of C++ static locals: the first byte is "done", the second "runs".
extern __attribute__((weak)) int __cxa_guard_acquire(char *guard);
int __cxa_guard_acquire(char *guard)
{
    if (!sync_ours(guard))
        return REAL(__cxa_guard_acquire)(guard);
    HOOK_SCOPE;
    sync_step(OP_ONCE, guard, 8, 1, CALLER);
    bool mine = !guard[0];
    guard[1] = mine;
    TRACE_TELL("static local, guard", mine ? "begins to initialise" : "initialised before");
    step_now.flags |= STEP_ACQUIRE;
    return mine;
}

extern __attribute__((weak)) void __cxa_guard_release(char *guard);
void __cxa_guard_release(char *guard)
{
    if (!sync_ours(guard)) {
        REAL(__cxa_guard_release)(guard);
        return;
    }
    HOOK_SCOPE;
    sync_step(OP_SYNC, guard, 8, 1, CALLER);
    guard[0] = 1;
    guard[1] = 0;
    TRACE_TELL("static local, guard", "initialised");
}

extern __attribute__((weak)) void __cxa_guard_abort(char *guard);
void __cxa_guard_abort(char *guard)
{
    if (!sync_ours(guard)) {
        REAL(__cxa_guard_abort)(guard);
        return;
    }
    HOOK_SCOPE;
    sync_step(OP_SYNC, guard, 8, 1, CALLER);
    guard[1] = 0;
    TRACE_TELL("static local, guard", "initialising failed");
}
