// SPDX-License-Identifier: MIT
#include "net/wire/wire_faults.h"

#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = {"delay", "drop", "duplicate", "reorder", "cut"};

static bool parse_to(const lp_system *system, const char *word, fault_rule *rule, error *e)
{
    if (strcmp(word, "*") == 0)
        rule->scope = FAULT_ALL;
    else if (strcmp(word, "client[*]") == 0)
        rule->scope = FAULT_CLIENTS;
    else if (name_parse(system, word, &rule->to))
        rule->scope = FAULT_ONE;
    else
        return error_set(e, "'%s' is no process of %s", word, system->name);
    return true;
}

static bool parse_amount(const char *word, fault_rule *rule, error *e)
{
    char rest;
    bool delay = rule->what == FAULT_DELAY;
    int count = delay ? sscanf(word, "%u..%u%c", &rule->least, &rule->most, &rest) - 1
                      : sscanf(word, "%u%c", &rule->most, &rest);
    if (count != 1 || word[0] == '-' || rule->least > rule->most ||
        rule->most > (delay ? 3600000u : 1000u))
        return error_set(e, "'%s' is no %s", word,
                         delay ? "range of milliseconds, such as 1..20" : "number up to 1000");
    return true;
}

bool fault_rules_add(fault_rules *r, const lp_system *system, const char *line, error *e)
{
    char what[16] = "", amount[32] = "", to[128] = "", rest[2];
    if (strcmp(line, "heal") == 0) {
        r->count = 0;
        return true;
    }
    fault_rule rule = {0};
    int words = sscanf(line, "%15s %31s %127s %1s", what, amount, to, rest);
    size_t which = 0;
    while (which < sizeof names / sizeof *names && strcmp(what, names[which]) != 0)
        which++;
    if (which == sizeof names / sizeof *names)
        return error_set(e, "'%s' is no command", what);
    rule.what = (fault_kind)which;
    if (rule.what == FAULT_CUT) {
        words = sscanf(line, "%*s %127s %1s", to, rest);
        if (words != 1)
            return error_set(e, "'cut' takes a process");
    } else if (words != 3) {
        return error_set(e, "'%s' takes an amount and a process", what);
    } else if (!parse_amount(amount, &rule, e)) {
        return false;
    }
    if (!parse_to(system, to, &rule, e))
        return false;
    MEMORY_GROW(r->rules, r->capacity, r->count + 1);
    r->rules[r->count++] = rule;
    return true;
}

static bool concerns(const fault_rule *rule, process_name to)
{
    return rule->scope == FAULT_ALL || (rule->scope == FAULT_CLIENTS && to.kind == NAME_CLIENT) ||
           (rule->scope == FAULT_ONE && name_same(rule->to, to));
}

faults fault_rules_for(const fault_rules *r, process_name to)
{
    faults f = {0};
    for (size_t i = 0; i < r->count; i++) {
        const fault_rule *rule = &r->rules[i];
        if (!concerns(rule, to))
            continue;
        switch (rule->what) {
        case FAULT_DELAY:
            f.delay_least = rule->least;
            f.delay_most = rule->most;
            break;
        case FAULT_DROP:
            f.drop = rule->most;
            break;
        case FAULT_DUPLICATE:
            f.duplicate = rule->most;
            break;
        case FAULT_REORDER:
            f.reorder = rule->most;
            break;
        case FAULT_CUT:
            f.cut = true;
            break;
        }
    }
    return f;
}

void fault_rules_fini(fault_rules *r)
{
    free(r->rules);
    *r = (fault_rules){0};
}

bool faults_none(const faults *f)
{
    return !f->delay_most && !f->drop && !f->duplicate && !f->reorder && !f->cut;
}

bool faults_happen(rng *r, uint32_t in_1000)
{
    return in_1000 && rng_below(r, 1000) < in_1000;
}

uint32_t faults_delay(const faults *f, rng *r)
{
    uint32_t delay = f->delay_least;
    if (f->delay_most > f->delay_least)
        delay += (uint32_t)rng_below(r, f->delay_most - f->delay_least + 1);
    if (faults_happen(r, f->reorder))
        delay += 1 + (uint32_t)rng_below(r, DELAY_REORDER);
    // A lost one is sent again until one gets through.
    for (int lost = 0; lost < 50 && faults_happen(r, f->drop); lost++)
        delay += DELAY_RESEND;
    return delay;
}

void delays_add(delays *d, uint64_t at, uint64_t number)
{
    MEMORY_GROW(d->heap, d->capacity, d->count + 1);
    size_t i = d->count++;
    for (; i && d->heap[(i - 1) / 2].at > at; i = (i - 1) / 2)
        d->heap[i] = d->heap[(i - 1) / 2];
    d->heap[i] = (delayed){at, number};
}

bool delays_take(delays *d, uint64_t now, uint64_t *number)
{
    if (!d->count || d->heap[0].at > now)
        return false;
    *number = d->heap[0].number;
    delayed last = d->heap[--d->count];
    size_t i = 0;
    for (size_t child; (child = 2 * i + 1) < d->count; i = child) {
        if (child + 1 < d->count && d->heap[child + 1].at < d->heap[child].at)
            child++;
        if (d->heap[child].at >= last.at)
            break;
        d->heap[i] = d->heap[child];
    }
    d->heap[i] = last;
    return true;
}

void delays_fini(delays *d)
{
    free(d->heap);
    *d = (delays){0};
}
