// SPDX-License-Identifier: MIT
// The values of a model in a trace.

#include "net/record/step_trace.h"

#include <inttypes.h>

void lp_show(lp_text *t, const char *string)
{
    text_add(&t->text, "%s", string);
}

void lp_show_int(lp_text *t, int64_t n)
{
    text_add(&t->text, "%" PRId64, n);
}

void lp_show_id(lp_text *t, const char *kind, lp_id x)
{
    if (x.id)
        text_add(&t->text, "%s.%u.%u", kind, id_client(x.id), (unsigned)(x.id & 0xfffffff));
    else
        text_add(&t->text, "none");
}

void lp_show_set(lp_text *t, uint64_t set, const char *const *names)
{
    const char *comma = "";
    text_add(&t->text, "{");
    for (unsigned i = 0; set; set >>= 1, i++)
        if (set & 1) {
            text_add(&t->text, "%s%s", comma, names[i]);
            comma = ", ";
        }
    text_add(&t->text, "}");
}

void lp_show_past(lp_text *t, const char *kind, lp_id last, uint64_t past)
{
    lp_show_id(t, kind, last);
    if (past)
        text_add(&t->text, "#%016" PRIx64, past);
}
