// SPDX-License-Identifier: MIT
// What data is called: variables with a fixed place, and blocks of the heap whose type
// the variables that point to them tell.

#include "explore/source.h"

#ifdef LP_HAVE_LIBDW

#include "base/memory.h"
#include "explore/arena.h"
#include "explore/fiber.h"
#include "explore/region.h"
#include "explore/source_dwarf.h"

#include <string.h>

typedef struct fixed_variable {
    Dwarf_Addr address;
    size_t size;
    const char *name;
    Dwarf_Die type;
} fixed_variable;

static fixed_variable *variables; // those of the user's modules; looked for once
static uint32_t variable_count, variable_capacity;
static bool variables_listed;

static void note_variable(Dwarf_Die *die, Dwarf_Addr bias)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *ops;
    size_t count;
    fixed_variable v = {.name = dwarf_diename(die)};
    if (!v.name || !dwarf_attr(die, DW_AT_location, &attribute) ||
        dwarf_getlocation(&attribute, &ops, &count) != 0 || count != 1 ||
        !location_address(&attribute, &ops[0], &v.address) || !type_of(die, &v.type))
        return;
    v.address += bias;
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

bool source_variable(const void *address, size_t size, text *out)
{
    Dwfl *dwfl = source_session();
    if (dwfl && !variables_listed)
        dwfl_getmodules(dwfl, list_module, NULL, 0);
    variables_listed = true;
    for (uint32_t i = 0; i < variable_count; i++) {
        const fixed_variable *v = &variables[i];
        size_t offset = (size_t)((uint64_t)(uintptr_t)address - v->address);
        if (offset >= v->size)
            continue;
        text_add(out, "%s", v->name);
        bool whole = offset == 0 && (!size || size == v->size);
        if (!whole && !(size && type_path(&v->type, offset, size, out)) && offset)
            text_add(out, "+%zu", offset);
        return true;
    }
    return false;
}

typedef struct typed_block {
    const void *block;
    Dwarf_Die type;
    bool doubtful; // two types were seen
} typed_block;

static typed_block *blocks;
static uint32_t block_count, block_capacity;

static typed_block *find_block(const void *block)
{
    for (uint32_t i = 0; i < block_count; i++)
        if (blocks[i].block == block)
            return &blocks[i];
    return NULL;
}

static bool same_type(Dwarf_Die *a, Dwarf_Die *b)
{
    const char *x = dwarf_diename(a), *y = dwarf_diename(b);
    return a->addr == b->addr || (x && y && !strcmp(x, y));
}

static bool learn(void *context, Dwarf_Die *variable)
{
    const source_frame *f = context;
    Dwarf_Die type, target;
    if (!type_of(variable, &type) || !type_is_pointer(&type) || !type_of(&type, &target) ||
        !type_is_class(&target))
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
    if (!block || !arenas_own(block) || arena_block_size(block) != type_size(&target))
        return false;
    typed_block *known = find_block(block);
    if (known) {
        known->doubtful = known->doubtful || !same_type(&known->type, &target);
        return false;
    }
    MEMORY_GROW(blocks, block_capacity, block_count + 1);
    blocks[block_count++] = (typed_block){block, target, false};
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
    return known && !known->doubtful && offset + size <= block_size &&
           type_path(&known->type, offset, size, out);
}

void source_forget(const void *block)
{
    typed_block *known = find_block(block);
    if (!block)
        block_count = 0;
    else if (known)
        *known = blocks[--block_count];
}

#endif
