// SPDX-License-Identifier: MIT
// What stands above each verify block: "verify this", then what came of it. See verifying.h for the commands.

#include "lsp/answers/question.h"
#include "lsp/claims/claim_block.h"

#include <stdlib.h>

typedef struct lens {
    question *q;
    json_writer *w;
    uint32_t claim;
    size_t from, to; // of its header
} lens;

static void write_lens(const lens *l, const char *title, const char *command, bool whole_file)
{
    const document *d = &l->q->file->text;
    char *header = claim_title(l->q->names, l->claim, d->bytes.bytes);
    json_writer *w = l->w;
    json_open(w, '{');
    write_range(w, d, l->from, l->to);
    json_key(w, "command");
    json_open(w, '{');
    json_member_text(w, "title", title);
    json_member_text(w, "command", command);
    json_key(w, "arguments");
    json_open(w, '[');
    json_open(w, '{');
    json_member_text(w, "uri", d->uri);
    if (!whole_file) {
        json_member_integer(w, "block", l->claim);
        json_member_text(w, "claim", header);
    }
    json_close(w);
    json_close(w);
    json_close(w);
    json_close(w);
    free(header);
}

static void write_state(const lens *l, const claim_result *r)
{
    switch (r ? r->state : CLAIM_NEW) {
    case CLAIM_NEW:
        write_lens(l, "verify this", COMMAND_VERIFY, false);
        break;
    case CLAIM_WAITING:
        write_lens(l, "waiting for its turn … (stop)", COMMAND_STOP, false);
        break;
    case CLAIM_RUNNING:
        write_lens(l, "verifying … (stop)", COMMAND_STOP, false);
        break;
    case CLAIM_DONE:
        write_lens(l, r->said, COMMAND_VERIFY, false);
        if (r->page)
            write_lens(l, "report", COMMAND_REPORT, false);
        break;
    }
}

bool answer_lenses(question *q, json_writer *w)
{
    json_open(w, '[');
    for (uint32_t i = 0; i < q->names->claim_count; i++) {
        const open_file *f = q->file;
        lens l = {.q = q, .w = w, .claim = i};
        claim_header(q->names, i, &l.from, &l.to);
        write_state(&l, f->claims ? &f->claims[i] : NULL);
        if (i == 0 && q->names->claim_count > 1) {
            char *all = text_format("verify all %u", q->names->claim_count);
            write_lens(&l, all, COMMAND_VERIFY, true);
            free(all);
        }
    }
    json_close(w);
    return true;
}
