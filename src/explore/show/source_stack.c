// SPDX-License-Identifier: MIT
// The functions that a step is in, and which of them is shown.
//
// A reader wants the line that says what is done to what. A step inside
// std::atomic<T>::load is shown where that is called, and so is one in a function of a
// library that just works on the word whose address it is handed, such as
// ck_pr_load_ptr. What a library does with a structure of its own stays where it is:
// the line of the test that calls it would be the same for all of its steps.

#include "explore/show/source_lines.h"

#ifdef LP_HAVE_LIBDW

#include "base/memory.h"
#include "explore/show/source_dwarf.h"
#include "toolchain/lvalue.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *full_path(const char *file, const char *folder)
{
    if (!file)
        return NULL;
    char *joined =
        *file == '/' || !folder ? text_format("%s", file) : text_format("%s/%s", folder, file);
    char *real = realpath(joined, NULL);
    if (!real)
        return joined;
    free(joined);
    return real;
}

static const char *folder_of(Dwarf_Die *unit)
{
    Dwarf_Attribute attribute;
    return dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
}

// Is it the file of a compile unit? The module has one for each file of the user's.
static bool is_compiled(Dwfl_Module *module, const char *path)
{
    Dwarf_Addr bias;
    bool found = false;
    for (Dwarf_Die *unit = dwfl_module_nextcu(module, NULL, &bias); unit && !found;
         unit = dwfl_module_nextcu(module, unit, &bias)) {
        char *its = full_path(dwarf_diename(unit), folder_of(unit));
        found = its && !strcmp(its, path);
        free(its);
    }
    return found;
}

// "std::atomic<int>::load": with the classes and namespaces that it is declared in.
static char *qualified(Dwarf_Die *function)
{
    Dwarf_Die declared = *function, *scopes = NULL;
    Dwarf_Attribute attribute;
    const char *name = dwarf_diename(function);
    if (!name)
        return NULL;
    while (dwarf_attr(&declared, DW_AT_abstract_origin, &attribute) ||
           dwarf_attr(&declared, DW_AT_specification, &attribute))
        if (!dwarf_formref_die(&attribute, &declared))
            break;
    text t = {0};
    int count = dwarf_getscopes_die(&declared, &scopes);
    for (int i = count - 1; i > 0; i--) {
        int tag = dwarf_tag(&scopes[i]);
        const char *outer = dwarf_diename(&scopes[i]);
        if (outer && (tag == DW_TAG_namespace || tag == DW_TAG_class_type ||
                      tag == DW_TAG_structure_type || tag == DW_TAG_union_type))
            text_add(&t, "%s::", outer);
    }
    if (count > 0)
        free(scopes);
    text_add(&t, "%s", name);
    return text_take(&t);
}

static bool first_parameter(Dwarf_Die *function, Dwarf_Die *parameter)
{
    Dwarf_Die origin = *function;
    Dwarf_Attribute attribute;
    if (dwarf_attr(function, DW_AT_abstract_origin, &attribute) &&
        !dwarf_formref_die(&attribute, &origin))
        return false;
    if (dwarf_child(&origin, parameter) != 0)
        return false;
    do {
        if (dwarf_tag(parameter) == DW_TAG_formal_parameter)
            return true;
    } while (dwarf_siblingof(parameter, parameter) == 0);
    return false;
}

// How large is what the function is handed the address of, if it is one word?
static void look_at_parameter(source_frame *f)
{
    Dwarf_Die parameter, type, target;
    if (!first_parameter(&f->die, &parameter) || !type_of(&parameter, &type) ||
        !type_is_pointer(&type))
        return;
    Dwarf_Attribute attribute;
    bool artificial = false;
    if (dwarf_attr_integrate(&parameter, DW_AT_artificial, &attribute))
        dwarf_formflag(&attribute, &artificial);
    bool known = type_of(&type, &target); // else void
    if (known && type_is_class(&target)) {
        f->method = artificial;
        if (artificial && type_is_atomic(&target))
            f->handed = type_size(&target);
    } else if (!known || dwarf_tag(&target) != DW_TAG_array_type) {
        f->handed = SIZE_MAX;
    }
}

// What is known of the functions at a return address. Each is looked up once.
typedef struct known_call {
    const void *pc;
    source_frame *frames;
    uint32_t count, capacity;
} known_call;

static known_call *known_calls;
static uint32_t known_count, known_capacity;

static void add_frame(known_call *k, Dwfl_Module *module, const source_frame *given)
{
    MEMORY_GROW(k->frames, k->capacity, k->count + 1);
    source_frame *f = &k->frames[k->count++];
    *f = *given;
    if (f->path) {
        f->standard = path_standard(f->path);
        f->library = !strncmp(f->path, "/usr/", 5);
        f->compiled = is_compiled(module, f->path);
    }
    if (!f->die.addr)
        return;
    int declared = 0;
    f->function = qualified(&f->die);
    f->one_line = dwarf_decl_line(&f->die, &declared) == 0 && declared == f->line;
    look_at_parameter(f);
}

static int number_of(Dwarf_Die *die, uint32_t name)
{
    Dwarf_Attribute attribute;
    Dwarf_Word value;
    return dwarf_attr(die, name, &attribute) && dwarf_formudata(&attribute, &value) == 0
               ? (int)value
               : 0;
}

static void look_up(known_call *k)
{
    Dwarf_Addr pc = (Dwarf_Addr)(uintptr_t)k->pc - 1, bias = 0;
    Dwfl *dwfl = source_session();
    Dwfl_Module *module = dwfl ? dwfl_addrmodule(dwfl, pc) : NULL;
    Dwfl_Line *line = module ? dwfl_module_getsrc(module, pc) : NULL;
    Dwarf_Die *unit = module ? dwfl_module_addrdie(module, pc, &bias) : NULL;
    if (!line)
        return;
    source_frame f = {.pc = pc - bias, .bias = bias};
    const char *file = dwfl_lineinfo(line, NULL, &f.line, &f.column, NULL, NULL);
    f.path = full_path(file, dwfl_line_comp_dir(line));
    Dwarf_Die *at = NULL, *scopes = NULL;
    Dwarf_Files *files = NULL;
    int count = unit && dwarf_getscopes(unit, f.pc, &at) > 0 ? dwarf_getscopes_die(at, &scopes) : 0;
    if (unit && dwarf_getsrcfiles(unit, &files, NULL) != 0)
        files = NULL;
    bool open = true;
    for (int i = 0; i < count && open; i++) {
        int tag = dwarf_tag(&scopes[i]);
        if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_subprogram)
            continue;
        f.die = scopes[i];
        add_frame(k, module, &f);
        open = tag == DW_TAG_inlined_subroutine;
        f.path = NULL;
        if (!open || !files)
            break;
        f.line = number_of(&scopes[i], DW_AT_call_line);
        f.column = number_of(&scopes[i], DW_AT_call_column);
        f.path = full_path(
            dwarf_filesrc(files, (size_t)number_of(&scopes[i], DW_AT_call_file), NULL, NULL),
            folder_of(unit));
    }
    if (!count)
        add_frame(k, module, &f);
    else
        free(f.path);
    free(at);
    if (count > 0)
        free(scopes);
}

static const known_call *known_at(const void *pc)
{
    for (uint32_t i = 0; i < known_count; i++)
        if (known_calls[i].pc == pc)
            return &known_calls[i];
    MEMORY_GROW(known_calls, known_capacity, known_count + 1);
    known_call *k = &known_calls[known_count++];
    *k = (known_call){.pc = pc};
    look_up(k);
    return k;
}

static void add_call(source_stack *s, const chain_frame *call)
{
    const known_call *k = known_at(call->pc);
    MEMORY_GROW(s->frames, s->capacity, s->count + k->count);
    for (uint32_t i = 0; i < k->count; i++) {
        s->frames[s->count] = k->frames[i];
        s->frames[s->count++].call = call;
    }
}

source_stack *source_stack_new(const chain *c, size_t size)
{
    source_stack *s = memory_new(1, sizeof *s);
    s->calls = memory_copy(c->frames, c->count * sizeof *c->frames);
    s->size = size;
    for (uint32_t i = 0; i < c->count; i++)
        add_call(s, &s->calls[i]);
    return s;
}

void source_stack_free(source_stack *s)
{
    if (s) {
        free(s->calls);
        free(s->frames);
    }
    free(s);
}

uint32_t source_stack_count(const source_stack *s)
{
    return s->count;
}

// A header that is not the system's may be what is tested. Of that only what a macro
// made is passed over, and what the header itself has for its own atomic variables.
static bool passes_on(const source_stack *s, uint32_t i)
{
    const source_frame *f = &s->frames[i];
    if (f->standard)
        return true;
    bool on_word = f->handed == SIZE_MAX || (f->handed && f->handed == s->size);
    if (f->compiled || !on_word)
        return false;
    if (f->library)
        return true;
    return f->method ? i + 1 < s->count && !s->frames[i + 1].compiled : f->one_line;
}

uint32_t source_stack_shown(const source_stack *s)
{
    uint32_t i = 0;
    while (i < s->count && passes_on(s, i))
        i++;
    return i < s->count ? i : 0;
}

char *source_stack_where(const source_stack *s, uint32_t i)
{
    const source_frame *f = &s->frames[i];
    const char *slash = f->path ? strrchr(f->path, '/') : NULL;
    return f->path ? text_format("%s:%d", slash ? slash + 1 : f->path, f->line) : NULL;
}

const char *source_stack_function(const source_stack *s, uint32_t i)
{
    return s->frames[i].function;
}

char *source_read_line(const char *path, int number)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t size = 0;
    ssize_t length = -1;
    for (int i = 0; file && i < number && (i == 0 || length >= 0); i++)
        length = getline(&line, &size, file);
    if (file)
        fclose(file);
    if (length < 0) {
        free(line);
        return NULL;
    }
    line[strcspn(line, "\n")] = '\0';
    return line;
}

static source_stack *stack_of(const void *return_address)
{
    chain c = {.count = 1, .frames = {{.pc = return_address}}};
    return source_stack_new(&c, 0);
}

char *source_text(const void *return_address)
{
    source_stack *s = stack_of(return_address);
    const source_frame *f = s->count ? &s->frames[source_stack_shown(s)] : NULL;
    char *line = f && f->path ? source_read_line(f->path, f->line) : NULL;
    source_stack_free(s);
    return line;
}

char *source_spot(const void *return_address)
{
    source_stack *s = stack_of(return_address);
    text spot = {0};
    for (uint32_t i = source_stack_shown(s); i < s->count; i++) {
        const source_frame *f = &s->frames[i];
        text_add(&spot, "%s:%d:%d ", f->path ? f->path : "?", f->line, f->column);
    }
    source_stack_free(s);
    return spot.length ? text_take(&spot) : NULL;
}

char *source_call(const void *return_address)
{
    source_stack *s = stack_of(return_address);
    uint32_t i = source_stack_shown(s) + 1;
    char *where = i < s->count ? source_stack_where(s, i) : NULL;
    source_stack_free(s);
    return where;
}

bool source_stack_name(const source_stack *s, const source_access *a, text *out, bool *exact)
{
    uint32_t shown = source_stack_shown(s);
    const source_frame *f = shown < s->count ? &s->frames[shown] : NULL;
    if (!f || !f->path || f->column <= 0)
        return false;
    char *code = source_read_line(f->path, f->line);
    text said = {0};
    bool calls = shown > 0 || a->use == USE_OBJECT;
    bool found = code && (calls ? lvalue_handed(code, (uint32_t)f->column, &said)
                                : lvalue_at(code, (uint32_t)f->column, a->use == USE_WRITE, &said));
    size_t offset =
        a->block ? (size_t)((const char *)a->address - (const char *)a->block) : SIZE_MAX;
    touched what = {.address = a->address,
                    .size = a->size,
                    .block = a->block,
                    .offset = offset,
                    .member = a->member,
                    .handed = shown > 0};
    found = found && expression_name(f, said.bytes, code, &what, out, exact);
    text_fini(&said);
    free(code);
    return found;
}

#endif
