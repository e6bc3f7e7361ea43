// SPDX-License-Identifier: MIT
// What data is called: variables with a fixed place, and blocks of the heap whose type
// the variables that point to them tell.

#include "explore/show/source_lines.h"

#ifdef LP_HAVE_LIBDW

#include "base/memory.h"
#include "explore/runtime/arena.h"
#include "explore/runtime/fiber.h"
#include "explore/runtime/region.h"
#include "explore/show/source_cells.h"
#include "explore/show/source_dwarf.h"

#include <string.h>

typedef struct fixed_variable {
    Dwarf_Addr address; // of a thread-local one: its place in the block of its module
    bool per_thread;
    Dwarf_Addr bias; // of its module
    size_t size;
    const char *name;
    Dwarf_Die die, type;
} fixed_variable;

static fixed_variable *variables; // those of the user's modules; looked for once
static uint32_t variable_count, variable_capacity;
static bool variables_listed;

// A place that a location consists of: an address, or an offset among what is thread-local.
static bool fixed_place(Dwarf_Attribute *location, const Dwarf_Op *ops, size_t count,
                        fixed_variable *v)
{
    if (count == 1)
        return location_address(location, &ops[0], &v->address);
    v->per_thread = count == 2 && (ops[1].atom == DW_OP_form_tls_address ||
                                   ops[1].atom == DW_OP_GNU_push_tls_address);
    v->address = ops[0].number;
    return v->per_thread && ops[0].atom >= DW_OP_const1u && ops[0].atom <= DW_OP_consts;
}

static void note_variable(Dwarf_Die *die, Dwarf_Addr bias)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *ops;
    size_t count;
    fixed_variable v = {.name = dwarf_diename(die), .die = *die, .bias = bias};
    if (!v.name || !dwarf_attr(die, DW_AT_location, &attribute) ||
        dwarf_getlocation(&attribute, &ops, &count) != 0 ||
        !fixed_place(&attribute, ops, count, &v) || !type_of(die, &v.type))
        return;
    v.address += v.per_thread ? 0 : bias;
    v.size = type_size(&v.type);
    MEMORY_GROW(variables, variable_capacity, variable_count + 1);
    variables[variable_count++] = v;
}

static void list_in(Dwarf_Die *scope, Dwarf_Addr bias)
{
    Dwarf_Die child;
    if (dwarf_child(scope, &child) != 0)
        return;
    do {
        int tag = dwarf_tag(&child);
        Dwarf_Die inner = child;
        if (tag == DW_TAG_variable)
            note_variable(&child, bias);
        if (tag == DW_TAG_namespace || tag == DW_TAG_subprogram || tag == DW_TAG_lexical_block)
            list_in(&inner, bias);
    } while (dwarf_siblingof(&child, &child) == 0);
}

static int list_module(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr start,
                       void *context)
{
    (void)data;
    (void)name;
    (void)context;
    if (region_of_system((const void *)(uintptr_t)start))
        return DWARF_CB_OK;
    Dwarf_Addr bias;
    for (Dwarf_Die *unit = dwfl_module_nextcu(module, NULL, &bias); unit;
         unit = dwfl_module_nextcu(module, unit, &bias)) {
        Dwarf_Die root = *unit;
        list_in(&root, bias);
    }
    return DWARF_CB_OK;
}

static void list_variables(void)
{
    Dwfl *dwfl = source_session();
    if (dwfl && !variables_listed)
        dwfl_getmodules(dwfl, list_module, NULL, 0);
    variables_listed = true;
}

static bool same_place(const fixed_variable *a, const fixed_variable *b)
{
    return a->address == b->address && a->per_thread == b->per_thread &&
           (!a->per_thread || a->bias == b->bias);
}

// Several may have one name: static ones, or members of classes. Where they are declared
// tells them apart: "count (list.c:7)".
static void add_name(const fixed_variable *v, text *out)
{
    bool unique = true;
    for (uint32_t i = 0; i < variable_count && unique; i++)
        unique = same_place(v, &variables[i]) || strcmp(v->name, variables[i].name) != 0;
    text_add(out, "%s", v->name);
    Dwarf_Die die = v->die, unit;
    const char *file = unique ? NULL : dwarf_decl_file(&die);
    if (!unique && !file && dwarf_diecu(&die, &unit, NULL, NULL))
        file = dwarf_diename(&unit); // of DWARF 5, file 0 may not be known
    const char *slash = file ? strrchr(file, '/') : NULL;
    int line = 0;
    if (file && dwarf_decl_line(&die, &line) == 0)
        text_add(out, " (%s:%d)", slash ? slash + 1 : file, line);
}

static bool name_part(const fixed_variable *v, size_t offset, size_t size, text *out)
{
    add_name(v, out);
    bool whole = offset == 0 && (!size || size == v->size);
    if (!whole && !(size && type_path(&v->type, offset, size, out)) && offset)
        text_add(out, "+%zu", offset);
    return true;
}

bool source_variable(const void *address, size_t size, text *out)
{
    list_variables();
    for (uint32_t i = 0; i < variable_count; i++) {
        const fixed_variable *v = &variables[i];
        size_t offset = (size_t)((uint64_t)(uintptr_t)address - v->address);
        if (!v->per_thread && offset < v->size)
            return name_part(v, offset, size, out);
    }
    return false;
}

void source_variables(void (*visit)(void *context, const void *address, size_t size), void *context)
{
    list_variables();
    for (uint32_t i = 0; i < variable_count; i++) {
        const fixed_variable *v = &variables[i];
        uint32_t twin = 0; // some are described more than once
        while (!same_place(v, &variables[twin]))
            twin++;
        Dwarf_Die die = v->die;
        if (!v->per_thread && twin == i && v->size && !path_standard(dwarf_decl_file(&die)))
            visit(context, (const void *)(uintptr_t)v->address, v->size);
    }
}

bool source_thread_local(uint64_t module, size_t offset, size_t size, text *out)
{
    list_variables();
    for (uint32_t i = 0; i < variable_count; i++) {
        const fixed_variable *v = &variables[i];
        if (v->per_thread && v->bias == module && offset - v->address < v->size)
            return name_part(v, offset - v->address, size, out);
    }
    return false;
}

typedef struct typed_block {
    const void *block;
    Dwarf_Die type, declared;
    bool ambiguous; // two types were seen
    bool stale;     // before it was allocated anew
    bool changed;   // it had another type then
} typed_block;

static typed_block *blocks;
static uint32_t block_count, block_capacity;

static typed_block *find_any(const void *block)
{
    for (uint32_t i = 0; i < block_count; i++)
        if (blocks[i].block == block)
            return &blocks[i];
    return NULL;
}

static typed_block *find_block(const void *block)
{
    typed_block *known = find_any(block);
    return known && !known->stale ? known : NULL;
}

static bool same_type(Dwarf_Die *a, Dwarf_Die *b)
{
    const char *x = dwarf_diename(a), *y = dwarf_diename(b);
    return a->addr == b->addr || (x && y && !strcmp(x, y));
}

// What a pointer points to, as it was declared.
static bool target_of(Dwarf_Die *pointer, Dwarf_Die *declared)
{
    Dwarf_Attribute attribute;
    return dwarf_attr_integrate(pointer, DW_AT_type, &attribute) &&
           dwarf_formref_die(&attribute, declared);
}

bool data_learn(const void *block, Dwarf_Die *pointer)
{
    Dwarf_Die declared, target;
    if (!type_is_pointer(pointer) || !target_of(pointer, &declared) || !type_of(pointer, &target) ||
        !type_is_class(&target) || arena_block_size(block) != type_size(&target))
        return false;
    typed_block *known = find_any(block);
    if (!known) {
        MEMORY_GROW(blocks, block_capacity, block_count + 1);
        known = &blocks[block_count++];
        *known = (typed_block){.block = block, .type = target, .declared = declared};
        return true;
    }
    bool other = !same_type(&known->type, &target);
    if (!known->stale) {
        known->ambiguous = known->ambiguous || other;
        return false;
    }
    bool changed = known->changed || known->ambiguous || other;
    *known =
        (typed_block){.block = block, .type = target, .declared = declared, .changed = changed};
    return true;
}

static bool learn(void *context, Dwarf_Die *variable)
{
    const source_frame *f = context;
    Dwarf_Die type;
    if (!type_of(variable, &type) || !type_is_pointer(&type))
        return false;
    place where = place_of(f, variable);
    uint64_t value = where.at;
    if (!where.known)
        return false;
    if (where.in_memory) {
        const void *at = (const void *)(uintptr_t)where.at;
        if (fiber_of_stack(at, NULL) != rt.current)
            return false;
        memcpy(&value, at, sizeof value);
    }
    const void *block = (const void *)(uintptr_t)value;
    if (block && arenas_own(block))
        data_learn(block, &type);
    return false;
}

void source_stack_learn(const source_stack *s)
{
    for (uint32_t i = 0; i < s->count; i++)
        frame_variables(&s->frames[i], learn, &s->frames[i]);
}

bool source_member(const void *block, size_t block_size, size_t offset, size_t size, text *out)
{
    const typed_block *known = find_block(block);
    return known && !known->ambiguous && offset + size <= block_size &&
           type_path(&known->type, offset, size, out);
}

static bool word_in_variable(const void *address)
{
    list_variables();
    for (uint32_t i = 0; i < variable_count; i++) {
        const fixed_variable *v = &variables[i];
        size_t offset = (size_t)((uint64_t)(uintptr_t)address - v->address);
        if (!v->per_thread && offset < v->size)
            return offset == 0 || type_has_word(&v->type, offset);
    }
    return false;
}

bool source_has_word(const void *address)
{
    size_t size;
    if (!arenas_own(address))
        return word_in_variable(address);
    const void *block = arena_block(address, &size);
    const typed_block *known = block ? find_block(block) : NULL;
    return known && !known->ambiguous &&
           type_has_word(&known->type, (size_t)((const char *)address - (const char *)block));
}

void source_forget(const void *block)
{
    typed_block *known = find_any(block);
    if (!block)
        block_count = 0;
    else if (known)
        known->stale = true;
}

bool data_type_at(const void *at, size_t size, data_type *out)
{
    const typed_block *known = arenas_own(at) ? find_any(at) : NULL;
    if (known) {
        *out = (data_type){known->type, known->declared};
        return !known->ambiguous && !known->changed && type_size(&out->type) == size;
    }
    list_variables();
    for (uint32_t i = 0; i < variable_count; i++) {
        Dwarf_Die die = variables[i].die;
        Dwarf_Attribute attribute;
        if (variables[i].per_thread || variables[i].size != size ||
            variables[i].address != (uint64_t)(uintptr_t)at)
            continue;
        out->type = variables[i].type;
        return dwarf_attr_integrate(&die, DW_AT_type, &attribute) &&
               dwarf_formref_die(&attribute, &out->declared);
    }
    return false;
}

#endif
