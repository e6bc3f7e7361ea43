// SPDX-License-Identifier: MIT
// See warnings.h. `check` has noted which declarations are mentioned.

#include "model/check/warnings.h"

#include "base/memory.h"
#include "model/syntax/ast_process.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct finder {
    warnings *w;
    const model *m;
    const unit *u; // NULL: in a function, a procedure or the init block
    bool in_function;
} finder;

void warnings_add(warnings *w, uint32_t at, const char *hint, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *what = text_format_list(format, list);
    va_end(list);
    MEMORY_GROW(w->list, w->capacity, w->count + 1);
    w->list[w->count++] = (warning){.at = at, .what = what, .hint = hint};
}

static bool is_part(const variable *v)
{
    return !v->whole_name && strchr(v->name, '.');
}

// Without the component before it.
static const char *plain_name(const char *name)
{
    const char *member = strstr(name, "::");
    return member ? member + 2 : name;
}

static const char *name_of(const variable *v)
{
    return plain_name(variable_name(v));
}

// The automaton or system whose text this stands in; NULL: there are none, or in none.
static const unit *unit_around(const model *m, uint32_t at)
{
    const unit *around = NULL;
    for (uint32_t i = 0; m->whole && i < m->whole->unit_count; i++) {
        const unit *u = m->whole->units[i];
        around = u->at <= at && (!around || u->at > around->at) ? u : around;
    }
    return around;
}

// An automaton does not see the variables of others.
static const char *among(const model *m, const variable *list, uint32_t count, const variable *v,
                         const char *role)
{
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(name_of(&list[i]), name_of(v)) == 0 &&
            unit_around(m, list[i].at) == unit_around(m, v->at))
            return list[i].ghost ? "ghost variable" : list[i].own ? "per-thread variable" : role;
    return NULL;
}

static const char *among_constants(const model *m, const char *name)
{
    for (uint32_t i = 0; i < m->constant_count; i++)
        if (strcmp(m->constants[i].name, name) == 0)
            return "constant";
    uint32_t of, item;
    return enum_item_find(m, name, &of, &item) ? "constant" : NULL;
}

// What else the name would mean here.
static const char *hidden(const finder *f, const variable *v)
{
    const char *role = NULL;
    if (f->u && f->u->is_spec)
        role = among(f->m, f->u->state, f->u->state_count, v, "state variable");
    else if (!f->in_function)
        role = among(f->m, f->m->shared, f->m->shared_count, v,
                     f->u && f->u->is_automaton ? "state variable" : "shared variable");
    return role ? role : among_constants(f->m, name_of(v));
}

static void look_whether_hides(const finder *f, const variable *v, const char *role)
{
    const char *other = is_part(v) ? NULL : hidden(f, v);
    if (other)
        warnings_add(f->w, v->at, "choose another name", "the %s %s hides the %s of that name",
                     role, name_of(v), other);
}

// Is finding the value no step and no choice?
static bool is_plain(const expr *x)
{
    if (!x)
        return true;
    bool plain = x->kind == EXPR_INT || x->kind == EXPR_BOOL || x->kind == EXPR_NULL ||
                 x->kind == EXPR_NONE || x->kind == EXPR_LOCAL;
    bool made = x->kind == EXPR_NOT || x->kind == EXPR_MINUS || x->kind == EXPR_TUPLE ||
                x->kind == EXPR_LIST;
    if (!plain && !made)
        return false;
    for (uint32_t i = 0; i < x->item_count; i++)
        if (!is_plain(x->items[i]))
            return false;
    return is_plain(x->a);
}

static void look_at_declaration(const finder *f, const stmt *s)
{
    const variable *v = s->declared;
    look_whether_hides(f, v, "variable");
    if (!f->m->used[v->at] && is_plain(s->a))
        warnings_add(f->w, v->at, NULL, "the variable %s is never used", v->name);
}

static void look_at_block(const finder *f, const block *b)
{
    for (uint32_t i = 0; i < b->count; i++) {
        const stmt *s = b->items[i];
        if (s->kind == STMT_DECLARE)
            look_at_declaration(f, s);
        look_at_block(f, &s->body);
        look_at_block(f, &s->other);
    }
}

static void look_at_body(const finder *f, const method *m)
{
    for (uint32_t i = 0; i < m->param_count; i++)
        look_whether_hides(f, &m->locals[i], "parameter");
    look_at_block(f, &m->body);
    warnings_dead_code(f->w, &m->body);
}

static void look_at_unit(finder *f, const unit *u)
{
    f->u = u;
    for (uint32_t i = 0; i < u->state_count; i++) {
        const variable *v = &u->state[i];
        if (!is_part(v) && !f->m->used[v->at])
            warnings_add(f->w, v->at, NULL, "the state variable %s is never used", name_of(v));
        if (!is_part(v) && among_constants(f->m, name_of(v)))
            warnings_add(f->w, v->at, "choose another name",
                         "the state variable %s hides the constant of that name", name_of(v));
    }
    for (uint32_t i = 0; !u->is_spec && i < u->method_count; i++)
        look_at_body(f, u->methods[i]);
    for (uint32_t i = 0; i < u->sync_count; i++)
        look_at_body(f, u->syncs[i]->body);
    f->u = NULL;
}

static void look_at_helpers(const finder *f, method *const *list, uint32_t count, const char *what)
{
    for (uint32_t i = 0; i < count; i++) {
        if (!f->m->used[list[i]->at])
            warnings_add(f->w, list[i]->at, NULL, "the %s %s is never called",
                         list[i]->is_let        ? "derived variable"
                         : list[i]->is_constant ? "constant"
                                                : what,
                         plain_name(list[i]->name));
        look_at_body(f, list[i]);
    }
}

static bool in_automaton(const model *m, uint32_t variable_number)
{
    bool in = false;
    for (uint32_t i = 0; i < m->unit_count; i++)
        in |=
            variable_number >= m->units[i]->shared_from && variable_number < m->units[i]->shared_to;
    return in;
}

static void look_at_globals(const finder *f)
{
    const model *m = f->m;
    for (uint32_t i = 0; i < m->constant_count; i++)
        if (!m->used[m->constants[i].at])
            warnings_add(f->w, m->constants[i].at, NULL, "the constant %s is never used",
                         m->constants[i].name);
    for (uint32_t i = 0; i < m->shared_count; i++)
        if (!is_part(&m->shared[i]) && !m->shared[i].unshown && !m->used[m->shared[i].at])
            warnings_add(f->w, m->shared[i].at, NULL, "the %s %s is never used",
                         m->shared[i].ghost   ? "ghost variable"
                         : m->shared[i].own   ? "per-thread variable"
                         : in_automaton(m, i) ? "state variable"
                                              : "shared variable",
                         name_of(&m->shared[i]));
}

static bool unit_has(const unit *u, const char *name)
{
    for (uint32_t i = 0; i < u->method_count; i++)
        if (strcmp(u->methods[i]->name, name) == 0)
            return true;
    return false;
}

static bool is_verified(const model *m, const unit *u)
{
    for (uint32_t i = 0; i < m->instance_count; i++)
        if (m->instances[i].subject == u || m->instances[i].against == u)
            return true;
    return false;
}

// What the spec says of a method that no object compared with it has is never asked. The
// reverse is an error.
static void look_at_spec_methods(const finder *f, const unit *spec)
{
    const model *m = f->m;
    for (uint32_t k = 0; k < spec->method_count; k++) {
        const unit *compared = NULL;
        bool found = false;
        for (uint32_t i = 0; i < m->instance_count; i++) {
            if (m->instances[i].spec != spec)
                continue;
            const instance *v = &m->instances[i];
            compared = v->subject;
            found |= !v->label_count && unit_has(compared, spec->methods[k]->name);
            for (uint32_t n = 0; n < v->label_count; n++)
                found |= !v->labels[n].returns &&
                         strcmp(v->labels[n].method, spec->methods[k]->name) == 0;
        }
        if (compared && !found)
            warnings_add(f->w, spec->methods[k]->at, NULL,
                         compared->is_automaton
                             ? "spec %s has a method %s, but no action of %s calls it"
                             : "spec %s has a method %s, but object %s has none",
                         spec->name, spec->methods[k]->name, compared->name);
    }
}

static int by_place(const void *a, const void *b)
{
    uint32_t x = ((const warning *)a)->at, y = ((const warning *)b)->at;
    return (x > y) - (x < y);
}

static void look_at_model(warnings *w, const model *m)
{
    finder f = {.w = w, .m = m};
    look_at_globals(&f);
    f.in_function = true;
    look_at_helpers(&f, m->functions, m->function_count, "function");
    f.in_function = false;
    look_at_helpers(&f, m->procedures, m->procedure_count, "procedure");
    if (m->has_init)
        look_at_body(&f, &m->init);
    for (uint32_t i = 0; i < m->unit_count; i++) {
        const unit *u = m->units[i];
        look_at_unit(&f, u);
        if (u->is_spec)
            look_at_spec_methods(&f, u);
        else if (!u->is_automaton && m->instance_count && !is_verified(m, u))
            warnings_add(w, u->at, NULL, "no verify block is about the object %s", u->name);
    }
}

// By a verify block, or as part of a system.
static bool is_used(const model *m, const unit *u)
{
    bool used = false;
    for (uint32_t i = 0; i < m->instance_count; i++)
        used |= strcmp(m->instances[i].object, u->name) == 0 ||
                (m->instances[i].implements && strcmp(m->instances[i].implements, u->name) == 0);
    for (uint32_t i = 0; i < m->unit_count; i++)
        for (uint32_t k = 0; k < m->units[i]->component_count; k++)
            used |= m->units[i]->components[k].of == u;
    for (uint32_t i = 0; i < m->unit_count; i++) {
        const simulation *s = m->units[i]->simulates;
        used |= s && (strcmp(s->from, u->name) == 0 || strcmp(s->to, u->name) == 0);
    }
    return used;
}

// What stands once in the file may be found in several views.
static void drop_repeated(warnings *w)
{
    size_t kept = 0;
    for (size_t i = 0; i < w->count; i++) {
        bool again = kept && w->list[kept - 1].at == w->list[i].at &&
                     strcmp(w->list[kept - 1].what, w->list[i].what) == 0;
        if (again)
            free(w->list[i].what);
        else
            w->list[kept++] = w->list[i];
    }
    w->count = kept;
}

void warnings_find(warnings *w, const model *m)
{
    *w = (warnings){0};
    if (!m->view_count)
        look_at_model(w, m);
    for (uint32_t i = 0; i < m->view_count; i++)
        look_at_model(w, m->views[i]);
    for (uint32_t i = 0; i < m->unit_count && m->instance_count; i++)
        if (m->units[i]->is_automaton && !m->units[i]->is_process && !is_used(m, m->units[i]))
            warnings_add(w, m->units[i]->at, NULL, "no verify block is about the %s %s",
                         m->units[i]->simulates         ? "simulation"
                         : m->units[i]->component_count ? "system"
                                                        : "automaton",
                         m->units[i]->name);
    for (uint32_t i = 0; m->processes && i < m->processes->count; i++)
        if (!m->used[m->processes->list[i]->at])
            warnings_add(w, m->processes->list[i]->at, NULL,
                         "the process %s is never called, and no verify block is about it",
                         m->processes->list[i]->name);
    if (w->count)
        qsort(w->list, w->count, sizeof *w->list, by_place);
    drop_repeated(w);
}

void warnings_fini(warnings *w)
{
    for (size_t i = 0; i < w->count; i++)
        free(w->list[i].what);
    free(w->list);
    *w = (warnings){0};
}

void warning_error(const model *m, const warning *w, error *e)
{
    source_error(&m->source, e, w->at, w->hint, "warning: %s", w->what);
}
