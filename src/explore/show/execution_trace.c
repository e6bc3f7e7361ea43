// SPDX-License-Identifier: MIT
// See execution_trace.h. A plain write is announced before it happens, so its value is
// read from memory when the thread comes to its next point; nothing else can
// have written there in between.
//
// Looking things up takes stack, and may happen deep in a recursion of the user's: it is
// done aside. Only the walk up the frames begins where the thread is.

#include "explore/show/execution_trace.h"

#include "base/memory.h"
#include "base/text.h"
#include "explore/runtime/arena.h"
#include "explore/runtime/call_chain.h"
#include "explore/runtime/fiber.h"
#include "explore/runtime/interposed.h"
#include "explore/runtime/region.h"
#include "explore/runtime/tls.h"
#include "explore/show/locals_log.h"
#include "explore/show/memory_log.h"
#include "explore/show/names_seen.h"
#include "explore/show/region_names.h"
#include "explore/show/trace_access.h"
#include "explore/show/trace_records.h"
#include "explore/show/value_names.h"
#include "judge/evidence/verdict.h"

#include <stdlib.h>
#include <string.h>

trace_record *trace_records;
uint32_t trace_count;
static uint32_t trace_capacity;
chain trace_arrived[FIBERS_MAX];

void trace_begin(void)
{
    rt.tracing = true;
    source_forget(NULL);
    seen_forget();
    log_begin();
    locals_forget();
}

void trace_arrive(void)
{
    KEEP_ERRNO;
    chain_capture(&trace_arrived[rt.current->number]);
}

static const char *const kind_names[] = {
    [OP_START] = "thread starts",
    [OP_READ] = "read",
    [OP_WRITE] = "write",
    [OP_LOAD] = "load",
    [OP_STORE] = "store",
    [OP_UPDATE] = "update",
    [OP_MALLOC] = "malloc",
    [OP_FREE] = "free",
    [OP_YIELD] = "yield",
    [OP_CREATE] = "pthread_create",
    [OP_EXIT] = "thread ends",
    [OP_UNLOCK] = "unlock",
    [OP_TRYLOCK] = "trylock",
    [OP_SIGNAL] = "signal",
    [OP_BROADCAST] = "broadcast",
    [OP_WAIT] = "begin to wait on",
    [OP_SYNC] = "operation on",
    [OP_LOCK] = "lock",
    [OP_SPINLOCK] = "spin lock",
    [OP_READLOCK] = "read lock",
    [OP_WRITELOCK] = "write lock",
    [OP_JOIN] = "join thread",
    [OP_JOIN_ALL] = "all threads have returned",
    [OP_SLEEP] = "wake up from",
    [OP_RELOCK] = "lock again after",
    [OP_ONCE] = "once",
    [OP_SEMAPHORE] = "semaphore wait on",
    [OP_STREAM] = "lock stream",
    [OP_FILE] = "file operation",
};

void trace_print_order(uint64_t order, text *out)
{
    static const char *const names[] = {"relaxed", "consume", "acquire", "release", "acq_rel"};
    if (order < sizeof names / sizeof *names)
        text_add(out, " (%s)", names[order]);
}

bool trace_may_read(const void *address, size_t size)
{
    bool guard = false;
    if (arenas_own(address))
        return !arena_check(address, size);
    if (fiber_of_stack(address, &guard))
        return !guard;
    return fiber_of_tls(address) || region_of_module(address);
}

trace_record *trace_last(const fiber *f)
{
    for (uint32_t i = trace_count; i-- > 0;)
        if (trace_records[i].fiber == f)
            return &trace_records[i];
    return NULL;
}

// What the thread does after it is part of that step.
static uint32_t step_after(const trace_record *r)
{
    return r && r->step.kind != OP_RETURN ? r->number : NO_STEP;
}

uint32_t trace_step_of(const fiber *f)
{
    return f->s.call_waits ? NO_STEP : step_after(trace_last(f));
}

static void settle(void *unused)
{
    (void)unused;
    trace_record *r = trace_last(rt.current);
    log_look(rt.current, step_after(r));
    if (!r)
        return;
    if (r->open && trace_may_read(r->step.address, r->step.size)) {
        text_add(&r->what, " = ");
        show_value(r->step.address, r->step.size, &r->what);
        if (r->step.kind == OP_STORE)
            trace_print_order(r->step.extra, &r->what);
        access_done(r);
    }
    r->open = false;
}

void trace_settle(void)
{
    KEEP_ERRNO;
    fiber_aside(settle, NULL);
}

static void note_stack(trace_record *r, const chain *c)
{
    r->stack = source_stack_new(c, r->step.size);
    r->pcs = memory_new(c->count, sizeof *r->pcs);
    r->pc_count = c->count;
    for (uint32_t i = 0; i < c->count; i++)
        r->pcs[i] = c->frames[i].pc;
    if (r->stack)
        source_stack_learn(r->stack);
}

void trace_record_close(trace_record *r)
{
    source_stack_free(r->stack);
    r->stack = NULL;
}

uint32_t trace_size_before(const fiber *f, const void *address)
{
    for (uint32_t i = trace_count; i-- > 0;)
        if (trace_records[i].fiber == f && trace_records[i].step.address == address &&
            trace_records[i].step.size)
            return trace_records[i].step.size;
    return 0;
}

static bool is_freed_now(const pending *p)
{
    const void *allocated, *freed = NULL;
    bool block = p->kind == OP_FREE && arenas_own(p->address) && arena_block_size(p->address);
    if (block)
        arena_history(p->address, &allocated, &freed);
    return block && !freed;
}

// What the step works on: into its text, and as data.
static void add_place(trace_record *r)
{
    text place = {0};
    if (r->step.address && r->step.kind != OP_CALL && r->step.kind != OP_RETURN) {
        show_place(&r->step, r->stack, &place);
        text_add(&r->what, " %s", place.bytes);
    }
    access_begin(r, place.bytes);
    text_fini(&place);
}

static void add_record(void *step)
{
    const pending *p = step;
    const fiber *f = rt.current;
    settle(NULL);
    uint32_t before = trace_step_of(f);
    MEMORY_GROW(trace_records, trace_capacity, trace_count + 1);
    trace_record *r = &trace_records[trace_count++];
    *r =
        (trace_record){.fiber = f, .step = *p, .early = f->s.call_waits, .number = trace_count - 1};
    if (!p->size && p->address)
        r->step.size = trace_size_before(f, p->address);
    if (trace_count > 1)
        trace_record_close(r - 1);
    if (p->pc)
        note_stack(r, &trace_arrived[f->number]);
    text_add(&r->what, "%s", kind_names[p->kind] ? kind_names[p->kind] : "");
    // What it has in its variables now it has since its last step.
    if (r->stack)
        locals_look(f, before == NO_STEP ? r->number : before, r->stack);
    else if (p->kind == OP_CALL || p->kind == OP_RETURN)
        locals_look(f, r->number, NULL);
    add_place(r);
    bool happens = p->kind < OP_MALLOC && trace_may_read(p->address, p->size);
    log_step(f, r->number, happens ? p->address : NULL, p->size);
    if (is_freed_now(p))
        log_freed(r->number, p->address);
    if (p->kind == OP_FOREIGN || (p->kind == OP_STREAM && p->extra != FOREIGN_NONE)) {
        text_clear(&r->what);
        if (p->extra == FOREIGN_NONE)
            text_add(&r->what, "return to the library");
        else
            text_add(&r->what, "call of %s", foreign_name(p->extra));
    }
    if (p->kind == OP_JOIN)
        text_add(&r->what, " %u", thread_number(&rt.fibers[p->extra]));
    if ((p->kind == OP_READ || p->kind == OP_LOAD) && trace_may_read(p->address, p->size)) {
        text_add(&r->what, " = ");
        show_value(p->address, p->size, &r->what);
        if (p->kind == OP_LOAD)
            trace_print_order(p->extra, &r->what);
    }
    r->told = r->what.length;
    r->open = p->kind == OP_WRITE || p->kind == OP_STORE;
}

void trace_step(const pending *p)
{
    KEEP_ERRNO;
    pending copy = *p;
    if (p->pc)
        trace_arrive();
    fiber_aside(add_record, &copy);
}

// People expect what an operation does after its call.
void trace_called(void)
{
    KEEP_ERRNO;
    uint32_t last = trace_count - 1;
    const fiber *f = trace_records[last].fiber;
    uint32_t from = last;
    while (from > 0 && !(trace_records[from - 1].fiber == f && !trace_records[from - 1].early))
        from--;
    for (uint32_t i = from, left = last - from; left > 0; left--) {
        trace_record r = trace_records[i];
        if (r.fiber != f) {
            i++;
            continue;
        }
        r.early = false;
        memmove(&trace_records[i], &trace_records[i + 1], (last - i) * sizeof r);
        trace_records[last] = r;
    }
}

bool trace_is_early(const fiber *f)
{
    const trace_record *r = trace_last(f);
    return r && r->early;
}

void trace_choice(uint32_t answer)
{
    KEEP_ERRNO;
    if (trace_count)
        text_add(&trace_records[trace_count - 1].what, " (alternative %u)", answer);
}
