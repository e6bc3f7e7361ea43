// SPDX-License-Identifier: MIT
// See claim_result.h.

#include "lsp/claims/claim_result.h"

#include "base/memory.h"
#include "lsp/text/json_tree.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAID_MOST = 160 }; // bytes

static const struct {
    const char *word, *sign;
} outcomes[] = {
#define OUTCOME(name, word, sign) {word, sign},
#include "lsp/claims/claim_outcomes.def"
#undef OUTCOME
};

const char *claim_outcome_word(claim_outcome o)
{
    return outcomes[o].word;
}

static const char *member(const json_tree *t, const char *key)
{
    return json_tree_text(t, json_tree_member(t, JSON_ROOT, key));
}

// "treiber.lin:31:5": the file is the one that was verified, columns are bytes from 1. The column may be missing.
static size_t place(const document *d, const char *where)
{
    uint64_t numbers[2] = {0, 0};
    size_t end = where ? strlen(where) : 0;
    int count = 0;
    while (count < 2) {
        size_t from = end;
        while (from && where[from - 1] >= '0' && where[from - 1] <= '9')
            from--;
        if (from == end || !from || where[from - 1] != ':')
            break;
        numbers[count++] = strtoull(where + from, NULL, 10);
        end = from - 1;
    }
    uint64_t line = count ? numbers[count - 1] : 0, column = count == 2 ? numbers[0] : 1;
    if (line < 1 || line > d->line_count || column < 1)
        return NOT_IN_TEXT;
    size_t at = d->lines[line - 1];
    return column - 1 < d->bytes.length - at ? at + (size_t)column - 1 : d->bytes.length;
}

// 1,025 states
static void add_count(text *out, int64_t n)
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%" PRId64, n);
    for (int i = 0; i < length; i++)
        text_add(out, "%s%c", i && (length - i) % 3 == 0 ? "," : "", digits[i]);
}

static void cut(text *out)
{
    size_t length = strcspn(out->bytes, "\n");
    bool more = length < out->length;
    if (length > SAID_MOST) {
        length = SAID_MOST;
        while (length && ((unsigned char)out->bytes[length] & 0xc0) == 0x80)
            length--;
        more = true;
    }
    text_cut(out, length);
    text_add(out, "%s", more ? " …" : "");
}

static char *say(const json_tree *t, claim_outcome o)
{
    const char *condition = member(t, "condition"), *reason = member(t, "reason"),
               *kind = member(t, "kind");
    bool named = o == CLAIM_VIOLATED && kind && strcmp(kind, "condition") == 0 && condition;
    int64_t states;
    text out = {0};
    text_add(&out, "%s ", outcomes[o].sign);
    if (o == CLAIM_HOLDS) {
        text_add(&out, "%s", condition ? condition : "holds");
        if (json_tree_integer(t, json_tree_path(t, JSON_ROOT, "figures.states"), 1, INT64_MAX,
                              &states)) {
            text_add(&out, ": ");
            add_count(&out, states);
            text_add(&out, states == 1 ? " state" : " states");
        }
    } else {
        text_add(&out, "%s%s%s%s", named ? "not " : "", named ? condition : "", named ? ": " : "",
                 reason ? reason : outcomes[o].word);
    }
    cut(&out);
    return text_take(&out);
}

static void add_step(claim_result *r, const json_tree *t, uint32_t node, const document *d)
{
    int64_t thread = -1;
    const char *what = json_tree_text(t, json_tree_member(t, node, "what"));
    json_tree_integer(t, json_tree_member(t, node, "thread"), 0, INT64_MAX, &thread);
    r->steps[r->step_count++] = (claim_step){
        .what = thread < 0 ? text_format("%s", what ? what : "")
                           : text_format("thread %" PRId64 ": %s", thread, what ? what : ""),
        .at = place(d, json_tree_text(t, json_tree_member(t, node, "where"))),
    };
}

static void read_steps(claim_result *r, const json_tree *t, const document *d)
{
    uint32_t first = json_tree_node(t, json_tree_member(t, JSON_ROOT, "trace"))->first, count = 0;
    for (uint32_t i = first; i; i = json_tree_node(t, i)->next)
        count++;
    for (; count > CLAIM_STEPS_MOST; count--)
        first = json_tree_node(t, first)->next;
    if (count)
        r->steps = memory_new(count, sizeof *r->steps);
    for (uint32_t i = first; i; i = json_tree_node(t, i)->next)
        add_step(r, t, i, d);
}

// A violation belongs to the step that breaks something. Where nobody can go on, or a run goes on for ever, or ends,
// no step is at fault: the claim is what it breaks.
static size_t place_of(const claim_result *r, const json_tree *t)
{
    static const char *const of_runs[] = {"deadlock", "livelock",   "blocking",   "end-state",
                                          "temporal", "divergence", "unreachable"};
    const char *kind = member(t, "kind");
    for (size_t i = 0; kind && i < sizeof of_runs / sizeof *of_runs; i++)
        if (strcmp(kind, of_runs[i]) == 0)
            return NOT_IN_TEXT;
    return r->outcome == CLAIM_VIOLATED && r->step_count ? r->steps[r->step_count - 1].at
                                                         : NOT_IN_TEXT;
}

bool claim_result_read(claim_result *r, const char *line, size_t length, const document *d)
{
    json_tree t = {0};
    bool ok = json_tree_read(&t, line, length);
    const char *verdict = ok ? member(&t, "verdict") : NULL;
    claim_outcome o = 0;
    while (verdict && o < CLAIM_OUTCOMES && strcmp(outcomes[o].word, verdict) != 0)
        o++;
    ok = verdict && o < CLAIM_OUTCOMES;
    if (ok) {
        claim_result_fini(r);
        *r = (claim_result){
            .state = CLAIM_DONE,
            .outcome = o,
            .said = say(&t, o),
            .detail = memory_string(member(&t, "detail")),
            .warning = memory_string(member(&t, "warning")),
        };
        read_steps(r, &t, d);
        r->at = place_of(r, &t);
    }
    json_tree_fini(&t);
    return ok;
}

void claim_result_fini(claim_result *r)
{
    for (uint32_t i = 0; i < r->step_count; i++)
        free(r->steps[i].what);
    free(r->steps);
    free(r->said);
    free(r->detail);
    free(r->warning);
    free(r->page);
    *r = (claim_result){0};
}
