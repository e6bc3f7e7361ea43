// SPDX-License-Identifier: MIT
// Parsing and printing scenarios: see scenario.h.

#include "history/scenario.h"

#include "history/history_format.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct parser {
    lp_pool *pool;
    const char *source, *at;
    error *e;
} parser;

static bool fail(parser *p, const char *what)
{
    return error_at(p->e, "scenario", 1, (uint64_t)(p->at - p->source) + 1, "%s in \"%s\"", what,
                    p->source);
}

static void skip_space(parser *p)
{
    while (isspace((unsigned char)*p->at))
        p->at++;
}

static bool word_char(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '-';
}

static bool parse_value(parser *p, lp_value *out)
{
    json j;
    json_init(&j, p->at, strlen(p->at));
    if (strncmp(p->at, "nil", 3) == 0 && !word_char(p->at[3])) {
        *out = LP_NIL;
        p->at += 3;
        return true;
    }
    // A value stands before ',' or ')': hand the tokenizer just that much.
    size_t length = 0;
    int depth = 0;
    bool quoted = false;
    for (; p->at[length]; length++) {
        char c = p->at[length];
        if (quoted) {
            if (c == '\\' && p->at[length + 1])
                length++;
            else if (c == '"')
                quoted = false;
        } else if (c == '"') {
            quoted = true;
        } else if (c == '[' || c == '{') {
            depth++;
        } else if (c == ']' || c == '}') {
            depth--;
        } else if (depth <= 0 && (c == ',' || c == ')')) {
            break;
        }
    }
    json_init(&j, p->at, length);
    bool fine = value_read_json(p->pool, &j, json_next(&j), out) && json_next(&j) == JSON_END;
    json_fini(&j);
    if (!fine)
        return fail(p, "an argument is not a value");
    p->at += length;
    return true;
}

static bool parse_call(parser *p, scenario_part *part)
{
    if (part->count == SCENARIO_MAX_CALLS)
        return fail(p, "too many calls on one thread");
    const char *start = p->at;
    while (word_char(*p->at))
        p->at++;
    if (p->at == start)
        return fail(p, "a method name expected");
    scenario_call *call = &part->calls[part->count++];
    call->method = lp_string(p->pool, start, (size_t)(p->at - start));
    call->arg_count = 0;
    if (*p->at != '(')
        return true;
    p->at++;
    for (;;) {
        skip_space(p);
        if (*p->at == ')' && call->arg_count == 0)
            break;
        if (call->arg_count == SCENARIO_MAX_ARGS)
            return fail(p, "too many arguments");
        if (!parse_value(p, &call->args[call->arg_count++]))
            return false;
        skip_space(p);
        if (*p->at == ')')
            break;
        if (*p->at != ',')
            return fail(p, "',' or ')' expected");
        p->at++;
    }
    p->at++;
    return true;
}

// Calls up to '|', ';' or the end.
static bool parse_part(parser *p, scenario_part *part)
{
    part->count = 0;
    for (;;) {
        skip_space(p);
        if (*p->at == '|' || *p->at == ';' || !*p->at)
            return true;
        if (!parse_call(p, part))
            return false;
    }
}

static uint32_t count_char(const char *s, char c)
{
    uint32_t n = 0;
    for (bool quoted = false; *s; s++) {
        if (*s == '"')
            quoted = !quoted;
        n += !quoted && *s == c;
    }
    return n;
}

bool scenario_parse(lp_pool *pool, const char *source, scenario *s, error *e)
{
    parser p = {pool, source, source, e};
    s->before.count = s->after.count = s->thread_count = 0;
    uint32_t semicolons = count_char(source, ';');
    if (semicolons > 2)
        return fail(&p, "at most two ';' (before ; threads ; after)");
    // One ';' alone: what has a '|' is the threads; without any, before ; threads.
    bool has_before = semicolons == 2;
    if (semicolons == 1) {
        const char *bar = strchr(source, '|'), *semicolon = strchr(source, ';');
        has_before = !bar || semicolon < bar;
    }
    if (has_before) {
        if (!parse_part(&p, &s->before))
            return false;
        if (*p.at != ';')
            return fail(&p, "threads side by side belong between the two ';'");
        p.at++;
    }
    for (;;) {
        if (s->thread_count == SCENARIO_MAX_THREADS)
            return fail(&p, "too many threads");
        if (!parse_part(&p, &s->threads[s->thread_count++]))
            return false;
        if (*p.at != '|')
            break;
        p.at++;
    }
    if (*p.at == ';') {
        p.at++;
        if (!parse_part(&p, &s->after))
            return false;
        if (*p.at)
            return fail(&p, "threads side by side belong between the two ';'");
    }
    uint32_t calls = s->before.count + s->after.count;
    for (uint32_t i = 0; i < s->thread_count; i++)
        calls += s->threads[i].count;
    if (calls == 0)
        return fail(&p, "no call");
    return true;
}

static void print_part(const lp_pool *pool, const scenario_part *part, text *out)
{
    for (uint32_t i = 0; i < part->count; i++) {
        const scenario_call *call = &part->calls[i];
        text_add(out, "%s%s", i ? " " : "", lp_string_bytes(pool, call->method, NULL));
        for (uint32_t a = 0; a < call->arg_count; a++) {
            text_add(out, "%s", a ? "," : "(");
            if (lp_is_nil(call->args[a]))
                text_add(out, "nil");
            else
                value_write_json(pool, call->args[a], out);
        }
        if (call->arg_count)
            text_add(out, ")");
    }
}

void scenario_print(const lp_pool *pool, const scenario *s, text *out)
{
    // With two threads or more, the '|' tells which side of a lone ';' is which.
    bool both = s->thread_count < 2 && (s->before.count || s->after.count);
    if (both || s->before.count) {
        print_part(pool, &s->before, out);
        text_add(out, s->before.count ? " ; " : "; ");
    }
    for (uint32_t i = 0; i < s->thread_count; i++) {
        text_add(out, "%s", i ? " | " : "");
        print_part(pool, &s->threads[i], out);
    }
    if (both || s->after.count) {
        text_add(out, s->after.count ? " ; " : " ;");
        print_part(pool, &s->after, out);
    }
}

lp_value scenario_call_arg(lp_pool *pool, const scenario_call *call)
{
    return call->arg_count == 0   ? LP_NIL
           : call->arg_count == 1 ? call->args[0]
                                  : lp_vector(pool, call->args, call->arg_count);
}

static bool shape_number(const char **at, uint32_t *out)
{
    if (!isdigit((unsigned char)**at))
        return false;
    char *end;
    unsigned long n = strtoul(*at, &end, 10);
    *at = end;
    *out = (uint32_t)n;
    return n <= SCENARIO_MAX_CALLS;
}

bool scenario_shape_parse(const char *source, scenario_shape *shape, error *e)
{
    *shape = (scenario_shape){0};
    const char *at = source;
    bool fine = true;
    const char *plus = strchr(source, '+'), *x = strpbrk(source, "x*");
    if (plus && (!x || plus < x)) {
        fine = shape_number(&at, &shape->before) && *at == '+';
        at += fine;
    }
    while (fine) {
        fine = shape->thread_count < SCENARIO_MAX_THREADS &&
               shape_number(&at, &shape->threads[shape->thread_count++]);
        if (!fine || (*at != 'x' && *at != '*'))
            break;
        at++;
    }
    if (fine && *at == '+') {
        at++;
        fine = shape_number(&at, &shape->after);
    }
    if (!fine || *at)
        return error_set(
            e,
            "\"%s\" is not a shape; write BEFORE+AxB+AFTER, such as 2+3x4+1 or 2x2 (at "
            "most %d threads and %d calls each)",
            source, SCENARIO_MAX_THREADS, SCENARIO_MAX_CALLS);
    return true;
}

static void copy_part(scenario_part *to, const scenario_part *from)
{
    memcpy(to->calls, from->calls, from->count * sizeof *to->calls);
    to->count = from->count;
}

void scenario_copy(scenario *to, const scenario *from)
{
    copy_part(&to->before, &from->before);
    copy_part(&to->after, &from->after);
    for (uint32_t t = 0; t < from->thread_count; t++)
        copy_part(&to->threads[t], &from->threads[t]);
    to->thread_count = from->thread_count;
}
