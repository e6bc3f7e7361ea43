// SPDX-License-Identifier: MIT
// See coverage_text.h.

#include "report/coverage_text.h"

#include "report/ink.h"

#include <stdlib.h>

enum { SHOWN = 20 };

typedef enum kind { RETURNS, OPEN, UNCALLED } kind;

static kind kind_of(const lp_covered_method *m)
{
    return m->returned ? RETURNS : m->called ? OPEN : UNCALLED;
}

static void add_methods(const lp_model_coverage *c, kind which, const char *title,
                        const report_style *style, text *out)
{
    bool any = false;
    for (uint32_t i = 0; i < c->method_count; i++) {
        if (kind_of(&c->methods[i]) != which)
            continue;
        if (!any)
            ink_add(style, out, INK_BOLD, "%s:", title);
        text_add(out, "%s %s", any ? "," : "", c->methods[i].name);
        if (c->counted && c->methods[i].times) {
            text_add(out, " (");
            ink_number(out, (double)c->methods[i].times);
            text_add(out, ")");
        }
        any = true;
    }
    if (any)
        text_add(out, "\n");
}

static bool is_whole(const lp_model_coverage *c)
{
    bool whole = c->unreached_count == 0;
    for (uint32_t i = 0; i < c->method_count; i++)
        whole = whole && c->methods[i].returned;
    return whole;
}

void report_coverage(const lp_model_coverage *c, const report_style *style, text *out)
{
    static const char *const ends[] = {[LP_NEVER_REACHED] = "",
                                       [LP_NEVER_TRUE] = " is never true",
                                       [LP_NEVER_FALSE] = " is never false"};
    if (is_whole(c) && !c->shown)
        return;
    text_add(out, "\n");
    add_methods(c, RETURNS, c->actions ? "Taken" : "Called and returned", style, out);
    add_methods(c, OPEN, "Called, but never returned", style, out);
    add_methods(c, UNCALLED,
                c->counted && c->actions ? "Never taken"
                : c->actions             ? "Never enabled"
                                         : "Never called",
                style, out);
    if (!c->unreached_count) {
        if (c->shown)
            text_add(out, "Every statement and branch of what was called was reached.\n");
        return;
    }
    ink_add(style, out, INK_BOLD, "Never reached:");
    text_add(out, "\n");
    for (uint32_t i = 0; i < c->unreached_count && i < SHOWN; i++) {
        char *what = style_label(style, c->unreached[i].what);
        ink_add(style, out, INK_DIM, "  :%-4u ", c->unreached[i].line);
        text_add(out, "%s%s\n", what, ends[c->unreached[i].lack]);
        free(what);
    }
    if (c->unreached_count > SHOWN)
        text_add(out, "  (%u more; --json has them)\n", c->unreached_count - SHOWN);
}
