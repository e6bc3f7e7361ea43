// SPDX-License-Identifier: MIT
// See spec_why.h.

#include "model/spec/spec_why.h"

#include "base/text.h"

// "receive", "b and c", "2 others of wait": all who take part but one of `part`.
static uint32_t add_partners(const synchronisation *s, uint32_t part, text *out)
{
    uint32_t listed = 0, calls = 0;
    for (uint32_t i = 0; i < s->part_count; i++) {
        const participant *q = &s->parts[i];
        uint32_t left = q->high - (i == part);
        if (left == 0)
            continue;
        calls += left;
        text_add(out, "%s", listed++ ? " and " : "");
        const char *of = i == part ? (left > 1 ? "others of " : "other ") : "";
        if (q->low < q->high)
            text_add(out, "%s%s", of, q->name);
        else if (left > 1)
            text_add(out, "%u %s%s", left, of, q->name);
        else
            text_add(out, "%s%s", of, q->name);
    }
    return calls;
}

static void add_mode(const synchronisation *s, uint32_t part, text *out)
{
    text partners = {0};
    uint32_t calls = add_partners(s, part, &partners);
    text_add(out, "%s", out->length ? "; " : "");
    if (calls)
        text_add(out, "no %s %s left that fit%s", partners.bytes, calls > 1 ? "are" : "is",
                 calls > 1 ? "" : "s");
    else
        text_add(out, "on its own it does not return this");
    text_fini(&partners);
}

// Does it only ever take effect alone? Then what it could return says more.
static bool acts_alone(const unit *u, uint32_t which)
{
    for (uint32_t i = 0; i < u->sync_count; i++)
        for (uint32_t k = 0; k < u->syncs[i]->part_count; k++)
            if (u->syncs[i]->parts[k].method == which &&
                (u->syncs[i]->part_count > 1 || u->syncs[i]->parts[k].high > 1))
                return false;
    return true;
}

void spec_why(const unit *u, const lp_why *w)
{
    text out = {0};
    if (acts_alone(u, w->call->method))
        return;
    for (uint32_t i = 0; i < u->sync_count; i++)
        for (uint32_t k = 0; k < u->syncs[i]->part_count; k++) {
            if (u->syncs[i]->parts[k].method != w->call->method)
                continue;
            add_mode(u->syncs[i], k, &out);
            break; // a method that takes part twice
        }
    lp_why_say(w, "%s", out.length ? out.bytes : "");
    text_fini(&out);
}
