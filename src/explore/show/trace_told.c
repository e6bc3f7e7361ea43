// SPDX-License-Identifier: MIT
// What hooks tell of the step that was written down last: see execution_observer.h.

#include "explore/runtime/arena.h"
#include "explore/runtime/execution_observer.h"
#include "explore/runtime/fiber.h"
#include "explore/show/memory_log.h"
#include "explore/show/region_names.h"
#include "explore/show/trace_access.h"
#include "explore/show/trace_records.h"
#include "explore/show/value_names.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The step that the current thread has just made; NULL: it made none.
static trace_record *last_step(void)
{
    trace_record *r = trace_count ? &trace_records[trace_count - 1] : NULL;
    return r && r->fiber == rt.current ? r : NULL;
}

typedef struct update {
    const char *name;
    const void *old, *new;
    bool done, cas;
} update;

static void tell_update(void *argument)
{
    const update *u = argument;
    trace_record *r = last_step();
    if (!r || r->step.kind != OP_UPDATE)
        return;
    text_clear(&r->what);
    text_add(&r->what, "%s ", u->name);
    show_place(&r->step, r->stack, &r->what);
    text_add(&r->what, u->done ? ": " : " fails: it is ");
    show_value(u->old, r->step.size, &r->what);
    if (u->done) {
        text_add(&r->what, " → ");
        show_value(u->new, r->step.size, &r->what);
    }
    trace_print_order(r->step.extra, &r->what);
    access_update(r, u->cas, u->old, u->done ? u->new : NULL);
}

void trace_update(const char *name, const void *old, const void *new, bool done)
{
    KEEP_ERRNO;
    fiber_aside(tell_update, &(update){name, old, new, done, strcmp(name, "cas") == 0});
}

typedef struct tale {
    const char *verb, *outcome;
} tale;

static void tell(void *argument)
{
    const tale *t = argument;
    trace_record *r = last_step();
    if (!r)
        return;
    text_clear(&r->what);
    text_add(&r->what, "%s ", t->verb);
    show_place(&r->step, r->stack, &r->what);
    text_add(&r->what, *t->outcome ? ": %s" : "%s", t->outcome);
    r->told = r->what.length;
}

void trace_tell(const char *verb, const char *format, ...)
{
    KEEP_ERRNO;
    char line[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    fiber_aside(tell, &(tale){verb, line});
}

void trace_woken(uint32_t fibers)
{
    KEEP_ERRNO;
    trace_record *r = last_step();
    if (!r || rt.current->s.quiet)
        return;
    text whole = {0};
    text_add_bytes(&whole, r->what.bytes, r->told); // who was chosen is about to be said
    text_add(&whole, fibers ? ": wakes" : ": wakes nobody");
    const char *before = fibers & (fibers - 1) ? " threads " : " thread ";
    for (uint32_t i = 0; i < FIBERS_MAX; i++) {
        if (!(fibers >> i & 1))
            continue;
        text_add(&whole, "%s%u", before, thread_number(&rt.fibers[i]));
        before = ", ";
    }
    text_fini(&r->what);
    r->what = whole;
    r->told = whole.length;
}

typedef struct allocation {
    const void *block, *pc;
    size_t size;
    bool zeroed;
} allocation;

static void add_allocation(void *argument)
{
    const allocation *a = argument;
    trace_record *r = trace_last(rt.current);
    source_forget(a->block);
    bool step = r && r == &trace_records[trace_count - 1] && r->step.kind == OP_MALLOC &&
                r->step.pc == a->pc;
    log_made(rt.current, step ? r->number : trace_step_of(rt.current), a->block, a->size,
             a->zeroed);
    if (!step)
        return;
    text_add(&r->what, "(%zu) = ", a->size);
    region_print(a->block, &r->what);
    free(r->access.cell);
    text block = {0};
    region_print(a->block, &block);
    r->access.cell = text_take(&block);
}

void trace_allocated(const void *block, size_t size, bool zeroed, const void *pc)
{
    KEEP_ERRNO;
    fiber_aside(add_allocation, &(allocation){block, pc, size, zeroed});
}

void trace_failed(void)
{
    trace_record *r = last_step();
    if (r && !rt.current->s.quiet)
        access_failed(r);
}

void trace_happened(void)
{
    trace_records[trace_count - 1].events = rt.event_count;
}

void trace_say(const char *format, ...)
{
    KEEP_ERRNO;
    if (!trace_count)
        return;
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    trace_record *r = &trace_records[trace_count - 1];
    text_clear(&r->what);
    text_add(&r->what, "%s", line);
    r->told = r->what.length;
}
