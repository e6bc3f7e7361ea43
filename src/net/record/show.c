// SPDX-License-Identifier: MIT
// The values of a model in a trace.

#include "net/record/step_trace.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_SHOWN = 8 }; // items of a set; of more, their hash

static void add(lp_text *t, const char *bytes, size_t length)
{
    if (!t->hashing)
        text_add_bytes(&t->text, bytes, length);
    for (size_t i = 0; t->hashing && i < length; i++)
        t->hash = (t->hash ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3); // FNV-1a
}

static void add_number(lp_text *t, uint64_t n)
{
    char digits[20];
    size_t from = sizeof digits;
    do {
        digits[--from] = (char)('0' + n % 10);
        n /= 10;
    } while (n);
    add(t, digits + from, sizeof digits - from);
}

void lp_show(lp_text *t, const char *string)
{
    add(t, string, strlen(string));
}

void lp_show_int(lp_text *t, int64_t n)
{
    if (n < 0)
        add(t, "-", 1);
    add_number(t, n < 0 ? -(uint64_t)n : (uint64_t)n);
}

void lp_show_id(lp_text *t, const char *kind, lp_id x)
{
    if (!x.id) {
        lp_show(t, "none");
        return;
    }
    lp_show(t, kind);
    add(t, ".", 1);
    add_number(t, id_client(x.id));
    add(t, ".", 1);
    add_number(t, x.id & 0xfffffff);
}

void lp_show_set(lp_text *t, uint64_t set, const char *const *names)
{
    const char *comma = "";
    lp_show(t, "{");
    for (unsigned i = 0; set; set >>= 1, i++)
        if (set & 1) {
            lp_show(t, comma);
            lp_show(t, names[i]);
            comma = ", ";
        }
    lp_show(t, "}");
}

static void show_hash(lp_text *t, uint64_t hash)
{
    static const char digits[] = "0123456789abcdef";
    add(t, "#", 1);
    for (int i = 60; i >= 0; i -= 4)
        add(t, &digits[hash >> i & 15], 1);
}

void lp_show_past(lp_text *t, const char *kind, lp_id last, uint64_t past)
{
    lp_show_id(t, kind, last);
    if (past)
        show_hash(t, past);
}

void lp_show_answer(lp_text *t, const char *kind, lp_answer a)
{
    if (a.result.kind == LP_KIND_INT)
        lp_show_int(t, a.result.bits);
    else if (a.result.kind == LP_KIND_BOOL)
        lp_show(t, a.result.bits ? "true" : "false");
    else
        lp_show(t, a.result.kind == LP_KIND_NIL ? "nil" : "ok");
    lp_show(t, " after ");
    lp_show_past(t, kind, a.before, a.past);
}

void lp_show_many(lp_text *t, const char *bracket, size_t count)
{
    lp_show(t, bracket);
    t->shown = 0;
    if (count <= MOST_SHOWN)
        return;
    add_number(t, count);
    lp_show(t, " items, ");
    t->hashing = true;
    t->hash = UINT64_C(0xcbf29ce484222325);
}

void lp_show_item(lp_text *t)
{
    if (t->shown++)
        lp_show(t, ", ");
}

void lp_show_end(lp_text *t, const char *bracket)
{
    if (t->hashing) {
        t->hashing = false;
        show_hash(t, t->hash);
    }
    lp_show(t, bracket);
}
