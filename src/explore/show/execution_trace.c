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
#include "explore/show/names_seen.h"
#include "explore/show/region_names.h"
#include "explore/show/value_names.h"
#include "judge/evidence/verdict.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct record {
    const fiber *fiber;
    pending step;
    source_stack *stack; // of the last record only: it is large
    const void **pcs;    // the return addresses, from which it can be had again
    uint32_t pc_count;
    text what;
    size_t told; // so much of it comes before the answer to a choice
    bool open;   // a write whose value is not known yet
    bool early;  // of an operation whose call was not noted yet
} record;

static record *records;
static uint32_t record_count, record_capacity;
static chain arrived[FIBERS_MAX]; // where each thread has come to

// We are on the user's thread: its errno is not ours.
static void restore_errno(const int *kept)
{
    errno = *kept;
}
#define KEEP_ERRNO __attribute__((cleanup(restore_errno), unused)) const int kept_errno = errno

void trace_begin(void)
{
    rt.tracing = true;
    source_forget(NULL);
    seen_forget();
}

void trace_arrive(void)
{
    KEEP_ERRNO;
    chain_capture(&arrived[rt.current->number]);
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

// " (acquire)"; the strongest, which is what one gets without asking, is not told.
static void print_order(uint64_t order, text *out)
{
    static const char *const names[] = {"relaxed", "consume", "acquire", "release", "acq_rel"};
    if (order < sizeof names / sizeof *names)
        text_add(out, " (%s)", names[order]);
}

static bool safe_to_read(const void *address, size_t size)
{
    bool guard = false;
    if (arenas_own(address))
        return !arena_check(address, size);
    if (fiber_of_stack(address, &guard))
        return !guard;
    return fiber_of_tls(address) || region_of_module(address);
}

static void settle(void *unused)
{
    (void)unused;
    for (uint32_t i = record_count; i-- > 0;) {
        record *r = &records[i];
        if (r->fiber != rt.current)
            continue;
        if (r->open && safe_to_read(r->step.address, r->step.size)) {
            text_add(&r->what, " = ");
            show_value(r->step.address, r->step.size, &r->what);
            if (r->step.kind == OP_STORE)
                print_order(r->step.extra, &r->what);
        }
        r->open = false;
        return;
    }
}

void trace_settle(void)
{
    KEEP_ERRNO;
    fiber_aside(settle, NULL);
}

static source_stack *stack_of(const record *r)
{
    chain c = {.count = r->pc_count};
    for (uint32_t i = 0; i < c.count; i++)
        c.frames[i].pc = r->pcs[i];
    return c.count ? source_stack_new(&c, r->step.size) : NULL;
}

static void note_stack(record *r, const chain *c)
{
    r->stack = source_stack_new(c, r->step.size);
    r->pcs = memory_new(c->count, sizeof *r->pcs);
    r->pc_count = c->count;
    for (uint32_t i = 0; i < c->count; i++)
        r->pcs[i] = c->frames[i].pc;
    if (r->stack)
        source_stack_learn(r->stack);
}

// Nothing more will be said of this step.
static void close_record(record *r)
{
    source_stack_free(r->stack);
    r->stack = NULL;
}

// Of an object that a thread sleeps on the step does not tell the size.
static uint32_t size_before(const fiber *f, const void *address)
{
    for (uint32_t i = record_count; i-- > 0;)
        if (records[i].fiber == f && records[i].step.address == address && records[i].step.size)
            return records[i].step.size;
    return 0;
}

static void add_record(void *step)
{
    const pending *p = step;
    const fiber *f = rt.current;
    settle(NULL);
    MEMORY_GROW(records, record_capacity, record_count + 1);
    record *r = &records[record_count++];
    *r = (record){.fiber = f, .step = *p, .early = f->s.call_waits};
    if (!p->size && p->address)
        r->step.size = size_before(f, p->address);
    if (record_count > 1)
        close_record(r - 1);
    if (p->pc)
        note_stack(r, &arrived[f->number]);
    text_add(&r->what, "%s", kind_names[p->kind] ? kind_names[p->kind] : "");
    if (p->address && p->kind != OP_CALL && p->kind != OP_RETURN) {
        text_add(&r->what, " ");
        show_place(&r->step, r->stack, &r->what);
    }
    if (p->kind == OP_FOREIGN || (p->kind == OP_STREAM && p->extra != FOREIGN_NONE)) {
        text_clear(&r->what);
        if (p->extra == FOREIGN_NONE)
            text_add(&r->what, "return to the library");
        else
            text_add(&r->what, "call of %s", foreign_name(p->extra));
    }
    if (p->kind == OP_JOIN)
        text_add(&r->what, " %u", thread_number(&rt.fibers[p->extra]));
    if ((p->kind == OP_READ || p->kind == OP_LOAD) && safe_to_read(p->address, p->size)) {
        text_add(&r->what, " = ");
        show_value(p->address, p->size, &r->what);
        if (p->kind == OP_LOAD)
            print_order(p->extra, &r->what);
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
    uint32_t last = record_count - 1;
    const fiber *f = records[last].fiber;
    uint32_t from = last;
    while (from > 0 && !(records[from - 1].fiber == f && !records[from - 1].early))
        from--;
    for (uint32_t i = from, left = last - from; left > 0; left--) {
        record r = records[i];
        if (r.fiber != f) {
            i++;
            continue;
        }
        r.early = false;
        memmove(&records[i], &records[i + 1], (last - i) * sizeof r);
        records[last] = r;
    }
}

bool trace_is_early(const fiber *f)
{
    for (uint32_t i = record_count; i-- > 0;)
        if (records[i].fiber == f)
            return records[i].early;
    return false;
}

void trace_choice(uint32_t answer)
{
    KEEP_ERRNO;
    if (record_count)
        text_add(&records[record_count - 1].what, " (alternative %u)", answer);
}

// The step that the current thread has just made; NULL: it made none.
static record *last_step(void)
{
    record *r = record_count ? &records[record_count - 1] : NULL;
    return r && r->fiber == rt.current ? r : NULL;
}

typedef struct update {
    const char *name;
    const void *old, *new;
    bool done;
} update;

static void tell_update(void *argument)
{
    const update *u = argument;
    record *r = last_step();
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
    print_order(r->step.extra, &r->what);
}

void trace_update(const char *name, const void *old, const void *new, bool done)
{
    KEEP_ERRNO;
    fiber_aside(tell_update, &(update){name, old, new, done});
}

typedef struct tale {
    const char *verb, *outcome;
} tale;

static void tell(void *argument)
{
    const tale *t = argument;
    record *r = last_step();
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
    record *r = last_step();
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

void trace_allocated(const void *block, size_t size, const void *pc)
{
    KEEP_ERRNO;
    record *r = last_step();
    source_forget(block);
    if (!r || r->step.kind != OP_MALLOC || r->step.pc != pc)
        return;
    text_add(&r->what, "(%zu) = ", size);
    region_print(block, &r->what);
}

void trace_say(const char *format, ...)
{
    KEEP_ERRNO;
    if (!record_count)
        return;
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    record *r = &records[record_count - 1];
    text_clear(&r->what);
    text_add(&r->what, "%s", line);
    r->told = r->what.length;
}

static char *where_in(const source_stack *s)
{
    return s && source_stack_count(s) ? source_stack_where(s, source_stack_shown(s)) : NULL;
}

static char *where_of(const record *r)
{
    source_stack *s = stack_of(r);
    char *where = where_in(s);
    source_stack_free(s);
    return where ? where : source_line(r->step.pc);
}

static char *where_arrived(const fiber *f, const void *pc)
{
    const chain *c = &arrived[f->number];
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
    for (uint32_t i = record_count; pc && !where && i-- > 0;)
        if ((!f || records[i].fiber == f) && records[i].step.pc == pc)
            where = where_of(&records[i]);
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
        p.size = size_before(f, object);
    source_stack *s = source_stack_new(&arrived[f->number], p.size);
    show_place(&p, s, out);
    source_stack_free(s);
}

// The step that a thread made there, on this byte; NULL: none was recorded.
static const record *find_access(const fiber *f, const void *pc, const void *address)
{
    for (uint32_t i = record_count; i-- > 0;) {
        const pending *p = &records[i].step;
        if (records[i].fiber == f && p->pc == pc &&
            (uintptr_t)address - (uintptr_t)p->address < p->size)
            return &records[i];
    }
    return NULL;
}

void trace_place(const fiber *f, const void *pc, const void *address, text *out)
{
    const record *r = rt.tracing ? find_access(f, pc, address) : NULL;
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
    const chain *c = &arrived[f->number];
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

static void add_frames(lp_verdict *v, const record *r)
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
    while (i < shown && records[i].fiber->number == FIBER_MAIN &&
           records[i].step.kind != OP_JOIN_ALL)
        i++;
    return i;
}

void trace_end(lp_verdict *v)
{
    rt.tracing = false;
    const fiber *last = NULL;
    uint32_t shown = record_count;
    // A history is complete with its last return; what destroy does is not told.
    while (ended.how == END_COMPLETE && shown && records[shown - 1].step.kind != OP_RETURN)
        shown--;
    v->trace_setup = count_setup(shown);
    for (uint32_t i = 0; i < shown; i++) {
        const record *r = &records[i];
        char *where = where_of(r);
        verdict_trace(v, thread_number(r->fiber), last && last != r->fiber, where,
                      r->what.bytes ? r->what.bytes : "");
        add_frames(v, r);
        last = r->fiber;
        free(where);
    }
    for (uint32_t i = 0; i < record_count; i++) {
        text_fini(&records[i].what);
        close_record(&records[i]);
        free(records[i].pcs);
    }
    record_count = 0;
}
