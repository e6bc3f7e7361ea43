// SPDX-License-Identifier: MIT
// What an automaton may not have.

#include "model/check/checker.h"

#include <string.h>

bool has_automaton(const model *m)
{
    for (uint32_t i = 0; i < m->unit_count; i++)
        if (m->units[i]->is_automaton && !m->units[i]->is_process)
            return true;
    return false;
}

const char *body_noun(const checker *c)
{
    return c->in_function                   ? "a function"
           : !c->u                          ? "the init block"
           : c->u->is_automaton             ? "an action"
           : c->procedure && !c->u->is_spec ? "a procedure"
                                            : "a method";
}

bool check_guard(checker *c, stmt *s)
{
    c->in_guard = true;
    c->looks++;
    bool ok = check_fits(c, s->a, (type){.kind = TYPE_BOOL}, "the guard");
    c->looks--;
    c->in_guard = false;
    return ok;
}

bool check_in_action(checker *c, const stmt *s)
{
    if (!c->u || !c->u->is_automaton || s->guard)
        return true;
    switch (s->kind) {
    case STMT_AWAIT:
        return source_error(c->s, c->e, s->at, "let the guard say when: action a() when … do …",
                            "an action cannot wait in the middle");
    case STMT_LOCK:
        return source_error(c->s, c->e, s->at,
                            "let the guard wait for it: action a() when !busy do busy = true;",
                            "an action has no lock: it is one step");
    case STMT_UNLOCK:
        return source_error(c->s, c->e, s->at, "write for example: busy = false;",
                            "an action has no unlock: it is one step");
    case STMT_GHOST:
        return source_error(c->s, c->e, s->at, "leave out: ghost",
                            "an automaton has no ghost code: invariants see all of its state");
    default:
        return true;
    }
}

bool check_no_clock(checker *c, const expr *x)
{
    return !place_variable(c, x)->clock ||
           source_error(c->s, c->e, x->at, "keep a reading in a variable of your own",
                        "nothing but time changes a clock");
}

bool check_automaton(checker *c)
{
    for (uint32_t i = 0; i < c->m->invariant_count; i++)
        if (c->m->invariants[i].quiescent)
            return source_error(c->s, c->e, c->m->invariants[i].at, "write: invariant",
                                "an automaton has no operations that could be open");
    return true;
}

static bool is_object(const model *m, const char *name)
{
    for (uint32_t i = 0; m && i < m->unit_count; i++)
        if (!m->units[i]->is_automaton && !m->units[i]->is_spec &&
            strcmp(m->units[i]->name, name) == 0)
            return true;
    return false;
}

// Everything that belongs to clients, and to their operations.
bool check_automaton_instance(checker *c, instance *v)
{
    bool clients =
        v->implements && is_object(c->m->whole, v->implements); // of what it is compared with
    const struct {
        bool given;
        const char *what;
    } settings[] = {{v->has_threads && !clients, "threads"},
                    {v->has_capacity && !clients, "capacity"},
                    {v->operations > 0 && !clients, "operations"}};
    if (v->claim == CLAIM_PROGRESSIBLE || v->claim == CLAIM_COMMIT_ATOMIC || v->points)
        return source_error(c->s, c->e, v->object_at,
                            "write refines, sequential, serializable, synchronised, quiescent "
                            "or a relaxed condition such as quasi:2, and a spec",
                            "this is claimed of objects, whose operations take steps of their own");
    if (v->claim != CLAIM_NOTHING && v->subject->simulates)
        return source_error(c->s, c->e, v->object_at, "claim it of the implementation",
                            "a simulation has pairs of states, not operations");
    if (v->label_count && v->claim == CLAIM_NOTHING)
        return source_error(c->s, c->e, v->labels[0].at, "write verify NAME refines SPEC { … }",
                            "operations are named, but nothing is claimed of them");
    if (v->label_count && v->implements)
        return source_error(c->s, c->e, v->labels[0].at, "leave it out",
                            "automata are compared by their visible actions, not by operations");
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (settings[i].given)
            return source_error(
                c->s, c->e, v->object_at,
                "settings of an automaton are int, nodes, reuse, deadlockfree, divergencefree, "
                "deterministic, leakfree, reachable and ends",
                "%s is a setting of objects, whose methods clients call", settings[i].what);
    if (v->deadlockfree && v->subject->time.bounded)
        return source_error(c->s, c->e, v->object_at,
                            "say what holds where nothing is left to do: ends …",
                            "time ends with %u, and then every run may: it is not deadlockfree",
                            v->subject->time.last);
    v->threads = clients ? v->threads : 1;
    return true;
}
