// SPDX-License-Identifier: MIT
// Verify blocks: the object is there, the spec is there, and they fit.

#include "model/check/checker.h"
#include "spec/registry.h"
#include "spec/spec_get.h"

#include <stdio.h>
#include <string.h>

static const unit *unit_find(const model *m, const char *name, bool is_spec)
{
    for (uint32_t i = 0; i < m->unit_count; i++)
        if (m->units[i]->is_spec == is_spec && !m->units[i]->is_process &&
            strcmp(m->units[i]->name, name) == 0)
            return m->units[i];
    return NULL;
}

static bool check_against_unit(checker *c, const instance *v, const method *f)
{
    for (uint32_t i = 0; i < v->spec->method_count; i++) {
        const method *g = v->spec->methods[i];
        if (strcmp(f->name, g->name) != 0)
            continue;
        bool same = f->param_count == g->param_count && type_equal(f->result, g->result);
        for (uint32_t k = 0; same && k < f->param_count; k++)
            same = type_equal(f->locals[k].type, g->locals[k].type);
        return same ||
               source_error(c->s, c->e, v->refines_at, "parameters and result must be the same",
                            "%s of spec %s does not fit that of object %s", f->name, v->spec->name,
                            v->subject->name);
    }
    return source_error(c->s, c->e, v->refines_at, NULL, "spec %s has no method %s", v->spec->name,
                        f->name);
}

static bool check_against_builtin(checker *c, const instance *v, const lp_spec *spec,
                                  const method *f)
{
    uint32_t k = spec_method(spec, f->name);
    if (k == UINT32_MAX)
        return source_error(c->s, c->e, v->refines_at, "`linchpin specs` lists its methods",
                            "the built-in spec %s has no method %s", spec->name, f->name);
    if (spec->methods[k].args != (int)f->param_count)
        return source_error(c->s, c->e, v->refines_at, NULL,
                            "%s of the built-in spec %s takes %d arguments", f->name, spec->name,
                            spec->methods[k].args);
    return true;
}

static bool unit_marks(const unit *u)
{
    for (uint32_t i = 0; i < u->method_count; i++)
        if (u->methods[i]->marks)
            return true;
    return false;
}

// A name never means a file here: a model stands for itself.
static const lp_spec *find_builtin(const char *name, error *e)
{
    return strchr(name, ':') ? spec_get(name, NULL, e) : spec_find(name, e);
}

// Who meets others does not take effect at a mark of its own.
static bool check_points(checker *c, const instance *v, const lp_spec *builtin)
{
    bool meets = v->spec ? v->spec->meets : builtin->syncs != NULL;
    return !v->points || !meets ||
           source_error(c->s, c->e, v->refines_at, "leave out: using points",
                        "operations of %s meet, so a mark cannot say where they take effect",
                        v->refines);
}

static bool unit_inserts(const unit *u)
{
    for (uint32_t i = 0; i < u->method_count; i++)
        if (u->methods[i]->inserts)
            return true;
    return false;
}

static bool no_object(checker *c, const instance *v)
{
    const char *names[MODEL_MAX_NAMES];
    size_t count = 0;
    bool automata = false;
    for (uint32_t i = 0; i < c->m->unit_count && count < MODEL_MAX_NAMES; i++)
        if (!c->m->units[i]->is_spec) {
            automata |= c->m->units[i]->is_automaton;
            names[count++] = c->m->units[i]->name;
        }
    const char *near = did_you_mean(v->object, names, count);
    char hint[100] = "";
    snprintf(hint, sizeof hint, "did you mean %s?", near ? near : "");
    return source_error(c->s, c->e, v->object_at, near ? hint : NULL, "no %s is called %s",
                        automata ? "automaton" : "object", v->object);
}

// Events can be refused, and nothing can be seen for ever, by whatever moves; to terminate is an event of processes.
static bool check_events(checker *c, const instance *v)
{
    if (v->nonterminating)
        return source_error(c->s, c->e, v->object_at, NULL,
                            "nonterminating is claimed of processes only");
    return !(v->divergencefree || v->deterministic) || !v->subject->simulates ||
           source_error(c->s, c->e, v->object_at, "claim it of the implementation",
                        "a simulation has pairs of states, and no events of its own");
}

bool check_instance(checker *c, instance *v)
{
    v->subject = unit_find(c->m, v->object, false);
    if (!v->subject && c->m->processes)
        return check_process_instance(c, v);
    if (!v->subject)
        return no_object(c, v);
    if (!check_events(c, v))
        return false;
    bool acts = v->subject->is_automaton;
    if (!check_instance_conditions(c, v) || (acts && !check_automaton_instance(c, v)) ||
        !check_formula(c, v))
        return false;
    if (acts && v->claim == CLAIM_PROGRESS)
        return source_error(c->s, c->e, v->progress_at,
                            "of an automaton, write a formula: |= [] (p -> <> q) { fair weak "
                            "actions; }; deadlockfree is a setting, and ends says how runs end",
                            "progress is promised to operations of objects");
    if (!acts && v->implements && !check_against(c, v))
        return false;
    if (!acts && v->label_count)
        return source_error(c->s, c->e, v->labels[0].at, "leave it out",
                            "the operations of an object are its methods");
    if (v->property && v->claim != CLAIM_NOTHING)
        return source_error(c->s, c->e, v->property_at, "write a verify block for each",
                            "a property and a claim about histories cannot stand together");
    if (v->has_capacity && !unit_inserts(v->subject))
        return source_error(c->s, c->e, v->object_at,
                            "mark what puts something in, push(int v) @insert, and what takes it "
                            "out, pop() @remove",
                            "a capacity is declared, but no method of %s is marked @insert",
                            v->object);
    if (v->claim == CLAIM_COMMIT_ATOMIC && !unit_marks(v->subject))
        return source_error(c->s, c->e, v->object_at, "mark where operations take effect: @lin",
                            "no method of %s has a mark", v->object);
    if (!v->refines)
        return true;
    v->spec = unit_find(c->m, v->refines, true);
    const lp_spec *builtin = NULL;
    error not_found = {0};
    if (!v->spec && !(builtin = find_builtin(v->refines, &not_found)))
        return source_error(c->s, c->e, v->refines_at,
                            "a spec block of this file, or `linchpin specs`", "%s",
                            not_found.message);
    bool fits = acts ? check_operations(c, v, builtin) : check_points(c, v, builtin);
    for (uint32_t i = 0; fits && !acts && i < v->subject->method_count; i++) {
        const method *f = v->subject->methods[i];
        fits = v->spec ? check_against_unit(c, v, f) : check_against_builtin(c, v, builtin, f);
    }
    spec_release(builtin);
    return fits;
}
