// SPDX-License-Identifier: MIT
// See page.h. The data stands in a script element that is never run, as JSON in which nothing
// can end that element.

#include "report/page/page.h"

#include "base/intern.h"
#include "base/io/json_write.h"
#include "judge/evidence/verdict.h"
#include "report/page/page_template.h"
#include "report/page/source_files.h"
#include "report/page/whole_history.h"

#include <assert.h>
#include <string.h>

// A million operations are written in less than a second, and a browser opens them in three.
enum { MOST = 1000000, PER_SECOND = 500000, LEAST = 1000 };

static const char marker[] = "@DATA@";

static const char *template_marker(void)
{
    const char *at = strstr(page_template, marker);
    assert(at);
    return at;
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

void page_begin(const char *command, text *out)
{
    text data = {0};
    text_add_bytes(out, page_template, (size_t)(template_marker() - page_template));
    text_add(&data, "{\"report\":1,\"linchpin\":\"%s\"", LP_VERSION);
    if (command) {
        text_add(&data, ",\"command\":");
        text_add_json(&data, command, strlen(command));
    }
    text_add(&data, ",\"entries\":[");
    add_harmless(out, &data);
    text_fini(&data);
}

static uint32_t most_within(double timeout)
{
    if (timeout <= 0 || timeout * PER_SECOND >= MOST)
        return MOST;
    return timeout * PER_SECOND < LEAST ? LEAST : (uint32_t)(timeout * PER_SECOND);
}

// Where the operation that cannot be explained was called.
static uint32_t culprit_line(const lp_verdict *v)
{
    if (!v->history || v->history->op_count == 0)
        return 0;
    uint32_t op = v->culprit == LP_NO_EVENT ? v->history->op_count - 1 : v->culprit;
    return v->history->ops[op].line;
}

void page_add(const page_entry *entry, text *out)
{
    const lp_verdict *v = entry->verdict;
    text data = {0};
    json_writer w;
    json_write_init(&w, &data);
    json_open(&w, '{');
    json_key(&w, "verdict");
    if (entry->json)
        text_add_bytes(json_value(&w), entry->json, entry->json_length);
    else
        verdict_write_json(v, json_value(&w));
    if (v->whole) {
        json_key(&w, "whole");
        whole_history_write(&w, v->whole, culprit_line(v), most_within(entry->timeout));
    }
    json_key(&w, "files");
    json_open(&w, '{');
    source_files_write(&w, v, entry->places);
    json_close(&w);
    json_close(&w);
    json_write_fini(&w);
    add_harmless(out, &data);
    text_fini(&data);
}

void page_end(verdict_sink *sink, void *context)
{
    const char *rest = template_marker() + strlen(marker);
    sink(context, "]}", 2);
    sink(context, rest, page_template_length - (size_t)(rest - page_template));
}

static void begin(const verdict_run *run, text *head)
{
    page_begin(run->line, head);
}

static void add(const verdict_entry *e, text *piece)
{
    page_add(
        &(page_entry){.verdict = e->verdict, .places = e->run->files, .timeout = e->run->timeout},
        piece);
}

static void put(const char *head, const verdict_piece *first, verdict_sink *sink, void *context)
{
    sink(context, head, strlen(head));
    for (const verdict_piece *p = first; p; p = p->next) {
        sink(context, ",", p == first ? 0 : 1);
        sink(context, p->bytes, p->length);
    }
    page_end(sink, context);
}

const verdict_format verdict_format_report = {.begin = begin, .add = add, .put = put};
