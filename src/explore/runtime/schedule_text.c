// SPDX-License-Identifier: MIT
// See schedule_text.h.

#include "explore/runtime/schedule_text.h"

#include "base/memory.h"
#include "explore/runtime/runtime.h"

#include <ctype.h>
#include <stdlib.h>

void schedule_fini(schedule *s)
{
    free(s->steps);
    free(s->promoted);
    *s = (schedule){0};
}

void schedule_add(schedule *s, uint16_t step)
{
    MEMORY_GROW(s->steps, s->capacity, s->count + 1);
    s->steps[s->count++] = step;
}

void schedule_add_promoted(schedule *s, uint64_t address)
{
    MEMORY_GROW(s->promoted, s->promoted_capacity, s->promoted_count + 1);
    s->promoted[s->promoted_count++] = address;
}

static const char *print_promoted(const schedule *s, const char *comma, text *out)
{
    for (uint32_t i = 0; i < s->promoted_count && !s->plain; i++) {
        uint64_t at = s->promoted[i];
        if (at & SCHEDULE_DATA)
            text_add(out, "%sd%u.%llx", comma, (uint32_t)(at >> 48 & 0x7fff),
                     (unsigned long long)(at & 0xffffffffffff));
        else
            text_add(out, "%sh%llx", comma, (unsigned long long)at);
        comma = ",";
    }
    return comma;
}

void schedule_print(const schedule *s, text *out)
{
    const char *comma = s->plain ? "," : "";
    text_add(out, "%s", s->plain ? "p" : "");
    comma = print_promoted(s, comma, out);
    for (uint32_t t = 0; t <= FIBERS_MAX; t++) {
        if (s->shared_stacks >> t & 1) {
            text_add(out, "%ss%u", comma, t);
            comma = ",";
        }
        if (s->shared_tls >> t & 1) {
            text_add(out, "%st%u", comma, t);
            comma = ",";
        }
    }
    for (uint32_t i = 0, j; i < s->count; i = j) {
        uint16_t step = s->steps[i];
        j = i + 1;
        text_add(out, "%s", comma);
        comma = ",";
        if (step & SCHEDULE_CHOICE) {
            text_add(out, "=%d", step & ~SCHEDULE_CHOICE);
            continue;
        }
        while (j < s->count && s->steps[j] == step)
            j++;
        text_add(out, j - i > 1 ? "%ux%u" : "%u", step, j - i);
    }
}

static bool number(const char **at, uint32_t limit, uint32_t *out)
{
    if (!isdigit((unsigned char)**at))
        return false;
    *out = 0;
    while (isdigit((unsigned char)**at)) {
        *out = *out * 10 + (uint32_t)(*(*at)++ - '0');
        if (*out > limit)
            return false;
    }
    return true;
}

static bool parse_promoted(const char **at, schedule *s)
{
    uint32_t module = 0;
    bool data = *(*at)++ == 'd';
    if (data && (!number(at, 0x7fff, &module) || *(*at)++ != '.'))
        return false;
    char *end;
    uint64_t address = strtoull(*at, &end, 16);
    bool ok = isxdigit((unsigned char)**at) && !(address >> 48);
    *at = end;
    if (ok)
        schedule_add_promoted(s, data ? SCHEDULE_DATA | (uint64_t)module << 48 | address : address);
    return ok;
}

static bool parse_comma(const char **at, error *e)
{
    if (**at == ',' && (*at)[1])
        ++*at;
    else if (**at)
        return error_set(e, "the schedule is not well-formed at \"%.20s\"", *at);
    return true;
}

bool schedule_parse(const char *source, schedule *s, error *e)
{
    const char *at = source;
    while (*at) {
        const char *from = at;
        uint32_t step, times = 1;
        if (*at == 'p' || *at == 'd' || *at == 'h') {
            s->plain = s->plain || *at == 'p';
            if (*at == 'p')
                at++;
            else if (!parse_promoted(&at, s))
                return error_set(e, "the schedule has no address at \"%.20s\"", from);
            if (!parse_comma(&at, e))
                return false;
            continue;
        }
        bool stack = *at == 's', shared = stack || *at == 't';
        bool choice = *at == '=';
        at += choice || shared;
        if (!number(&at, FIBERS_MAX, &step))
            return error_set(e, "the schedule has no thread number at \"%.20s\"", from);
        if (!choice && !shared && *at == 'x') {
            at++;
            if (!number(&at, SCHEDULE_MAX, &times) || !times)
                return error_set(e, "the schedule has no number of steps at \"%.20s\"", from);
        }
        if (!parse_comma(&at, e))
            return false;
        if (s->count + times > SCHEDULE_MAX)
            return error_set(e, "the schedule has more than %d steps", (int)SCHEDULE_MAX);
        if (shared)
            *(stack ? &s->shared_stacks : &s->shared_tls) |= 1ull << step;
        while (!shared && times--)
            schedule_add(s, (uint16_t)(choice ? SCHEDULE_CHOICE | step : step));
    }
    return true;
}
