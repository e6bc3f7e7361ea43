// SPDX-License-Identifier: MIT
// The steps of prefixes, and what they do to the state.
//
// A channel with a buffer is a queue of the state: to send is possible while there is room, to receive
// while there is something that fits. Without a buffer, both are halves of one event.

#include "model/process/step_rules.h"

#include <string.h>

// What is in the buffer of a channel: how many messages, and then these.
static int32_t *buffer_of(const stepper *s, const process_channel *c)
{
    return s->cells + variable_start(s->p, c->shared, 0);
}

static uint32_t put_label(stepper *s, event_way way, uint32_t name, const type *types,
                          const int32_t *values, uint32_t count)
{
    event_words w;
    label_make(&w, way, name, types, values, count);
    uint32_t made = word_table_put(s->t->labels, &(word_entry){0}, w.words, w.length);
    if (made == WORD_TABLE_FULL)
        stepper_fail(s, PROBLEM_TERMS, s->at);
    return made;
}

static bool event_steps(stepper *s, uint32_t term, const process *x, const int32_t *env,
                        step_list *out)
{
    int32_t values[PROCESS_MAX_VALUES];
    bool seen = x->target != UINT32_MAX;
    out->depends |= x->evaluates.reads;
    if (!process_values(s, x, env, values))
        return false;
    process_step step = {.kind = seen ? STEP_EVENT : STEP_HIDDEN,
                         .origin = x->number,
                         .effect = x->acts ? term + 1 : 0,
                         .target = term_next(s, x->parts[0], env)};
    if (seen)
        step.label = put_label(s, EVENT_PLAIN, x->target, x->types, values, x->value_count);
    return step.label != WORD_TABLE_FULL && step_add(out, &step);
}

static bool send_steps(stepper *s, uint32_t term, const process *x, const int32_t *env,
                       step_list *out)
{
    const process_channel *c = &s->t->a->channels[x->target];
    int32_t values[PROCESS_MAX_VALUES];
    out->depends |= x->evaluates.reads || c->capacity;
    if (c->capacity && (uint32_t)buffer_of(s, c)[0] == c->capacity)
        return true;
    if (!process_values(s, x, env, values))
        return false;
    process_step step = {.kind = c->capacity ? STEP_EVENT : STEP_SENDS,
                         .origin = x->number,
                         .effect = c->capacity ? term + 1 : 0,
                         .target = term_next(s, x->parts[0], env)};
    step.label = put_label(s, c->capacity ? EVENT_SENT : EVENT_PLAIN, c->event, x->types, values,
                           x->value_count);
    return step.label != WORD_TABLE_FULL && step_add(out, &step);
}

// The variables of a receipt take the values of a message. False: those given are others.
static bool take_message(const process *x, const int32_t *given, const int32_t *message,
                         int32_t *env)
{
    for (uint32_t i = 0; i < x->value_count; i++) {
        if (x->binds[i])
            env[x->bound[i]] = message[i];
        else if (given[i] != message[i])
            return false;
    }
    return true;
}

static bool receive_steps(stepper *s, uint32_t term, const process *x, int32_t *env, step_list *out)
{
    const process_channel *c = &s->t->a->channels[x->target];
    int32_t given[PROCESS_MAX_VALUES] = {0};
    process_step step = {.kind = STEP_RECEIVES, .origin = x->number};
    if (!c->capacity) {
        step.hole = step.target = term_closure(s, TERM_HOLE, x, env);
        return step_add(out, &step);
    }
    const int32_t *message = buffer_of(s, c) + 1;
    out->depends = true;
    if (buffer_of(s, c)[0] == 0)
        return true;
    if (!process_values(s, x, env, given))
        return false;
    if (!take_message(x, given, message, env))
        return true;
    step.kind = STEP_EVENT;
    step.effect = term + 1;
    step.label = put_label(s, EVENT_RECEIVED, c->event, x->types, message, x->value_count);
    step.target = term_next(s, x->parts[0], env);
    return step.label != WORD_TABLE_FULL && step_add(out, &step);
}

bool prefix_steps(stepper *s, uint32_t term, step_list *out)
{
    int32_t env[MODEL_MAX_NAMES];
    const process *x = term_process(s, term_get(s, term), 1, env);
    return x->kind == PROCESS_EVENT  ? event_steps(s, term, x, env, out)
           : x->kind == PROCESS_SEND ? send_steps(s, term, x, env, out)
                                     : receive_steps(s, term, x, env, out);
}

bool receive_value(stepper *s, const process_step *receives, const uint32_t *label, bool *fits,
                   uint32_t *target, bool *depends)
{
    int32_t env[MODEL_MAX_NAMES], given[PROCESS_MAX_VALUES] = {0};
    int32_t message[PROCESS_MAX_VALUES] = {0};
    const process *x = term_process(s, term_get(s, receives->hole), 1, env);
    *fits = s->t->a->channels[x->target].event == label[1];
    if (!*fits)
        return true;
    *depends |= x->evaluates.reads;
    for (uint32_t i = 0; i < x->value_count; i++)
        message[i] = (int32_t)label[4 + 2 * i];
    if (!process_values(s, x, env, given))
        return false;
    *fits = take_message(x, given, message, env);
    if (*fits)
        *target = term_fill(s, receives->target, receives->hole, term_next(s, x->parts[0], env));
    return !*fits || *target != TERM_NONE;
}

static bool push(stepper *s, const process *x, const int32_t *env)
{
    const process_channel *c = &s->t->a->channels[x->target];
    int32_t values[PROCESS_MAX_VALUES], *at = buffer_of(s, c);
    if ((uint32_t)at[0] == s->p->items)
        return stepper_fail(s, PROBLEM_FULL, x->at);
    if (!process_values(s, x, env, values))
        return false;
    memcpy(at + 1 + (size_t)(uint32_t)at[0] * c->type_count, values, c->type_count * sizeof *at);
    at[0]++;
    return true;
}

static void pop(stepper *s, const process *x)
{
    const process_channel *c = &s->t->a->channels[x->target];
    int32_t *at = buffer_of(s, c);
    uint32_t rest = (uint32_t)--at[0] * c->type_count;
    memmove(at + 1, at + 1 + c->type_count, rest * sizeof *at);
    memset(at + 1 + rest, 0, c->type_count * sizeof *at);
}

// What events do, one after the other.
static bool act(stepper *s, uint32_t term)
{
    int32_t env[MODEL_MAX_NAMES], args[MODEL_MAX_ARGS] = {0};
    const word_entry *e = term_get(s, term);
    if (e->words[0] == TERM_EFFECTS)
        return act(s, e->words[1]) && act(s, e->words[2]);
    const process *x = term_process(s, e, 1, env);
    if (x->kind == PROCESS_SEND)
        return push(s, x, env);
    if (x->kind == PROCESS_RECEIVE) {
        pop(s, x);
        return true;
    }
    for (uint32_t i = 0; i < x->does.slot_count; i++)
        args[i] = env[x->does.slots[i]];
    s->call(s->context, s->cells, x->does.method - 1, args, s->run);
    return !s->run->problem && !s->run->blocked;
}

bool process_take(stepper *s, const process_step *step, uint32_t *after)
{
    if (step->effect && !act(s, step->effect - 1))
        return false;
    *after = term_settle(s, step->target);
    return *after != TERM_NONE;
}
