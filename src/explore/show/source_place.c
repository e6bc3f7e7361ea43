// SPDX-License-Identifier: MIT
// Where a variable is while a function waits in a call: DWARF's location expressions,
// as far as the registers that calls preserve can tell.

#include "explore/show/source_lines.h"

#ifdef LP_HAVE_LIBDW

#include "explore/runtime/fiber.h"
#include "explore/show/source_dwarf.h"

#include <stdlib.h>
#include <string.h>

enum { STACK_MAX = 16 };

typedef struct machine {
    const source_frame *frame;
    Dwarf_Attribute *location;
    uint64_t stack[STACK_MAX];
    uint32_t depth;
    bool is_value; // the result is the value and not where it is
} machine;

static bool push(machine *m, uint64_t v)
{
    if (m->depth == STACK_MAX)
        return false;
    m->stack[m->depth++] = v;
    return true;
}

static bool push_register(machine *m, uint32_t number, int64_t offset)
{
    const chain_frame *c = m->frame->call;
    return number < CHAIN_REGISTERS && (c->known >> number & 1) &&
           push(m, c->registers[number] + (uint64_t)offset);
}

// The function itself, which what was inlined into it shares its frame with.
static bool subprogram(const source_frame *f, Dwarf_Die *out)
{
    Dwarf_Die die = f->die, *scopes = NULL;
    int count = dwarf_getscopes_die(&die, &scopes);
    bool found = false;
    for (int i = 0; i < count && !found; i++)
        if ((found = dwarf_tag(&scopes[i]) == DW_TAG_subprogram))
            *out = scopes[i];
    if (count > 0)
        free(scopes);
    return found;
}

bool location_address(Dwarf_Attribute *location, const Dwarf_Op *op, Dwarf_Addr *address)
{
    Dwarf_Attribute indexed;
    *address = op->number;
    if (op->atom == DW_OP_addr)
        return true;
    return (op->atom == DW_OP_addrx || op->atom == DW_OP_GNU_addr_index) &&
           dwarf_getlocation_attr(location, op, &indexed) == 0 &&
           dwarf_formaddr(&indexed, address) == 0;
}

static bool run(machine *m, const Dwarf_Op *ops, size_t count);

static bool push_frame_base(machine *m)
{
    Dwarf_Die function;
    Dwarf_Attribute attribute;
    Dwarf_Op *ops;
    size_t count;
    machine base = {.frame = m->frame, .location = &attribute};
    if (!subprogram(m->frame, &function) || !dwarf_attr(&function, DW_AT_frame_base, &attribute) ||
        dwarf_getlocation_addr(&attribute, m->frame->pc, &ops, &count, 1) != 1 || count != 1)
        return false;
    if (ops[0].atom == DW_OP_fbreg || !run(&base, ops, count))
        return false;
    return push(m, base.stack[0]);
}

// Only of the stack of the thread itself: other memory may have changed.
static bool load(machine *m)
{
    const void *at = (const void *)(uintptr_t)m->stack[m->depth - 1];
    if (fiber_of_stack(at, NULL) != rt.current || ((uintptr_t)at & 7))
        return false;
    memcpy(&m->stack[m->depth - 1], at, sizeof m->stack[0]);
    return true;
}

static bool step(machine *m, const Dwarf_Op *op)
{
    uint8_t a = op->atom;
    if (a >= DW_OP_lit0 && a <= DW_OP_lit31)
        return push(m, a - DW_OP_lit0);
    if (a >= DW_OP_reg0 && a <= DW_OP_reg31) {
        m->is_value = true;
        return push_register(m, a - DW_OP_reg0, 0);
    }
    if (a >= DW_OP_breg0 && a <= DW_OP_breg31)
        return push_register(m, a - DW_OP_breg0, (int64_t)op->number);
    switch (a) {
    case DW_OP_addr:
    case DW_OP_addrx:
    case DW_OP_GNU_addr_index: {
        Dwarf_Addr address;
        return location_address(m->location, op, &address) && push(m, address + m->frame->bias);
    }
    case DW_OP_const1u:
    case DW_OP_const2u:
    case DW_OP_const4u:
    case DW_OP_const8u:
    case DW_OP_constu:
    case DW_OP_const1s:
    case DW_OP_const2s:
    case DW_OP_const4s:
    case DW_OP_const8s:
    case DW_OP_consts:
        return push(m, op->number);
    case DW_OP_fbreg:
        if (!push_frame_base(m))
            return false;
        m->stack[m->depth - 1] += op->number;
        return true;
    case DW_OP_call_frame_cfa:
        return m->frame->call->cfa && push(m, m->frame->call->cfa);
    case DW_OP_plus_uconst:
        if (!m->depth)
            return false;
        m->stack[m->depth - 1] += op->number;
        return true;
    case DW_OP_plus:
    case DW_OP_minus:
        if (m->depth < 2)
            return false;
        m->depth--;
        m->stack[m->depth - 1] += a == DW_OP_plus ? m->stack[m->depth] : -m->stack[m->depth];
        return true;
    case DW_OP_deref:
        return m->depth && load(m);
    case DW_OP_stack_value:
        m->is_value = true;
        return true;
    default:
        return false;
    }
}

static bool run(machine *m, const Dwarf_Op *ops, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!step(m, &ops[i]))
            return false;
    return m->depth == 1;
}

place place_of(const source_frame *f, Dwarf_Die *variable)
{
    Dwarf_Attribute attribute;
    Dwarf_Op *ops;
    size_t count;
    machine m = {.frame = f, .location = &attribute};
    if (!dwarf_attr_integrate(variable, DW_AT_location, &attribute) ||
        dwarf_getlocation_addr(&attribute, f->pc, &ops, &count, 1) != 1 || !run(&m, ops, count))
        return (place){0};
    return (place){.known = true, .in_memory = !m.is_value, .at = m.stack[0]};
}

typedef struct search {
    bool (*visit)(void *context, Dwarf_Die *variable);
    void *context;
} search;

static bool look_in(const source_frame *f, Dwarf_Die *scope, const search *s)
{
    Dwarf_Die child;
    if (dwarf_child(scope, &child) != 0)
        return false;
    Dwarf_Die first = child;
    do {
        Dwarf_Die block = child;
        if (dwarf_tag(&block) == DW_TAG_lexical_block && dwarf_haspc(&block, f->pc) > 0 &&
            look_in(f, &block, s))
            return true;
    } while (dwarf_siblingof(&child, &child) == 0);
    child = first;
    do {
        int tag = dwarf_tag(&child);
        if ((tag == DW_TAG_variable || tag == DW_TAG_formal_parameter) &&
            s->visit(s->context, &child))
            return true;
    } while (dwarf_siblingof(&child, &child) == 0);
    return false;
}

bool frame_variables(const source_frame *f, bool (*visit)(void *context, Dwarf_Die *variable),
                     void *context)
{
    Dwarf_Die die = f->die;
    return die.addr && look_in(f, &die, &(search){visit, context});
}

#endif
