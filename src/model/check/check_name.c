// SPDX-License-Identifier: MIT
// What a name means: a local, a variable of the state, a constant, a derived variable, or `me`.

#include "model/check/checker.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static bool in_spec(const checker *c)
{
    return c->u && c->u->is_spec;
}

// NULL and True are what others call null and true.
static const char *lower_case_word(const char *name)
{
    static const char *const words[] = {"null", "none", "true", "false"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasecmp(name, words[i]) == 0)
            return words[i];
    return NULL;
}

// In the text of a system: a component's variable of that name, as it would be written.
static const char *component_of(const checker *c, const char *name)
{
    for (uint32_t i = 0; i < c->m->shared_count; i++) {
        const variable *v = &c->m->shared[i];
        const char *member = strstr(variable_name(v), "::");
        if (!member || strcmp(member + 2, name) != 0)
            continue;
        size_t size = strlen(variable_name(v)) + 4;
        char *written = model_allocate(c->m, size);
        snprintf(written, size, "%.*s%s.%s", (int)(member - variable_name(v)), variable_name(v),
                 v->outer ? "[x]" : "", name);
        return written;
    }
    return NULL;
}

static bool in_formula(const checker *c, const expr *x)
{
    for (uint32_t i = 0; i < c->m->instance_count; i++) {
        const temporal_claim *t = &c->m->instances[i].temporal;
        if (t->what && x->at >= t->at && x->at < t->end)
            return true;
    }
    return false;
}

static bool unknown_name(checker *c, const expr *x)
{
    const char *names[2 * MODEL_MAX_NAMES + MODEL_MAX_SHARED];
    size_t n = 0;
    for (uint32_t i = 0; i < c->scope_count; i++)
        names[n++] = variable_name(&c->f->locals[c->scope[i]]);
    for (uint32_t i = 0; i < c->m->constant_count && i < MODEL_MAX_NAMES; i++)
        names[n++] = c->m->constants[i].name;
    const variable *list = in_spec(c) ? c->u->state : c->m->shared;
    uint32_t count = in_spec(c) ? c->u->state_count : c->shared_visible;
    for (uint32_t i = 0; i < count && (!c->in_function || c->in_let); i++)
        if (!strstr(variable_name(&list[i]), "::"))
            names[n++] = variable_name(&list[i]);
    char hint[160] = "";
    const char *near = did_you_mean(x->name, names, n);
    const char *word = lower_case_word(x->name);
    const char *member = component_of(c, x->name);
    if (member)
        snprintf(hint, sizeof hint, "whose? For example: %.100s", member);
    else if (word || near)
        snprintf(hint, sizeof hint, "did you mean %s?", word ? word : near);
    else if (in_formula(c, x))
        snprintf(hint, sizeof hint,
                 "a name that stands for each value stands in a step of the formula, too: "
                 "enter.call(t), grant(w), enter.i");
    else if (c->in_function && !c->in_let)
        snprintf(hint, sizeof hint, "a function sees its parameters and locals only");
    return source_error(c->s, c->e, x->at, hint[0] ? hint : NULL, "no variable is called %s",
                        x->name);
}

static bool check_me(checker *c, expr *x)
{
    x->kind = EXPR_ME;
    x->type = (type){.kind = TYPE_INT};
    if (has_automaton(c->m) && !in_spec(c))
        return source_error(c->s, c->e, x->at, c->u ? "give the action a parameter" : NULL,
                            "an automaton has no threads, so me is nobody");
    if (!c->u)
        return source_error(c->s, c->e, x->at, NULL, "me is for methods");
    if (c->sync && (c->sync->part_count > 1 || c->sync->parts[0].group))
        return source_error(c->s, c->e, x->at, "me is for methods that take effect alone",
                            "several take part here: which of them is meant?");
    c->u->looks_at_threads = true;
    return true;
}

static bool find_local(const checker *c, expr *x)
{
    for (uint32_t i = c->scope_count; i-- > 0;) {
        const variable *v = &c->f->locals[c->scope[i]];
        if (strcmp(variable_name(v), x->name) != 0)
            continue;
        x->kind = EXPR_LOCAL;
        x->index = c->scope[i];
        c->m->used[c->scope_at[i]] = true;
        x->type = variable_type(v);
        return true;
    }
    return false;
}

bool check_constant_name(const checker *c, expr *x)
{
    for (uint32_t i = 0; i < c->m->constant_count; i++)
        if (strcmp(c->m->constants[i].name, x->name) == 0) {
            x->kind = EXPR_INT;
            x->number = c->m->constants[i].value;
            c->m->used[c->m->constants[i].at] = true;
            x->type = (type){.kind = TYPE_INT};
            return true;
        }
    uint32_t of, item;
    if (!enum_item_find(c->m, x->name, &of, &item))
        return false;
    x->kind = EXPR_INT;
    x->number = item;
    x->type = (type){.kind = TYPE_ENUM, .record = of, .names = c->m->enums[of]->item_count};
    return true;
}

// Only where a thread is running is there a variable of its own.
static bool check_own(checker *c, const expr *x, const variable *v)
{
    return !v->own || c->u || c->in_own_initial ||
           source_error(c->s, c->e, x->at,
                        c->in_invariant ? "an invariant sees shared and ghost variables"
                                        : "give it a value where it is declared",
                        "every thread has its own %s: here there is none", x->name);
}

// A derived variable, or a constant, without parameters.
static bool let_named(const checker *c, const expr *x)
{
    for (uint32_t i = 0; i < c->m->function_count; i++)
        if ((c->m->functions[i]->is_let || c->m->functions[i]->is_constant) &&
            strcmp(c->m->functions[i]->name, x->name) == 0)
            return c->m->functions[i]->param_count == 0;
    return false;
}

bool name_known(const checker *c, const char *name)
{
    for (uint32_t i = c->scope_count; i-- > 0;)
        if (strcmp(variable_name(&c->f->locals[c->scope[i]]), name) == 0)
            return true;
    return variable_find(c->m->shared, c->shared_visible, name) < c->shared_visible;
}

bool check_name(checker *c, expr *x)
{
    if (find_local(c, x))
        return true;
    const variable *list = in_spec(c) ? c->u->state : c->m->shared;
    bool blind = c->in_function && !c->in_let;
    uint32_t count = blind ? 0 : in_spec(c) ? c->u->state_count : c->shared_visible;
    uint32_t i = variable_find(list, count, x->name);
    if (i < count) {
        x->kind = EXPR_SHARED;
        x->index = i;
        x->type = variable_type(&list[i]);
        x->before = c->before;
        c->m->used[list[i].at] = true;
        if (!check_own(c, x, &list[i]))
            return false;
        return !list[i].ghost || c->ghost || c->sees_ghosts || x == c->written ||
               source_error(c->s, c->e, x->at,
                            "ghost variables are read in ghost { }, assert, @lin(…) and invariants",
                            "the object must not see the ghost variable %s", x->name);
    }
    if (check_constant_name(c, x))
        return true;
    if (let_named(c, x)) {
        x->kind = EXPR_CALL;
        return check_call(c, x);
    }
    if (message_find(c->m, x->name) < c->m->message_count)
        return check_message(c, x);
    // A variable of that name goes first.
    return strcmp(x->name, "me") == 0 ? check_me(c, x) : unknown_name(c, x);
}
