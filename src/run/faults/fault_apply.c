// SPDX-License-Identifier: MIT
// See fault_apply.h.

#include "run/faults/fault_apply.h"

#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>

enum { FAR_AWAY = 10000 }; // milliseconds until one there is gone

// Which it remembers until `heal`, also while it is down.
static bool tell(member *m, error *e, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static bool tell(member *m, error *e, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *line = text_format_list(format, list);
    va_end(list);
    text_add(&m->rules, "%s\n", line);
    bool good = m->state == MEMBER_DOWN || (member_tell(m, line, e) && member_tell(m, "\n", e));
    free(line);
    return good;
}

static const char *name_of(const member *m)
{
    return m->called ? m->called : m->name;
}

// From one to those that are marked.
static bool tell_about(fleet *f, member *from, const bool *to, const char *what, error *e)
{
    bool all = true, good = true;
    for (size_t i = 0; i < f->count; i++)
        all &= to[i] || &f->members[i] == from;
    if (all)
        return tell(from, e, "%s *", what);
    for (size_t i = 0; good && i < f->count; i++)
        if (to[i] && &f->members[i] != from)
            good = tell(from, e, "%s %s", what, name_of(&f->members[i]));
    return good;
}

static bool apply_messages(fleet *f, const fault *it, error *e)
{
    const char *what = it->kind == FAULT_PARTITION ? "cut" : it->amount;
    bool both = it->both || it->kind == FAULT_PARTITION, good = true;
    for (size_t i = 0; good && i < f->count; i++) {
        if (it->who[i])
            good = tell_about(f, &f->members[i], it->whom, what, e);
        if (good && both && it->whom[i])
            good = tell_about(f, &f->members[i], it->who, what, e);
    }
    return good;
}

static bool impossible(const member *m, const fault *it, const char *file, const char *why,
                       error *e)
{
    if (!it->line)
        return true;
    return error_at(e, file, it->line, 1, "%s: %s %s", it->text, m->name, why);
}

static bool apply_process(fleet *f, member *m, const fault *it, const char *file, error *e)
{
    bool down = m->state == MEMBER_DOWN || m->killed;
    switch (it->kind) {
    case FAULT_KILL:
        if (down)
            return impossible(m, it, file, "is down already", e);
        member_signal(m, SIGKILL);
        m->killed = m->is_client; // what a client has said is still to be heard
        if (!m->is_client)
            member_end(m, m->keeper ? FAR_AWAY : 0);
        return true;
    case FAULT_RESTART:
        if (!down)
            return impossible(m, it, file, "is running: only one that was killed is restarted", e);
        return fleet_start_one(f, m, e);
    case FAULT_STOP:
        if (down)
            return impossible(m, it, file, "is down", e);
        member_signal(m, SIGSTOP);
        m->stopped = true;
        return true;
    case FAULT_CONTINUE:
        member_signal(m, SIGCONT);
        m->stopped = false;
        return true;
    case FAULT_HEAL:
        text_clear(&m->rules);
        return down || member_tell(m, "heal\n", e);
    default:
        text_clear(&m->skew);
        text_add(&m->skew, "skew %s\n", it->amount);
        return down || member_tell(m, m->skew.bytes, e);
    }
}

bool fault_apply(fleet *f, const fault *it, const char *file, error *e)
{
    if (it->kind == FAULT_MESSAGES || it->kind == FAULT_PARTITION)
        return apply_messages(f, it, e);
    for (size_t i = 0; i < f->count; i++)
        if ((it->who[i] || it->kind == FAULT_HEAL) &&
            !apply_process(f, &f->members[i], it, file, e))
            return false;
    return true;
}
