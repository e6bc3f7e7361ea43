// SPDX-License-Identifier: MIT
// See ltl_print.h. No recursion: what is still to be printed is on a stack.

#include "temporal/formula/ltl_print.h"

#include "base/memory.h"
#include "temporal/formula/ltl_parse.h"

#include <stdlib.h>

// A formula, or a piece of text if `piece` is not NULL.
typedef struct pending {
    const char *piece;
    ltl formula;
    unsigned weakest; // operators that bind less need parentheses
} pending;

typedef struct printer {
    pending *stack;
    size_t count, capacity;
} printer;

static const struct shape {
    const char *word;
    unsigned strength, left, right; // of itself; required of its operands
} shapes[LTL_KINDS] = {
    [LTL_FALSE] = {"false", 7, 0, 0}, [LTL_TRUE] = {"true", 7, 0, 0},
    [LTL_ATOM] = {"", 7, 0, 0},       [LTL_NOT] = {"!", 6, 6, 0},
    [LTL_NEXT] = {"X ", 6, 6, 0},     [LTL_EVENTUALLY] = {"<> ", 6, 6, 0},
    [LTL_ALWAYS] = {"[] ", 6, 6, 0},  [LTL_UNTIL] = {" U ", 5, 6, 5},
    [LTL_WEAK] = {" W ", 5, 6, 5},    [LTL_RELEASE] = {" R ", 5, 6, 5},
    [LTL_STRONG] = {" M ", 5, 6, 5},  [LTL_AND] = {" && ", 4, 4, 5},
    [LTL_OR] = {" || ", 3, 3, 4},     [LTL_IMPLIES] = {" -> ", 2, 3, 2},
    [LTL_IFF] = {" <-> ", 1, 2, 1},
};

static void push(printer *p, pending item)
{
    MEMORY_GROW(p->stack, p->capacity, p->count + 1);
    p->stack[p->count++] = item;
}

static void print_node(printer *p, ltl_node n, const char *const *names, text *out)
{
    const struct shape *s = &shapes[n.kind];
    unsigned arity = ltl_arity(n.kind);
    if (n.kind == LTL_ATOM) {
        if (names)
            text_add(out, "%s", names[n.atom]);
        else
            text_add(out, "p%u", n.atom);
    } else if (arity < 2) {
        text_add(out, "%s", s->word);
        if (arity)
            push(p, (pending){.formula = n.left, .weakest = s->left});
    } else {
        push(p, (pending){.formula = n.right, .weakest = s->right});
        push(p, (pending){.piece = s->word});
        push(p, (pending){.formula = n.left, .weakest = s->left});
    }
}

void ltl_print(const ltl_pool *pool, ltl f, const char *const *names, text *out)
{
    printer p = {0};
    size_t end = out->length + LTL_MAX_TEXT;
    push(&p, (pending){.formula = f, .weakest = 1});
    while (p.count && out->length < end) {
        pending item = p.stack[--p.count];
        if (item.piece) {
            text_add(out, "%s", item.piece);
            continue;
        }
        ltl_node n = ltl_get(pool, item.formula);
        if (shapes[n.kind].strength < item.weakest) {
            text_add(out, "(");
            push(&p, (pending){.piece = ")"});
        }
        print_node(&p, n, names, out);
    }
    if (p.count)
        text_add(out, "…");
    free(p.stack);
}
