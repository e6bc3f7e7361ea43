// SPDX-License-Identifier: MIT
// Differences between two states, for people.

#include "verify/counterexample/move_description.h"

#include "base/memory.h"
#include "base/value/value_text.h"
#include "judge/evidence/thread_evidence.h"
#include "model/interpret/interpret.h"
#include "model/syntax/finite_type.h"
#include "verify/counterexample/action_description.h"
#include "verify/counterexample/cell_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODE_NAME = 80 };

void describer_init(describer *d, const transition_system *s, const int32_t *start)
{
    const layout *l = &s->p->layout;
    *d = (describer){.s = s};
    d->names = memory_new(l->heap_count * l->nodes + 1, sizeof *d->names);
    d->moved = memory_new(l->heap_count * l->nodes + 1, sizeof *d->moved);
    for (uint32_t h = 0; h < l->heap_count; h++)
        for (uint32_t n = 1; n <= l->nodes; n++)
            if (start[l->heaps[h].start + (n - 1) * l->heaps[h].stride] != NODE_FREE)
                *name_of(d, h, n) = ++d->made[h];
}

void describer_fini(describer *d)
{
    free(d->names);
    free(d->moved);
}

void describer_follow(describer *d, const heap *moved)
{
    const layout *l = &d->s->p->layout;
    memset(d->moved, 0, (size_t)l->heap_count * l->nodes * sizeof *d->moved);
    for (uint32_t h = 0; h < l->heap_count; h++)
        for (uint32_t n = 1; n <= l->nodes; n++) {
            uint32_t to = heap_moved(moved, h, n);
            if (to)
                d->moved[h * l->nodes + to - 1] = *name_of(d, h, n);
        }
    uint32_t *old = d->names;
    d->names = d->moved;
    d->moved = old;
}

static void separate(text *out, size_t start)
{
    text_add(out, "%s", out->length == start ? " (" : ", ");
}

static void describe_variable(describer *d, const char *before, const variable *v,
                              const int32_t *was, const int32_t *is, text *out, size_t start)
{
    size_t size = variable_unit(d->s->p, v);
    if (wide_set(v) && !v->whole_name)
        return; // it is shown with the first of them
    for (uint32_t k = 0; k < (v->length ? v->length : 1); k++) {
        int32_t old[MODEL_MAX_PARTS] = {0}, new[MODEL_MAX_PARTS] = {0};
        if (wide_set(v)) {
            gather(v, was, k, old);
            gather(v, is, k, new);
        }
        if (wide_set(v) ? memcmp(old, new, sizeof new) == 0
                        : memcmp(was + k * size, is + k * size, size * sizeof *is) == 0)
            continue;
        separate(out, start);
        text_add(out, "%s", before);
        print_name(d, v, k, out);
        text_add(out, " = ");
        if (wide_set(v))
            mask_print(d->s->m, v->whole, new, out);
        else
            print_item(d, v->type, is + k * size, out);
    }
}

static void describe_node(describer *d, uint32_t h, uint32_t n, const int32_t *was,
                          const int32_t *is, text *out, size_t start)
{
    const record *r = d->s->m->records[h];
    const uint32_t *fields = d->s->p->layout.heaps[h].fields;
    uint32_t name = *name_of(d, h, n);
    if (is[0] != was[0]) {
        separate(out, start);
        if (is[0] == NODE_FREED) {
            text_add(out, "%s%u is freed", r->name, name);
            return;
        }
        text_add(out, "%s%u is new: {", r->name, name);
        for (uint32_t f = 0; f < r->field_count; f++) {
            text_add(out, "%s", f ? ", " : "");
            print_variable(d, &r->fields[f], is + fields[f], out);
        }
        text_add(out, "}%s", was[0] == NODE_FREED ? ", at the address of the freed one" : "");
        return;
    }
    char node[NODE_NAME];
    snprintf(node, sizeof node, "%s%u.", r->name, name);
    for (uint32_t f = 0; f < r->field_count; f++)
        describe_variable(d, node, &r->fields[f], was + fields[f], is + fields[f], out, start);
}

static void describe_heap(describer *d, const int32_t *before, const int32_t *after, text *out,
                          size_t start)
{
    const layout *l = &d->s->p->layout;
    for (uint32_t h = 0; h < l->heap_count; h++)
        for (uint32_t n = 1; n <= l->nodes; n++) {
            uint32_t at = l->heaps[h].start + (n - 1) * l->heaps[h].stride;
            if (before[at] == NODE_FREE && after[at] != NODE_FREE)
                *name_of(d, h, n) = ++d->made[h];
        }
    for (uint32_t h = 0; h < l->heap_count; h++)
        for (uint32_t n = 1; n <= l->nodes; n++) {
            uint32_t at = l->heaps[h].start + (n - 1) * l->heaps[h].stride;
            describe_node(d, h, n, before + at, after + at, out, start);
        }
}

// What a step found, or wrote, that shows in no change: in a condition, on the way to a
// value, or there already.
static bool describe_look(describer *d, const move *m, const int32_t *before, text *out,
                          size_t start)
{
    look at;
    if (m->kind != LABEL_INTERNAL || !interpret_look(d->s->p, before, m->thread, &at) ||
        (at.compares && !at.differs) || (at.writes && at.differs))
        return false;
    separate(out, start);
    text_add(out, at.compares ? "fails: there is " : at.writes ? "writes " : "reads ");
    print_cell(d, at.type, at.found, out);
    text_add(out, at.writes ? " again" : "");
    return true;
}

// Where the step puts what it reads; UINT32_MAX: in no local that is needed afterwards.
static uint32_t reads_into(const program *p, const instr *at, const int32_t *after)
{
    bool reads = at && at->to.kind == SLOT_LOCAL &&
                 (at->kind == INSTR_LOAD || at->kind == INSTR_LL || at->kind == INSTR_SWAP ||
                  at->kind == INSTR_FAA);
    bool needed = reads && program_live(p, (uint32_t)after[THREAD_PC]) >> at->to.index & 1;
    return needed ? at->to.index : UINT32_MAX;
}

static void describe_locals(describer *d, const routine *r, uint32_t read, const int32_t *before,
                            const int32_t *after, text *out, size_t start)
{
    uint64_t live = program_live(d->s->p, (uint32_t)after[THREAD_PC]);
    for (uint32_t i = 0; i < r->method->local_count; i++) {
        if (!(live >> i & 1)) // what is not needed any more was set to zero
            continue;
        const variable *v = &r->method->locals[i];
        const int32_t *was = before + r->cells[i], *is = after + r->cells[i];
        text whose = {0}; // a procedure may use the names of its caller
        if (v->procedure)
            text_add(&whose, "%s.", d->s->m->procedures[v->procedure - 1]->name);
        const char *owner = whose.bytes ? whose.bytes : "";
        if (i == read && *was == *is) { // what was read is shown even if it was known already
            separate(out, start);
            text_add(out, "%s%s = ", owner, v->name);
            print_cell(d, v->type, *is, out);
        } else {
            describe_variable(d, owner, v, was, is, out, start);
        }
        text_fini(&whose);
    }
}

static void describe_temps(describer *d, const routine *r, const int32_t *before,
                           const int32_t *after, text *out, size_t start)
{
    for (uint32_t i = 0; i < r->temp_count; i++) {
        uint32_t cell = r->temps[i].cell;
        if (!r->temps[i].kept || before[cell] == after[cell] || after[cell] == 0)
            continue;
        separate(out, start);
        text_add(out, "reads ");
        print_cell(d, r->temps[i].type, after[cell], out);
    }
}

static void describe_result(describer *d, const routine *r, const int32_t *after, text *out,
                            size_t start)
{
    type result = r->method->result;
    if ((uint32_t)after[THREAD_PC] == r->return_pc && result.kind != TYPE_UNIT) {
        separate(out, start);
        text_add(out, "result ");
        for (uint32_t i = 0; i < type_width(result); i++) {
            text_add(out, "%s", i ? ", " : "");
            print_cell(d, type_part(result, i), after[THREAD_RESULT + i], out);
        }
    }
}

// Of a thread's own: one value after the other, from thread 0 on.
static void describe_variables(describer *d, const int32_t *cells, bool specified, text *out)
{
    const program *p = d->s->p;
    const char *comma = "";
    for (uint32_t i = 0; i < d->s->m->shared_count; i++) {
        const variable *v = &d->s->m->shared[i];
        if (v->unshown || (wide_set(v) && !v->whole_name) || (specified && !v->specified))
            continue;
        const char *name = wide_set(v) ? v->whole_name : v->name, *member = strstr(name, "::");
        text_add(out, "%s", comma);
        comma = ", ";
        if (member) // of a component
            text_add(out, "%.*s.%s =", (int)(member - name), name, member + 2);
        else
            text_add(out, "%s =", name);
        for (uint32_t t = 0; t < (v->own ? p->threads : 1); t++) {
            text_add(out, " ");
            print_variable(d, v, cells + variable_start(p, i, t), out);
        }
    }
}

void describe_shared(describer *d, const int32_t *cells, text *out)
{
    describe_variables(d, cells, false, out);
    if (d->s->front->show)
        d->s->front->show(d->s, cells, out);
}

void describe_specification(describer *d, const int32_t *cells, text *out)
{
    describe_variables(d, cells, true, out);
}

void describe_changes(describer *d, const move *m, const int32_t *before, const int32_t *after,
                      text *out)
{
    const program *p = d->s->p;
    const layout *l = &p->layout;
    size_t start = out->length;
    if (m->kind == LABEL_RETURN)
        return;
    const routine *r = &p->routines[m->method];
    const instr *at = m->kind == LABEL_INTERNAL ? program_instr(p, m->pc, &r) : NULL;
    bool whole = m->kind == LABEL_ACTION; // what is local to it is over
    uint32_t mine = l->threads + m->thread * l->thread_stride;
    const int32_t *was = before + mine, *is = after + mine;
    uint32_t read = reads_into(p, at, is);
    bool seen = read != UINT32_MAX || (at && at->to.kind == SLOT_RESULT);
    bool looked = !seen && describe_look(d, m, before, out, start);
    describe_heap(d, before, after, out, start);
    for (uint32_t i = 0; i < d->s->m->shared_count; i++) {
        uint32_t from = variable_start(p, i, m->thread);
        if (!d->s->m->shared[i].unshown)
            describe_variable(d, "", &d->s->m->shared[i], before + from, after + from, out, start);
    }
    if (!whole)
        describe_locals(d, r, read, was, is, out, start);
    if (!looked && !whole)
        describe_temps(d, r, was, is, out, start);
    describe_result(d, r, is, out, start);
    bool silent = m->kind == LABEL_CALL || d->s->front->describe; // of events, few change something
    const char *nothing = silent ? "" : " (changes nothing)";
    text_add(out, "%s", out->length == start ? nothing : ")");
}

void describe_read(describer *d, const move *m, const int32_t *before, text *out)
{
    if (describe_look(d, m, before, out, out->length))
        text_add(out, ")");
}

static uint32_t line_of(const describer *d, uint32_t at)
{
    uint32_t line, column;
    source_position(&d->s->m->source, at, &line, &column);
    return line;
}

static char *where_of(const describer *d, uint32_t at)
{
    uint32_t line, column;
    source_position(&d->s->m->source, at, &line, &column);
    return text_format("%s:%u:%u", d->s->m->source.file, line, column);
}

// The procedures that a step is in, the outermost first, each with the line of its call.
static void describe_calls(const describer *d, const call_site *via, text *out)
{
    if (!via)
        return;
    describe_calls(d, via->outer, out);
    text_add(out, "%s :%u › ", via->procedure->name, line_of(d, via->at));
}

void describe_waiting(describer *d, const int32_t *cells, uint32_t threads, lp_verdict *v)
{
    const program *p = d->s->p;
    for (uint32_t t = 0; t < p->threads; t++) {
        uint32_t mine = p->layout.threads + t * p->layout.thread_stride;
        const routine *r;
        const instr *at = program_instr(p, (uint32_t)cells[mine + THREAD_PC], &r);
        if (!at || !(threads >> t & 1))
            continue;
        char *statement = source_excerpt(&d->s->m->source, at->from, at->end);
        text what = {0};
        describe_calls(d, at->via, &what);
        text_add(&what, "%s", statement);
        char *where = where_of(d, at->at);
        verdict_waiting(v, &(lp_waiting){.thread = t,
                                         .wait = LP_WAIT_STATEMENT,
                                         .what = what.bytes,
                                         .where = where,
                                         .line = line_of(d, at->at)});
        free(where);
        text_fini(&what);
        free(statement);
    }
}

// A name of an enum stands here as in the model, without the quotes that it has in a history.
static void print_result(const describer *d, type t, lp_value result, text *out)
{
    size_t length;
    if (t.kind == TYPE_ENUM && result.kind == LP_KIND_STRING)
        text_add(out, "%s", lp_string_bytes(d->s->pool, result, &length));
    else
        value_print(d->s->pool, result, out);
}

void describe_move(describer *d, const move *m, const int32_t *before, text *what, text *where)
{
    const program *p = d->s->p;
    const routine *r = &p->routines[m->method];
    const instr *i = m->kind == LABEL_INTERNAL ? program_instr(p, m->pc, &r) : NULL;
    uint32_t at = i ? i->at : r->method->at;
    if (d->s->front->describe) {
        d->s->front->describe(d->s, m, what, &at);
    } else if (m->kind == LABEL_ACTION &&
               (r->method->over || r->method->struck || r->method->arg_count + r->method->outer)) {
        describe_action(d, m, r->method, before, what);
    } else if (m->kind == LABEL_CALL || m->kind == LABEL_ACTION) {
        text_add(what, "%s%s(", m->kind == LABEL_CALL ? "call " : "", r->method->name);
        for (uint32_t k = 0; k < r->method->param_count; k++) {
            text_add(what, "%s", k ? ", " : "");
            print_cell(d, r->method->locals[k].type, d->s->offers[m->offer].args[k], what);
        }
        text_add(what, ")");
    } else if (m->kind == LABEL_RETURN) {
        text_add(what, "return ");
        print_result(d, r->method->result, m->result, what);
    } else if (i) {
        char *statement = source_excerpt(&d->s->m->source, i->from, i->end);
        describe_calls(d, i->via, what);
        text_add(what, "%s", statement);
        free(statement);
    }
    char *position = where_of(d, at);
    text_add(where, "%s", position);
    free(position);
}
