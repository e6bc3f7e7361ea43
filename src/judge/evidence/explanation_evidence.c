// SPDX-License-Identifier: MIT
// See explanation_evidence.h and docs/json.md.

#include "judge/evidence/explanation_evidence.h"

#include "base/memory.h"
#include "judge/evidence/verdict.h"

#include <stdlib.h>
#include <string.h>

lp_other_condition *explanation_add_other(lp_verdict *v, const char *condition, lp_outcome o)
{
    v->others = memory_resize(v->others, v->other_count + 1, sizeof *v->others);
    lp_other_condition *it = &v->others[v->other_count++];
    *it = (lp_other_condition){.condition = memory_string(condition), .outcome = (int)o};
    return it;
}

static void free_texts(char **texts, uint32_t count)
{
    for (uint32_t i = 0; texts && i < count; i++)
        free(texts[i]);
    free(texts);
}

static void free_possible(lp_possible *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        free_texts(list[i].states, list[i].count);
    free(list);
}

void explanation_free(lp_explanation *x)
{
    if (!x)
        return;
    free_possible(x->possible, x->possible_count);
    free_possible(x->run_states, x->run_state_count);
    for (uint32_t i = 0; i < x->order_count; i++) {
        free(x->orders[i].effects);
        free_texts(x->orders[i].states, x->orders[i].count);
    }
    for (uint32_t i = 0; i < x->rejected_count; i++)
        free(x->rejected[i].reason);
    free(x->orders);
    free(x->order_of);
    free(x->rejected);
    free(x);
}

void explanation_clear(lp_verdict *v)
{
    explanation_free(v->explanation);
    v->explanation = NULL;
    for (uint32_t i = 0; i < v->other_count; i++) {
        free(v->others[i].condition);
        free(v->others[i].reason);
        free(v->others[i].witness);
    }
    free(v->others);
    v->others = NULL;
    v->other_count = 0;
}

void effects_write(json_writer *w, const lp_effect *effects, uint32_t count)
{
    json_open(w, '[');
    for (uint32_t i = 0; i < count; i++) {
        json_open(w, '[');
        for (uint32_t k = 0; k < effects[i].count; k++)
            json_integer(w, effects[i].ops[k]);
        json_close(w);
    }
    json_close(w);
}

static void write_texts(json_writer *w, char *const *texts, uint32_t count)
{
    json_open(w, '[');
    for (uint32_t i = 0; i < count; i++)
        json_text(w, texts[i]);
    json_close(w);
}

static void write_possible(json_writer *w, const char *key, const lp_possible *list, uint32_t count)
{
    if (!count)
        return;
    json_key(w, key);
    json_open(w, '[');
    for (uint32_t i = 0; i < count; i++)
        write_texts(w, list[i].states, list[i].count);
    json_close(w);
}

static void write_partials(json_writer *w, const lp_explanation *x)
{
    json_key(w, "partials");
    json_open(w, '{');
    json_key(w, "orders");
    json_open(w, '[');
    for (uint32_t i = 0; i < x->order_count; i++) {
        json_open(w, '{');
        json_key(w, "order");
        effects_write(w, x->orders[i].effects, x->orders[i].count);
        json_key(w, "states");
        write_texts(w, x->orders[i].states, x->orders[i].count);
        json_close(w);
    }
    json_close(w);
    json_key(w, "of");
    json_open(w, '[');
    for (uint32_t i = 0; i < x->op_count; i++)
        json_integer(w, x->order_of[i] == LP_NO_EVENT ? -1 : (int64_t)x->order_of[i]);
    json_close(w);
    json_key(w, "stuck");
    json_open(w, '[');
    for (uint32_t i = 0; i < x->rejected_count; i++) {
        json_open(w, '{');
        json_member_integer(w, "op", x->rejected[i].op);
        json_member_text(w, "reason", x->rejected[i].reason);
        json_close(w);
    }
    json_close(w);
    json_close(w);
}

static void write_others(json_writer *w, const lp_verdict *v)
{
    json_key(w, "conditions");
    json_open(w, '[');
    for (uint32_t i = 0; i < v->other_count; i++) {
        const lp_other_condition *o = &v->others[i];
        json_open(w, '{');
        json_member_text(w, "condition", o->condition);
        json_member_text(w, "verdict", outcome_name((lp_outcome)o->outcome));
        json_member_some(w, "reason", o->reason);
        if (o->has_witness) {
            json_key(w, "witness");
            effects_write(w, o->witness, o->witness_count);
        }
        json_close(w);
    }
    json_close(w);
}

void explanation_write(json_writer *w, const lp_verdict *v)
{
    const lp_explanation *x = v->explanation;
    if (x) {
        write_possible(w, "possible", x->possible, x->possible_count);
        write_possible(w, "states", x->run_states, x->run_state_count);
    }
    if (x && x->order_count)
        write_partials(w, x);
    if (v->other_count)
        write_others(w, v);
}
