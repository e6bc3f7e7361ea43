// SPDX-License-Identifier: MIT
// See page.h. The data stands in a script element that is never run, as JSON in which nothing
// can end that element.

#include "report/page/page.h"

#include "base/memory.h"
#include "judge/evidence/verdict.h"
#include "report/page/page_template.h"
#include "report/page/source_files.h"
#include "report/page/whole_history.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

// A million operations are written in less than a second, and a browser opens them in three.
enum { MOST = 1000000, PER_SECOND = 500000, LEAST = 1000 };

static const char marker[] = "@DATA@";

static uint32_t most_within(double timeout)
{
    if (timeout <= 0 || timeout * PER_SECOND >= MOST)
        return MOST;
    return timeout * PER_SECOND < LEAST ? LEAST : (uint32_t)(timeout * PER_SECOND);
}

void page_init(page *p, const char *command, const char *const *places, double timeout)
{
    *p = (page){.command = command ? memory_string(command) : NULL,
                .places = places,
                .most = most_within(timeout),
                .seen = intern_new()};
    json_write_init(&p->verdicts, &p->verdict_text);
    json_write_init(&p->wholes, &p->whole_text);
    json_write_init(&p->sources, &p->source_text);
    json_open(&p->verdicts, '[');
    json_open(&p->wholes, '[');
    json_open(&p->sources, '{');
}

void page_fini(page *p)
{
    free(p->command);
    text_fini(&p->verdict_text);
    text_fini(&p->whole_text);
    text_fini(&p->source_text);
    intern_free(p->seen);
    *p = (page){0};
}

// Where the operation that cannot be explained was called.
static uint32_t culprit_line(const lp_verdict *v)
{
    if (!v->history || v->history->op_count == 0)
        return 0;
    uint32_t op = v->culprit == LP_NO_EVENT ? v->history->op_count - 1 : v->culprit;
    return v->history->ops[op].line;
}

void page_add(page *p, const lp_verdict *v)
{
    verdict_write_json(v, json_value(&p->verdicts));
    if (v->whole)
        whole_history_write(&p->wholes, v->whole, culprit_line(v), p->most);
    else
        json_null(&p->wholes);
    source_files_write(&p->sources, v, p->places, p->seen);
}

void page_add_saved(page *p, const char *json, size_t length, const lp_verdict *v)
{
    text_add_bytes(json_value(&p->verdicts), json, length);
    json_null(&p->wholes);
    source_files_write(&p->sources, v, p->places, p->seen);
}

// In JSON these stand in strings only, where an escape means the same.
static void add_harmless(text *out, const text *json)
{
    size_t from = 0;
    for (size_t i = 0; i < json->length; i++) {
        char c = json->bytes[i];
        if (c != '<' && c != '>' && c != '&')
            continue;
        text_add_bytes(out, json->bytes + from, i - from);
        text_add(out, "\\u%04x", (unsigned)c);
        from = i + 1;
    }
    text_add_bytes(out, json->bytes + from, json->length - from);
}

static void write_data(page *p, text *out)
{
    json_writer w;
    json_write_init(&w, out);
    json_open(&w, '{');
    json_member_integer(&w, "report", 1);
    json_member_text(&w, "linchpin", LP_VERSION);
    json_member_some(&w, "command", p->command);
    const struct {
        const char *key;
        json_writer *w;
        text *t;
    } parts[] = {{"verdicts", &p->verdicts, &p->verdict_text},
                 {"wholes", &p->wholes, &p->whole_text},
                 {"files", &p->sources, &p->source_text}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        json_close(parts[i].w);
        json_write_fini(parts[i].w);
        json_key(&w, parts[i].key);
        text_add_bytes(json_value(&w), parts[i].t->bytes, parts[i].t->length);
    }
    json_close(&w);
    json_write_fini(&w);
}

void page_write(page *p, text *out)
{
    const char *at = strstr(page_template, marker);
    assert(at);
    text data = {0};
    write_data(p, &data);
    text_add_bytes(out, page_template, (size_t)(at - page_template));
    add_harmless(out, &data);
    at += strlen(marker);
    text_add_bytes(out, at, page_template_length - (size_t)(at - page_template));
    text_fini(&data);
}
