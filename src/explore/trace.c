// SPDX-License-Identifier: MIT
// See trace.h. A plain write is announced before it happens, so its value is
// read from memory when the thread comes to its next point; nothing else can
// have written there in between.

#include "explore/trace.h"

#include "base/memory.h"
#include "base/text.h"
#include "explore/arena.h"
#include "explore/foreign.h"
#include "explore/region.h"
#include "explore/source.h"
#include "judge/verdict.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct record {
    const fiber *fiber;
    pending step;
    text what;
    bool open;  // a write whose value is not known yet
    bool early; // of an operation whose call was not noted yet
} record;

static record *records;
static uint32_t record_count, record_capacity;

void trace_begin(void)
{
    rt.tracing = true;
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

static void print_value(uint64_t v, size_t size, text *out)
{
    int64_t s = size == 1   ? (int8_t)v
                : size == 2 ? (int16_t)v
                : size == 4 ? (int32_t)v
                            : (int64_t)v;
    if (size == 8 && v > 65536 && s > 0) {
        size_t before = out->length;
        region_print((const void *)(uintptr_t)v, out);
        if (strncmp(out->bytes + before, "0x", 2) != 0)
            return;
        out->length = before;
    }
    if (s > -1000000 && s < 1000000)
        text_add(out, "%lld", (long long)s);
    else
        text_add(out, "0x%llx", (unsigned long long)v);
}

static void print_memory(const pending *p, text *out)
{
    uint64_t v = 0;
    if (p->size > 8 || !p->address) {
        text_add(out, "(%u bytes)", p->size);
        return;
    }
    memcpy(&v, p->address, p->size);
    print_value(v, p->size, out);
}

// " (acquire)"; the strongest, which is what one gets without asking, is not told.
static void print_order(uint64_t order, text *out)
{
    static const char *const names[] = {"relaxed", "consume", "acquire", "release", "acq_rel"};
    if (order < sizeof names / sizeof *names)
        text_add(out, " (%s)", names[order]);
}

static bool safe_to_read(const void *address, size_t size)
{
    return !arenas_own(address) || !arena_check(address, size);
}

void trace_settle(void)
{
    for (uint32_t i = record_count; i-- > 0;) {
        record *r = &records[i];
        if (r->fiber != rt.current)
            continue;
        if (r->open && safe_to_read(r->step.address, r->step.size)) {
            text_add(&r->what, " = ");
            print_memory(&r->step, &r->what);
            if (r->step.kind == OP_STORE)
                print_order(r->step.extra, &r->what);
        }
        r->open = false;
        return;
    }
}

// "q->tail [main#1]": how the source calls it, and in which block it is; where the source
// does not tell which byte, "q->items[i] [main#1+8]".
static void print_place(const pending *p, text *out)
{
    bool writes = p->kind == OP_WRITE || p->kind == OP_STORE;
    bool access = writes || p->kind == OP_READ || p->kind == OP_LOAD || p->kind == OP_UPDATE;
    size_t before = out->length;
    if (!access || !arenas_own(p->address) || !source_operand(p->pc, writes, out)) {
        region_print(p->address, out);
        return;
    }
    bool plain = !strpbrk(out->bytes + before, "[*");
    text_add(out, " [");
    size_t block = out->length;
    region_print(p->address, out);
    char *offset = plain ? strchr(out->bytes + block, '+') : NULL;
    if (offset) {
        out->length = (size_t)(offset - out->bytes);
        *offset = '\0';
    }
    text_add(out, "]");
}

void trace_step(const fiber *f, const pending *p)
{
    trace_settle();
    MEMORY_GROW(records, record_capacity, record_count + 1);
    record *r = &records[record_count++];
    *r = (record){.fiber = f, .step = *p, .early = f->s.call_waits};
    text_add(&r->what, "%s", kind_names[p->kind] ? kind_names[p->kind] : "");
    if (p->address && p->kind != OP_CALL && p->kind != OP_RETURN) {
        text_add(&r->what, " ");
        print_place(p, &r->what);
    }
    if (p->kind == OP_FOREIGN || (p->kind == OP_STREAM && p->extra != FOREIGN_NONE)) {
        text_clear(&r->what);
        text_add(&r->what, "call of %s", foreign_name(p->extra));
    }
    if (p->kind == OP_JOIN)
        text_add(&r->what, " %u", thread_number(&rt.fibers[p->extra]));
    if ((p->kind == OP_READ || p->kind == OP_LOAD) && safe_to_read(p->address, p->size)) {
        text_add(&r->what, " = ");
        print_memory(p, &r->what);
        if (p->kind == OP_LOAD)
            print_order(p->extra, &r->what);
    }
    r->open = p->kind == OP_WRITE || p->kind == OP_STORE;
}

// People expect what an operation does after its call.
void trace_called(void)
{
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

void trace_choice(uint32_t answer)
{
    if (record_count)
        text_add(&records[record_count - 1].what, " (alternative %u)", answer);
}

void trace_update(const char *name, uint64_t old, uint64_t new, bool done)
{
    record *r = record_count ? &records[record_count - 1] : NULL;
    if (!r || r->step.kind != OP_UPDATE || r->fiber != rt.current)
        return;
    text_clear(&r->what);
    text_add(&r->what, "%s ", name);
    print_place(&r->step, &r->what);
    if (done)
        text_add(&r->what, ": ");
    else
        text_add(&r->what, " fails: it is ");
    size_t size = r->step.size > 8 ? 8 : r->step.size;
    print_value(old, size, &r->what);
    if (done) {
        text_add(&r->what, " → ");
        print_value(new, size, &r->what);
    }
    print_order(r->step.extra, &r->what);
}

void trace_allocated(const void *block, size_t size, const void *pc)
{
    record *r = record_count ? &records[record_count - 1] : NULL;
    if (!r || r->step.kind != OP_MALLOC || r->step.pc != pc)
        return;
    text_add(&r->what, "(%zu) = ", size);
    region_print(block, &r->what);
}

void trace_say(const char *format, ...)
{
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
}

void trace_end(lp_verdict *v)
{
    rt.tracing = false;
    const fiber *last = NULL;
    uint32_t shown = record_count;
    // A history is complete with its last return; what destroy does is not told.
    while (rt.end == END_COMPLETE && shown && records[shown - 1].step.kind != OP_RETURN)
        shown--;
    for (uint32_t i = 0; i < shown; i++) {
        const record *r = &records[i];
        char *where = source_line(r->step.pc);
        verdict_trace(v, thread_number(r->fiber), last && last != r->fiber, where,
                      r->what.bytes ? r->what.bytes : "");
        last = r->fiber;
        free(where);
    }
    for (uint32_t i = 0; i < record_count; i++)
        text_fini(&records[i].what);
    record_count = 0;
}
