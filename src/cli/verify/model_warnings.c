// SPDX-License-Identifier: MIT
// See model_warnings.h.

#include "cli/verify/model_warnings.h"

#include "base/text.h"
#include "cli/runs/terminal.h"
#include "judge/evidence/verdict.h"

#include <stdlib.h>

void model_warnings_add(const model *m, const warnings *w, lp_verdict *out)
{
    for (size_t i = 0; i < w->count; i++) {
        uint32_t line, column;
        source_position(&m->source, w->list[i].at, &line, &column);
        char *where = text_format("%s:%u:%u", m->source.file, line, column);
        verdict_warning(out, where, w->list[i].what);
        free(where);
    }
}

bool model_warnings_say(const cli_common *c, bool errors, const model *m, const warnings *w,
                        error *e)
{
    bool strict = errors && w->count;
    uint64_t characters = 0; // of the first
    for (size_t i = 0; i < w->count && (strict || !c->quiet); i++) {
        error one = {0};
        warning_error(m, &w->list[i], &one);
        characters = i ? characters : one.characters;
        char *message = error_text(&one);
        terminal_complain("%s", message);
        free(message);
    }
    uint32_t line, column;
    if (strict)
        source_position(&m->source, w->list[0].at, &line, &column);
    if (!strict)
        return true;
    error_at(e, m->source.file, line, column, "%s: an error with --strict", w->list[0].what);
    e->characters = characters;
    return false;
}
