// SPDX-License-Identifier: MIT
// See verdict_place.h.
//
// A fingerprint must be the same when the fault is the same: when lines are added above it, when
// another seed or another limit leads to another counterexample, on another machine. So neither
// line numbers nor steps, values, scenarios, schedules or reasons are part of it, but the kind and
//
// - of a fault at a line, the words of that line and of the line that begins its function: two tests
//   that run into the same line have found the same fault. Of a race both lines, in the order of
//   their words, as it is by chance which access comes first.
// - of a claim about a whole object, what is claimed of it (condition and spec), its name and the
//   files it is made of; of one of several verify blocks about an object also the words of the block. One search finds one counterexample, and which one says little: as long
//   as there is any, the claim is wrong, and that is what an alert is about. If one fault of two
//   is corrected, the alert stays, as it should.

#include "report/ci/verdict_place.h"

#include "base/memory.h"
#include "judge/evidence/verdict.h"
#include "report/ci/claim_words.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { OF_OBJECT = false, AT_LINE = true };

static const violation_rule rules[] = {
#define VIOLATION_RULE(kind, where, title, help) [LP_VIOLATION_##kind] = {where, title, help},
#include "report/ci/violation_rules.def"
#undef VIOLATION_RULE
};

static_assert(sizeof rules / sizeof *rules == LP_VIOLATION_DIVERGENCE + 1, "a rule for each kind");

const violation_rule *violation_rule_of(lp_violation v)
{
    assert(v > LP_VIOLATION_NONE && (size_t)v < sizeof rules / sizeof *rules && rules[v].title);
    return &rules[v];
}

// "treiber (objects/stack/treiber.lin)": of a model the file is part of the subject.
char *verdict_object(const lp_verdict *v)
{
    const char *subject = v->subject ? v->subject : "";
    const char *file = strstr(subject, " (");
    return memory_string_n(subject, file ? (size_t)(file - subject) : strlen(subject));
}

char *verdict_message(const lp_verdict *v)
{
    text t = {0};
    char *object = verdict_object(v);
    const char *reason = v->reason ? v->reason : outcome_name(v->outcome);
    if (v->outcome == LP_HOLDS)
        text_add(&t, "%s: %s; covers %s.", *object ? object : "The input",
                 v->condition ? v->condition : "holds", v->coverage ? v->coverage : "it all");
    else if (v->condition && v->outcome == LP_VIOLATED)
        text_add(&t, "%s is not %s: %s.", object, v->condition, reason);
    else if (*object && strncmp(reason, object, strlen(object)) != 0)
        text_add(&t, "%s: %s.", object, reason);
    else
        text_add(&t, "%s.", reason);
    if (v->warning)
        text_add(&t, "\nBut %s.", v->warning);
    if (v->detail)
        text_add(&t, "\n%s", v->detail);
    if (v->reproduce)
        text_add(&t, "\nTo see it again: %s", v->reproduce);
    free(object);
    return text_take(&t);
}

static bool last_step(source_places *s, const lp_verdict *v, source_place *out)
{
    for (uint32_t i = v->trace_count; i-- > 0;)
        if (source_places_find(s, v->trace[i].where, out))
            return true;
    return false;
}

static bool declaration(source_places *s, const lp_verdict *v, source_place *out)
{
    if (v->claimed && source_places_find(s, v->claimed, out))
        return true;
    char *object = verdict_object(v);
    bool found = source_places_declaration(s, object, v->spec, out);
    free(object);
    return found;
}

static bool waits(source_places *s, const lp_verdict *v, source_place *out)
{
    for (uint32_t i = 0; i < v->waiting_count; i++)
        if (source_places_find(s, v->waiting[i].where, out))
            return true;
    return false;
}

static bool races(source_places *s, const lp_verdict *v, source_place *out)
{
    return v->race && (source_places_find(s, v->race->first.where, out) ||
                       source_places_find(s, v->race->second.where, out));
}

// A recorded history is a file, too: where the operation was called that nothing explains.
static bool recorded(source_places *s, const verdict_entry *e, source_place *out)
{
    const lp_history *h = e->verdict->history;
    if (!h || !h->op_count || !e->verdict->subject)
        return false;
    uint32_t op = e->verdict->culprit < h->op_count ? e->verdict->culprit : h->op_count - 1;
    return h->ops[op].line && source_places_at(s, e->verdict->subject, h->ops[op].line, 0, out);
}

static bool is_input(const char *file)
{
    return file && *file && strcmp(file, "-") != 0;
}

static bool given(source_places *s, const verdict_entry *e, source_place *out)
{
    const lp_verdict *v = e->verdict;
    // What check judges is a file; other subjects are names of objects.
    for (const char *const *f = e->run->files; *f; f++)
        if (is_input(*f) && (!v->subject || strcmp(v->subject, *f) == 0))
            return source_places_at(s, *f, 0, 0, out);
    return is_input(e->run->files[0]) && source_places_at(s, e->run->files[0], 0, 0, out);
}

bool verdict_place(source_places *s, const verdict_entry *e, source_place *out)
{
    const lp_verdict *v = e->verdict;
    *out = (source_place){0};
    if (e->error && is_input(e->error->file))
        return source_places_at(s, e->error->file, e->error->line, e->error->column, out);
    if (v->outcome != LP_VIOLATED)
        return declaration(s, v, out) || given(s, e, out);
    bool at_line = v->violation && violation_rule_of(v->violation)->at_line;
    if (races(s, v, out) || (at_line && last_step(s, v, out)))
        return true;
    return declaration(s, v, out) || recorded(s, e, out) || waits(s, v, out) ||
           last_step(s, v, out) || given(s, e, out);
}

// Outside of the repository a file is called otherwise on every machine.
static void add_path(const source_file *f, text *out)
{
    const char *slash = f->inside ? NULL : strrchr(f->path, '/');
    text_add(out, "%s\n", slash ? slash + 1 : f->path);
}

static void add_line(const source_place *p, text *out)
{
    add_path(p->file, out);
    source_place_words(p, out);
}

static void add_race(source_places *s, const lp_race *race, text *out)
{
    const lp_access *accesses[] = {&race->first, &race->second};
    text lines[2] = {0};
    for (int i = 0; i < 2; i++) {
        source_place p;
        text_add(&lines[i], "%s\n", accesses[i]->write ? "write" : "read");
        if (source_places_find(s, accesses[i]->where, &p))
            add_line(&p, &lines[i]);
    }
    int first = strcmp(lines[0].bytes, lines[1].bytes) > 0;
    text_add(out, "%s%s", lines[first].bytes, lines[!first].bytes);
    text_fini(&lines[0]);
    text_fini(&lines[1]);
}

static void add_claim(source_places *s, const verdict_entry *e, text *out)
{
    const lp_verdict *v = e->verdict;
    char *object = verdict_object(v);
    source_place p;
    text_add(out, "%s\n%s\n", v->condition ? v->condition : "", v->spec ? v->spec : "");
    if (v->claimed && source_places_find(s, v->claimed, &p))
        claim_add_words(&p, object, out);
    bool is_file = false; // one of several histories, then
    for (const char *const *f = e->run->files; *f; f++)
        is_file |= strcmp(*f, object) == 0;
    if (is_file && source_places_at(s, object, 0, 0, &p))
        add_path(p.file, out);
    else
        text_add(out, "%s\n", object);
    for (const char *const *f = e->run->files; *f && !is_file; f++)
        if (is_input(*f) && source_places_at(s, *f, 0, 0, &p))
            add_path(p.file, out);
    free(object);
}

static void add_hash(text *all, text *out)
{
    XXH128_hash_t hash = XXH3_128bits(all->bytes, all->length);
    text_add(out, "%016llx%016llx", (unsigned long long)hash.high64,
             (unsigned long long)hash.low64);
    text_fini(all);
}

void warning_fingerprint(const lp_warning *warning, const source_place *place, text *out)
{
    text all = {0};
    text_add(&all, "warning\n%s\n", warning->what);
    if (place->file)
        add_line(place, &all);
    add_hash(&all, out);
}

void verdict_fingerprint(source_places *s, const verdict_entry *e, text *out)
{
    const lp_verdict *v = e->verdict;
    text all = {0};
    source_place p;
    text_add(&all, "%s\n", v->violation ? lp_violation_name(v->violation) : "");
    if (v->race)
        add_race(s, v->race, &all);
    else if (v->violation && violation_rule_of(v->violation)->at_line && last_step(s, v, &p))
        add_line(&p, &all);
    else
        add_claim(s, e, &all);
    add_hash(&all, out);
}
