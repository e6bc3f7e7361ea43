// SPDX-License-Identifier: MIT
// Statements and blocks.

#include "model/syntax/parser.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static bool semicolon(parser *p)
{
    return parser_expect(p, ";", "at the end of the statement");
}

static bool parse_condition(parser *p, stmt *s)
{
    if (!parser_expect(p, "(", "before the condition") || !(s->a = parse_expr(p)) ||
        !parser_expect(p, ")", "after the condition"))
        return false;
    s->end = parser_end(p);
    return true;
}

static bool parse_if(parser *p, stmt *s)
{
    s->kind = STMT_IF;
    if (!parse_condition(p, s) || !parse_body(p, &s->body))
        return false;
    return !parser_take(p, "else") || parse_body(p, &s->other);
}

static bool parse_declare(parser *p, stmt *s)
{
    s->kind = STMT_DECLARE;
    s->declared = model_allocate(p->m, sizeof *s->declared);
    if (!parse_variable(p, s->declared, "variable"))
        return false;
    if (parser_take(p, "=") && !(s->a = s->declared->length ? parse_list(p) : parse_expr(p)))
        return false;
    return semicolon(p);
}

// choose x in 0..2; is int x = choose(0..2); its type is found later.
static bool parse_choice(parser *p, stmt *s)
{
    uint32_t at = p->t->at;
    s->kind = STMT_DECLARE;
    s->declared = model_allocate(p->m, sizeof *s->declared);
    p->t++;
    if (!(s->declared->name = parser_name(p, "variable", &s->declared->at)))
        return false;
    parser_take_word(p, "in");
    return (s->a = parse_choose(p, at)) && semicolon(p);
}

// send store(t, v) to replica[p];
static bool parse_send(parser *p, stmt *s)
{
    s->kind = STMT_SEND;
    parser_role(p, ROLE_WORD);
    p->t++;
    if (!(s->a = parse_postfix(p)))
        return false;
    parser_role(p, ROLE_WORD);
    return parser_expect(p, "to", "after the message") && (s->b = parse_postfix(p)) && semicolon(p);
}

static bool update_ahead(const parser *p)
{
    static const char *const signs[] = {"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (parser_at(p, signs[i]))
            return true;
    return false;
}

// x = 1, x += 1, cas(x, 0, 1): up to the semicolon.
static bool parse_effect(parser *p, stmt *s)
{
    if (!(s->a = parse_postfix(p)))
        return false;
    s->updates = update_ahead(p);
    if (s->updates || parser_take(p, "=")) {
        s->kind = STMT_ASSIGN;
        s->b = s->updates ? parse_update(p, s->a->at) : parse_expr(p);
        return s->b != NULL;
    }
    s->kind = STMT_EXPR;
    return s->a->kind == EXPR_CAS || s->a->kind == EXPR_SEQ || s->a->kind == EXPR_DCAS ||
           s->a->kind == EXPR_SWAP || s->a->kind == EXPR_FAA || s->a->kind == EXPR_SC ||
           s->a->kind == EXPR_CALL || habit_does_nothing(p, s->a);
}

static bool parse_assign(parser *p, stmt *s)
{
    return parse_effect(p, s) && semicolon(p);
}

static void block_set(parser *p, block *out, stmt **items, uint32_t count)
{
    out->count = count;
    out->items = model_allocate(p->m, count * sizeof *items);
    if (count)
        memcpy(out->items, items, count * sizeof *items);
}

static stmt *stmt_new(parser *p)
{
    stmt *s = model_allocate(p->m, sizeof *s);
    s->at = p->t->at;
    return s;
}

// for (int i = 0; i < n; i += 1) …: a block with the first part and a loop in it. What
// goes after each turn is done after `continue`, too.
static bool parse_for(parser *p, stmt *s)
{
    uint32_t at = p->t->at;
    stmt *both[2], *first = NULL, *step = NULL, *loop = stmt_new(p);
    parser_take_word(p, "for");
    if (!parser_expect(p, "(", "after for"))
        return false;
    if (!parser_take(p, ";")) {
        first = stmt_new(p);
        if (!(type_ahead(p) ? parse_declare(p, first) : parse_assign(p, first)))
            return false;
        first->end = parser_end(p);
    }
    loop->kind = STMT_WHILE;
    if (!parser_at(p, ";") && !(loop->a = parse_expr(p)))
        return false;
    if (!parser_expect(p, ";", "after the condition"))
        return false;
    if (!parser_at(p, ")")) {
        step = stmt_new(p);
        if (!parse_effect(p, step))
            return false;
        step->end = parser_end(p);
        block_set(p, &loop->other, &step, 1);
    }
    if (!parser_expect(p, ")", "after what is done after each turn"))
        return false;
    loop->at = at;
    loop->end = parser_end(p);
    both[0] = first ? first : loop;
    both[1] = loop;
    s->kind = STMT_BLOCK;
    block_set(p, &s->body, both, first ? 2 : 1);
    return parse_body(p, &loop->body);
}

// Of a synchronisation: a result for each participant that has one.
static bool parse_return(parser *p, stmt *s)
{
    expr *list[MODEL_MAX_MEETING];
    s->kind = STMT_RETURN;
    if (!parser_at(p, ";") && !(s->a = parse_expr(p)))
        return false;
    while (parser_take(p, ",")) {
        if (s->more_count == MODEL_MAX_MEETING - 1)
            return source_error(p->s, p->e, p->t->at, NULL, "at most %d results are returned",
                                MODEL_MAX_MEETING);
        if (!(list[s->more_count++] = parse_expr(p)))
            return false;
    }
    s->more = model_allocate(p->m, s->more_count * sizeof(expr *));
    memcpy(s->more, list, s->more_count * sizeof(expr *));
    return semicolon(p);
}

// each writer y in S : statement
static bool parse_each(parser *p, stmt *s)
{
    parser_role(p, ROLE_WORD);
    p->t++;
    s->kind = STMT_EACH;
    s->declared = model_allocate(p->m, sizeof *s->declared);
    if (!parse_variable(p, s->declared, "variable"))
        return false;
    parser_role(p, ROLE_WORD);
    return parser_expect(p, "in", "after the variable") && (s->a = parse_operand(p)) &&
           parser_expect(p, ":", "before what is done for each") && parse_body(p, &s->body);
}

// Long: one case for each keyword.
static bool parse_keyword(parser *p, stmt *s, bool *found)
{
    *found = true;
    if (parser_take(p, "if"))
        return parse_if(p, s);
    if (parser_take(p, "while")) {
        s->kind = STMT_WHILE;
        return parse_condition(p, s) && parse_body(p, &s->body);
    }
    if (parser_call(p, "for"))
        return parse_for(p, s);
    if (parser_take(p, "loop")) {
        s->kind = STMT_WHILE;
        return parse_block(p, &s->body);
    }
    if (parser_take(p, "atomic")) {
        s->kind = STMT_ATOMIC;
        if (!parse_block(p, &s->body))
            return false;
        s->end = parser_end(p);
        return true;
    }
    if (parser_at(p, "{")) {
        s->kind = STMT_BLOCK;
        return parse_block(p, &s->body);
    }
    if (parser_take(p, "break")) {
        s->kind = STMT_BREAK;
        return semicolon(p);
    }
    if (parser_take(p, "continue")) {
        s->kind = STMT_CONTINUE;
        return semicolon(p);
    }
    if (parser_take(p, "return"))
        return parse_return(p, s);
    static const struct {
        const char *word;
        stmt_kind kind;
    } simple[] = {{"free", STMT_FREE},
                  {"assert", STMT_ASSERT},
                  {"await", STMT_AWAIT},
                  {"lock", STMT_LOCK},
                  {"unlock", STMT_UNLOCK}};
    for (size_t i = 0; i < sizeof simple / sizeof *simple; i++) {
        if (!parser_at(p, simple[i].word) ||
            (p->t->kind == TOKEN_NAME && !parser_call(p, simple[i].word)))
            continue;
        p->t++;
        s->kind = simple[i].kind;
        return parser_expect(p, "(", "before the argument") && (s->a = parse_expr(p)) &&
               parser_expect(p, ")", "after the argument") && semicolon(p);
    }
    if (parser_at(p, "ghost") && token_is(p->s, &p->t[1], "{")) {
        p->t++;
        s->kind = STMT_GHOST;
        return parse_block(p, &s->body);
    }
    if (parser_at(p, "choose") && p->t[1].kind == TOKEN_NAME && token_is(p->s, &p->t[2], "in"))
        return parse_choice(p, s);
    if (parser_at(p, "send") && p->t[1].kind == TOKEN_NAME)
        return parse_send(p, s);
    if (p->matching && parser_at(p, "each") &&
        (p->t[1].kind == TOKEN_NAME || p->t[1].kind == TOKEN_WORD))
        return parse_each(p, s);
    *found = false;
    return true;
}

// @lin, @lin(condition), @lin(for thread) or @lin(for thread, condition).
static bool parse_mark(parser *p, stmt *mark)
{
    mark->kind = STMT_LIN;
    mark->at = p->t->at - 1;
    if (!token_is(p->s, p->t, "lin"))
        return source_error(p->s, p->e, p->t->at - 1, "the mark of a statement is @lin",
                            "a statement cannot be marked @%.*s", (int)(p->t->end - p->t->at),
                            p->s->bytes + p->t->at);
    p->t++;
    if (parser_take(p, "(")) {
        bool other = p->t->kind == TOKEN_NAME && parser_take(p, "for");
        if (other && !(mark->b = parse_expr(p)))
            return false;
        if ((!other || parser_take(p, ",")) && !(mark->a = parse_expr(p)))
            return false;
        if (!parser_expect(p, ")", "after what stands in the mark"))
            return false;
    }
    mark->end = parser_end(p);
    return true;
}

// A mark becomes a statement of its own, in front of the one it marks.
static bool parse_marks(parser *p, stmt **mark)
{
    *mark = NULL;
    while (p->t->kind == TOKEN_MARK) {
        if (*mark)
            return source_error(p->s, p->e, p->t->at - 1, "write @lin; for each",
                                "one mark is enough");
        *mark = model_allocate(p->m, sizeof **mark);
        if (!parse_mark(p, *mark))
            return false;
    }
    return true;
}

static stmt *with_mark(parser *p, stmt *mark, stmt *s)
{
    stmt *both = model_allocate(p->m, sizeof *both);
    both->kind = STMT_BLOCK;
    both->at = mark->at;
    both->end = s->end;
    both->body.count = 2;
    both->body.items = model_allocate(p->m, 2 * sizeof *both->body.items);
    both->body.items[0] = mark;
    both->body.items[1] = s;
    return both;
}

static stmt *parse_stmt(parser *p)
{
    stmt *mark;
    if (!parse_marks(p, &mark) || !parser_enter(p))
        return NULL;
    if (mark && parser_take(p, ";")) {
        parser_leave(p);
        return mark;
    }
    if (mark && parser_at(p, "}")) {
        source_error(p->s, p->e, parser_end(p), "write @lin; where no statement follows",
                     "a statement or ; is expected here, after the mark");
        return NULL;
    }
    stmt *s = stmt_new(p);
    bool found = false;
    bool ok = habit_statement(p) && parse_keyword(p, s, &found);
    if (ok && !found)
        ok = type_ahead(p) ? parse_declare(p, s) : parse_assign(p, s);
    parser_leave(p);
    if (!s->end)
        s->end = parser_end(p);
    if (ok && mark && s->kind == STMT_DECLARE) {
        source_error(p->s, p->e, mark->at, "write @lin; before or after it",
                     "a declaration cannot be marked");
        return NULL;
    }
    return !ok ? NULL : mark ? with_mark(p, mark, s) : s;
}

bool parse_block(parser *p, block *out)
{
    if (!parser_open(p, "before the statements"))
        return false;
    stmt **items = NULL;
    uint32_t count = 0, capacity = 0;
    while (!parser_at(p, "}")) {
        if (p->t->kind == TOKEN_END) {
            free(items);
            return source_error(p->s, p->e, p->t->at, NULL,
                                "the file ends inside a block: } is missing");
        }
        parser_role(p, ROLE_START);
        stmt *s = parse_stmt(p);
        if (!s) {
            free(items);
            return false;
        }
        MEMORY_GROW(items, capacity, count + 1);
        items[count++] = s;
    }
    parser_close(p);
    block_set(p, out, items, count);
    free(items);
    return true;
}

bool parse_body(parser *p, block *out)
{
    if (parser_at(p, "{"))
        return parse_block(p, out);
    parser_role(p, ROLE_BARE);
    stmt *s = parse_stmt(p);
    if (!s)
        return false;
    p->tokens[p->t - p->tokens - 1].bare_ends++;
    block_set(p, out, &s, 1);
    return true;
}
