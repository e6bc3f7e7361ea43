// SPDX-License-Identifier: MIT
// Verify blocks of files with processes: which process is meant, and what can be claimed of it.

#include "model/check/check_process.h"

#include <stdio.h>
#include <string.h>

static bool find_process(checker *c, const char *name, uint32_t at, const process_definition **out)
{
    const processes *a = c->m->processes;
    uint32_t which = process_find(c->m, name);
    if (which == a->count) {
        const char *names[64];
        uint32_t count = 0;
        for (; count < a->count && count < 64; count++)
            names[count] = a->list[count]->name;
        char hint[160];
        const char *near = did_you_mean(name, names, count);
        snprintf(hint, sizeof hint, "did you mean %s?", near ? near : "");
        return source_error(c->s, c->e, at, near ? hint : NULL, "no process is called %s", name);
    }
    *out = a->list[which];
    c->m->used[a->list[which]->at] = true;
    return a->list[which]->param_count == 0 ||
           source_error(c->s, c->e, at,
                        "write a process that gives them values: process Q() = P(1);",
                        "%s has parameters: which one is meant?", name);
}

// Is it an automaton of the file of which this is the part without automata?
static bool beside_automaton(const model *m, const char *name)
{
    for (uint32_t i = 0; m->whole && i < m->whole->unit_count; i++)
        if (m->whole->units[i]->is_automaton && strcmp(m->whole->units[i]->name, name) == 0)
            return true;
    return false;
}

// What it can be compared with: an object of the file, or a process. An automaton is found in compose_comparison.c.
bool check_against(checker *c, instance *v)
{
    v->against_in = c->m;
    for (uint32_t i = 0; i < c->m->unit_count; i++) {
        const unit *u = c->m->units[i];
        if (u->is_process || u->is_spec || strcmp(u->name, v->implements) != 0)
            continue;
        v->against = u;
        c->m->used[u->at] = true;
        return true;
    }
    if (beside_automaton(c->m, v->implements)) { // see compose_comparison.c
        v->against_in = NULL;
        return true;
    }
    if (!c->m->processes)
        return source_error(c->s, c->e, v->implements_at,
                            "a sequential specification is refined: write refines",
                            "no object is called %s", v->implements);
    v->against = c->m->processes->unit;
    return find_process(c, v->implements, v->implements_at, &v->against_process);
}

static bool check_settings(checker *c, const instance *v)
{
    bool clients = v->against && !v->against->is_process; // of the object that it is compared with
    bool acts = v->implements && !v->against;             // of the automaton
    const struct {
        bool given;
        const char *what;
    } settings[] = {{v->has_threads && !clients, "threads"},
                    {v->has_capacity && !clients, "capacity"},
                    {v->operations > 0 && !clients, "operations"},
                    {v->has_range && !clients && !acts, "int"},
                    {v->reuse, "reuse"},
                    {v->leakfree, "leakfree"},
                    {v->property != NULL, "property"},
                    {v->label_count > 0, "call and return"}};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (settings[i].given)
            return source_error(c->s, c->e, v->object_at,
                                "settings of a process are deadlockfree, divergencefree, "
                                "deterministic, nonterminating, reachable, ends, fair and nodes",
                                "%s is no setting of processes", settings[i].what);
    return true;
}

bool check_process_instance(checker *c, instance *v)
{
    v->subject = c->m->processes->unit;
    if (!find_process(c, v->object, v->object_at, &v->process))
        return false;
    if (v->claim == CLAIM_PROGRESS)
        return source_error(
            c->s, c->e, v->progress_at,
            "of a process, write a formula: |= [] (ask -> <> answer); deadlockfree, "
            "divergencefree and nonterminating are settings",
            "progress is promised to operations of objects");
    if (v->claim != CLAIM_NOTHING && v->claim != CLAIM_IMPLEMENTS && v->claim != CLAIM_TEMPORAL)
        return source_error(c->s, c->e, v->object_at, "write: implements and the name of a process",
                            "this is claimed of objects and automata, not of processes");
    if (v->implements && !check_against(c, v))
        return false;
    return check_settings(c, v) && check_instance_conditions(c, v) && check_formula(c, v);
}
