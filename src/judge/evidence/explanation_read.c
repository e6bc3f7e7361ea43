// SPDX-License-Identifier: MIT
// What explanation_evidence.c writes, from JSON.

#include "base/memory.h"
#include "judge/evidence/explanation_evidence.h"
#include "judge/evidence/verdict.h"

#include <stdlib.h>
#include <string.h>

static lp_explanation *explanation_of(lp_verdict *v)
{
    if (!v->explanation)
        v->explanation = memory_new(1, sizeof *v->explanation);
    return v->explanation;
}

bool effects_read(json *j, lp_effect **effects, uint32_t *count)
{
    if (json_next(j) != JSON_ARRAY)
        return false;
    for (json_token t; (t = json_next(j)) != JSON_CLOSE;) {
        if (t != JSON_ARRAY)
            return false;
        lp_effect effect = {0};
        while ((t = json_next(j)) == JSON_INTEGER && effect.count < LP_MAX_ARITY) {
            if (j->integer < 0 || j->integer > UINT32_MAX)
                return false;
            effect.ops[effect.count++] = (uint32_t)j->integer;
        }
        if (t != JSON_CLOSE)
            return false;
        *effects = memory_resize(*effects, *count + 1, sizeof **effects);
        (*effects)[(*count)++] = effect;
    }
    return true;
}

// After the bracket.
static bool read_texts(json *j, char ***texts, uint32_t *count)
{
    json_token t;
    while ((t = json_next(j)) == JSON_STRING) {
        *texts = memory_resize(*texts, *count + 1, sizeof **texts);
        (*texts)[(*count)++] = memory_string(j->string.bytes);
    }
    return t == JSON_CLOSE;
}

static bool read_possible(json *j, lp_possible **list, uint32_t *count)
{
    if (json_next(j) != JSON_ARRAY)
        return false;
    for (json_token t; (t = json_next(j)) != JSON_CLOSE;) {
        if (t != JSON_ARRAY)
            return false;
        *list = memory_resize(*list, *count + 1, sizeof **list);
        lp_possible *p = &(*list)[(*count)++];
        *p = (lp_possible){0};
        if (!read_texts(j, &p->states, &p->count))
            return false;
    }
    return true;
}

static bool read_order(json *j, lp_explanation *x)
{
    x->orders = memory_resize(x->orders, x->order_count + 1, sizeof *x->orders);
    lp_partial_order *o = &x->orders[x->order_count++];
    *o = (lp_partial_order){0};
    uint32_t states = 0;
    json_token t;
    bool fine = true;
    while (fine && (t = json_next(j)) == JSON_KEY) {
        if (strcmp(j->string.bytes, "order") == 0)
            fine = effects_read(j, &o->effects, &o->count);
        else
            fine = json_next(j) == JSON_ARRAY && read_texts(j, &o->states, &states);
    }
    if (fine && t == JSON_CLOSE && states == o->count)
        return true;
    for (uint32_t i = 0; i < states; i++) // there may be more of them than of effects
        free(o->states[i]);
    free(o->states);
    free(o->effects);
    x->order_count--;
    return false;
}

static bool read_rejected(json *j, lp_explanation *x)
{
    lp_rejected r = {0};
    int64_t op = -1;
    json_token t;
    bool fine = true;
    while (fine && (t = json_next(j)) == JSON_KEY) {
        if (strcmp(j->string.bytes, "reason") == 0)
            fine = json_take_string(j, &r.reason);
        else if ((fine = json_next(j) == JSON_INTEGER))
            op = j->integer;
    }
    if (!fine || t != JSON_CLOSE || !r.reason || op < 0 || op >= UINT32_MAX) {
        free(r.reason);
        return false;
    }
    r.op = (uint32_t)op;
    x->rejected = memory_resize(x->rejected, x->rejected_count + 1, sizeof *x->rejected);
    x->rejected[x->rejected_count++] = r;
    return true;
}

static bool read_order_of(json *j, lp_explanation *x)
{
    x->order_of = memory_resize(x->order_of, x->op_count + 1, sizeof *x->order_of);
    x->order_of[x->op_count++] = j->integer < 0 ? LP_NO_EVENT : (uint32_t)j->integer;
    return j->integer < UINT32_MAX;
}

static bool read_partials(json *j, lp_explanation *x)
{
    json_token t = json_next(j);
    if (t != JSON_OBJECT)
        return false;
    while ((t = json_next(j)) == JSON_KEY) {
        bool orders = strcmp(j->string.bytes, "orders") == 0;
        bool of = strcmp(j->string.bytes, "of") == 0;
        if (json_next(j) != JSON_ARRAY)
            return false;
        while ((t = json_next(j)) == (of ? JSON_INTEGER : JSON_OBJECT))
            if (!(of ? read_order_of(j, x) : orders ? read_order(j, x) : read_rejected(j, x)))
                return false;
        if (t != JSON_CLOSE || (orders && !x->order_count))
            return false;
    }
    return t == JSON_CLOSE;
}

static bool read_outcome(json *j, lp_other_condition *into)
{
    if (json_next(j) != JSON_STRING)
        return false;
    for (int o = LP_HOLDS; o <= LP_UNKNOWN; o++) {
        into->outcome = o;
        if (strcmp(j->string.bytes, outcome_name((lp_outcome)o)) == 0)
            return true;
    }
    return false;
}

static bool read_other(json *j, lp_verdict *v)
{
    v->others = memory_resize(v->others, v->other_count + 1, sizeof *v->others);
    lp_other_condition *o = &v->others[v->other_count++];
    *o = (lp_other_condition){.outcome = LP_UNKNOWN};
    json_token t;
    bool fine = true;
    while (fine && (t = json_next(j)) == JSON_KEY) {
        if (strcmp(j->string.bytes, "condition") == 0)
            fine = json_take_string(j, &o->condition);
        else if (strcmp(j->string.bytes, "reason") == 0)
            fine = json_take_string(j, &o->reason);
        else if (strcmp(j->string.bytes, "verdict") == 0)
            fine = read_outcome(j, o);
        else
            fine = o->has_witness = effects_read(j, &o->witness, &o->witness_count);
    }
    return fine && t == JSON_CLOSE && o->condition;
}

static bool read_others(json *j, lp_verdict *v)
{
    if (json_next(j) != JSON_ARRAY)
        return false;
    for (json_token t; (t = json_next(j)) != JSON_CLOSE;)
        if (t != JSON_OBJECT || !read_other(j, v))
            return false;
    return true;
}

bool explanation_read(json *j, const char *key, lp_verdict *v, bool *known)
{
    *known = true;
    if (strcmp(key, "possible") == 0) {
        lp_explanation *x = explanation_of(v);
        return read_possible(j, &x->possible, &x->possible_count);
    }
    if (strcmp(key, "states") == 0) {
        lp_explanation *x = explanation_of(v);
        return read_possible(j, &x->run_states, &x->run_state_count);
    }
    if (strcmp(key, "partials") == 0)
        return read_partials(j, explanation_of(v));
    if (strcmp(key, "conditions") == 0)
        return read_others(j, v);
    *known = false;
    return true;
}

static bool effects_fit(const lp_effect *effects, uint32_t count, uint32_t ops)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < effects[i].count; k++)
            if (effects[i].ops[k] >= ops)
                return false;
    return true;
}

bool explanation_fits(const lp_verdict *v)
{
    const lp_explanation *x = v->explanation;
    uint32_t ops = v->history ? v->history->op_count : 0;
    for (uint32_t i = 0; i < v->other_count; i++)
        if (!effects_fit(v->others[i].witness, v->others[i].witness_count, ops))
            return false;
    if (!x)
        return true;
    if (x->op_count &&
        !x->order_count) // of some operations there is always an order, if only the empty one
        return false;
    for (uint32_t i = 0; i < x->order_count; i++)
        if (!effects_fit(x->orders[i].effects, x->orders[i].count, ops))
            return false;
    for (uint32_t i = 0; i < x->rejected_count; i++)
        if (x->rejected[i].op >= ops)
            return false;
    for (uint32_t i = 0; i < x->op_count; i++)
        if (x->order_of[i] != LP_NO_EVENT && x->order_of[i] >= x->order_count)
            return false;
    return x->op_count <= ops;
}
