// SPDX-License-Identifier: MIT
// See foreign.h.

#include "explore/interpose/foreign.h"

#include "base/memory.h"
#include "explore/interpose/foreign_gives.h"
#include "explore/interpose/foreign_link.h"
#include "explore/interpose/sync.h"
#include "explore/interpose/user_files.h"
#include "explore/runtime/footprint.h"
#include "explore/runtime/hook_scope.h"
#include "explore/runtime/schedule.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

// A thunk is `mov $index, %r11d; jmp *entry(%rip)`. They are written once; functions
// get theirs as they are found.
enum { THUNKS_MAX = 4096, THUNK_SIZE = 16, NAMES_SHOWN = 8 };

typedef struct foreign {
    void *target, *run; // what is run in its place; mostly itself
    char *name;
    foreign_class kind;
    const char *touches;
} foreign;

static foreign all[THUNKS_MAX];
static uint32_t count;
static uint8_t *thunks;
static bool *called; // shared with forked workers

// Saves what may hold arguments, asks where to go, and goes there. Vectors may be wider
// than the first sixteen bytes of their registers: which entry is used depends on the
// processor.
#define ENTRY(name, room, save, restore)                                                           \
    void name(void);                                                                               \
    __asm__(                                                                                       \
        ".pushsection .text\n\t.type " #name ", @function\n" #name ":\n\t"                         \
        ".cfi_startproc\n\t"                                                                       \
        "push %rbp\n\t.cfi_def_cfa_offset 16\n\t.cfi_offset %rbp, -16\n\t"                         \
        "mov %rsp, %rbp\n\t.cfi_def_cfa_register %rbp\n\t"                                         \
        "sub $" #room ", %rsp\n\t"                                                                 \
        "mov %rdi, (%rsp)\n\tmov %rsi, 8(%rsp)\n\tmov %rdx, 16(%rsp)\n\tmov %rcx, 24(%rsp)\n\t"    \
        "mov %r8, 32(%rsp)\n\tmov %r9, 40(%rsp)\n\tmov %rax, 48(%rsp)\n\tmov %r10, "               \
        "56(%rsp)\n\t" save "mov %r11d, %edi\n\tlea 8(%rbp), %rsi\n\tmov %rsp, %rdx\n\t"           \
        "call foreign_enter\n\t"                                                                   \
        "mov %rax, %r11\n\t"                                                                       \
        "mov (%rsp), %rdi\n\tmov 8(%rsp), %rsi\n\tmov 16(%rsp), %rdx\n\tmov 24(%rsp), %rcx\n\t"    \
        "mov 32(%rsp), %r8\n\tmov 40(%rsp), %r9\n\tmov 48(%rsp), %rax\n\tmov 56(%rsp), "           \
        "%r10\n\t" restore "leave\n\t.cfi_def_cfa %rsp, 8\n\tjmp *%r11\n\t"                        \
        ".cfi_endproc\n\t.size " #name ", .-" #name "\n\t.popsection")
#define EACH(one, move, reg, size)                                                                 \
    one(move, reg, 0, size) one(move, reg, 1, size) one(move, reg, 2, size)                        \
        one(move, reg, 3, size) one(move, reg, 4, size) one(move, reg, 5, size)                    \
            one(move, reg, 6, size) one(move, reg, 7, size)
#define SAVE(move, reg, n, size) move " %" reg #n ", 64+" #n "*" #size "(%rsp)\n\t"
#define RESTORE(move, reg, n, size) move " 64+" #n "*" #size "(%rsp), %" reg #n "\n\t"

ENTRY(foreign_entry_16, 192, EACH(SAVE, "movups", "xmm", 16), EACH(RESTORE, "movups", "xmm", 16));
ENTRY(foreign_entry_32, 320, EACH(SAVE, "vmovups", "ymm", 32), EACH(RESTORE, "vmovups", "ymm", 32));
ENTRY(foreign_entry_64, 576, EACH(SAVE, "vmovups", "zmm", 64), EACH(RESTORE, "vmovups", "zmm", 64));

void (*foreign_entry)(void) __attribute__((visibility("hidden")));

static void choose_entry(void)
{
    foreign_entry = __builtin_cpu_supports("avx512f") ? foreign_entry_64
                    : __builtin_cpu_supports("avx")   ? foreign_entry_32
                                                      : foreign_entry_16;
}

// Calls through pointers. The compilers are told to make them by these functions, one for
// each register, which may change nothing. What is in the user's object needs no more.
const char *foreign_seen_low __attribute__((visibility("hidden")));
const char *foreign_seen_high __attribute__((visibility("hidden")));
void *foreign_pointer __attribute__((visibility("hidden")));

#define THROUGH(name, reg)                                                                         \
    __asm__(".pushsection .text\n\t.globl " name "\n\t.type " name ", @function\n" name ":\n\t"    \
            ".cfi_startproc\n\t"                                                                   \
            "cmp foreign_seen_low(%rip), %" reg "\n\tjb 1f\n\t"                                    \
            "cmp foreign_seen_high(%rip), %" reg "\n\tjae 1f\n\tjmp *%" reg "\n"                   \
            "1:\tmov %" reg                                                                        \
            ", foreign_pointer(%rip)\n\tmov $-1, %r11d\n\tjmp *foreign_entry(%rip)\n\t"            \
            ".cfi_endproc\n\t.size " name ", .-" name "\n\t.popsection")
THROUGH("__x86_indirect_thunk_rax", "rax");
THROUGH("__x86_indirect_thunk_rbx", "rbx");
THROUGH("__x86_indirect_thunk_rcx", "rcx");
THROUGH("__x86_indirect_thunk_rdx", "rdx");
THROUGH("__x86_indirect_thunk_rsi", "rsi");
THROUGH("__x86_indirect_thunk_rdi", "rdi");
THROUGH("__x86_indirect_thunk_rbp", "rbp");
THROUGH("__x86_indirect_thunk_r8", "r8");
THROUGH("__x86_indirect_thunk_r9", "r9");
THROUGH("__x86_indirect_thunk_r10", "r10");
THROUGH("__x86_indirect_thunk_r11", "r11");
THROUGH("__x86_indirect_thunk_r12", "r12");
THROUGH("__x86_indirect_thunk_r13", "r13");
THROUGH("__x86_indirect_thunk_r14", "r14");
THROUGH("__x86_indirect_thunk_r15", "r15");
THROUGH("__llvm_external_retpoline_r11", "r11"); // clang's
enum { THROUGH_POINTER = -1 };

void *foreign_enter(uint32_t index, const void *const *slot, const uint64_t *arguments)
    __attribute__((visibility("hidden"), used));

static bool make_thunks(void)
{
    choose_entry();
    size_t code = (size_t)THUNKS_MAX * THUNK_SIZE, size = code + sizeof(void *);
    thunks = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    called = mmap(NULL, THUNKS_MAX, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (thunks == MAP_FAILED || called == MAP_FAILED)
        return false;
    for (uint32_t i = 0; i < THUNKS_MAX; i++) {
        uint8_t *at = thunks + (size_t)i * THUNK_SIZE;
        uint8_t bytes[12] = {0x41, 0xbb, 0, 0, 0, 0, 0xff, 0x25};
        int32_t distance = (int32_t)(thunks + code - (at + sizeof bytes));
        memcpy(bytes + 2, &i, sizeof i);
        memcpy(bytes + 8, &distance, sizeof distance);
        memcpy(at, bytes, sizeof bytes);
    }
    memcpy(thunks + code, &foreign_entry, sizeof foreign_entry);
    return mprotect(thunks, size, PROT_READ | PROT_EXEC) == 0;
}

bool foreign_ready(void)
{
    return thunks || make_thunks();
}

extern char *__cxa_demangle(const char *name, char *out, size_t *size, int *status);

// A name of C++ as people write it, without arguments.
static char *shown(const char *name)
{
    int status;
    char *readable = __cxa_demangle(name, NULL, NULL, &status);
    char *result = memory_string(readable ? readable : name);
    size_t depth = 0;
    for (char *c = result; readable && *c; c++) {
        depth += *c == '<';
        depth -= *c == '>' && depth;
        if (*c == '(' && !depth && c > result) {
            *c = '\0';
            break;
        }
    }
    free(readable);
    return result;
}

void *foreign_thunk(void *target, const char *name, const char *module)
{
    for (uint32_t i = 0; i < count; i++)
        if (all[i].target == target)
            return thunks + (size_t)i * THUNK_SIZE;
    foreign_known known = foreign_classify(name, module);
    if (known.kind == FOREIGN_PURE)
        return target;
    if (count == THUNKS_MAX)
        return NULL;
    void *instead = foreign_instead(name);
    all[count] =
        (foreign){target, instead ? instead : target, shown(name), known.kind, known.touches};
    return thunks + (size_t)count++ * THUNK_SIZE;
}

bool foreign_is_thunk(const void *code)
{
    return thunks && (const uint8_t *)code >= thunks &&
           (const uint8_t *)code < thunks + (size_t)THUNKS_MAX * THUNK_SIZE;
}

const char *foreign_name(uint64_t index)
{
    return index < count ? all[index].name : "a function that calls back";
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void foreign_names(text *out)
{
    const char *names[THUNKS_MAX];
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++)
        if (called[i])
            names[n++] = all[i].name;
    qsort(names, n, sizeof *names, by_name);
    for (uint32_t i = 0; i < n && i < NAMES_SHOWN; i++)
        text_add(out, i ? ", %s" : "%s", names[i]);
    if (n > NAMES_SHOWN)
        text_add(out, " and %u other functions", n - NAMES_SHOWN);
}

bool foreign_inside(fiber *f)
{
    fiber_state *s = &f->s;
    if (s->foreign_body)
        return true;
    if (!s->foreign_slot)
        return false;
    // The caller's frame is still there, and still waits for that call to return. What is
    // left over of it may look so too: then more is thought to conflict than does.
    const char *here = __builtin_frame_address(0);
    bool inside = here < (const char *)s->foreign_slot && *s->foreign_slot == s->foreign_return;
    if (!inside)
        s->foreign_slot = NULL;
    return inside;
}

bool foreign_opaque(const fiber *f)
{
    return f->s.foreign_body || f->s.foreign_unknown;
}

// The reduction learns that there are steps that may touch anything.
static void expect_opaque(const char *why)
{
    learnt.opaque = true;
    if (!learnt.invisible_plain && !learnt.symmetry)
        return;
    learnt.invisible_plain = learnt.symmetry = false;
    execution_end(END_RESTART, NULL, "%s", why);
}

static void note_opaque(uint32_t index)
{
    called[index] = true;
    expect_opaque("a call with an unknown footprint");
}

void foreign_thread(fiber *f, const void *body)
{
    if (foreign_sees(body) || foreign_starts_threads(body))
        return;
    f->s.foreign_body = true;
    expect_opaque("a thread that is not instrumented");
}

// Where races are not known: another thread is about to touch the same memory. If there is
// a race, there is an execution in which that is so.
static void report_concurrent(uint32_t index, const uint64_t *arguments)
{
    for (uint32_t i = 0; i < rt.fiber_count; i++) {
        const fiber *f = &rt.fibers[i];
        const pending *p = &f->s.next;
        if (f == rt.current || f->s.status != FIBER_PARKED || !fiber_enabled(f))
            continue;
        bool call = (p->kind == OP_FOREIGN || p->kind == OP_STREAM) && p->extra != FOREIGN_NONE;
        bool meets = call ? foreign_meet(all[index].touches, arguments, all[p->extra].touches,
                                         f->s.foreign_arguments)
                          : foreign_meets(all[index].touches, arguments, p);
        if (meets)
            foreign_report_unseen(all[index].name);
    }
}

void *foreign_enter(uint32_t index, const void *const *slot, const uint64_t *arguments)
{
    if (index == (uint32_t)THROUGH_POINTER) {
        void *target = foreign_pointer, *instead = target;
        if (rt.in_user && !rt.loading && !foreign_is_thunk(target)) {
            HOOK_SCOPE;
            instead = foreign_function(target, NULL);
        }
        if (instead == target)
            return target;
        index = (uint32_t)(((uint8_t *)instead - thunks) / THUNK_SIZE);
    }
    const foreign *f = &all[index];
    if (!rt.in_user || rt.loading || !rt.current)
        return f->target;
    const void *stream = foreign_stream(f->touches, arguments);
    foreign_class kind = stream && streams_touch_memory() ? FOREIGN_OPAQUE : f->kind;
    bool shares = foreign_shares(f->touches, arguments);
    if (kind == FOREIGN_MEMORY && !shares)
        return f->run;
    fiber *me = rt.current;
    HOOK_SCOPE;
    memcpy(me->s.foreign_arguments, arguments, sizeof me->s.foreign_arguments);
    if (kind == FOREIGN_OPAQUE && !rt.solo && !me->s.quiet)
        note_opaque(index);
    point(stream ? OP_STREAM : OP_FOREIGN, stream, 0, index, *slot);
    if (shares)
        foreign_check_stacks(f->touches, arguments, *slot);
    if (shares && !config.reduced && !rt.solo)
        report_concurrent(index, arguments);
    if (!foreign_inside(me)) {
        me->s.foreign_slot = slot;
        me->s.foreign_return = *slot;
        me->s.foreign_unknown = kind == FOREIGN_OPAQUE;
    }
    return f->run;
}

void foreign_called_back(const void *from, const char *frame)
{
    fiber_state *s = &rt.current->s;
    bool outer = !s->callback || frame > s->callback;
    if (outer && !foreign_sees(from) && foreign_inside(rt.current) && s->foreign_unknown)
        s->callback = frame;
}

// The frame of the function that has been called back, or, after it has given up its frame, above.
void foreign_calls_back_end(const char *frame, const void *pc)
{
    fiber_state *s = &rt.current->s;
    if (frame < s->callback)
        return;
    s->callback = NULL;
    if (!foreign_inside(rt.current))
        return;
    HOOK_SCOPE;
    point(OP_FOREIGN, NULL, 0, FOREIGN_NONE, pc);
}

void foreign_footprint(const pending *p)
{
    if (p->extra == FOREIGN_NONE) {
        step_now.flags |= STEP_OPAQUE;
        return;
    }
    const foreign *f = &all[p->extra];
    bool stream = p->kind == OP_STREAM && streams_touch_memory();
    foreign_touch(stream ? FOREIGN_OPAQUE : f->kind, f->touches, rt.current->s.foreign_arguments);
}
