// SPDX-License-Identifier: MIT
// See source_lines.h.

#include "explore/show/source_lines.h"

#ifdef LP_HAVE_LIBDW

#include "explore/runtime/region.h"
#include "explore/show/source_dwarf.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

Dwfl *source_session(void)
{
    static Dwfl *dwfl;
    static char *debug_path;
    static const Dwfl_Callbacks callbacks = {.find_elf = dwfl_linux_proc_find_elf,
                                             .find_debuginfo = dwfl_standard_find_debuginfo,
                                             .debuginfo_path = &debug_path};
    if (dwfl)
        return dwfl;
    dwfl = dwfl_begin(&callbacks);
    if (dwfl && (dwfl_linux_proc_report(dwfl, getpid()) || dwfl_report_end(dwfl, NULL, NULL))) {
        dwfl_end(dwfl);
        dwfl = NULL;
    }
    return dwfl;
}

// The call is what the line is about, and it ends just before.
static Dwfl_Line *line_of(const void *return_address)
{
    Dwarf_Addr pc = (Dwarf_Addr)(uintptr_t)return_address - 1;
    Dwfl *dwfl = return_address ? source_session() : NULL;
    Dwfl_Module *module = dwfl ? dwfl_addrmodule(dwfl, pc) : NULL;
    return module ? dwfl_module_getsrc(module, pc) : NULL;
}

char *source_line(const void *return_address)
{
    Dwfl_Line *line = line_of(return_address);
    int number = 0;
    const char *file = line ? dwfl_lineinfo(line, NULL, &number, NULL, NULL, NULL) : NULL;
    if (!file || !number)
        return NULL;
    const char *slash = strrchr(file, '/');
    return text_format("%s:%d", slash ? slash + 1 : file, number);
}

// Of C++'s run-time library.
extern __attribute__((weak)) char *__cxa_demangle(const char *name, char *into, size_t *size,
                                                  int *failed);

bool source_symbol(const void *address, size_t size, text *out)
{
    if (source_variable(address, size, out))
        return true;
    Dwfl *dwfl = source_session();
    Dwarf_Addr at = (Dwarf_Addr)(uintptr_t)address;
    Dwfl_Module *module = dwfl ? dwfl_addrmodule(dwfl, at) : NULL;
    GElf_Off offset = 0;
    GElf_Sym symbol;
    const char *name =
        module ? dwfl_module_addrinfo(module, at, &offset, &symbol, NULL, NULL, NULL) : NULL;
    if (!name || offset >= symbol.st_size)
        return false;
    int failed = 1;
    char *plain = __cxa_demangle ? __cxa_demangle(name, NULL, NULL, &failed) : NULL;
    text_add(out, offset ? "%s+%zu" : "%s", failed ? name : plain, (size_t)offset);
    free(plain);
    return true;
}

static bool has_bit_field(Dwarf_Die *die)
{
    do {
        Dwarf_Die child;
        if (dwarf_hasattr(die, DW_AT_bit_size))
            return true;
        int tag = dwarf_tag(die);
        bool inside = tag == DW_TAG_compile_unit || tag == DW_TAG_structure_type ||
                      tag == DW_TAG_union_type || tag == DW_TAG_class_type ||
                      tag == DW_TAG_namespace || tag == DW_TAG_subprogram ||
                      tag == DW_TAG_lexical_block;
        if (inside && dwarf_child(die, &child) == 0 && has_bit_field(&child))
            return true;
    } while (dwarf_siblingof(die, die) == 0);
    return false;
}

static int look_for_bit_fields(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr start,
                               void *found)
{
    (void)data;
    (void)name;
    if (region_of_system((const void *)(uintptr_t)start))
        return DWARF_CB_OK;
    Dwarf_Addr bias;
    for (Dwarf_Die *cu = dwfl_module_nextcu(module, NULL, &bias); cu;
         cu = dwfl_module_nextcu(module, cu, &bias)) {
        Dwarf_Attribute attribute;
        const char *producer = dwarf_formstring(dwarf_attr(cu, DW_AT_producer, &attribute));
        Dwarf_Die root = *cu;
        if (producer && !strncmp(producer, "GNU", 3) && has_bit_field(&root))
            *(bool *)found = true;
    }
    return DWARF_CB_OK;
}

bool source_has_hidden_reads(void)
{
    bool found = false;
    Dwfl *dwfl = source_session();
    if (dwfl)
        dwfl_getmodules(dwfl, look_for_bit_fields, &found, 0);
    return found;
}

char *source_where(const void *return_address)
{
    chain c = {.count = 1, .frames = {{.pc = return_address}}};
    source_stack *s = return_address ? source_stack_new(&c, 0) : NULL;
    char *where = s && source_stack_count(s) ? source_stack_where(s, source_stack_shown(s)) : NULL;
    source_stack_free(s);
    return where ? where : source_line(return_address);
}

#else

char *source_text(const void *return_address)
{
    (void)return_address;
    return NULL;
}

char *source_spot(const void *return_address)
{
    (void)return_address;
    return NULL;
}

char *source_call(const void *return_address)
{
    (void)return_address;
    return NULL;
}

char *source_where(const void *return_address)
{
    (void)return_address;
    return NULL;
}

bool source_has_hidden_reads(void)
{
    return false;
}

char *source_line(const void *return_address)
{
    (void)return_address;
    return NULL;
}

bool source_symbol(const void *address, size_t size, text *out)
{
    (void)address;
    (void)size;
    (void)out;
    return false;
}

bool source_thread_local(uint64_t module, size_t offset, size_t size, text *out)
{
    (void)module;
    (void)offset;
    (void)size;
    (void)out;
    return false;
}

source_stack *source_stack_new(const chain *c, size_t size)
{
    (void)c;
    (void)size;
    return NULL;
}

void source_stack_free(source_stack *s)
{
    (void)s;
}

uint32_t source_stack_count(const source_stack *s)
{
    (void)s;
    return 0;
}

uint32_t source_stack_shown(const source_stack *s)
{
    (void)s;
    return 0;
}

char *source_stack_where(const source_stack *s, uint32_t i)
{
    (void)s;
    (void)i;
    return NULL;
}

const char *source_stack_function(const source_stack *s, uint32_t i)
{
    (void)s;
    (void)i;
    return NULL;
}

bool source_stack_name(const source_stack *s, const source_access *a, text *out, bool *exact)
{
    (void)s;
    (void)a;
    (void)out;
    (void)exact;
    return false;
}

void source_stack_learn(const source_stack *s)
{
    (void)s;
}

bool source_member(const void *block, size_t block_size, size_t offset, size_t size, text *out)
{
    (void)block;
    (void)block_size;
    (void)offset;
    (void)size;
    (void)out;
    return false;
}

bool source_has_word(const void *address)
{
    (void)address;
    return false;
}

void source_forget(const void *block)
{
    (void)block;
}

#endif
