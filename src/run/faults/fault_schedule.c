// SPDX-License-Identifier: MIT
// See fault_schedule.h.

#include "run/faults/fault_schedule.h"

#include "base/memory.h"
#include "run/faults/fault_words.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fault_fini(fault *f)
{
    free(f->text);
    free(f->who);
    free(f->whom);
}

void fault_schedule_fini(fault_schedule *s)
{
    for (size_t i = 0; i < s->count; i++)
        fault_fini(&s->faults[i]);
    free(s->faults);
    *s = (fault_schedule){0};
}

static bool no_client(fault_words *w, const fault *f, const char *at)
{
    for (size_t i = 0; i < w->names->count; i++)
        if (f->who[i] && w->names->is_client[i])
            return words_wrong(w, at,
                               "a client that was killed does not come back: stop and "
                               "continue are for clients, too");
    return true;
}

static bool parse_process(fault_words *w, fault *f)
{
    const char *at = w->at;
    if (!words_processes(w, f->who))
        return false;
    if (f->kind == FAULT_RESTART)
        return no_client(w, f, at + (*at == ' '));
    if (f->kind == FAULT_STOP && words_is(w, "for") && !words_seconds(w, &f->lasts))
        return words_wrong(w, w->at, "for how long? Such as 5s or 500ms");
    return true;
}

// [WHO -> WHOM | WHO <-> WHOM]; without, everything.
static bool parse_where(fault_words *w, fault *f)
{
    if (words_end(w)) {
        for (size_t i = 0; i < w->names->count; i++)
            f->who[i] = f->whom[i] = true;
        return true;
    }
    if (!words_processes(w, f->who))
        return false;
    f->both = words_is(w, "<->");
    if (!f->both && !words_is(w, "->"))
        return words_wrong(w, w->at, "-> or <-> is expected: which messages?");
    return words_processes(w, f->whom);
}

static bool parse_messages(fault_words *w, fault *f, const char *word)
{
    uint64_t least = 0, most = 0;
    bool delay = strcmp(word, "delay") == 0;
    if (delay ? !words_delay(w, &least, &most) : !words_percent(w, &most))
        return false;
    if (delay)
        snprintf(f->amount, sizeof f->amount, "delay %" PRIu64 "..%" PRIu64, least, most);
    else
        snprintf(f->amount, sizeof f->amount, "%s %" PRIu64, word, most);
    return parse_where(w, f);
}

static bool parse_partition(fault_words *w, fault *f)
{
    if (!words_processes(w, f->who))
        return false;
    if (!words_is(w, "from"))
        return words_wrong(w, w->at, "from is expected: partition {replica[p1]} from *");
    if (!words_processes(w, f->whom))
        return false;
    for (size_t i = 0; i < w->names->count; i++)
        f->whom[i] = f->whom[i] && !f->who[i];
    return true;
}

static bool parse_skew(fault_words *w, fault *f)
{
    double skew;
    if (!words_processes(w, f->who))
        return false;
    while (*w->at == ' ')
        w->at++;
    bool behind = *w->at == '-';
    w->at += behind;
    if (!words_seconds(w, &skew) || skew > 1e6)
        return words_wrong(w, w->at, "by how much? Such as 50ms or -1s");
    snprintf(f->amount, sizeof f->amount, "%s%.0f", behind ? "-" : "", skew * 1e6);
    return true;
}

static bool parse_what(fault_words *w, fault *f)
{
    static const struct {
        const char *word;
        fault_kind kind;
    } verbs[] = {
        {"kill", FAULT_KILL},          {"restart", FAULT_RESTART},  {"stop", FAULT_STOP},
        {"continue", FAULT_CONTINUE},  {"delay", FAULT_MESSAGES},   {"drop", FAULT_MESSAGES},
        {"duplicate", FAULT_MESSAGES}, {"reorder", FAULT_MESSAGES}, {"partition", FAULT_PARTITION},
        {"heal", FAULT_HEAL},          {"skew", FAULT_SKEW},
    };
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
        if (!words_is(w, verbs[i].word))
            continue;
        f->kind = verbs[i].kind;
        switch (f->kind) {
        case FAULT_MESSAGES:
            return parse_messages(w, f, verbs[i].word);
        case FAULT_PARTITION:
            return parse_partition(w, f);
        case FAULT_SKEW:
            return parse_skew(w, f);
        case FAULT_HEAL:
            return true;
        default:
            return parse_process(w, f);
        }
    }
    return words_wrong(
        w, w->at,
        "a fault is expected: kill, restart, stop, continue, delay, drop, duplicate, "
        "reorder, partition, heal or skew");
}

static bool parse_fault(fault_words *w, fault *f)
{
    if (!words_seconds(w, &f->at) && words_count(w, &f->operations)) {
        f->by_operations = true;
        if (!words_is(w, "operations"))
            return words_wrong(w, w->at, "a time such as 2s, or `1000 operations`, is expected");
    }
    if (!parse_what(w, f))
        return false;
    return words_end(w) || words_wrong(w, w->at, "nothing more is expected here");
}

static bool add_line(void *schedule, fault_words *w)
{
    fault_schedule *s = schedule;
    if (words_end(w))
        return true;
    fault f = {.line = w->line,
               .text = memory_string_n(w->at, strcspn(w->at, "#\n")),
               .who = memory_new(w->names->count, sizeof *f.who),
               .whom = memory_new(w->names->count, sizeof *f.whom)};
    for (size_t n = strlen(f.text); n && strchr(" \t\r", f.text[n - 1]); n--)
        f.text[n - 1] = 0;
    if (!parse_fault(w, &f)) {
        fault_fini(&f);
        return false;
    }
    MEMORY_GROW(s->faults, s->capacity, s->count + 1);
    s->faults[s->count++] = f;
    return true;
}

bool fault_schedule_add(fault_schedule *s, const fault_names *names, const char *file,
                        uint64_t line, const char *written, error *e)
{
    fault_words w = {written, written, names, file, line, e};
    return add_line(s, &w);
}

bool fault_schedule_read(fault_schedule *s, const fault_names *names, const char *file, error *e)
{
    return words_read_lines(file, names, add_line, s, e);
}
