// SPDX-License-Identifier: MIT
// See ltl_parse.h. Precedence climbing; each level of recursion is counted.

#include "temporal/formula/ltl_parse.h"

#include <ctype.h>
#include <string.h>

typedef enum token_kind {
    TOKEN_END,
    TOKEN_BAD,
    TOKEN_NAME,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_OPERATOR, // or a constant
} token_kind;

typedef struct token {
    token_kind kind;
    ltl_kind operator;
    size_t at, length;
} token;

typedef struct parser {
    ltl_pool *pool;
    const char *text;
    size_t length, at;
    token now;
    ltl_names names;
    uint32_t depth;
    error *error;
} parser;

static const struct spelling {
    const char *word;
    ltl_kind kind;
} spellings[] = {
    {"<->", LTL_IFF},     {"->", LTL_IMPLIES},    {"&&", LTL_AND},       {"||", LTL_OR},
    {"!", LTL_NOT},       {"<>", LTL_EVENTUALLY}, {"[]", LTL_ALWAYS},    {"true", LTL_TRUE},
    {"false", LTL_FALSE}, {"X", LTL_NEXT},        {"F", LTL_EVENTUALLY}, {"G", LTL_ALWAYS},
    {"U", LTL_UNTIL},     {"W", LTL_WEAK},        {"R", LTL_RELEASE},    {"M", LTL_STRONG},
};

// Of binary operators: a larger number binds more.
static unsigned strength(ltl_kind kind)
{
    switch (kind) {
    case LTL_IFF:
        return 1;
    case LTL_IMPLIES:
        return 2;
    case LTL_OR:
        return 3;
    case LTL_AND:
        return 4;
    default:
        return 5;
    }
}

static ltl fail(parser *p, size_t at, const char *what)
{
    uint64_t line = 1, column = 1;
    for (size_t i = 0; i < at; i++) {
        column = p->text[i] == '\n' ? 1 : column + 1;
        line += p->text[i] == '\n';
    }
    error_at(p->error, "", line, column, "%s", what);
    return LTL_NONE;
}

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.';
}

static void advance(parser *p)
{
    while (p->at < p->length && isspace((unsigned char)p->text[p->at]))
        p->at++;
    const char *rest = p->text + p->at;
    size_t left = p->length - p->at, length = 0;
    token t = {.kind = TOKEN_END, .at = p->at};
    if (left && (isalpha((unsigned char)*rest) || *rest == '_'))
        while (length < left && in_name(rest[length]))
            length++;
    bool word = length > 0;
    if (left)
        t.kind = word ? TOKEN_NAME : TOKEN_BAD;
    for (size_t i = 0; left && i < sizeof spellings / sizeof *spellings; i++) {
        size_t size = strlen(spellings[i].word);
        if (word ? size == length && !memcmp(rest, spellings[i].word, size)
                 : t.kind == TOKEN_BAD && size <= left && !memcmp(rest, spellings[i].word, size)) {
            t.kind = TOKEN_OPERATOR;
            t.operator= spellings[i].kind;
            length = size;
        }
    }
    if (t.kind == TOKEN_BAD && (*rest == '(' || *rest == ')')) {
        t.kind = *rest == '(' ? TOKEN_OPEN : TOKEN_CLOSE;
        length = 1;
    }
    t.length = length;
    p->at += length;
    p->now = t;
}

static ltl expected(parser *p)
{
    return fail(p, p->now.at,
                p->now.kind == TOKEN_BAD ? "this character is no part of a formula"
                                         : "a formula is expected here");
}

static ltl parse_binary(parser *p, unsigned weakest);

static ltl parse_name(parser *p)
{
    token t = p->now;
    uint32_t atom = p->names.find(p->names.data, p->text + t.at, t.length);
    if (atom == LTL_NONE)
        return fail(p, t.at, "no proposition has this name");
    if (atom >= LTL_MAX_ATOMS)
        return fail(p, t.at, "there are more than 64 propositions");
    advance(p);
    return ltl_atom(p->pool, atom);
}

static ltl parse_parenthesis(parser *p)
{
    size_t open = p->now.at;
    advance(p);
    ltl f = parse_binary(p, 1);
    if (f == LTL_NONE)
        return f;
    if (p->now.kind == TOKEN_END)
        return fail(p, open, "this parenthesis is not closed");
    if (p->now.kind != TOKEN_CLOSE)
        return fail(p, p->now.at, "an operator or ) is expected here");
    advance(p);
    return f;
}

static ltl parse_operator(parser *p);

static ltl parse_unary(parser *p)
{
    if (p->depth >= LTL_MAX_DEPTH)
        return fail(p, p->now.at, "formulas are not nested as deeply as this");
    p->depth++;
    ltl f;
    if (p->now.kind == TOKEN_NAME)
        f = parse_name(p);
    else if (p->now.kind == TOKEN_OPEN)
        f = parse_parenthesis(p);
    else
        f = parse_operator(p);
    p->depth--;
    return f;
}

static ltl parse_operator(parser *p)
{
    token t = p->now;
    if (t.kind != TOKEN_OPERATOR || ltl_arity(t.operator) == 2)
        return expected(p);
    advance(p);
    if (t.operator== LTL_TRUE)
        return ltl_true(p->pool);
    if (t.operator== LTL_FALSE)
        return ltl_false(p->pool);
    ltl f = parse_unary(p);
    if (f != LTL_NONE && ltl_get(p->pool, f).depth >= LTL_MAX_DEPTH)
        return fail(p, t.at, "formulas are not nested as deeply as this");
    return f == LTL_NONE ? f : ltl_make(p->pool, t.operator, f, LTL_NONE);
}

static bool at_binary(const parser *p, unsigned weakest)
{
    return p->now.kind == TOKEN_OPERATOR && ltl_arity(p->now.operator) == 2 &&
           strength(p->now.operator) >= weakest;
}

// Operators that bind at least as much as `weakest` says.
static ltl parse_binary(parser *p, unsigned weakest)
{
    ltl f = parse_unary(p);
    while (f != LTL_NONE && at_binary(p, weakest)) {
        token t = p->now;
        unsigned level = strength(t.operator);
        bool leftward = t.operator== LTL_AND || t.operator== LTL_OR;
        advance(p);
        p->depth++; // a chain to the right is recursion
        ltl right = p->depth < LTL_MAX_DEPTH
                        ? parse_binary(p, leftward ? level + 1 : level)
                        : fail(p, t.at, "formulas are not nested as deeply as this");
        p->depth--;
        if (right == LTL_NONE)
            return right;
        f = ltl_make(p->pool, t.operator, f, right);
        if (ltl_get(p->pool, f).depth > LTL_MAX_DEPTH)
            return fail(p, t.at, "formulas are not nested as deeply as this");
    }
    return f;
}

ltl ltl_parse(ltl_pool *pool, const char *text, size_t length, ltl_names names, error *e)
{
    parser p = {.pool = pool, .text = text, .length = length, .names = names, .error = e};
    if (length > LTL_MAX_TEXT)
        return fail(&p, 0, "this formula is too long");
    advance(&p);
    ltl f = parse_binary(&p, 1);
    if (f != LTL_NONE && p.now.kind == TOKEN_BAD)
        return expected(&p);
    if (f != LTL_NONE && p.now.kind != TOKEN_END)
        return fail(&p, p.now.at, "an operator or the end is expected here");
    return f;
}
