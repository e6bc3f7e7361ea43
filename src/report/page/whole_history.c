// SPDX-License-Identifier: MIT
// See whole_history.h.

#include "report/page/whole_history.h"

#include "base/intern.h"
#include "base/memory.h"
#include "base/value/value_text.h"
#include "history/history_format.h"

#include <inttypes.h>

enum { WORDS = 7, NOTHING = UINT32_MAX };

typedef struct tables {
    intern *processes, *methods, *values;
    text scratch;
} tables;

static uint32_t number_of(intern *table, text *t)
{
    text_add(t, "%s", "");
    uint32_t number = intern_add(table, t->bytes, t->length);
    text_clear(t);
    return number;
}

static uint32_t value_number(tables *t, const lp_pool *pool, lp_value v, bool items)
{
    if (items)
        value_print_items(pool, v, ", ", &t->scratch);
    else
        value_print(pool, v, &t->scratch);
    return number_of(t->values, &t->scratch);
}

// The objects of a history with several are part of their methods' names.
static uint32_t method_number(tables *t, const lp_pool *pool, const lp_op *op)
{
    op_print_object(pool, op->object, &t->scratch);
    size_t length;
    const char *name = lp_string_bytes(pool, op->method, &length);
    text_add_bytes(&t->scratch, name, length);
    return number_of(t->methods, &t->scratch);
}

static void fill(uint32_t words[WORDS], tables *t, const lp_history *h, const lp_op *op)
{
    bool returned = !lp_op_pending(op);
    text_add(&t->scratch, "%" PRId64, op->process);
    words[0] = number_of(t->processes, &t->scratch);
    words[1] = method_number(t, h->pool, op);
    bool given = !lp_is_nil(op->arg) && op->arg.kind != LP_KIND_UNIT;
    words[2] = given ? value_number(t, h->pool, op->arg, op->arg.kind == LP_KIND_VECTOR) : NOTHING;
    bool gives = returned && op->result.kind != LP_KIND_UNIT;
    words[3] = gives ? value_number(t, h->pool, op->result, false) : NOTHING;
    words[4] = op->call;
    words[5] = returned ? op->ret : NOTHING;
    words[6] = op->line;
}

// Three bytes become four letters; `bytes` of what is left over are kept for the next call.
typedef struct base64 {
    text *out;
    unsigned char kept[3];
    int count;
} base64;

static void put_group(base64 *b)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *k = b->kept;
    char four[4] = {letters[k[0] >> 2], letters[(k[0] & 3) << 4 | k[1] >> 4],
                    letters[(k[1] & 15) << 2 | k[2] >> 6], letters[k[2] & 63]};
    for (int i = b->count + 1; i < 4; i++)
        four[i] = '=';
    text_add_bytes(b->out, four, sizeof four);
    *b = (base64){.out = b->out};
}

static void put_word(base64 *b, uint32_t word)
{
    for (int i = 0; i < 4; i++) {
        b->kept[b->count++] = (unsigned char)(word >> 8 * i);
        if (b->count == 3)
            put_group(b);
    }
}

static void write_table(json_writer *w, const char *key, const intern *table)
{
    json_key(w, key);
    json_open(w, '[');
    for (uint32_t i = 0; i < intern_count(table); i++) {
        size_t length;
        const char *bytes = intern_get(table, i, &length);
        json_string(w, bytes, length);
    }
    json_close(w);
}

// The first of `most` operations around the one that was called at `line`. Most of what explains
// a violation comes before it.
static uint32_t first_shown(const lp_history *h, uint32_t line, uint32_t most)
{
    if (h->op_count <= most)
        return 0;
    uint32_t at = 0;
    while (at < h->op_count && (line == 0 || h->ops[at].line != line))
        at++;
    uint32_t before = (most - 1) - (most - 1) / 4;
    uint32_t first = at > before ? at - before : 0;
    return first + most > h->op_count ? h->op_count - most : first;
}

void whole_history_write(json_writer *w, const lp_history *h, uint32_t line, uint32_t most)
{
    tables t = {intern_new(), intern_new(), intern_new(), {0}};
    uint32_t first = first_shown(h, line, most);
    uint32_t end = h->op_count - first > most ? first + most : h->op_count;
    json_open(w, '{');
    json_key(w, "ops");
    base64 b = {.out = json_value(w)};
    text_add(b.out, "\"");
    for (uint32_t i = first; i < end; i++) {
        uint32_t words[WORDS];
        fill(words, &t, h, &h->ops[i]);
        for (int k = 0; k < WORDS; k++)
            put_word(&b, words[k]);
    }
    if (b.count)
        put_group(&b);
    text_add(b.out, "\"");
    json_member_integer(w, "count", end - first);
    json_member_integer(w, "first", first);
    json_member_integer(w, "total", h->op_count);
    json_key(w, "cut");
    if (end - first < h->op_count)
        text_add(json_value(w), "\"%u of %u operations are shown, those around the %s\"",
                 end - first, h->op_count, line ? "violation" : "end");
    else
        json_bool(w, false);
    write_table(w, "processes", t.processes);
    write_table(w, "methods", t.methods);
    write_table(w, "values", t.values);
    json_close(w);
    intern_free(t.processes);
    intern_free(t.methods);
    intern_free(t.values);
    text_fini(&t.scratch);
}
