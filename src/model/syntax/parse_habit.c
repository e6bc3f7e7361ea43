// SPDX-License-Identifier: MIT
// What people write who know C, and what they should write instead. Nothing here
// decides whether a model is right: it is only asked when it is not.

#include "model/syntax/parser.h"

#include <string.h>

static bool at_word(const parser *p, const char *const *words)
{
    for (; *words; words++)
        if (parser_at(p, *words))
            return true;
    return false;
}

const char *habit_hint(const parser *p, const char *expected)
{
    bool after_new = p->t >= p->tokens + 2 && token_is(p->s, &p->t[-2], "new");
    if (strcmp(expected, ")") == 0 && parser_at(p, "="))
        return "write == to compare";
    if (strcmp(expected, "{") == 0 && after_new && parser_at(p, "("))
        return "the fields stand in braces: new node{1, null}";
    if (parser_at(p, "..."))
        return "... ends an enum, { w1, r1, ... }, or the range of a type, int 0..3...";
    return NULL;
}

bool habit_statement(const parser *p)
{
    static const char *const loops[] = {"do", "foreach", NULL};
    static const char *const jumps[] = {"switch", "case", "goto", "try", "throw", NULL};
    static const char *const waits[] = {"await", "lock", "unlock", NULL};
    const token *next = &p->t[1];
    bool braced = token_is(p->s, next, "(") || token_is(p->s, next, "{");
    bool named = next->kind == TOKEN_NAME || next->kind == TOKEN_NUMBER;
    int length = (int)(p->t->end - p->t->at);
    const char *word = p->s->bytes + p->t->at;
    bool is_type = false; // of the file
    for (uint32_t i = 0; i < p->m->enum_count; i++)
        is_type |= token_is(p->s, p->t, p->m->enums[i]->name);
    if (p->t->kind != TOKEN_NAME || is_type)
        return true;
    if (at_word(p, loops) && braced)
        return source_error(p->s, p->e, p->t->at,
                            "loops are while (…) { … }, for (…; …; …) { … } and loop { … }",
                            "there is no %.*s", length, word);
    if (at_word(p, jumps) && (braced || named))
        return source_error(p->s, p->e, p->t->at,
                            "there are if, while, for, loop, break and continue",
                            "there is no %.*s", length, word);
    bool place = named && (token_is(p->s, &p->t[2], "==") || token_is(p->s, &p->t[2], ";"));
    if (at_word(p, waits) && (token_is(p->s, next, "!") || place))
        return source_error(p->s, p->e, next->at, "write it in brackets: await(x == 1);",
                            "( is expected here, after %.*s", length, word);
    return true;
}

bool habit_does_nothing(const parser *p, const expr *x)
{
    static const char *const signs[] = {"+", "-", "*", "/", "%", NULL};
    const token *next = &p->t[1];
    bool twice = at_word(p, signs) && next->at == p->t->end &&
                 (token_is(p->s, next, "+") || token_is(p->s, next, "-"));
    if (twice)
        return source_error(p->s, p->e, p->t->at,
                            "write x += 1; of a shared variable that is a read and a write, "
                            "and faa(x, 1); is both in one step",
                            "%.2s has no meaning here", p->s->bytes + p->t->at);
    if (parser_at(p, "=="))
        return source_error(p->s, p->e, p->t->at, "write = to assign",
                            "this compares and does nothing with what it gives");
    return source_error(p->s, p->e, x->at,
                        "a statement is x = …; cas(…); if, while, for, loop, await …",
                        "this does nothing");
}
