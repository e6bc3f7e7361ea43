// SPDX-License-Identifier: MIT
// What the variables of a function hold while it waits in a call. Debug information says where they
// are, from where on only if that is a register: a variable in memory is thought to be set once its
// declaration is behind, if that says so ("int i = 0"). One that is set later is not told of.

#include "explore/show/source_cells.h"
#include "explore/show/source_lines.h"

#ifdef LP_HAVE_LIBDW

#include "base/memory.h"
#include "explore/runtime/fiber.h"
#include "explore/show/source_dwarf.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { WIDEST = 16 };

typedef struct looking {
    const source_frame *frame;
    source_local_visit *visit;
    void *context;
} looking;

// Does the line of the declaration give it a value?
static bool is_set_there(const char *line, const char *name)
{
    size_t n = strlen(name);
    for (const char *at = line; (at = strstr(at, name)); at += n) {
        bool begins = at == line || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
        const char *end = at + n;
        end += strspn(end, " \t");
        if (begins && (*end == '{' || (*end == '=' && end[1] != '=')))
            return true;
    }
    return false;
}

// Each declaration is read once.
typedef struct declaration {
    const void *die;
    bool sets;
} declaration;

static declaration *declarations;
static uint32_t declaration_count, declaration_capacity;

static bool declared_set(const char *path, int line, const Dwarf_Die *variable, const char *name)
{
    for (uint32_t i = 0; i < declaration_count; i++)
        if (declarations[i].die == variable->addr)
            return declarations[i].sets;
    char *code = source_read_line(path, line);
    MEMORY_GROW(declarations, declaration_capacity, declaration_count + 1);
    declaration *d = &declarations[declaration_count++];
    *d = (declaration){variable->addr, code && is_set_there(code, name)};
    free(code);
    return d->sets;
}

static bool is_set(const source_frame *f, Dwarf_Die *variable, const char *name)
{
    int line = 0;
    if (dwarf_tag(variable) == DW_TAG_formal_parameter)
        return true;
    return f->path && dwarf_decl_line(variable, &line) == 0 && line > 0 && line < f->line &&
           declared_set(f->path, line, variable, name);
}

static bool is_scalar(Dwarf_Die *type)
{
    size_t size = type_size(type);
    return size && size <= WIDEST && !type_is_class(type) && dwarf_tag(type) != DW_TAG_array_type;
}

static bool look(void *context, Dwarf_Die *variable)
{
    const looking *l = context;
    Dwarf_Die type;
    const char *name = dwarf_diename(variable);
    // Names that begin so are those of macros and compilers.
    if (!name || !strncmp(name, "__", 2) || !type_of(variable, &type) || !is_scalar(&type))
        return false;
    place where = place_of(l->frame, variable);
    size_t size = type_size(&type);
    const void *at = (const void *)(uintptr_t)where.at;
    if (!where.known)
        return false;
    if (!where.in_memory && size <= sizeof where.at)
        l->visit(l->context, name, &where.at, size);
    else if (where.in_memory && fiber_of_stack(at, NULL) == rt.current &&
             is_set(l->frame, variable, name))
        l->visit(l->context, name, at, size);
    return false;
}

void source_locals(const source_stack *s, source_local_visit *visit, void *context)
{
    uint32_t shown = source_stack_shown(s);
    looking l = {.visit = visit, .context = context};
    if (shown >= s->count)
        return;
    l.frame = &s->frames[shown];
    frame_variables(l.frame, look, &l);
}

#else

void source_locals(const source_stack *s, source_local_visit *visit, void *context)
{
    (void)s;
    (void)visit;
    (void)context;
}

#endif
