// SPDX-License-Identifier: MIT
// See region.h. Modules that the loader brought in with the user's object are
// the user's: their writable segments are tracked and reset. RELRO pages are
// left out, nothing writes them after loading.

#include "explore/runtime/region.h"

#include "base/memory.h"
#include "explore/runtime/arena.h"
#include "explore/runtime/fiber.h"
#include "explore/runtime/hook_scope.h"
#include "explore/runtime/schedule.h"
#include "explore/runtime/tls.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

enum { RANGES_MAX = 32, KNOWN_MAX = 512, MODULES_MAX = 128 };

typedef struct range {
    char *low, *high;
    char *initial;
} range;

static range data[RANGES_MAX]; // writable, the user's
static uint32_t data_count;
static range known[KNOWN_MAX]; // all that is loaded, to tell uncontrolled memory from it
static uint32_t known_count, system_count; // the first ones are the system's
static range system_data[RANGES_MAX];      // writable, the system's
static uint32_t system_data_count;
static range libc_code[2]; // the C library, the loader
static uintptr_t loaded_before[MODULES_MAX];
static uint32_t loaded_before_count;

static int note_loaded(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    (void)context;
    if (loaded_before_count < MODULES_MAX)
        loaded_before[loaded_before_count++] = info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum && known_count < KNOWN_MAX; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        char *low = (char *)info->dlpi_addr + p->p_vaddr;
        if (p->p_type != PT_LOAD)
            continue;
        known[known_count++] = (range){low, low + p->p_memsz, NULL};
        if (p->p_flags & PF_W && *info->dlpi_name && system_data_count < RANGES_MAX) {
            char *high = low + p->p_memsz;
            system_data[system_data_count++] = (range){low, high, NULL};
            region_system_low = low < region_system_low ? low : region_system_low;
            region_system_high = high > region_system_high ? high : region_system_high;
        }
    }
    return 0;
}

static bool in_ranges(const range *ranges, uint32_t count, const char *a)
{
    for (uint32_t i = 0; i < count; i++)
        if (a >= ranges[i].low && a < ranges[i].high)
            return true;
    return false;
}

bool region_of_system(const void *address)
{
    return in_ranges(known, system_count, address);
}

const char *region_system_low = (const char *)UINTPTR_MAX, *region_system_high;

bool region_in_system_data(const void *address)
{
    // Which stream is standard output does not change.
    return in_ranges(system_data, system_data_count, address) && address != &stdin &&
           address != &stdout && address != &stderr;
}

bool region_of_module(const void *address)
{
    return in_ranges(known, known_count, address);
}

bool region_data_offset(const void *address, uint32_t *module, uint64_t *offset)
{
    const char *a = address;
    for (*module = 0; *module < data_count; ++*module)
        if (a >= data[*module].low - sizeof(void *) && a < data[*module].high) {
            *offset = (uint64_t)(a - data[*module].low + (ptrdiff_t)sizeof(void *));
            return true;
        }
    return false;
}

const void *region_data_at(uint32_t module, uint64_t offset)
{
    if (module >= data_count || offset > (uint64_t)(data[module].high - data[module].low))
        return NULL;
    return data[module].low + offset - sizeof(void *);
}

static range module_of(const void *inside)
{
    Dl_info info;
    struct link_map *map;
    range r = {0};
    if (!dladdr1(inside, &info, (void **)&map, RTLD_DL_LINKMAP))
        return r;
    const ElfW(Ehdr) *header = info.dli_fbase;
    const ElfW(Phdr) *p = (const void *)((const char *)header + header->e_phoff);
    for (int i = 0; i < header->e_phnum; i++)
        if (p[i].p_type == PT_LOAD && (p[i].p_flags & PF_X)) {
            r.low = (char *)info.dli_fbase + p[i].p_vaddr;
            r.high = r.low + p[i].p_memsz;
        }
    return r;
}

void regions_before(void)
{
    dl_iterate_phdr(note_loaded, NULL);
    system_count = known_count;
    libc_code[0] = module_of(dlsym(RTLD_DEFAULT, "strtol"));
    libc_code[1] = module_of(dlsym(RTLD_DEFAULT, "__tls_get_addr"));
}

bool region_in_libc(const void *pc)
{
    return in_ranges(libc_code, 2, pc);
}

static int note_module(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    error *e = context;
    bool fresh = true;
    for (uint32_t i = 0; i < loaded_before_count; i++)
        fresh = fresh && loaded_before[i] != info->dlpi_addr;
    char *base = (char *)info->dlpi_addr;
    char *relro_low = NULL, *relro_high = NULL;
    if (fresh && loaded_before_count < MODULES_MAX)
        loaded_before[loaded_before_count++] = info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type == PT_GNU_RELRO) {
            relro_low = base + p->p_vaddr;
            relro_high = relro_low + p->p_memsz;
        }
    }
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        char *low = base + p->p_vaddr, *high = low + p->p_memsz;
        // C++'s run-time library keeps what is being thrown or called once there.
        bool cxx = info->dlpi_name && strstr(info->dlpi_name, "libstdc++");
        if (p->p_type == PT_TLS && p->p_memsz && (fresh || (cxx && !data_count)))
            tls_add_module(info->dlpi_tls_modid, p->p_memsz, info->dlpi_addr);
        if (!fresh)
            continue;
        if (p->p_type == PT_LOAD && known_count < KNOWN_MAX)
            known[known_count++] = (range){low, high, NULL};
        if (p->p_type != PT_LOAD || !(p->p_flags & PF_W))
            continue;
        if (relro_low < high && relro_high > low) // it may have a segment of its own
            low = relro_high;
        if (low < high) {
            if (data_count == RANGES_MAX) {
                error_set(e, "the object brings in too many modules");
                return 1;
            }
            data[data_count++] = (range){low, high, NULL};
        }
    }
    return 0;
}

bool regions_after(error *e)
{
    return dl_iterate_phdr(note_module, e) == 0;
}

bool regions_more(bool *fresh, error *e)
{
    uint32_t before = data_count, modules = loaded_before_count;
    bool ok = regions_after(e);
    for (uint32_t i = before; i < data_count; i++)
        data[i].initial = memory_copy(data[i].low, (size_t)(data[i].high - data[i].low));
    *fresh = loaded_before_count > modules;
    return ok;
}

void regions_snapshot(void)
{
    for (uint32_t i = 0; i < data_count; i++)
        data[i].initial = memory_copy(data[i].low, (size_t)(data[i].high - data[i].low));
}

void regions_reset(void)
{
    for (uint32_t i = 0; i < data_count; i++)
        memcpy(data[i].low, data[i].initial, (size_t)(data[i].high - data[i].low));
}

void regions_visit(void (*visit)(void *context, const void *bytes, size_t size), void *context)
{
    for (uint32_t i = 0; i < data_count; i++)
        visit(context, data[i].low, (size_t)(data[i].high - data[i].low));
}

// Memory that is neither reset nor scheduled. Constants are fine, and so is
// what lies in modules of the system; for the rest "holds" would say too much.
static const char *wild; // the last address that an access announced and nothing is known at
static const void *wild_pc;

static void note_uncontrolled(const char *a, const void *pc)
{
    if (region_of_module(a))
        return;
    wild = a;
    wild_pc = pc;
    if (!learnt.uncontrolled[0] && a > (const char *)65536)
        snprintf(learnt.uncontrolled, sizeof learnt.uncontrolled,
                 "the object uses memory that explore does not control (address %p)",
                 (const void *)a);
}

// Below the frame that a fiber is in there is nothing of the user's. The hook
// itself was called from the frame of the current fiber.
static bool stack_dead(const fiber *owner, const char *address)
{
    if (owner == rt.current)
        return address < FRAME_TOP;
    return owner->s.status != FIBER_PARKED || address < owner->live;
}

static void check_stack(const fiber *owner, const char *address, const void *pc)
{
    if (stack_dead(owner, address))
        execution_break(LP_VIOLATION_FREED, pc,
                        "use of a variable on the stack after its function has returned");
}

bool region_shared(const void *address, const void *pc)
{
    if (arenas_own(address) || in_ranges(data, data_count, address))
        return true;
    fiber *owner = fiber_of_stack(address, NULL);
    if (owner) {
        check_stack(owner, address, pc);
        if (owner != rt.current && !owner->stack_shared) {
            owner->stack_shared = true;
            execution_end(END_RESTART, NULL, "a stack is shared");
        }
        return owner->stack_shared;
    }
    if (tls_owns(rt.current, address))
        return rt.current->tls_shared;
    owner = fiber_of_tls(address);
    if (owner) {
        if (!owner->tls_shared) {
            owner->tls_shared = true;
            execution_end(END_RESTART, NULL, "a thread-local variable is shared");
        }
        return true;
    }
    note_uncontrolled(address, pc);
    return false;
}

void region_waits(const void *address)
{
    enum { ENOUGH = 20000 };
    fiber *f = rt.current;
    rt.private_run = address == rt.private_last ? rt.private_run + 1 : 0;
    rt.private_last = address;
    if (rt.private_run < ENOUGH || rt.solo)
        return;
    if (fiber_of_stack(address, NULL) == f && !f->stack_shared) {
        f->stack_shared = true;
        execution_end(END_RESTART, NULL, "a thread waits for its own stack");
    } else if (tls_owns(f, address) && !f->tls_shared) {
        f->tls_shared = true;
        execution_end(END_RESTART, NULL, "a thread waits for its own variable");
    }
}

bool region_is_wild(const void *address)
{
    return wild_pc && address == wild;
}

const void *region_wild_pc(const void *fault)
{
    enum { WIDEST = 64 };
    return wild_pc && (uintptr_t)fault - (uintptr_t)wild < WIDEST ? wild_pc : NULL;
}

void region_check(const void *address, size_t size, const void *pc)
{
    if (!arenas_own(address)) {
        // Its function may have returned while the current thread was parked.
        const fiber *owner = fiber_of_other_stack(address);
        if (owner)
            check_stack(owner, address, pc);
        return;
    }
    const heap_fault *wrong = arena_check(address, size);
    if (wrong) {
        rt.current->s.next.address = address;
        execution_break(wrong->kind, pc, "%s", wrong->text);
    }
}

void region_probe(const void *address, size_t size, bool write, const void *pc)
{
    volatile char *first = (volatile char *)(uintptr_t)address, *last = first + size - 1;
    rt.probe_pc = pc;
    {
        USER_SCOPE;
        char a = *first, b = *last;
        if (write) {
            *first = a;
            *last = b;
        }
    }
    rt.probe_pc = NULL;
}
