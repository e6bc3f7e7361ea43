// SPDX-License-Identifier: MIT
// Which functions are foreign, and how calls to them come to us. The loader has put
// their addresses into slots of the user's modules (JUMP_SLOT for calls, GLOB_DAT and
// R_X86_64_64 where the address is taken); we put thunks there instead.

#include "explore/interpose/foreign_link.h"

#include "base/memory.h"
#include "explore/runtime/region.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { CODE_MAX = 256 };

// Executable segments.
typedef struct code {
    const char *low, *high;
    const char *module; // base name; "" is the runner
    bool seen;          // instrumented, or the runner's own
    const char *path;
    void *handle; // NULL: not asked for yet
} code;

static code codes[CODE_MAX];
static uint32_t code_count;
static uintptr_t known_modules[CODE_MAX];
static uint32_t known_count;

static const code *code_of(const void *address)
{
    const char *a = address;
    for (uint32_t i = 0; i < code_count; i++)
        if (a >= codes[i].low && a < codes[i].high)
            return &codes[i];
    return NULL;
}

bool foreign_sees(const void *address)
{
    const code *c = code_of(address);
    return (c && c->seen) || foreign_is_thunk(address);
}

bool foreign_starts_threads(const void *address)
{
    const code *c = code_of(address);
    return c && !strncmp(c->module, "libstdc++.", strlen("libstdc++."));
}

// The dynamic section, as far as we need it.
typedef struct linkage {
    const char *base, *strings;
    const ElfW(Sym) * symbols;
    const ElfW(Rela) * calls, *others;
    size_t strings_size, calls_size, others_size;
} linkage;

static linkage linkage_of(const struct dl_phdr_info *info)
{
    linkage l = {.base = (const char *)info->dlpi_addr};
    const ElfW(Dyn) *d = NULL;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
            d = (const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    for (; d && d->d_tag != DT_NULL; d++) {
        // The loader makes addresses of them, but not in the kernel's vdso.
        ElfW(Addr) value = d->d_un.d_ptr;
        const void *at = (const void *)(value < info->dlpi_addr ? value + info->dlpi_addr : value);
        switch (d->d_tag) {
        case DT_STRTAB:
            l.strings = at;
            break;
        case DT_STRSZ:
            l.strings_size = d->d_un.d_val;
            break;
        case DT_SYMTAB:
            l.symbols = at;
            break;
        case DT_JMPREL:
            l.calls = at;
            break;
        case DT_PLTRELSZ:
            l.calls_size = d->d_un.d_val;
            break;
        case DT_RELA:
            l.others = at;
            break;
        case DT_RELASZ:
            l.others_size = d->d_un.d_val;
            break;
        default:
            break;
        }
    }
    return l;
}

static bool write_slot(void **slot, void *value)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), from = (uintptr_t)slot & ~(page - 1);
    // Read-only after relocation, as a rule; what it was before is not known, and does no harm.
    if (mprotect((void *)from, (uintptr_t)(slot + 1) - from, PROT_READ | PROT_WRITE))
        return false;
    *slot = value;
    return true;
}

// A library of the user's comes before those of the system, as it would in a program that
// is linked with it. Our own functions come before both.
static void *defined_by_user(const char *name)
{
    for (uint32_t i = 0; i < code_count; i++) {
        if (codes[i].seen || region_of_system(codes[i].low))
            continue;
        if (!codes[i].handle)
            codes[i].handle = dlopen(codes[i].path, RTLD_NOLOAD | RTLD_LAZY);
        void *found = codes[i].handle ? dlsym(codes[i].handle, name) : NULL;
        if (found && code_of(found) == &codes[i])
            return found;
    }
    return NULL;
}

static bool patch(const linkage *l, const ElfW(Rela) * relocations, size_t size, bool seen)
{
    for (size_t i = 0; i < size / sizeof *relocations; i++) {
        const ElfW(Rela) *r = &relocations[i];
        uint32_t type = (uint32_t)ELF64_R_TYPE(r->r_info);
        const ElfW(Sym) *symbol = &l->symbols[ELF64_R_SYM(r->r_info)];
        bool call = type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT;
        if (!call && (type != R_X86_64_64 || r->r_addend))
            continue;
        void **slot = (void **)(uintptr_t)(l->base + r->r_offset);
        const char *name = l->strings + symbol->st_name;
        const code *target = *slot ? code_of(*slot) : NULL;
        if (!target || target->seen)
            continue;
        void *instead = region_of_system(*slot) ? defined_by_user(name) : NULL;
        instead = instead ? instead : *slot;
        if (seen)
            instead = foreign_thunk(instead, name, code_of(instead)->module);
        if (!instead || (instead != *slot && !write_slot(slot, instead)))
            return false;
    }
    return true;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// libatomic's functions are the runner's own: see atomic_access.c.
static bool is_seen(const struct dl_phdr_info *info, const linkage *l)
{
    return !*info->dlpi_name || (l->strings && memmem(l->strings, l->strings_size, "__tsan_", 7));
}

static int note_code(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    (void)context;
    for (uint32_t i = 0; i < known_count; i++)
        if (known_modules[i] == info->dlpi_addr)
            return 0;
    if (known_count < CODE_MAX)
        known_modules[known_count++] = info->dlpi_addr;
    linkage l = linkage_of(info);
    for (int i = 0; i < info->dlpi_phnum && code_count < CODE_MAX; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        const char *low = (const char *)info->dlpi_addr + p->p_vaddr;
        if (p->p_type == PT_LOAD && p->p_flags & PF_X)
            codes[code_count++] = (code){low,
                                         low + p->p_memsz,
                                         memory_string(base_name(info->dlpi_name)),
                                         is_seen(info, &l),
                                         memory_string(info->dlpi_name),
                                         NULL};
        else
            continue;
        if (*info->dlpi_name && is_seen(info, &l) && !foreign_seen_low) {
            foreign_seen_low = low;
            foreign_seen_high = low + p->p_memsz;
        }
    }
    return 0;
}

static int patch_module(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    linkage l = linkage_of(info);
    bool seen = is_seen(info, &l);
    if (!*info->dlpi_name || !l.symbols || (!seen && region_of_system(l.strings)))
        return 0;
    bool ok = patch(&l, l.calls, l.calls_size, seen) && patch(&l, l.others, l.others_size, seen);
    *(bool *)context = *(bool *)context && ok;
    return 0;
}

bool foreign_link(error *e)
{
    bool ok = foreign_ready();
    dl_iterate_phdr(note_code, NULL);
    dl_iterate_phdr(patch_module, &ok);
    return ok || error_set(e, "the object calls too many functions of libraries");
}

void *foreign_function(void *function, const char *name)
{
    const code *c = code_of(function);
    if (!c || c->seen)
        return function;
    char place[64];
    Dl_info info;
    if (!name && dladdr(function, &info) && info.dli_saddr == function)
        name = info.dli_sname;
    snprintf(place, sizeof place, "%.40s+0x%zx", c->module, (size_t)((char *)function - c->low));
    void *instead = foreign_thunk(function, name ? name : place, c->module);
    return instead ? instead : function;
}
