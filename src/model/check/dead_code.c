// SPDX-License-Identifier: MIT
// Statements that control cannot come to, whatever the threads do: those after a statement that
// never lets it go on, and branches of conditions that are written out as true or false.
//
// What follows from values is for the search to find out: see unreached.h.

#include "model/check/warnings.h"

// What an expression of literals is. False: it is none. A named constant is not looked into.
static bool constant_value(const expr *x, int64_t *out)
{
    int64_t a, b;
    bool left, right;
    switch (x->kind) {
    case EXPR_INT:
    case EXPR_BOOL:
        *out = x->number;
        return !x->name;
    case EXPR_NOT:
        if (!constant_value(x->a, &a))
            return false;
        *out = !a;
        return true;
    case EXPR_BINARY:
        left = constant_value(x->a, &a);
        right = constant_value(x->b, &b);
        break;
    default:
        return false;
    }
    bool decides = x->op == OP_OR; // the value of one side that makes the other one irrelevant
    if (x->op == OP_AND || x->op == OP_OR) {
        bool one = (left && (a != 0) == decides) || (right && (b != 0) == decides);
        *out = one ? decides : !decides;
        return one || (left && right);
    }
    if (!left || !right)
        return false;
    switch (x->op) {
    case OP_EQ:
        *out = a == b;
        return true;
    case OP_NE:
        *out = a != b;
        return true;
    case OP_LT:
        *out = a < b;
        return true;
    case OP_LE:
        *out = a <= b;
        return true;
    case OP_GT:
        *out = a > b;
        return true;
    case OP_GE:
        *out = a >= b;
        return true;
    default:
        return false;
    }
}

static bool always(const expr *condition, bool value)
{
    int64_t is;
    return condition && constant_value(condition, &is) && (is != 0) == value;
}

static bool look_at_block(warnings *w, const block *b);

static bool look_at_branch(warnings *w, const block *b, bool dead, const char *always_is)
{
    if (!dead)
        return look_at_block(w, b);
    if (b->count)
        warnings_add(w, b->items[0]->at, NULL, "this is never reached: the condition is always %s",
                     always_is);
    return true;
}

// Can control come to what follows? A condition that is always true does not count here:
// what follows may be there because a method has to return something.
static bool look_at_stmt(warnings *w, const stmt *s)
{
    switch (s->kind) {
    case STMT_RETURN:
    case STMT_BREAK:
    case STMT_CONTINUE:
        return false;
    case STMT_WHILE:
        look_at_branch(w, &s->body, always(s->a, false), "false");
        return !loop_endless(s) || block_breaks(&s->body);
    case STMT_IF: {
        bool then = look_at_branch(w, &s->body, always(s->a, false), "false");
        bool other = look_at_branch(w, &s->other, always(s->a, true), "true");
        return then || other;
    }
    case STMT_ATOMIC:
    case STMT_BLOCK:
    case STMT_GHOST:
        return look_at_block(w, &s->body);
    default:
        return true;
    }
}

static const char *place_after(const stmt *s)
{
    // A mark makes a block of two, and `for` one with its loop at the end.
    while (s->kind == STMT_BLOCK && s->body.count)
        s = s->body.items[s->body.count - 1];
    switch (s->kind) {
    case STMT_RETURN:
        return "it stands after a return";
    case STMT_BREAK:
        return "it stands after a break";
    case STMT_CONTINUE:
        return "it stands after a continue";
    case STMT_WHILE:
        return "it stands after a loop without an end";
    default:
        return "what stands before it never lets control go on";
    }
}

static bool look_at_block(warnings *w, const block *b)
{
    for (uint32_t i = 0; i < b->count; i++) {
        if (look_at_stmt(w, b->items[i]))
            continue;
        if (i + 1 < b->count)
            warnings_add(w, b->items[i + 1]->at, NULL, "this is never reached: %s",
                         place_after(b->items[i]));
        return false; // the rest is not reached either, and that is said
    }
    return true;
}

void warnings_dead_code(warnings *w, const block *body)
{
    look_at_block(w, body);
}
