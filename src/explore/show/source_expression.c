// SPDX-License-Identifier: MIT
// Is "q->slots[i].value" really what an access touched? The text of a line does not say:
// several things may stand on it, or a macro. So its variables are looked up where the
// access was made, their types followed, and their values where they can be known; what
// does not fit the address is not shown.

#include "explore/show/source_lines.h"

#ifdef LP_HAVE_LIBDW

#include "explore/show/source_dwarf.h"

#include "explore/runtime/fiber.h"

#include <ctype.h>
#include <string.h>

typedef enum basis {
    BASIS_ADDRESS, // `at` is where it is
    BASIS_VALUE,   // it is in a register: `at` is its value
    BASIS_BLOCK,   // `at` bytes after what a pointer of unknown value points at
    BASIS_NONE,    // nothing is known of where it is
} basis;

// What a part of the expression denotes.
typedef struct operand {
    Dwarf_Die type;
    basis basis;
    uint64_t at;
    size_t stride;     // an index was not evaluated: some multiple of this may be added
    uint32_t indices;  // how many were not
    const char *index; // the text of the last of them, with its brackets
    uint64_t base;     // what the last pointer on the way points at; 0: there is none, or not known
    bool member;
} operand;

typedef struct parser {
    const source_frame *frame;
    const char *at;
    uint32_t depth;
} parser;

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static const char *skip_brackets(const char *at)
{
    int depth = 0;
    for (; *at; at++) {
        depth += *at == '[' || *at == '(';
        depth -= *at == ']' || *at == ')';
        if (!depth)
            return at + 1;
    }
    return NULL;
}

typedef struct wanted {
    const char *name;
    size_t length;
    Dwarf_Die found;
} wanted;

static bool has_name(void *context, Dwarf_Die *variable)
{
    wanted *w = context;
    const char *its = dwarf_diename(variable);
    if (!its || strlen(its) != w->length || memcmp(its, w->name, w->length) != 0)
        return false;
    w->found = *variable;
    return true;
}

static bool find_global(Dwarf_Die *scope, wanted *w)
{
    Dwarf_Die child;
    if (dwarf_child(scope, &child) != 0)
        return false;
    do {
        int tag = dwarf_tag(&child);
        Dwarf_Die inner = child;
        if (tag == DW_TAG_variable && has_name(w, &child))
            return true;
        if (tag == DW_TAG_namespace && find_global(&inner, w))
            return true;
    } while (dwarf_siblingof(&child, &child) == 0);
    return false;
}

static bool denote_variable(const parser *p, Dwarf_Die *variable, operand *o)
{
    *o = (operand){.basis = BASIS_NONE};
    if (!type_of(variable, &o->type))
        return false;
    place where = place_of(p->frame, variable);
    if (where.known) {
        o->basis = where.in_memory ? BASIS_ADDRESS : BASIS_VALUE;
        o->at = where.at;
    }
    return true;
}

// What a pointer points at. Its value is believed if it is in a register or on the
// thread's own stack: what others can write may have changed since it was read.
static bool follow(operand *o)
{
    Dwarf_Die target;
    if (!type_is_pointer(&o->type) || !type_of(&o->type, &target))
        return false;
    uint64_t value = 0;
    bool known = o->basis == BASIS_VALUE && !o->stride;
    if (known) {
        value = o->at;
    } else if (o->basis == BASIS_ADDRESS && !o->stride) {
        const void *at = (const void *)(uintptr_t)o->at;
        known = fiber_of_stack(at, NULL) == rt.current && !rt.current->stack_shared;
        if (known)
            memcpy(&value, at, sizeof value);
    }
    o->basis = known ? BASIS_ADDRESS : BASIS_BLOCK;
    o->at = o->base = value;
    o->stride = 0;
    o->indices = 0;
    o->type = target;
    o->member = false;
    return true;
}

static bool select_member(operand *o, const char *name, size_t length)
{
    Dwarf_Die member;
    size_t offset;
    if (o->basis == BASIS_VALUE || !type_member(&o->type, name, length, &member, &offset))
        return false;
    o->type = member;
    o->at += offset;
    o->member = true;
    // A reference is what it refers to.
    int tag = dwarf_tag(&o->type);
    return tag == DW_TAG_reference_type || tag == DW_TAG_rvalue_reference_type ? follow(o) : true;
}

static bool select_element(operand *o, const char *index)
{
    if (dwarf_tag(&o->type) == DW_TAG_array_type) {
        Dwarf_Die element;
        if (!type_of(&o->type, &element))
            return false;
        o->type = element;
    } else if (!follow(o)) {
        return false;
    }
    o->stride = type_size(&o->type);
    o->indices++;
    o->index = index;
    return o->stride > 0;
}

static bool unary(parser *p, operand *o);

static bool primary(parser *p, operand *o)
{
    if (*p->at == '(') {
        p->at++;
        if (!unary(p, o) || *p->at != ')')
            return false;
        p->at++;
        return true;
    }
    wanted w = {.name = p->at};
    while (in_name(p->at[w.length]))
        w.length++;
    if (!w.length || isdigit((unsigned char)*p->at))
        return false;
    p->at += w.length;
    if (frame_variables(p->frame, has_name, &w)) {
        if (!denote_variable(p, &w.found, o))
            return false;
        int tag = dwarf_tag(&o->type);
        return tag == DW_TAG_reference_type || tag == DW_TAG_rvalue_reference_type ? follow(o)
                                                                                   : true;
    }
    wanted self = {.name = "this", .length = 4};
    if (frame_variables(p->frame, has_name, &self) && denote_variable(p, &self.found, o) &&
        follow(o) && select_member(o, w.name, w.length))
        return true;
    Dwarf_Die die = p->frame->die, unit;
    return die.addr && dwarf_diecu(&die, &unit, NULL, NULL) && find_global(&unit, &w) &&
           denote_variable(p, &w.found, o);
}

static bool postfix(parser *p, operand *o)
{
    if (!primary(p, o))
        return false;
    for (;;) {
        bool arrow = p->at[0] == '-' && p->at[1] == '>';
        if (arrow || *p->at == '.') {
            p->at += arrow ? 2 : 1;
            size_t length = 0;
            while (in_name(p->at[length]))
                length++;
            if ((arrow && !follow(o)) || !select_member(o, p->at, length))
                return false;
            p->at += length;
        } else if (*p->at == '[') {
            const char *index = p->at;
            p->at = skip_brackets(index);
            if (!p->at || !select_element(o, index))
                return false;
        } else {
            return true;
        }
    }
}

static bool unary(parser *p, operand *o)
{
    enum { DEPTH_MAX = 8 };
    if (++p->depth > DEPTH_MAX)
        return false;
    if (*p->at == '*') {
        p->at++;
        return unary(p, o) && follow(o);
    }
    return postfix(p, o);
}

// The last name of ".slots[3].value" or "q->value".
static size_t last_name(const char *s, const char **name)
{
    const char *end = s + strlen(s);
    while (end > s && !in_name(end[-1]))
        end--;
    if (end > s && *end == ']') { // an index
        while (end > s && *end != '[')
            end--;
    }
    const char *start = end;
    while (start > s && in_name(start[-1]))
        start--;
    *name = start;
    return (size_t)(end - start);
}

static bool same_last_name(const char *a, const char *b)
{
    const char *x, *y;
    size_t n = last_name(a, &x), m = last_name(b, &y);
    return n == m && !memcmp(x, y, n);
}

// Of classes that are what they are about, and do not point to it.
static bool holds_its_word(Dwarf_Die *type)
{
    static const char *const names[] = {"semaphore", "mutex", "latch",    "barrier",
                                        "flag",      "once",  "condition"};
    const char *its = type_is_class(type) ? dwarf_diename(type) : "";
    if (!type_is_class(type))
        return !type_is_pointer(type);
    if (type_is_atomic(type))
        return true;
    for (size_t i = 0; its && i < sizeof names / sizeof *names; i++)
        if (strstr(its, names[i]))
            return true;
    return false;
}

static bool inside(uint64_t distance, size_t stride, size_t size, size_t whole)
{
    if (stride)
        distance %= stride;
    return distance < whole && distance + size <= whole;
}

// How often a name stands in a line.
static uint32_t occurrences(const char *line, const char *name, size_t length)
{
    uint32_t count = 0;
    for (const char *at = line; *at; at++)
        count +=
            !strncmp(at, name, length) && !in_name(at[length]) && (at == line || !in_name(at[-1]));
    return count;
}

// Which block the pointer points to is not known. So much must fit the more.
static bool fits_block(const operand *o, const char *expression, const char *line, const touched *t)
{
    Dwarf_Die type = o->type;
    size_t whole = type_size(&type), length;
    const char *name;
    length = last_name(expression, &name);
    if (whole < t->size || occurrences(line, name, length) != 1)
        return false;
    if (t->handed && (whole != t->size || !holds_its_word(&type)))
        return false;
    if (t->member && o->member)
        return same_last_name(expression, t->member);
    if (!o->member)
        return whole == t->size;
    return t->offset >= o->at && inside(t->offset - o->at, o->stride, t->size, whole);
}

// The expression with the number of the element that was touched in the place of its index.
static void add_with_index(const char *expression, const char *index, uint64_t number, text *out)
{
    text_add(out, "%.*s[%llu]%s", (int)(index - expression), expression, (unsigned long long)number,
             skip_brackets(index));
}

// Does "q->cells[2].seq" end in what ".cells[2].seq" says?
static bool ends_in(const char *name, const char *member)
{
    size_t n = strlen(name), m = strlen(member) - 1;
    return n >= m && !strcmp(name + n - m, member + 1) && (n == m || !in_name(name[n - m - 1]));
}

// In a block that some pointer leads to. The type of the block may tell the index.
static bool name_in_block(const operand *o, const char *expression, const char *line,
                          const touched *t, text *out, bool *exact)
{
    if (!fits_block(o, expression, line, t))
        return false;
    *exact = !o->stride && t->offset == o->at;
    if (o->indices == 1 && o->stride && t->member && t->offset >= o->at) {
        text counted = {0};
        add_with_index(expression, o->index, (t->offset - o->at) / o->stride, &counted);
        *exact = ends_in(counted.bytes, t->member);
        text_add(out, "%s", *exact ? counted.bytes : expression);
        text_fini(&counted);
    } else {
        text_add(out, "%s", expression);
    }
    return true;
}

static bool name_at(const operand *o, const char *expression, const touched *t, text *out,
                    bool *exact)
{
    Dwarf_Die type = o->type;
    uint64_t distance = (uint64_t)(uintptr_t)t->address - o->at;
    if (!inside(distance, o->stride, t->size, type_size(&type)))
        return false;
    bool counted = o->indices == 1 && (int64_t)distance >= 0;
    if (counted) {
        add_with_index(expression, o->index, distance / o->stride, out);
        distance %= o->stride;
    } else {
        text_add(out, "%s", expression);
    }
    *exact = (counted || !o->indices) && distance == 0 && o->base == (uint64_t)(uintptr_t)t->block;
    return true;
}

bool expression_name(const source_frame *f, const char *expression, const char *line,
                     const touched *t, text *out, bool *exact)
{
    parser p = {.frame = f, .at = expression};
    operand o;
    size_t before = out->length;
    if (!unary(&p, &o) || *p.at)
        return false;
    if (type_size(&o.type) != t->size && !t->handed)
        return false; // a part of it has a name of its own
    bool named = o.basis == BASIS_ADDRESS ? name_at(&o, expression, t, out, exact)
                 : o.basis == BASIS_BLOCK ? name_in_block(&o, expression, line, t, out, exact)
                                          : false;
    // What s.turn is, of all slots, the type of the block says.
    *exact = named && *exact && (!t->member || ends_in(out->bytes + before, t->member));
    return named;
}

#endif
