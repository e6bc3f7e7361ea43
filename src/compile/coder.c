// SPDX-License-Identifier: MIT
// Names, places and lines of emitted C.

#include "compile/coder.h"

#include "model/syntax/finite_type.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void code_fails(coder *c, uint32_t at, const char *hint, const char *format, ...)
{
    char message[512];
    va_list list;
    va_start(list, format);
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    if (!c->failed)
        source_error(&c->m->source, c->e, at, hint, "%s", message);
    c->failed = true;
}

const char *code_keep(coder *c, text *t)
{
    char *kept = model_allocate(c->m, t->length + 1);
    if (t->length)
        memcpy(kept, t->bytes, t->length);
    text_fini(t);
    return kept;
}

const char *code_format(coder *c, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *made = text_format_list(format, list);
    va_end(list);
    text t = {.bytes = made, .length = strlen(made)};
    return code_keep(c, &t);
}

static const char *base_name(const char *file)
{
    const char *slash = strrchr(file, '/');
    return slash ? slash + 1 : file;
}

const char *code_where(coder *c, uint32_t at)
{
    uint32_t line, column;
    source_position(&c->m->source, at, &line, &column);
    text t = {0};
    text_add(&t, "\"");
    for (const char *s = base_name(c->m->source.file); *s; s++)
        text_add(&t, strchr("\"\\", *s) ? "\\%c" : "%c", *s);
    text_add(&t, ":%u:%u\"", line, column);
    return code_keep(c, &t);
}

const char *code_comment(coder *c, uint32_t at)
{
    uint32_t line, column;
    source_position(&c->m->source, at, &line, &column);
    return code_format(c, "%s:%u", base_name(c->m->source.file), line);
}

static bool is_one_of(const char *name, const char *const *list)
{
    for (; *list; list++)
        if (strcmp(name, *list) == 0)
            return true;
    return false;
}

static bool is_keyword(const char *name)
{
    static const char *const words[] = {
        "auto",      "break",        "case",          "char",    "const",    "continue",
        "default",   "do",           "double",        "else",    "enum",     "extern",
        "float",     "for",          "goto",          "if",      "inline",   "int",
        "long",      "register",     "restrict",      "return",  "short",    "signed",
        "sizeof",    "static",       "struct",        "switch",  "typedef",  "union",
        "unsigned",  "void",         "volatile",      "while",   "bool",     "true",
        "false",     "asm",          "typeof",        "nullptr", "alignas",  "alignof",
        "constexpr", "thread_local", "static_assert", "main",    "linux",    "unix",
        "NULL",      "errno",        "signal",        "int64_t", "uint64_t", "number",
        NULL};
    return is_one_of(name, words) || strncmp(name, "lp_", 3) == 0 || strncmp(name, "LP_", 3) == 0;
}

const char *code_member(coder *c, const char *name)
{
    return is_keyword(name) ? code_format(c, "%s_", name) : name;
}

// A name that C knows otherwise, in the file that it stands in.
static bool is_taken(const coder *c, const char *name)
{
    static const char *const own[] = {"self",   "turn", "state", "from",  "received",
                                      "result", "best", "found", "trace", "message",
                                      "to",     "text", "items", NULL};
    const model *m = c->m;
    bool taken = is_keyword(name) || is_one_of(name, own) || strncmp(name, "rest", 4) == 0;
    for (uint32_t i = 0; i < m->enum_count; i++)
        taken |= strcmp(m->enums[i]->name, name) == 0;
    for (uint32_t i = 0; i < m->alias_count; i++)
        taken |= strcmp(m->aliases[i].name, name) == 0;
    for (uint32_t i = 0; i < m->function_count; i++)
        taken |= strcmp(m->functions[i]->name, name) == 0;
    for (uint32_t i = 0; i < c->s->part_count; i++)
        taken |= strcmp(c->s->parts[i].part->name, name) == 0;
    for (uint32_t i = 0; c->part && i < c->part->u->method_count; i++)
        taken |= strcmp(c->part->u->methods[i]->name, name) == 0;
    return taken;
}

// What the file of a component has beside the functions of its automaton.
static const char *const own_functions[] = {"begin", "act",  "receive",   "call",    "save",
                                            "show",  "load", "instances", "message", NULL};

const char *code_function_name(coder *c, const char *name)
{
    bool taken = is_keyword(name) || is_one_of(name, own_functions);
    return taken ? code_format(c, "%s_function", name) : name;
}

const char *code_type_name(coder *c, const char *name)
{
    static const char *const own[] = {
        "self",  "turn", "state", "me",     "from",  "to",     "received", "m",     "text",
        "value", "rank", "least", "most",   "a",     "b",      "q",        "x",     "item",
        "items", "best", "found", "result", "where", "client", "key",      "error", NULL};
    return is_keyword(name) || is_one_of(name, own) ? code_format(c, "%s_type", name) : name;
}

const char *code_action_base(coder *c, const char *name)
{
    const model *m = c->m;
    bool taken = is_keyword(name) || is_one_of(name, own_functions);
    for (uint32_t i = 0; i < m->enum_count; i++)
        taken |= strcmp(m->enums[i]->name, name) == 0;
    for (uint32_t i = 0; i < m->alias_count; i++)
        taken |= strcmp(m->aliases[i].name, name) == 0;
    for (uint32_t i = 0; i < m->function_count; i++)
        taken |= strcmp(m->functions[i]->name, name) == 0;
    for (uint32_t i = 0; i < c->s->part_count; i++)
        taken |= strcmp(c->s->parts[i].part->name, name) == 0;
    return taken ? code_format(c, "%s_action", name) : name;
}

const char *code_local(coder *c, const char *name)
{
    return !*name ? "item" : is_taken(c, name) ? code_format(c, "%s_", name) : name;
}

const char *code_part(coder *c, type tuple, uint32_t i)
{
    return tuple.labels ? code_member(c, tuple.labels[i]) : code_format(c, "part%u", i);
}

void code_line(coder *c, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char *made = text_format_list(format, list);
    va_end(list);
    text_add(c->out, "%*s", (int)(4 * c->indent), "");
    text_add_bytes(c->out, made, strlen(made));
    text_add(c->out, "\n");
    text t = {.bytes = made, .length = strlen(made)};
    text_fini(&t);
}

void code_use(coder *c, const char *name, type t)
{
    if (code_used(c, name))
        return;
    if (c->used_count == CODE_NAMES) {
        code_fails(c, c->part ? c->part->u->at : 0, NULL, "more than %d variables are used in %s",
                   CODE_NAMES, c->function);
        return;
    }
    c->used[c->used_count++] = (used_name){name, t};
}

bool code_used(const coder *c, const char *name)
{
    for (uint32_t i = 0; i < c->used_count; i++)
        if (strcmp(c->used[i].name, name) == 0)
            return true;
    return false;
}

const char *code_upper(coder *c, const char *name)
{
    char *made = model_allocate(c->m, strlen(name) + 1);
    for (size_t i = 0; name[i]; i++)
        made[i] = name[i] >= 'a' && name[i] <= 'z' ? (char)(name[i] - 'a' + 'A') : name[i];
    return made;
}

const char *code_list(coder *c, const char *before, const char *words, const char *after)
{
    enum { COLUMNS = 100 };
    if (strlen(before) + strlen(words) + strlen(after) + 2 <= COLUMNS)
        return code_format(c, "%s %s %s", before, words, after);
    text t = {0};
    text_add(&t, "%s\n   ", before);
    size_t column = 3;
    while (*words) {
        size_t n = strcspn(words, ",");
        n += words[n] == ',';
        if (column + n + 1 > COLUMNS) {
            text_add(&t, "\n   ");
            column = 3;
        }
        text_add(&t, " ");
        text_add_bytes(&t, words, n);
        column += n + 1;
        words += n;
        words += *words == ' ';
    }
    text_add(&t, "\n%s", after);
    return code_keep(c, &t);
}
