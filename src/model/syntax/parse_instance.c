// SPDX-License-Identifier: MIT
// Verify blocks: what is claimed, and of which instance.

#include "model/syntax/ast_process.h"
#include "model/syntax/parser.h"

#include "base/memory.h"
#include "judge/judge.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum { NOWHERE = -1 };

// What a setting sets in an instance: a number, and that it was given.
static const struct setting {
    const char *name;
    ptrdiff_t number, given;
    int64_t low, high;
} settings[] = {
    {"threads", offsetof(instance, threads), offsetof(instance, has_threads), 1, MODEL_MAX_THREADS},
    {"capacity", offsetof(instance, capacity), offsetof(instance, has_capacity), 0, 1000},
    {"operations", offsetof(instance, operations), NOWHERE, 1, 1000},
    {"nodes", offsetof(instance, nodes), offsetof(instance, has_nodes), 1, MODEL_MAX_NODES},
    {"reuse", NOWHERE, offsetof(instance, reuse), 0, 0},
    {"deadlockfree", NOWHERE, offsetof(instance, deadlockfree), 0, 0},
    {"leakfree", NOWHERE, offsetof(instance, leakfree), 0, 0},
    {"divergencefree", NOWHERE, offsetof(instance, divergencefree), 0, 0},
    {"deterministic", NOWHERE, offsetof(instance, deterministic), 0, 0},
    {"nonterminating", NOWHERE, offsetof(instance, nonterminating), 0, 0},
};
enum { SETTINGS = sizeof settings / sizeof *settings, INTS = SETTINGS };

static bool parse_range(parser *p, instance *v, uint32_t at)
{
    v->has_range = true;
    if (!parse_number(p, &v->low) || !parser_expect(p, "..", "between the bounds") ||
        !parse_number(p, &v->high))
        return false;
    return (v->high >= v->low && v->high - v->low <= 255) ||
           source_error(p->s, p->e, at, "for example: int 0..1;",
                        "the range of ints must hold 1 to 256 values");
}

static bool no_setting(parser *p, uint32_t at, const char *name)
{
    const char *known[SETTINGS + 4] = {[SETTINGS] = "reachable",
                                       [SETTINGS + 1] = "property",
                                       [SETTINGS + 2] = "ends",
                                       [SETTINGS + 3] = "fair"};
    for (uint32_t i = 0; i < SETTINGS; i++)
        known[i] = settings[i].name;
    const char *near = did_you_mean(name, known, SETTINGS + 4);
    char hint[200] =
        "settings are threads, int, capacity, operations, nodes, reuse, deadlockfree, "
        "leakfree, divergencefree, deterministic, nonterminating, reachable, ends, fair";
    if (strcmp(name, "finally") == 0)
        near = "ends";
    if (near)
        snprintf(hint, sizeof hint, "did you mean %s?", near);
    return source_error(p->s, p->e, at, hint, "no setting is called %s", name);
}

static bool set(parser *p, instance *v, const struct setting *s)
{
    if (s->given != NOWHERE)
        *(bool *)((char *)v + s->given) = true;
    if (s->number == NOWHERE)
        return true;
    if (parser_at(p, "="))
        return source_error(p->s, p->e, p->t->at, "for example: threads 2;",
                            "a number is expected here");
    if (parser_at(p, "*") && strcmp(s->name, "threads") == 0) {
        parser_role(p, ROLE_UNARY);
        p->t++;
        v->any_threads = true;
        return true;
    }
    return parse_bound(p, s->name, s->low, s->high, (uint32_t *)((char *)v + s->number));
}

bool parser_condition(parser *p, invariant c)
{
    model *m = p->m;
    if (m->reachable_count == MODEL_MAX_REACHABLE)
        return source_error(
            p->s, p->e, c.at, NULL,
            "there are more than %d conditions after reachable, ends and |=", MODEL_MAX_REACHABLE);
    MEMORY_GROW(m->reachables, m->reachable_capacity, m->reachable_count + 1);
    m->reachables[m->reachable_count++] = c;
    return true;
}

// with least X, or with greatest X
static bool parse_with(parser *p)
{
    invariant r = {0};
    if (parser_take_word(p, "least"))
        r.extreme = EXTREME_LEAST;
    else if (parser_take_word(p, "greatest"))
        r.extreme = EXTREME_GREATEST;
    else
        return source_error(p->s, p->e, p->t->at, "write: with least X, or: with greatest X",
                            "least or greatest is expected here");
    r.at = p->t->at;
    if (!(r.condition = parse_expr(p)))
        return false;
    r.end = parser_end(p);
    return parser_condition(p, r);
}

// reachable E; or reachable E with least X; or ends E;
static bool parse_reachable(parser *p)
{
    invariant r = {.ends = parser_at(p, "ends")};
    parser_role(p, ROLE_WORD);
    p->t++;
    r.at = p->t->at;
    if (!(r.condition = parse_expr(p)))
        return false;
    r.end = parser_end(p);
    if (!parser_condition(p, r))
        return false;
    uint32_t at = p->t->at;
    if (!parser_take_word(p, "with"))
        return true;
    return r.ends ? source_error(p->s, p->e, at, "write: reachable E with least X",
                                 "the least and the greatest are asked of what is reachable")
                  : parse_with(p);
}

static bool parse_property(parser *p, instance *v)
{
    if (v->property)
        return source_error(p->s, p->e, p->t->at, "write a verify block for each",
                            "property is given twice");
    parser_role(p, ROLE_WORD);
    p->t++;
    return (v->property = parser_name(p, "property", &v->property_at)) != NULL;
}

// `seen` has a bit for each setting; reachable may be given again and again.
static bool parse_setting(parser *p, instance *v, uint32_t *seen)
{
    uint32_t at = p->t->at, which = 0;
    const char *name = "int";
    if (parser_at(p, "reachable") || parser_at(p, "ends"))
        return parse_reachable(p);
    if (parser_at(p, "property"))
        return parse_property(p, v);
    if (parser_at(p, "fair"))
        return parse_fairness(p, &v->temporal);
    if (operation_label_ahead(p))
        return parse_operation_label(p, v);
    if (parser_take(p, "int"))
        which = INTS;
    else if (!(name = parser_name(p, "setting", NULL)))
        return false;
    while (which < SETTINGS && strcmp(name, settings[which].name) != 0)
        which++;
    if (which == SETTINGS && strcmp(name, "int") != 0)
        return no_setting(p, at, name);
    if (*seen >> which & 1)
        return source_error(p->s, p->e, at, NULL, "%s is given twice", name);
    *seen |= 1u << which;
    return which == INTS ? parse_range(p, v, at) : set(p, v, &settings[which]);
}

static bool parse_using(parser *p, instance *v)
{
    uint32_t at = p->t->at;
    const char *what = parser_name(p, "way to check", NULL);
    if (!what)
        return false;
    if (strcmp(what, "points") != 0)
        return source_error(p->s, p->e, at, "write: using points",
                            "there is no way to check using %s", what);
    v->points = true;
    return true;
}

// The name of a spec is several tokens where it is as `linchpin specs` has it:
// fetch-and-add, bounded-queue:4; also cas-register, though cas alone is a reserved word.
static bool parse_spec_name(parser *p, instance *v)
{
    const token *first = p->t;
    bool word =
        first->kind == TOKEN_WORD && token_is(p->s, &first[1], "-") && first[1].at == first->end;
    v->refines_at = first->at;
    p->t += word;
    if (!word && !parser_name(p, "spec", &v->refines_at))
        return false;
    while ((parser_at(p, "-") || parser_at(p, ":")) && p->t->at == parser_end(p) &&
           p->t[1].kind != TOKEN_SIGN && p->t[1].kind != TOKEN_END && p->t[1].at == p->t->end)
        for (int i = 0; i < 2; i++, p->t++)
            parser_role(p, ROLE_GLUE);
    size_t length = parser_end(p) - first->at;
    char *name = model_allocate(p->m, length + 1);
    memcpy(name, p->s->bytes + first->at, length);
    v->refines = name;
    return true;
}

static const struct {
    const char *word;
    claim claim;
} claims[] = {{"refines", CLAIM_LINEARIZABLE},
              {"sequential", CLAIM_SEQUENTIAL},
              {"serializable", CLAIM_SERIALIZABLE},
              {"synchronised", CLAIM_SYNCHRONISED},
              {"progressible", CLAIM_PROGRESSIBLE}};
enum { CLAIMS = sizeof claims / sizeof *claims };
static const char *const implements = "implements";

static const char *const promises[] = {
    [PROGRESS_WAITFREE] = "waitfree",
    [PROGRESS_LOCKFREE] = "lockfree",
    [PROGRESS_OBSTRUCTIONFREE] = "obstructionfree",
    [PROGRESS_STARVATIONFREE] = "starvationfree",
    [PROGRESS_DEADLOCKFREE] = "deadlockfree",
};
enum { PROMISES = sizeof promises / sizeof *promises };

// progress lockfree
static bool parse_progress(parser *p, instance *v)
{
    v->claim = CLAIM_PROGRESS;
    const char *word = parser_name(p, "promise of progress", &v->progress_at);
    if (!word)
        return false;
    uint32_t i = 0;
    while (i < PROMISES && strcmp(word, promises[i]) != 0)
        i++;
    v->progress = (progress)i;
    if (i < PROMISES)
        return true;
    const char *near = did_you_mean(word, promises, PROMISES);
    char hint[100] = "waitfree, lockfree, obstructionfree, starvationfree or deadlockfree";
    if (near)
        snprintf(hint, sizeof hint, "did you mean %s?", near);
    return source_error(p->s, p->e, v->progress_at, hint, "no progress is called %s", word);
}

// Conditions that are claimed by the name that `check` has for them: with a factor, or quiescent.
static bool claimed_by_name(const judge *j)
{
    return j->takes || strcmp(j->name, "quiescent") == 0;
}

// The token after the last one that stands side by side with the next one: out-of-order:2.
static const token *glued_end(const parser *p)
{
    const token *end = p->t + 1;
    while (end->kind != TOKEN_END && end->at == end[-1].end && !token_is(p->s, end, "{") &&
           !token_is(p->s, end, ";"))
        end++;
    return end;
}

static char *glued_text(parser *p, const token *end)
{
    size_t length = end[-1].end - p->t->at;
    char *written = model_allocate(p->m, length + 1);
    memcpy(written, p->s->bytes + p->t->at, length);
    return written;
}

// quasi:2, quasi:enq=0,deq=2, quiescent: several tokens. False: no such condition begins here.
static bool condition_ahead(parser *p, instance *v)
{
    if (p->t->kind != TOKEN_NAME && p->t->kind != TOKEN_WORD)
        return false;
    const token *end = glued_end(p);
    const char *written = glued_text(p, end);
    size_t length = strcspn(written, ":");
    bool found = false;
    for (size_t i = 0; judges[i] && !found; i++)
        found = claimed_by_name(judges[i]) && strlen(judges[i]->name) == length &&
                memcmp(judges[i]->name, written, length) == 0;
    if (!found)
        return false;
    v->condition = written;
    v->condition_at = p->t->at;
    for (p->t++; p->t < end; p->t++)
        parser_role(p, ROLE_GLUE | (parser_at(p, ",") ? ROLE_UNARY : 0));
    return true;
}

static bool parse_condition(parser *p, instance *v)
{
    error wrong = {0};
    const judge *j = judge_find(v->condition, &wrong);
    if (!j)
        return source_error(p->s, p->e, v->condition_at, NULL, "%s", wrong.message);
    judge_release(j);
    v->claim = CLAIM_CONDITION;
    return parse_spec_name(p, v);
}

static bool no_claim(parser *p, const instance *v)
{
    enum { MOST = 40 };
    const char *known[MOST] = {implements, "progress"};
    size_t count = 2;
    for (uint32_t i = 0; i < CLAIMS; i++)
        known[count++] = claims[i].word;
    for (size_t i = 0; judges[i] && count < MOST; i++)
        if (claimed_by_name(judges[i]))
            known[count++] = judges[i]->name;
    uint32_t at = p->t->at;
    char hint[260] =
        "write refines, sequential, serializable, synchronised, progressible, quiescent or a "
        "relaxed condition such as quasi:2, and the name of a spec; implements and that of an "
        "automaton; progress and what is promised; |= and a formula; commit-atomic; or nothing";
    if (p->t->kind != TOKEN_NAME)
        return parser_expect(p, "{", "before the settings");
    char *word = glued_text(p, glued_end(p));
    word[strcspn(word, ":")] = 0;
    const char *near = did_you_mean(word, known, count);
    if (strcmp(word, "linearizable") == 0)
        near = claims[0].word;
    if (near)
        snprintf(hint, sizeof hint, "did you mean %s?", near);
    return source_error(p->s, p->e, at, hint, "what is claimed of %s?", v->object);
}

// traces, failures or failures-divergences, which is three tokens
static bool parse_refinement(parser *p, instance *v)
{
    if (parser_take_word(p, "traces") || parser_at(p, "{"))
        return true;
    v->refined_at = p->t->at;
    if (!parser_take_word(p, "failures"))
        return source_error(p->s, p->e, p->t->at, "traces, failures or failures-divergences",
                            "what is to be compared is expected here, or {");
    v->refinement = REFINE_FAILURES;
    if (!parser_at(p, "-"))
        return true;
    parser_role(p, ROLE_GLUE);
    p->t++;
    parser_role(p, ROLE_GLUE);
    v->refinement = REFINE_DIVERGENCES;
    return parser_expect(p, "divergences", "after failures-");
}

// What is claimed, and of which spec. `commit-atomic` has none: it is three tokens.
static bool parse_claim(parser *p, instance *v)
{
    for (size_t i = 0; i < CLAIMS; i++)
        if (parser_take(p, claims[i].word)) {
            v->claim = claims[i].claim;
            if (!parse_spec_name(p, v))
                return false;
            return !parser_at(p, "using") || v->claim != CLAIM_LINEARIZABLE ||
                   (parser_take(p, "using") && parse_using(p, v));
        }
    if (parser_take(p, "progress"))
        return parse_progress(p, v);
    if (condition_ahead(p, v))
        return parse_condition(p, v);
    if (parser_take(p, "|=")) {
        v->claim = CLAIM_TEMPORAL;
        p->of_process = p->m->processes && process_find(p->m, v->object) < p->m->processes->count;
        return parse_temporal(p, &v->temporal);
    }
    if (parser_take(p, implements)) {
        v->claim = CLAIM_IMPLEMENTS;
        v->implements = parser_name(p, "automaton or process", &v->implements_at);
        return v->implements && parse_refinement(p, v);
    }
    if (!parser_at(p, "commit") || !token_is(p->s, &p->t[1], "-") ||
        !token_is(p->s, &p->t[2], "atomic"))
        return parser_at(p, "{") || no_claim(p, v);
    v->claim = CLAIM_COMMIT_ATOMIC;
    for (p->t++; !parser_at(p, "{") && p->t->kind != TOKEN_END && p->t->role != ROLE_GLUE; p->t++)
        parser_role(p, ROLE_GLUE);
    return true;
}

bool parse_instance(parser *p, instance *v)
{
    *v = (instance){.at = p->t->at, .threads = 2};
    if (!(v->object = parser_name(p, "object, automaton or process", &v->object_at)))
        return false;
    v->reachable_from = p->m->reachable_count;
    if (!parse_claim(p, v))
        return false;
    if (!parser_open(p, "before the settings"))
        return false;
    uint32_t seen = 0;
    while (!parser_close(p)) {
        parser_role(p, ROLE_START);
        if (!parse_setting(p, v, &seen) || !parser_expect(p, ";", "after the setting"))
            return false;
    }
    v->reachable_to = p->m->reachable_count;
    return true;
}
