// SPDX-License-Identifier: MIT
// Fuzz target: formulas of linear temporal logic. What is accepted is the same when printed and read
// again, and is translated or too large; what is refused has a place. See fuzz.h.

#include "base/text.h"
#include "fuzz.h"
#include "fuzz_input.h"
#include "temporal/formula/ltl_parse.h"
#include "temporal/formula/ltl_print.h"
#include "temporal/ltl_translate.h"

const char *const fuzz_examples[] = {
    "[] (p -> <> q)",
    "!(p U q) || X r W (s R p M q)",
    "G F p && F G (q <-> true)",
    "p\n&& (q)",
    NULL,
};
const char *const fuzz_words[] = {"[]", "<>", "X ",   " U ", " W ", " R ",  " M ",
                                  "!",  "&&", "||",   "->",  "<->", "true", "false",
                                  "(",  ")",  "((((", "p",   "q",   NULL};
static const char *const names[] = {"p", "q", "r", "s"};

static uint32_t find(void *data, const char *name, size_t length)
{
    (void)data;
    return length == 1 && *name >= 'p' && *name <= 's' ? (uint32_t)(*name - 'p') : LTL_NONE;
}

static void check(ltl_pool *pool, ltl f)
{
    error e = {0};
    text t = {0};
    ltl_print(pool, f, names, &t);
    // Parentheses make the text deeper than the formula.
    if (ltl_get(pool, f).depth < LTL_MAX_DEPTH / 3)
        MUST(ltl_parse(pool, t.bytes, t.length, (ltl_names){.find = find}, &e) == f);
    text_fini(&t);
    ltl_translation small = {.most_states = 200, .most_edges = 2000};
    omega_automaton *a = ltl_translate(pool, f, small, &e);
    MUST(a || e.message[0]);
    omega_free(a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    error e = {0};
    ltl_pool *pool = ltl_pool_new();
    const char *input = size ? (const char *)data : "";
    ltl f = ltl_parse(pool, input, size, (ltl_names){.find = find}, &e);
    if (f != LTL_NONE)
        check(pool, f);
    else
        MUST(e.message[0] && e.line && e.column);
    ltl_pool_free(pool);
    return 0;
}
