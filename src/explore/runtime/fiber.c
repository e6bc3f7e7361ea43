// SPDX-License-Identifier: MIT
// See fiber.h. Stacks are zeroed between executions, so that an object that
// reads an uninitialised variable does the same thing each time. How deep they
// were ever used is asked of the kernel (mincore), since user code may go
// deeper than it is when it parks. That is a system call, so it is made now and
// then; when a stack was used deeper than was cleared, the search begins again.

#include "explore/runtime/fiber.h"

#include "explore/runtime/execution_observer.h"
#include "explore/runtime/hook_scope.h"
#include "explore/runtime/races.h"
#include "explore/runtime/tls.h"

#include <string.h>
#include <sys/mman.h>

typedef struct transfer {
    void *context;
    void *data;
} transfer;

// Boost.Context; the header is C++ but the functions are C.
extern transfer jump_fcontext(void *to, void *data);
extern void *make_fcontext(void *stack_high, size_t size, void (*run)(transfer));

enum { PAGE = 4096, SLOT = FIBER_GUARD + FIBER_STACK, SLOT_PAGES = SLOT / PAGE };

static char *stacks;
static uint32_t ever_started; // numbers from here on were never used

bool fibers_init(error *e)
{
    size_t size = (size_t)FIBERS_MAX * SLOT;
    void *wanted = (void *)0x1f0000000000;
    // GNU's nested functions put code on the stack; where that is not allowed, they crash.
    stacks = mmap(wanted, size, PROT_READ | PROT_WRITE | PROT_EXEC,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (stacks == MAP_FAILED)
        stacks = mmap(wanted, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (stacks == MAP_FAILED)
        return error_set(e, "no memory for the stacks of threads");
    for (uint32_t i = 0; i < FIBERS_MAX; i++) {
        char *slot = stacks + (size_t)i * SLOT;
        mprotect(slot, FIBER_GUARD, PROT_NONE);
        rt.fibers[i].number = i;
        rt.fibers[i].stack_low = slot + FIBER_GUARD;
        rt.fibers[i].stack_high = rt.fibers[i].stack_used = slot + SLOT;
    }
    return true;
}

fiber *fiber_of_stack(const void *address, bool *guard)
{
    uintptr_t offset = (uintptr_t)address - (uintptr_t)stacks;
    if (offset >= (uintptr_t)FIBERS_MAX * SLOT)
        return NULL;
    if (guard)
        *guard = offset % SLOT < FIBER_GUARD;
    return &rt.fibers[offset / SLOT];
}

// Whoever jumps says where its own context is to be kept.
static void jump(void *to, void **keep)
{
    transfer t = jump_fcontext(to, keep);
    *(void **)t.data = t.context;
}

static void enter(transfer t)
{
    *(void **)t.data = t.context;
    fiber *f = rt.current;
    f->run(f->argument);
    fiber_finish();
}

fiber *fiber_start(uint32_t number, void (*run)(void *), void *argument, const pending *first)
{
    fiber *f = &rt.fibers[number];
    memset(&f->s, 0, sizeof f->s);
    f->s.next = *first;
    f->s.status = FIBER_PARKED;
    f->run = run;
    f->argument = argument;
    f->live = f->stack_high;
    f->frame.stack = NULL;
    f->context = make_fcontext(f->stack_high, FIBER_STACK, enter);
    if (number >= rt.fiber_count)
        rt.fiber_count = number + 1;
    if (number >= ever_started)
        ever_started = number + 1;
    rt.unfinished++;
    if (rt.current)
        races_start(rt.current->number, number);
    rt.solo = rt.solo && number == FIBER_MAIN;
    return f;
}

void fiber_resume(fiber *f)
{
    rt.current = f;
    tls_switch(f->fs);
    side_user();
    jump(f->context, &rt.scheduler);
}

void fiber_park(void)
{
    fiber *f = rt.current;
    side_runner();
    if (rt.tracing)
        trace_settle();
    tls_switch(rt.scheduler_fs);
    jump(rt.scheduler, &f->context);
}

void fiber_switch(fiber *to)
{
    fiber *f = rt.current;
    if (rt.tracing)
        trace_settle();
    rt.current = to;
    tls_switch(to->fs);
    side_user();
    jump(to->context, &f->context);
}

typedef struct errand {
    void (*run)(void *);
    void *argument;
} errand;

static void run_errand(transfer t)
{
    const errand *e = t.data;
    e->run(e->argument);
    jump_fcontext(t.context, NULL);
}

void fiber_aside(void (*run)(void *), void *argument)
{
    static _Alignas(16) char stack[FIBER_STACK];
    errand e = {run, argument};
    jump_fcontext(make_fcontext(stack + sizeof stack, sizeof stack, run_errand), &e);
}

_Noreturn void fiber_finish(void)
{
    side_runner();
    rt.current->s.status = FIBER_DONE;
    rt.current->s.next = (pending){0};
    rt.unfinished--;
    fiber_abandon();
}

_Noreturn void fiber_abandon(void)
{
    fiber_park();
    __builtin_unreachable();
}

void fibers_reset(void)
{
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        fiber *f = &rt.fibers[i];
        memset(f->stack_used, 0, (size_t)(f->stack_high - f->stack_used));
        memset(&f->s, 0, sizeof f->s);
        f->context = NULL;
    }
    rt.fiber_count = 0;
    rt.unfinished = 0;
    rt.current = NULL;
}

bool fibers_measure(void)
{
    static unsigned char used[FIBERS_MAX * SLOT_PAGES];
    bool deeper = false;
    if (mincore(stacks, (size_t)ever_started * SLOT, used))
        memset(used, 1, sizeof used); // then all of it is cleared, which is only slower
    for (uint32_t i = 0; i < ever_started; i++) {
        fiber *f = &rt.fibers[i];
        uint32_t p = FIBER_GUARD / PAGE;
        while (p < SLOT_PAGES && !(used[i * SLOT_PAGES + p] & 1))
            p++;
        char *low = stacks + (size_t)i * SLOT + (size_t)p * PAGE;
        if (low < f->stack_used) {
            f->stack_used = low;
            deeper = true;
        }
    }
    return deeper;
}
