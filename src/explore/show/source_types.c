// SPDX-License-Identifier: MIT
// Types in debug information: sizes, members, and which member lies at an offset.

#include "explore/show/source_lines.h"

#ifdef LP_HAVE_LIBDW

#include "explore/show/source_dwarf.h"

#include <string.h>

enum { DEPTH_MAX = 12 };

bool path_standard(const char *path)
{
    // The last one is what explore compiles in the place of libstdc++'s functions.
    static const char *const parts[] = {"/c++/",
                                        "/lib/gcc/",
                                        "/lib/clang/",
                                        "/usr/include/bits/",
                                        "-linux-gnu/bits/",
                                        "/libexec/linchpin/libstdcxx.cpp"};
    for (size_t i = 0; path && i < sizeof parts / sizeof *parts; i++)
        if (strstr(path, parts[i]))
            return true;
    return false;
}

static bool strip(Dwarf_Die *type)
{
    for (;;) {
        Dwarf_Attribute attribute;
        switch (dwarf_tag(type)) {
        case DW_TAG_typedef:
        case DW_TAG_const_type:
        case DW_TAG_volatile_type:
        case DW_TAG_restrict_type:
        case DW_TAG_atomic_type:
            if (!dwarf_attr_integrate(type, DW_AT_type, &attribute) ||
                !dwarf_formref_die(&attribute, type))
                return false;
            break;
        default:
            return true;
        }
    }
}

bool type_of(Dwarf_Die *die, Dwarf_Die *type)
{
    Dwarf_Attribute attribute;
    return dwarf_attr_integrate(die, DW_AT_type, &attribute) &&
           dwarf_formref_die(&attribute, type) && strip(type);
}

bool type_is_class(Dwarf_Die *type)
{
    int tag = dwarf_tag(type);
    return (tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type) &&
           !dwarf_hasattr(type, DW_AT_declaration);
}

bool type_is_pointer(Dwarf_Die *type)
{
    int tag = dwarf_tag(type);
    return tag == DW_TAG_pointer_type || tag == DW_TAG_reference_type ||
           tag == DW_TAG_rvalue_reference_type;
}

size_t type_size(Dwarf_Die *type)
{
    Dwarf_Word size;
    return dwarf_aggregate_size(type, &size) == 0 ? (size_t)size : 0;
}

bool type_of_standard(Dwarf_Die *type)
{
    return path_standard(dwarf_decl_file(type));
}

// Virtual bases have no place that is fixed.
bool type_part(Dwarf_Die *child, Dwarf_Die *type, size_t *offset)
{
    int tag = dwarf_tag(child);
    if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) ||
        dwarf_hasattr(child, DW_AT_external) || dwarf_hasattr(child, DW_AT_declaration) ||
        dwarf_hasattr(child, DW_AT_bit_size) || dwarf_hasattr(child, DW_AT_virtuality))
        return false;
    Dwarf_Attribute attribute;
    Dwarf_Word at = 0;
    if (dwarf_attr(child, DW_AT_data_member_location, &attribute) &&
        dwarf_formudata(&attribute, &at) != 0)
        return false;
    *offset = (size_t)at;
    return type_of(child, type);
}

static bool is_atomic(Dwarf_Die *type, int depth)
{
    Dwarf_Die child, inner, only;
    uint32_t parts = 0;
    size_t at;
    const char *name = dwarf_diename(type);
    if (depth > DEPTH_MAX || !type_is_class(type))
        return false;
    if (name && strstr(name, "atomic"))
        return true;
    if (dwarf_child(type, &child) != 0)
        return false;
    do {
        if (type_part(&child, &inner, &at)) {
            parts++;
            only = inner;
        }
    } while (dwarf_siblingof(&child, &child) == 0);
    return parts == 1 && is_atomic(&only, depth + 1);
}

bool type_is_atomic(Dwarf_Die *type)
{
    return is_atomic(type, 0);
}

static bool find_member(Dwarf_Die *type, const char *name, size_t length, Dwarf_Die *member,
                        size_t *offset, int depth)
{
    Dwarf_Die child, inner;
    size_t at;
    if (depth > DEPTH_MAX || !type_is_class(type) || dwarf_child(type, &child) != 0)
        return false;
    do {
        if (!type_part(&child, &inner, &at))
            continue;
        const char *its = dwarf_tag(&child) == DW_TAG_member ? dwarf_diename(&child) : NULL;
        if (its && strlen(its) == length && !memcmp(its, name, length)) {
            *member = inner;
            *offset = at;
            return true;
        }
        if (!its && find_member(&inner, name, length, member, offset, depth + 1)) {
            *offset += at;
            return true;
        }
    } while (dwarf_siblingof(&child, &child) == 0);
    return false;
}

bool type_member(Dwarf_Die *type, const char *name, size_t length, Dwarf_Die *member,
                 size_t *offset)
{
    return find_member(type, name, length, member, offset, 0);
}

static bool path(Dwarf_Die *type, size_t offset, size_t size, text *out, int depth);

static bool path_in_class(Dwarf_Die *type, size_t offset, size_t size, text *out, int depth)
{
    Dwarf_Die child, inner;
    text only = {0};
    uint32_t found = 0;
    size_t at;
    if (dwarf_child(type, &child) != 0)
        return false;
    do {
        if (!type_part(&child, &inner, &at) || offset < at ||
            offset + size > at + type_size(&inner))
            continue;
        text_clear(&only);
        const char *its = dwarf_tag(&child) == DW_TAG_member ? dwarf_diename(&child) : NULL;
        if (its)
            text_add(&only, ".%s", its);
        found += path(&inner, offset - at, size, &only, depth + 1);
    } while (dwarf_siblingof(&child, &child) == 0);
    if (found == 1) // of a union, only what nothing else could be
        text_add(out, "%s", only.bytes ? only.bytes : "");
    text_fini(&only);
    return found == 1;
}

// How many elements a dimension of an array has; 0: not known.
static size_t count_in(Dwarf_Die *range)
{
    Dwarf_Attribute attribute;
    Dwarf_Word count;
    if (dwarf_attr(range, DW_AT_count, &attribute))
        return dwarf_formudata(&attribute, &count) == 0 ? (size_t)count : 0;
    if (dwarf_attr(range, DW_AT_upper_bound, &attribute))
        return dwarf_formudata(&attribute, &count) == 0 ? (size_t)count + 1 : 0;
    return 0;
}

static bool path_in_array(Dwarf_Die *type, size_t offset, size_t size, text *out, int depth)
{
    enum { DIMENSIONS_MAX = 4 };
    size_t counts[DIMENSIONS_MAX], dimensions = 0;
    Dwarf_Die element, range;
    size_t each = type_of(type, &element) ? type_size(&element) : 0;
    if (!each || offset % each + size > each || dwarf_child(type, &range) != 0)
        return false;
    do {
        if (dwarf_tag(&range) != DW_TAG_subrange_type || dimensions == DIMENSIONS_MAX)
            return false;
        counts[dimensions++] = count_in(&range);
    } while (dwarf_siblingof(&range, &range) == 0);
    size_t below = 1; // elements in one of the dimension at hand
    for (size_t i = 1; i < dimensions; i++)
        below *= counts[i];
    if (!below)
        return false;
    size_t index = offset / each;
    for (size_t i = 0; i < dimensions; i++) {
        text_add(out, "[%zu]", index / below);
        index %= below;
        below /= i + 1 < dimensions ? counts[i + 1] : 1;
    }
    return path(&element, offset % each, size, out, depth + 1);
}

// Such as a stateless allocator.
static bool is_empty(Dwarf_Die *type, int depth)
{
    Dwarf_Die child, inner;
    size_t at;
    if (!type_is_class(type) || depth > DEPTH_MAX)
        return false;
    if (dwarf_child(type, &child) != 0)
        return true;
    do {
        if (type_part(&child, &inner, &at) && !is_empty(&inner, depth + 1))
            return false;
    } while (dwarf_siblingof(&child, &child) == 0);
    return true;
}

bool type_is_empty(Dwarf_Die *type)
{
    return is_empty(type, 0);
}

// Of the standard library, names that begin with "_" are its own affair: they are passed
// over where there is nothing else in the class.
static bool path_in_standard(Dwarf_Die *type, size_t offset, size_t size, text *out, int depth)
{
    Dwarf_Die child, inner, there = {0};
    const char *name = NULL;
    uint32_t parts = 0, found = 0;
    size_t at, start = 0;
    if (dwarf_child(type, &child) != 0)
        return false;
    do {
        if (!type_part(&child, &inner, &at) || is_empty(&inner, 0))
            continue;
        parts++;
        if (offset < at || offset + size > at + type_size(&inner))
            continue;
        found++;
        there = inner;
        start = at;
        name = dwarf_tag(&child) == DW_TAG_member ? dwarf_diename(&child) : NULL;
    } while (dwarf_siblingof(&child, &child) == 0);
    bool public = name && *name != '_';
    if (found != 1 || (!public && parts != 1))
        return false;
    if (public)
        text_add(out, ".%s", name);
    return path(&there, offset - start, size, out, depth + 1);
}

static bool path(Dwarf_Die *type, size_t offset, size_t size, text *out, int depth)
{
    size_t whole = type_size(type);
    if (depth > DEPTH_MAX || offset + size > whole)
        return false;
    if (type_is_class(type)) {
        if (depth > 0 && offset == 0 && size == whole)
            return true;
        if (!type_of_standard(type))
            return path_in_class(type, offset, size, out, depth);
        size_t before = out->length;
        if (path_in_standard(type, offset, size, out, depth))
            return true;
        text_cut(out, before);
        if (offset)
            text_add(out, "+%zu", offset);
        return true;
    }
    if (dwarf_tag(type) == DW_TAG_array_type)
        return path_in_array(type, offset, size, out, depth);
    return offset == 0 && size == whole;
}

static bool has_word(Dwarf_Die *type, size_t offset, int depth)
{
    enum { WORD_LEAST = 4 };
    Dwarf_Die child, inner;
    size_t at, whole = type_size(type);
    if (depth > DEPTH_MAX || offset >= whole)
        return false;
    if (dwarf_tag(type) == DW_TAG_array_type) {
        size_t each = type_of(type, &inner) ? type_size(&inner) : 0;
        return each && has_word(&inner, offset % each, depth + 1);
    }
    if (!type_is_class(type))
        return offset == 0 && whole >= WORD_LEAST;
    if (dwarf_child(type, &child) != 0)
        return false;
    do {
        if (type_part(&child, &inner, &at) && offset >= at &&
            has_word(&inner, offset - at, depth + 1))
            return true;
    } while (dwarf_siblingof(&child, &child) == 0);
    return false;
}

bool type_has_word(const Dwarf_Die *type, size_t offset)
{
    Dwarf_Die root = *type;
    return strip(&root) && has_word(&root, offset, 0);
}

bool type_path(const Dwarf_Die *type, size_t offset, size_t size, text *out)
{
    Dwarf_Die root = *type;
    text said = {0};
    bool found = strip(&root) && path(&root, offset, size, &said, 0);
    if (found)
        text_add(out, "%s", said.bytes ? said.bytes : "");
    text_fini(&said);
    return found;
}

#endif
