// SPDX-License-Identifier: MIT
// Processes: what begins one, and what stands between two.
//
//     process P(i) = a.i{x = i;} -> P(i) [] c?y -> Skip; Q(y) ||| R() \ {b};
//
// From what binds least to what binds most: \ ||| || <> [+] [] interrupt ; and then -> and guards,
// of which the process on the right is one without signs between processes. As in CSPM.

#include "model/syntax/parse_process.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static const struct sign {
    const char *tokens[3];
    process_kind kind;
    uint32_t level;
} signs[] = {
    {{"||", "|"}, PROCESS_INTERLEAVE, 0},   {{"||"}, PROCESS_PARALLEL, 1},
    {{"<", ">"}, PROCESS_INTERNAL, 2},      {{"|", "~", "|"}, PROCESS_INTERNAL, 2},
    {{"[", "+", "]"}, PROCESS_GENERAL, 3},  {{"[", "]"}, PROCESS_EXTERNAL, 4},
    {{"[", "*", "]"}, PROCESS_EXTERNAL, 4}, {{"interrupt"}, PROCESS_INTERRUPT, 5},
};
enum { SIGNS = sizeof signs / sizeof *signs, LEVELS = 6 };

static uint32_t length_of(const struct sign *s)
{
    return s->tokens[1] ? s->tokens[2] ? 3 : 2 : 1;
}

// The tokens of a sign stand side by side. SIGNS: none is next.
static uint32_t sign_ahead(const parser *p)
{
    for (uint32_t i = 0; i < SIGNS; i++) {
        uint32_t k = 0, count = length_of(&signs[i]);
        while (k < count && token_is(p->s, &p->t[k], signs[i].tokens[k]) &&
               p->t[k].kind != TOKEN_MARK && (k == 0 || p->t[k].at == p->t[k - 1].end))
            k++;
        if (k == count)
            return i;
    }
    return SIGNS;
}

static void take_sign(parser *p, uint32_t which)
{
    for (uint32_t k = 0; k < length_of(&signs[which]); k++) {
        parser_role(p, k ? ROLE_GLUE : ROLE_SPACED);
        if (signs[which].kind == PROCESS_INTERRUPT)
            parser_role(p, ROLE_WORD);
        p->t++;
    }
}

process *process_make(parser *p, process_kind kind, uint32_t at)
{
    process *x = model_allocate(p->m, sizeof *x);
    x->kind = kind;
    x->at = at;
    return x;
}

process *process_finish(parser *p, process *x)
{
    x->end = parser_end(p);
    for (uint32_t i = 0; i < x->part_count; i++)
        x->depth = x->parts[i]->depth >= x->depth ? x->parts[i]->depth + 1 : x->depth;
    if (x->depth <= MODEL_MAX_DEPTH)
        return x;
    source_error(p->s, p->e, x->at, "give parts of it names: process Q() = …;",
                 "this process is nested deeper than %d levels", MODEL_MAX_DEPTH);
    return NULL;
}

process *process_of(parser *p, process_kind kind, uint32_t at, process *a, process *b)
{
    if (!a)
        return NULL;
    process *x = process_make(p, kind, at);
    x->parts = model_allocate(p->m, 2 * sizeof(process *));
    x->parts[x->part_count++] = a;
    if (b)
        x->parts[x->part_count++] = b;
    return process_finish(p, x);
}

// i in 0..K, or i in color, and then @: the sign is taken.
static process *parse_indexed(parser *p, process_kind kind, uint32_t at)
{
    process *x = process_make(p, kind, at);
    if (kind == PROCESS_INTERRUPT || !(x->index = parser_name(p, "index", &x->index_at)) ||
        !parser_take_word(p, "in"))
        return NULL;
    x->values = model_allocate(p->m, 2 * sizeof(expr *));
    if (p->t->kind == TOKEN_NAME && token_is(p->s, &p->t[1], "@")) {
        x->index_typed = true;
        if (!parse_type(p, &x->index_type))
            return NULL;
    } else {
        x->value_count = 2;
        if (!(x->values[0] = parse_expr(p)) || !parser_expect(p, "..", "between the bounds") ||
            !(x->values[1] = parse_expr(p)))
            return NULL;
    }
    if (p->t->kind == TOKEN_MARK) {
        source_error(p->s, p->e, p->t->at - 1, "write a space after the @",
                     "@ and a process are expected here");
        return NULL;
    }
    if (!parser_expect(p, "@", "after what the index goes through"))
        return NULL;
    process *part = parse_prefixed(p);
    if (!part)
        return NULL;
    x->parts = model_allocate(p->m, sizeof(process *));
    x->parts[x->part_count++] = part;
    return process_finish(p, x);
}

bool indexed_ahead(const parser *p)
{
    uint32_t which = sign_ahead(p);
    const token *t = p->t + (which < SIGNS ? length_of(&signs[which]) : 0);
    return which < SIGNS && t->kind == TOKEN_NAME && token_is(p->s, &t[1], "in");
}

process *parse_indexed_process(parser *p)
{
    uint32_t at = p->t->at, which = sign_ahead(p);
    take_sign(p, which);
    return parse_indexed(p, signs[which].kind, at);
}

// Does a process follow a semicolon, and not the next declaration of the file?
static bool continues(const parser *p)
{
    const token *t = p->t;
    if (t->kind == TOKEN_NAME) {
        bool declares = t[1].kind == TOKEN_NAME || t[1].kind == TOKEN_WORD;
        bool starts = token_is(p->s, t, "init") && token_is(p->s, &t[1], "{");
        bool interrupted = token_is(p->s, &t[1], "interrupt");
        return (!declares || interrupted) && !starts;
    }
    return parser_at(p, "if") || parser_at(p, "(") || parser_at(p, "[") || parser_at(p, "atomic") ||
           indexed_ahead(p);
}

// P; Q; R, of which the last semicolon may end the declaration.
static process *parse_sequence(parser *p)
{
    if (!parser_enter(p))
        return NULL;
    process *x = parse_prefixed(p);
    uint32_t at = x ? x->at : 0;
    const token *sign = p->t;
    if (x && parser_take(p, ";")) {
        if (continues(p)) {
            process *next = parse_sequence(p);
            x = next ? process_of(p, PROCESS_SEQUENCE, at, x, next) : NULL;
        } else {
            p->t = sign;
        }
    }
    parser_leave(p);
    return x;
}

static process *parse_level(parser *p, uint32_t level);

// Parts with the same sign between them are one process with many parts.
static process *parse_rest(parser *p, uint32_t level, process *first)
{
    process *parts[PROCESS_MAX_PARTS] = {first};
    uint32_t count = 1, which;
    process_kind kind = PROCESS_STOP;
    while ((which = sign_ahead(p)) < SIGNS && signs[which].level == level) {
        kind = signs[which].kind;
        if (count == PROCESS_MAX_PARTS) {
            source_error(p->s, p->e, p->t->at,
                         "an indexed form stands for many: [] i in 0..9 @ P(i)",
                         "there are more than %d processes between signs", PROCESS_MAX_PARTS);
            return NULL;
        }
        take_sign(p, which);
        if (!(parts[count++] = parse_level(p, level + 1)))
            return NULL;
        if (kind == PROCESS_INTERRUPT) {
            parts[0] = process_of(p, kind, first->at, parts[0], parts[1]);
            count = 1;
            if (!parts[0])
                return NULL;
        }
    }
    if (count == 1)
        return parts[0];
    process *x = process_make(p, kind, first->at);
    x->parts = model_allocate(p->m, count * sizeof *parts);
    memcpy(x->parts, parts, count * sizeof *parts);
    x->part_count = count;
    return process_finish(p, x);
}

static process *parse_level(parser *p, uint32_t level)
{
    process *first = level == LEVELS ? parse_sequence(p) : parse_level(p, level + 1);
    return first && level < LEVELS ? parse_rest(p, level, first) : first;
}

// P \ {a, b}
process *parse_process(parser *p)
{
    if (!parser_enter(p))
        return NULL;
    process *x = parse_level(p, 0);
    while (x && parser_at(p, "\\")) {
        p->t++;
        process *hide = process_of(p, PROCESS_HIDE, x->at, x, NULL);
        x = hide && parse_event_set(p, hide) ? process_finish(p, hide) : NULL;
    }
    parser_leave(p);
    return x;
}
