// SPDX-License-Identifier: MIT
// See execution_trace.h. What a traced execution tells: where its steps are in the source, what
// they touch, and, at its end, all of it for the verdict.

#include "explore/show/execution_trace.h"

#include "base/memory.h"
#include "explore/runtime/region.h"
#include "explore/show/locals_log.h"
#include "explore/show/memory_boxes.h"
#include "explore/show/region_names.h"
#include "explore/show/trace_access.h"
#include "explore/show/trace_records.h"
#include "explore/show/value_names.h"
#include "judge/evidence/step_evidence.h"
#include "judge/evidence/verdict.h"

#include <stdlib.h>
#include <string.h>

static source_stack *stack_of(const trace_record *r)
{
    chain c = {.count = r->pc_count};
    for (uint32_t i = 0; i < c.count; i++)
        c.frames[i].pc = r->pcs[i];
    return c.count ? source_stack_new(&c, r->step.size) : NULL;
}

static char *where_in(const source_stack *s)
{
    return s && source_stack_count(s) ? source_stack_where(s, source_stack_shown(s)) : NULL;
}

static char *where_of(const trace_record *r)
{
    source_stack *s = stack_of(r);
    char *where = where_in(s);
    source_stack_free(s);
    return where ? where : source_line(r->step.pc);
}

static char *where_arrived(const fiber *f, const void *pc)
{
    const chain *c = &trace_arrived[f->number];
    char *where = NULL;
    if (!rt.tracing || !c->count)
        return NULL;
    // The C11 functions stand on the POSIX ones: then `pc` is not the user's.
    bool same = c->frames[0].pc == pc || region_of_system(pc);
    source_stack *s = same ? source_stack_new(c, f->s.next.size) : NULL;
    where = where_in(s);
    source_stack_free(s);
    return where;
}

char *trace_where(const fiber *f, const void *pc)
{
    char *where = pc && f ? where_arrived(f, pc) : NULL;
    for (uint32_t i = trace_count; pc && !where && i-- > 0;)
        if ((!f || trace_records[i].fiber == f) && trace_records[i].step.pc == pc)
            where = where_of(&trace_records[i]);
    return where ? where : source_where(pc);
}

void trace_object(const fiber *f, const void *object, text *out)
{
    pending p = f->s.next;
    if (!rt.tracing || !p.pc) {
        region_print(object, out);
        return;
    }
    p.address = object;
    if (!p.size || object != f->s.next.address)
        p.size = trace_size_before(f, object);
    source_stack *s = source_stack_new(&trace_arrived[f->number], p.size);
    show_place(&p, s, out);
    source_stack_free(s);
}

// The step that a thread made there, on this byte; NULL: none was recorded.
static const trace_record *find_access(const fiber *f, const void *pc, const void *address)
{
    for (uint32_t i = trace_count; i-- > 0;) {
        const pending *p = &trace_records[i].step;
        if (trace_records[i].fiber == f && p->pc == pc &&
            (uintptr_t)address - (uintptr_t)p->address < p->size)
            return &trace_records[i];
    }
    return NULL;
}

void trace_place(const fiber *f, const void *pc, const void *address, text *out)
{
    const trace_record *r = rt.tracing ? find_access(f, pc, address) : NULL;
    if (r)
        show_place(&r->step, r->stack, out);
    else
        region_print(address, out);
}

// Without the arguments of templates where it would be long: "map<…>::find<…>".
static void add_function(const char *name, text *out)
{
    enum { LONG = 60 };
    int depth = 0;
    if (strlen(name) <= LONG || strstr(name, "operator")) {
        text_add(out, "%s", name);
        return;
    }
    for (; *name; name++) {
        depth -= *name == '>';
        if (depth == 0)
            text_add_bytes(out, name, 1);
        if (*name == '<' && depth++ == 0)
            text_add(out, "…");
    }
}

void trace_callers(const fiber *f, const void *pc, text *out)
{
    const chain *c = &trace_arrived[f->number];
    source_stack *s =
        rt.tracing && c->count && c->frames[0].pc == pc ? source_stack_new(c, 0) : NULL;
    for (uint32_t i = 0; s && i < source_stack_count(s); i++) {
        char *where = source_stack_where(s, i);
        const char *function = source_stack_function(s, i);
        add_function(function ? function : "?", out);
        text_add(out, "%s%s\n", where ? " at " : "", where ? where : "");
        free(where);
    }
    source_stack_free(s);
}

static void add_frames(lp_verdict *v, const trace_record *r)
{
    source_stack *s = stack_of(r);
    for (uint32_t i = 0; s && i < source_stack_count(s) && source_stack_count(s) > 1; i++) {
        char *where = source_stack_where(s, i);
        verdict_trace_frame(v, where, source_stack_function(s, i));
        free(where);
    }
    source_stack_free(s);
}

// How many steps main made before the threads started.
static uint32_t count_setup(uint32_t shown)
{
    uint32_t i = 0;
    while (i < shown && trace_records[i].fiber->number == FIBER_MAIN &&
           trace_records[i].step.kind != OP_JOIN_ALL)
        i++;
    return i;
}

// The operations of the execution as client_history numbers them: how many events there were with
// the call, and with the return, of each.
typedef struct op_events {
    uint32_t call, ret;
} op_events;

static op_events *list_operations(uint32_t *count)
{
    op_events *list = memory_new(rt.event_count + 1, sizeof *list);
    uint32_t open[FIBERS_MAX] = {0};
    *count = 0;
    for (uint32_t i = 0; i < rt.event_count; i++) {
        const run_event *e = &rt.events[i];
        if (e->is_return) {
            list[open[e->process]].ret = i + 1;
        } else {
            open[e->process] = *count;
            list[(*count)++].call = i + 1;
        }
    }
    return list;
}

// When the events of the history that is shown happened: it may have fewer operations than the
// execution, and fewer returns. The identities of operations have served their purpose.
typedef struct happenings {
    uint32_t *when;
    uint32_t count;
    bool known;
} happenings;

static happenings find_happenings(lp_history *h)
{
    happenings all = {.known = h != NULL};
    if (!h)
        return all;
    uint32_t count;
    op_events *list = list_operations(&count);
    all.when = memory_new(h->event_count + 1, sizeof *all.when);
    for (uint32_t i = 0; i < h->event_count; i++) {
        const lp_op *op = &h->ops[h->events[i].op];
        int64_t number = op->id.kind == LP_KIND_INT ? lp_to_int(op->id) : -1;
        if (number < 0 || number >= count)
            break;
        all.when[all.count++] = h->events[i].is_return ? list[number].ret : list[number].call;
    }
    all.known = all.count == h->event_count;
    for (uint32_t i = 0; i < h->op_count; i++)
        h->ops[i].id = LP_NIL;
    free(list);
    return all;
}

static uint32_t events_until(const happenings *all, uint32_t last)
{
    uint32_t n = 0;
    while (n < all->count && all->when[n] <= last)
        n++;
    return n;
}

// What a write finds where nothing was written before is nothing.
static void add_access(lp_verdict *v, const trace_record *r)
{
    lp_step_access a = r->access;
    if (!r->has_access)
        return;
    if (a.kind == LP_ACCESS_WRITE && !boxes_know(r->step.address))
        a.before = NULL;
    verdict_access(v, &a);
}

// Threads that have come to a step which they did not make.
static void look_at_the_parked(void)
{
    fiber *current = rt.current;
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        fiber *f = &rt.fibers[i];
        const trace_record *r = trace_last(f);
        const chain *c = &trace_arrived[i];
        if (f->s.status != FIBER_PARKED || !f->s.next.pc || !c->count || !r ||
            r->step.kind == OP_RETURN || c->frames[0].pc != f->s.next.pc)
            continue;
        rt.current = f;
        source_stack *s = source_stack_new(c, f->s.next.size);
        locals_look(f, r->number, s);
        source_stack_free(s);
    }
    rt.current = current;
}

static void add_steps(lp_verdict *v, uint32_t shown)
{
    const fiber *last = NULL;
    uint32_t *numbers = memory_new(shown + 1, sizeof *numbers), events = 0;
    happenings all = find_happenings(v->history);
    for (uint32_t i = 0; i < shown; i++)
        numbers[i] = trace_records[i].number;
    look_at_the_parked();
    boxes_begin(v, numbers, shown);
    locals_boxes(v);
    for (uint32_t i = 0; i < shown; i++) {
        const trace_record *r = &trace_records[i];
        char *where = where_of(r);
        verdict_trace(v, thread_number(r->fiber), last && last != r->fiber, where,
                      r->what.bytes ? r->what.bytes : "");
        if (r->step.kind == OP_CALL)
            verdict_trace_call(v);
        add_frames(v, r);
        events = r->events > events ? r->events : events;
        if (all.known)
            verdict_events(v, events_until(&all, events));
        if (v->explanation && v->explanation->run_state_count)
            verdict_happened(v, events);
        add_access(v, r);
        boxes_step(v, r->number);
        locals_step(v, r->number);
        last = r->fiber;
        free(where);
    }
    boxes_end();
    locals_forget();
    free(all.when);
    free(numbers);
}

void trace_end(lp_verdict *v)
{
    rt.tracing = false;
    uint32_t shown = trace_count;
    // A history is complete with its last return; what destroy does is not told.
    while (ended.how == END_COMPLETE && shown && trace_records[shown - 1].step.kind != OP_RETURN)
        shown--;
    v->trace_setup = count_setup(shown);
    add_steps(v, shown);
    for (uint32_t i = 0; i < trace_count; i++) {
        text_fini(&trace_records[i].what);
        trace_record_close(&trace_records[i]);
        access_free(&trace_records[i]);
        free(trace_records[i].pcs);
    }
    trace_count = 0;
}
