// SPDX-License-Identifier: MIT
// See source_cells.h. A type is taken apart down to what a single access reads or writes; names are
// those of type_path, which the steps of a trace have too.

#include "explore/show/source_cells.h"

#ifdef LP_HAVE_LIBDW

#include "explore/show/source_dwarf.h"

#include <stdlib.h>
#include <string.h>

enum {
    DEPTH_MAX = 12,
    UNION_MAX = 16,
    LETTERS_MOST = 8, // of an array of more bytes, which may be a text, there are no cells
};

typedef struct taking_apart {
    const Dwarf_Die *root;
    source_cell_visit *visit;
    void *context;
    size_t left; // so many cells more
} taking_apart;

static void take_apart(taking_apart *t, Dwarf_Die *type, size_t offset, int depth);

static void add_cell(taking_apart *t, size_t offset, size_t size)
{
    text path = {0};
    if (t->left && size && type_path(t->root, offset, size, &path)) {
        const char *name = path.bytes ? path.bytes : "";
        t->left--;
        t->visit(t->context, offset, size, *name == '.' ? name + 1 : name);
    }
    text_fini(&path);
}

static bool is_artificial(Dwarf_Die *member)
{
    Dwarf_Attribute attribute;
    bool artificial = false;
    return dwarf_attr(member, DW_AT_artificial, &attribute) &&
           dwarf_formflag(&attribute, &artificial) == 0 && artificial;
}

// Is there one member only that has data?
static bool is_single(Dwarf_Die *type)
{
    Dwarf_Die child, inner;
    uint32_t parts = 0;
    size_t at;
    if (dwarf_child(type, &child) != 0)
        return false;
    do
        parts += type_part(&child, &inner, &at) && !type_is_empty(&inner);
    while (dwarf_siblingof(&child, &child) == 0);
    return parts == 1;
}

static void take_class_apart(taking_apart *t, Dwarf_Die *type, size_t offset, int depth)
{
    Dwarf_Die child, inner;
    size_t at;
    bool standard = type_of_standard(type), single = standard && is_single(type);
    if (dwarf_tag(type) == DW_TAG_union_type) {
        if (!standard && type_size(type) <= UNION_MAX)
            add_cell(t, offset, type_size(type));
        return;
    }
    if (dwarf_child(type, &child) != 0)
        return;
    do {
        if (!type_part(&child, &inner, &at) || is_artificial(&child))
            continue;
        const char *name = dwarf_tag(&child) == DW_TAG_member ? dwarf_diename(&child) : NULL;
        if (!standard || single || (name && *name != '_'))
            take_apart(t, &inner, offset + at, depth + 1);
    } while (t->left && dwarf_siblingof(&child, &child) == 0);
}

static void take_apart(taking_apart *t, Dwarf_Die *type, size_t offset, int depth)
{
    Dwarf_Die element;
    if (depth > DEPTH_MAX || !t->left)
        return;
    if (type_is_class(type)) {
        take_class_apart(t, type, offset, depth);
        return;
    }
    if (dwarf_tag(type) != DW_TAG_array_type) {
        add_cell(t, offset, type_size(type));
        return;
    }
    size_t each = type_of(type, &element) ? type_size(&element) : 0, all = type_size(type);
    if (each == 1 && all > LETTERS_MOST)
        return;
    for (size_t at = 0; each && at + each <= all && t->left; at += each)
        take_apart(t, &element, offset + at, depth + 1);
}

bool source_cells(const void *at, size_t size, size_t most, source_cell_visit *visit, void *context)
{
    data_type known;
    if (!data_type_at(at, size, &known))
        return false;
    taking_apart t = {.root = &known.type, .visit = visit, .context = context, .left = most};
    take_apart(&t, &known.type, 0, 0);
    return true;
}

bool source_cell_name(const void *at, size_t size, size_t offset, size_t length, text *out)
{
    data_type known;
    text path = {0};
    bool found = data_type_at(at, size, &known) && type_path(&known.type, offset, length, &path) &&
                 path.length;
    if (found)
        text_add(out, "%s", *path.bytes == '.' ? path.bytes + 1 : path.bytes);
    text_fini(&path);
    return found;
}

typedef struct sought {
    Dwarf_Die found;
    size_t offset;
    bool there;
} sought;

// What is that large and lies there, of any depth.
static void seek(Dwarf_Die *type, size_t offset, size_t size, sought *s, int depth)
{
    Dwarf_Die child, inner;
    size_t at;
    if (depth > DEPTH_MAX || s->there)
        return;
    if (type_is_pointer(type) && offset == s->offset) {
        s->there = true;
        s->found = *type;
    } else if (dwarf_tag(type) == DW_TAG_array_type) {
        size_t each = type_of(type, &inner) ? type_size(&inner) : 0;
        if (each && offset <= s->offset)
            seek(&inner, offset + (s->offset - offset) / each * each, each, s, depth + 1);
    } else if (type_is_class(type) && dwarf_tag(type) != DW_TAG_union_type && s->offset >= offset &&
               s->offset < offset + size && dwarf_child(type, &child) == 0) {
        do {
            if (type_part(&child, &inner, &at))
                seek(&inner, offset + at, type_size(&inner), s, depth + 1);
        } while (!s->there && dwarf_siblingof(&child, &child) == 0);
    }
}

bool source_learn_block(const void *at, size_t size, size_t offset, const void *block)
{
    data_type known;
    sought s = {.offset = offset};
    if (!data_type_at(at, size, &known))
        return false;
    seek(&known.type, 0, size, &s, 0);
    return s.there && data_learn(block, &s.found);
}

static bool is_cxx(Dwarf_Die *die)
{
    Dwarf_Die unit;
    int language = dwarf_diecu(die, &unit, NULL, NULL) ? dwarf_srclang(&unit) : -1;
    return language == DW_LANG_C_plus_plus || language == DW_LANG_C_plus_plus_03 ||
           language == DW_LANG_C_plus_plus_11 || language == DW_LANG_C_plus_plus_14;
}

static const char *keyword_of(int tag)
{
    return tag == DW_TAG_structure_type ? "struct " : tag == DW_TAG_union_type ? "union " : "enum ";
}

static bool name_of(Dwarf_Die *type, text *out, int depth)
{
    Dwarf_Attribute attribute;
    Dwarf_Die inner;
    int tag = dwarf_tag(type);
    const char *name = dwarf_diename(type);
    bool more =
        dwarf_attr_integrate(type, DW_AT_type, &attribute) && dwarf_formref_die(&attribute, &inner);
    if (depth > DEPTH_MAX)
        return false;
    switch (tag) {
    case DW_TAG_const_type:
    case DW_TAG_volatile_type:
    case DW_TAG_restrict_type:
    case DW_TAG_atomic_type:
        return more && name_of(&inner, out, depth + 1);
    case DW_TAG_pointer_type:
        if (more && !name_of(&inner, out, depth + 1))
            return false;
        text_add(out, "%s", more ? " *" : "void *");
        return true;
    case DW_TAG_array_type:
        if (!more || !name_of(&inner, out, depth + 1) || !type_size(&inner))
            return false;
        text_add(out, "[%zu]", type_size(type) / type_size(&inner));
        return true;
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
    case DW_TAG_enumeration_type:
        if (name)
            text_add(out, "%s%s", is_cxx(type) ? "" : keyword_of(tag), name);
        return name;
    default:
        if (name)
            text_add(out, "%s", name);
        return name;
    }
}

bool type_name(Dwarf_Die *declared, text *out)
{
    text name = {0};
    bool known = name_of(declared, &name, 0);
    if (known)
        text_add(out, "%s", name.bytes);
    text_fini(&name);
    return known;
}

bool source_type_name(const void *at, size_t size, text *out)
{
    data_type known;
    return data_type_at(at, size, &known) && type_name(&known.declared, out);
}

#else

void source_variables(void (*visit)(void *context, const void *address, size_t size), void *context)
{
    (void)visit;
    (void)context;
}

bool source_cells(const void *at, size_t size, size_t most, source_cell_visit *visit, void *context)
{
    (void)at;
    (void)size;
    (void)most;
    (void)visit;
    (void)context;
    return false;
}

bool source_cell_name(const void *at, size_t size, size_t offset, size_t length, text *out)
{
    (void)at;
    (void)size;
    (void)offset;
    (void)length;
    (void)out;
    return false;
}

bool source_type_name(const void *at, size_t size, text *out)
{
    (void)at;
    (void)size;
    (void)out;
    return false;
}

bool source_learn_block(const void *at, size_t size, size_t offset, const void *block)
{
    (void)at;
    (void)size;
    (void)offset;
    (void)block;
    return false;
}

#endif
