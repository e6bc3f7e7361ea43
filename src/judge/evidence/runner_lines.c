// SPDX-License-Identifier: MIT
// See runner_lines.h.

#include "judge/evidence/runner_lines.h"

#include "base/io/json.h"
#include "base/io/json_write.h"
#include "judge/evidence/verdict.h"

#include <string.h>

static const char progress_key[] = "progress";

void runner_write_progress(const char *what, text *out)
{
    json_writer w;
    json_write_init(&w, out);
    json_open(&w, '{');
    json_member_text(&w, progress_key, what);
    json_close(&w);
    json_write_fini(&w);
    text_add_bytes(out, "\n", 1);
}

void runner_write_verdict(const lp_verdict *v, text *out)
{
    verdict_write_json(v, out);
    text_add_bytes(out, "\n", 1);
}

static bool next_is(json *j, json_token wanted)
{
    return json_next(j) == wanted;
}

bool runner_read_progress(const char *line, size_t length, text *what)
{
    json j;
    json_init(&j, line, length);
    bool is = next_is(&j, JSON_OBJECT) && next_is(&j, JSON_KEY) &&
              strcmp(j.string.bytes, progress_key) == 0 && next_is(&j, JSON_STRING);
    if (is) {
        text_clear(what);
        text_add_bytes(what, j.string.bytes, j.string.length);
    }
    json_fini(&j);
    return is;
}
