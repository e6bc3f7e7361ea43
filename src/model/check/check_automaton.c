// SPDX-License-Identifier: MIT
// What an automaton may not have, and what may not stand beside it.

#include "model/check/checker.h"

#include <string.h>

static const char one_only[] = "write two files";

static bool check_alone(checker *c, const unit *u)
{
    const model *m = c->m;
    for (uint32_t i = 0; i < m->unit_count; i++) {
        const unit *other = m->units[i];
        if (other != u && !other->is_spec)
            return source_error(c->s, c->e, other->at, one_only,
                                other->is_automaton ? "there is an automaton already: %s"
                                                    : "an object cannot stand beside automaton %s",
                                u->name);
    }
    for (uint32_t i = 0; i < m->shared_count; i++) {
        const variable *v = &m->shared[i];
        if (i < u->shared_from || i >= u->shared_to)
            return source_error(c->s, c->e, v->at, "declare it there, without shared",
                                "the variables of automaton %s stand in it", u->name);
    }
    return true;
}

bool check_automaton(checker *c, const unit *u)
{
    if (!check_alone(c, u))
        return false;
    for (uint32_t i = 0; i < c->m->invariant_count; i++)
        if (c->m->invariants[i].quiescent)
            return source_error(c->s, c->e, c->m->invariants[i].at, "write: invariant",
                                "an automaton has no operations that could be open");
    return true;
}

// Everything that belongs to clients, and to their operations.
bool check_automaton_instance(checker *c, instance *v)
{
    const struct {
        bool given;
        const char *what;
    } settings[] = {{v->has_threads, "threads"},
                    {v->has_capacity, "capacity"},
                    {v->operations > 0, "operations"}};
    if (v->claim != CLAIM_NOTHING)
        return source_error(
            c->s, c->e, v->object_at,
            "write verify NAME { … } with deadlockfree, reachable E, and invariants "
            "in the automaton",
            "an automaton has actions, not operations whose histories could be "
            "compared");
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (settings[i].given)
            return source_error(c->s, c->e, v->object_at,
                                "settings of an automaton are int, nodes, reuse, deadlockfree, "
                                "leakfree and reachable",
                                "%s is a setting of objects, whose methods clients call",
                                settings[i].what);
    v->threads = 1;
    return true;
}
