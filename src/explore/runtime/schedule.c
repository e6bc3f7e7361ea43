// SPDX-License-Identifier: MIT
// See schedule.h.

#include "explore/runtime/schedule.h"

#include "explore/runtime/arena.h"
#include "explore/runtime/client.h"
#include "explore/runtime/execution_observer.h"
#include "explore/runtime/fiber.h"
#include "explore/runtime/footprint.h"
#include "explore/runtime/frame.h"
#include "explore/runtime/hook_scope.h"
#include "explore/runtime/interposed.h"
#include "explore/runtime/races.h"
#include "explore/runtime/reset.h"
#include "explore/runtime/thread_state.h"
#include "explore/runtime/thread_symmetry.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

configuration config;
execution_state rt;
knowledge learnt;
execution_result ended;
uint32_t (*decide_here)(void *context);
void *decide_here_context;
user_frame frame_now;

// A fiber that is alone need not ask, except now and then, so that a loop of
// its own is noticed.
enum { ALONE_STEPS = 256 };

// What a thread does again and again while it waits.
static bool may_spin(op_kind kind)
{
    return kind == OP_LOAD || kind == OP_UPDATE || kind == OP_READ || kind == OP_YIELD ||
           kind == OP_TRYLOCK || kind == OP_SYNC;
}

// Of user code, some registers are saved on the stack above, the others are still
// what they were.
static inline __attribute__((always_inline)) void note_registers(const fiber *f)
{
    uint64_t registers[6];
    const char *stack;
    __asm__ volatile("mov %%rsp, %0" : "=r"(stack));
    __asm__ volatile("mov %%rbx, (%0)\n\tmov %%rbp, 8(%0)\n\tmov %%r12, 16(%0)\n\t"
                     "mov %%r13, 24(%0)\n\tmov %%r14, 32(%0)\n\tmov %%r15, 40(%0)"
                     :
                     : "r"(registers)
                     : "memory");
    rt.thread_state = thread_state_of_registers(f, stack, registers);
}

// Likewise, where the hook has written down the user's registers.
static bool note_frame(const fiber *f)
{
    if (frame_now.hook)
        rt.thread_state = thread_state_of_frame(f, frame_now.stack);
    return frame_now.hook;
}

// The thread may be parked here.
static void keep_frame(fiber *f)
{
    f->frame = frame_now;
    if (!frame_now.hook || frame_now.hook & FRAME_GOES_ON)
        f->frame.stack = NULL;
    if (f->s.next.kind != OP_UPDATE && f->s.next.kind != OP_STORE)
        memset(f->frame.operands, 0, sizeof f->frame.operands);
}

static void give_way(fiber *f)
{
    uint32_t next = DECIDE_LATER;
    if (decide_here && !rt.tracing && rt.steps <= config.max_steps)
        next = decide_here(decide_here_context);
    if (next >= FIBERS_MAX)
        fiber_park();
    else if (next != f->number)
        fiber_switch(&rt.fibers[next]);
}

// What a step orders beside the accesses to memory.
static void order_by(const pending *p)
{
    switch (p->kind) {
    case OP_JOIN:
        races_join((uint32_t)p->extra);
        break;
    case OP_JOIN_ALL:
        for (uint32_t t = 1; t <= rt.thread_count; t++)
            races_join(t);
        break;
    case OP_FREE:
        races_plain(p->address, arena_block_room(p->address), true, p->pc);
        break;
    case OP_WAIT:
    case OP_SLEEP:
    case OP_RELOCK:
        races_sync(p->address);
        if (p->extra)
            races_sync((const void *)p->extra);
        break;
    default:
        if (p->kind >= OP_UNLOCK && p->kind != OP_CHOICE && p->address)
            races_sync(p->address);
    }
}

// Within a call that left the instrumented code threads change only where they may have
// to wait, or say that they do: such a call is looked at as a whole.
static bool folds(op_kind kind, const void *pc)
{
    return kind < OP_BLOCKING && kind != OP_YIELD && kind != OP_FOREIGN && kind != OP_CALL &&
           kind != OP_RETURN && kind != OP_OPERATION && kind != OP_WAIT && pc && !foreign_sees(pc);
}

void point(op_kind kind, const void *address, size_t size, uint64_t extra, const void *pc)
{
    fiber *f = rt.current;
    bool inside = (f->s.foreign_slot || f->s.foreign_body) && foreign_inside(f);
    if (inside && folds(kind, pc))
        return;
    f->live = FRAME_TOP;
    f->s.next = (pending){kind, (uint32_t)size, address, pc, extra};
    if (rt.loading || f->s.quiet) {
        if (!fiber_enabled(f))
            execution_break(LP_VIOLATION_DEADLOCK, pc, "deadlock: a lone thread waits for ever");
        return;
    }
    rt.thread_state = 0;
    if (rt.recording && !rt.solo && !config.all_loops && may_spin(kind) && !note_frame(f))
        note_registers(f);
    if (config.frames)
        keep_frame(f);
    frame_now.hook = 0;
    if (learnt.symmetry && !f->s.begun)
        symmetry_note(f);
    if (rt.tracing && pc)
        trace_arrive();
    if (kind >= OP_BLOCKING || !rt.solo || rt.steps % ALONE_STEPS == ALONE_STEPS - 1)
        give_way(f);
    side_runner();
    f->s.begun = f->s.begun || f->s.competes;
    rt.steps++;
    rt.invisible_run = rt.private_run = 0;
    if (f->s.call_waits)
        client_called();
    if (rt.recording && !rt.solo)
        footprint_step(&f->s.next);
    if (inside && foreign_opaque(f))
        step_now.flags |= STEP_OPAQUE;
    if (config.races)
        order_by(&f->s.next);
    if (rt.tracing && kind != OP_OPERATION)
        trace_step(&f->s.next);
}

uint32_t choose(uint32_t count, const void *pc)
{
    if (count <= 1 || rt.loading)
        return 0;
    rt.current->live = FRAME_TOP;
    rt.current->frame.stack = NULL;
    rt.current->s.next = (pending){OP_CHOICE, 0, NULL, pc, count};
    step_now.flags |= STEP_CHOICE;
    fiber_park();
    side_runner();
    if (rt.tracing)
        trace_choice(rt.choice);
    return rt.choice;
}

__attribute__((format(printf, 3, 0))) static void note_end(end_kind kind, const void *pc,
                                                           const char *format, va_list arguments)
{
    side_runner();
    ended.how = kind;
    ended.pc = pc;
    vsnprintf(ended.text, sizeof ended.text, format, arguments);
}

_Noreturn void execution_end(end_kind kind, const void *pc, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    note_end(kind, pc, format, arguments);
    va_end(arguments);
    fiber_abandon();
}

_Noreturn void execution_break(lp_violation kind, const void *pc, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    note_end(END_BUG, pc, format, arguments);
    va_end(arguments);
    ended.violation = kind;
    fiber_abandon();
}

_Noreturn void unsupported(const char *function, const void *pc)
{
    execution_end(END_UNKNOWN, pc, "the object calls %s, which explore does not control yet",
                  function);
}

// Threads of the scenario come to their first step before anything is decided:
// what they do until then is nobody else's business.
static bool collect_prologue(decision *d)
{
    for (uint32_t i = 1; i <= rt.thread_count && rt.prologues; i++)
        if (rt.fibers[i].s.next.kind == OP_PROLOGUE) {
            d->options[d->count++] = i;
            return true;
        }
    return rt.prologues = false;
}

static inline bool may_go_on(decision *d, const fiber *f)
{
    if (f->s.status != FIBER_PARKED || !fiber_enabled(f))
        return false;
    bool waits = learnt.symmetry && symmetry_waits(f);
    d->held = d->held || waits;
    return !waits;
}

void decision_collect(decision *d)
{
    d->is_choice = d->stays = d->held = false;
    d->count = 0;
    bool begins = rt.prologues; // nobody has made a step yet: any may, and stops no other
    if (collect_prologue(d))
        return;
    fiber *last = rt.current;
    if (last && may_go_on(d, last)) {
        d->stays = !begins;
        d->options[d->count++] = last->number;
    }
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        fiber *f = &rt.fibers[i];
        if (f != last && may_go_on(d, f))
            d->options[d->count++] = i;
    }
}

// A descriptor that the object has not made itself may be made ready by others.
static end_kind nobody_goes_on(const decision *d)
{
    if (d->held)
        return ended.how = END_PRUNED;
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        const fiber *f = &rt.fibers[i];
        if (f->s.status != FIBER_PARKED || f->s.next.kind != OP_FILE ||
            file_is_own((int)f->s.next.size))
            continue;
        ended.pc = f->s.next.pc;
        strcpy(ended.text, "a thread waits for a file, and no other thread can go on");
        return ended.how = END_UNKNOWN;
    }
    return ended.how = END_DEADLOCK;
}

end_kind execution_run(uint32_t (*decide)(void *context, const decision *d), void *context)
{
    return execution_run_from(client_start, decide, context);
}

end_kind execution_run_from(void (*start)(void),
                            uint32_t (*decide)(void *context, const decision *d), void *context)
{
    reset_all();
    frame_now.hook = 0;
    if (config.races)
        races_begin();
    start();
    for (;;) {
        if (ended.how)
            return ended.how;
        if (rt.fibers[FIBER_MAIN].s.status == FIBER_DONE)
            return ended.how = END_COMPLETE;
        if (rt.steps > config.max_steps)
            return ended.how = END_STEPS;
        decision d;
        fiber *f = rt.current;
        if (f && f->s.status == FIBER_PARKED && f->s.next.kind == OP_CHOICE) {
            d.is_choice = true;
            d.stays = d.held = false;
            d.count = (uint32_t)f->s.next.extra;
            rt.choice = decide(context, &d);
            if (rt.choice == DECIDE_STOP)
                return ended.how;
            fiber_resume(f);
            continue;
        }
        decision_collect(&d);
        if (!d.count)
            return nobody_goes_on(&d);
        uint32_t index = decide(context, &d);
        if (index == DECIDE_STOP)
            return ended.how;
        fiber_resume(&rt.fibers[d.options[index]]);
    }
}
