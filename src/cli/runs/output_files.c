// SPDX-License-Identifier: MIT
// See output_files.h. A verdict becomes a piece of each file as soon as it is there; pieces are
// linked when they are complete, so that another thread that finds no memory left can write
// what there is.

#include "cli/runs/output_files.h"

#include "base/intern.h"
#include "base/io/output.h"
#include "base/memory.h"
#include "cli/conflicts.h"
#include "cli/runs/last_write.h"
#include "cli/runs/output_relay.h"
#include "cli/runs/terminal.h"
#include "cli/runs/workflow_commands.h"
#include "judge/evidence/verdict.h"
#include "report/ci/verdict_file.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum destination { TO_NEW_FILE, TO_END_OF_FILE, TO_STDERR } destination;

typedef struct kind {
    const char *option; // NULL: the environment asks for it
    size_t offset;      // of the file's name in cli_common
    const verdict_format *format;
    destination to;
} kind;

static const kind kinds[] = {
#define OUTPUT_KIND(name, help) {#name, offsetof(cli_common, name), &verdict_format_##name, 0},
#include "cli/runs/output_kinds.def"
#undef OUTPUT_KIND
    {NULL, 0, &verdict_format_annotations, TO_STDERR},
    {NULL, 0, &verdict_format_summary, TO_END_OF_FILE},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

typedef struct file {
    const char *path; // NULL: this kind is not wanted
    text head;
    verdict_piece *_Atomic first, *last;
    verdict_piece none_left; // "unknown", for want of memory
    last_write plan;
} file;

struct output_files {
    verdict_run run;
    char *line, *asked;
    file files[KINDS];
    intern *names;
    unsigned count; // of verdicts
    output_relay relay;
};

// The options that say what is asked, not how it is answered: what tells one test from another.
static void add_asked(const cli_command *command, const void *options, text *out)
{
    static const char *const asking[] = {
        "object", "spec",    "golden",       "condition", "scenario",
        "calls",  "up-to",   "quasi-factor", "lock-free", "infer-points",
        "strong", "traces",  "threads",      "capacity",  "operations",
        "nodes",  "no-spec", "assume",       "fair",      "find-simulation",
        "system", "faults",
    };
    for (const cli_option *o = command->options; o->name; o++) {
        bool asks = false;
        for (size_t i = 0; i < sizeof asking / sizeof *asking; i++)
            asks |= strcmp(o->name, asking[i]) == 0;
        if (!asks || !option_given(command->options, options, o->name))
            continue;
        const void *field = (const char *)options + o->offset;
        text_add(out, " --%s", o->name);
        if (o->type == CLI_STRING || o->type == CLI_CHOICE)
            text_add(out, " %s", *(const char *const *)field);
        else if (o->type == CLI_COUNT)
            text_add(out, " %llu", (unsigned long long)*(const uint64_t *)field);
    }
}

static const char *wanted(const cli_common *common, const kind *k)
{
    const char *summary = getenv("GITHUB_STEP_SUMMARY");
    switch (k->to) {
    case TO_STDERR:
        return workflow_reads() && !common->quiet ? "stderr" : NULL;
    case TO_END_OF_FILE:
        return summary && *summary ? summary : NULL;
    default:
        return *(const char *const *)(const void *)((const char *)common + k->offset);
    }
}

bool output_files_given(const cli_common *common)
{
    for (const kind *k = kinds; k < kinds + KINDS; k++)
        if (k->option && wanted(common, k))
            return true;
    return false;
}

static void prepare(output_files *files, const kind *k, file *f, const char *path)
{
    f->path = path;
    if (k->format->begin)
        k->format->begin(&files->run, &f->head);
    text_add(&f->head, "%s", "");
    lp_verdict v;
    text piece = {0};
    lp_verdict_init(&v);
    verdict_decide(&v, LP_UNKNOWN, "out of memory");
    k->format->add(&(verdict_entry){&files->run, &v, NULL, "out of memory", 0}, &piece);
    lp_verdict_fini(&v);
    f->none_left = (verdict_piece){.outcome = LP_UNKNOWN, .length = piece.length};
    f->none_left.bytes = text_take(&piece);
    last_write_plan(&f->plan, path, k->to == TO_END_OF_FILE);
}

bool output_files_open(cli_common *common, const cli_command *command,
                       const cli_arguments *arguments, error *e)
{
    bool any = false;
    for (size_t i = 0; i < KINDS && command->judges; i++) {
        if (!wanted(common, &kinds[i]))
            continue;
        if (kinds[i].option && !output_check(wanted(common, &kinds[i]), e))
            return false;
        any = true;
    }
    if (!any)
        return true;
    text asked = {0};
    output_files *files = memory_new(1, sizeof *files);
    add_asked(command, common, &asked);
    files->line = cli_command_line(arguments, NULL, NULL);
    files->asked = text_take(&asked);
    files->run =
        (verdict_run){command->name, files->line, files->asked, arguments->values, common->timeout};
    files->names = intern_new();
    output_relay_init(&files->relay);
    for (size_t i = 0; i < KINDS; i++)
        if (wanted(common, &kinds[i]))
            prepare(files, &kinds[i], &files->files[i], wanted(common, &kinds[i]));
    common->files = files;
    return true;
}

// What it is about, and what was asked; of several that are alike all but the first have a number.
static char *name_of(output_files *files, const lp_verdict *v, const error *where)
{
    const char *about = v->subject                ? v->subject
                        : where && where->file[0] ? where->file
                        : files->run.files[0]     ? files->run.files[0]
                                                  : files->run.command;
    bool fresh;
    char *name = text_format("%s%s", about, files->run.asked);
    size_t length = strlen(name);
    intern_add_fresh(files->names, name, length, &fresh);
    for (unsigned n = 2; !fresh; n++) {
        char *numbered = text_format("%.*s (%u)", (int)length, name, n);
        intern_add_fresh(files->names, numbered, strlen(numbered), &fresh);
        free(name);
        name = numbered;
    }
    return name;
}

static void add_piece(file *f, const verdict_format *format, const verdict_entry *entry)
{
    text t = {0};
    verdict_piece *piece = memory_new(1, sizeof *piece);
    format->add(entry, &t);
    piece->outcome = entry->verdict->outcome;
    piece->length = t.length;
    piece->bytes = text_take(&t);
    if (f->last)
        f->last->next = piece;
    else
        f->first = piece;
    f->last = piece;
}

void output_files_add(output_files *files, const lp_verdict *v, const error *where)
{
    if (!files)
        return;
    if (output_relay_in_child(&files->relay)) {
        output_relay_send(&files->relay, v, where);
        return;
    }
    char *name = name_of(files, v, where);
    verdict_entry entry = {&files->run, v, where, name, files->count++};
    for (size_t i = 0; i < KINDS; i++)
        if (files->files[i].path)
            add_piece(&files->files[i], kinds[i].format, &entry);
    free(name);
}

static void to_text(void *context, const char *bytes, size_t length)
{
    text_add_bytes(context, bytes, length);
}

static bool write_all(const kind *k, const file *f, error *e)
{
    text all = {0};
    bool fine = true;
    k->format->put(f->head.bytes, f->first, to_text, &all);
    fflush(stdout); // the file may be that
    if (k->to == TO_NEW_FILE) {
        fine = output_write(f->path, all.bytes ? all.bytes : "", all.length, e);
    } else if (k->to == TO_STDERR) {
        fwrite(all.bytes ? all.bytes : "", 1, all.length, stderr);
    } else {
        FILE *end = fopen(f->path, "a");
        bool whole = end && fwrite(all.bytes, 1, all.length, end) == all.length;
        if (!end || fclose(end) != 0 || !whole)
            fine = error_at(e, f->path, 0, 0, "cannot be written: %s", strerror(errno));
    }
    text_fini(&all);
    return fine;
}

bool output_files_write(output_files *files)
{
    bool fine = true;
    for (size_t i = 0; files && i < KINDS; i++) {
        error e = {0};
        if (!files->files[i].path || write_all(&kinds[i], &files->files[i], &e))
            continue;
        char *why = error_text(&e);
        terminal_complain("%s", why);
        free(why);
        fine &= kinds[i].option == NULL;
    }
    return fine;
}

void output_files_free(output_files *files)
{
    if (!files)
        return;
    for (size_t i = 0; i < KINDS; i++) {
        file *f = &files->files[i];
        for (verdict_piece *p = f->first, *next; p; p = next) {
            next = p->next;
            free(p->bytes);
            free(p);
        }
        text_fini(&f->head);
        free(f->none_left.bytes);
        last_write_fini(&f->plan);
    }
    output_relay_fini(&files->relay);
    intern_free(files->names);
    free(files->line);
    free(files->asked);
    free(files);
}

bool output_files_share(output_files *files, error *e)
{
    return !files || output_relay_open(&files->relay, e);
}

void output_files_child(output_files *files)
{
    if (files)
        output_relay_child(&files->relay);
}

static void gathered(void *context, const lp_verdict *v, const error *where)
{
    output_files_add(context, v, where);
}

void output_files_gather(output_files *files)
{
    if (files)
        output_relay_gather(&files->relay, gathered, files);
}

static void to_descriptor(void *context, const char *bytes, size_t length)
{
    last_write_put(context, bytes, length);
}

static bool open_last(const kind *k, last_write *plan)
{
    if (k->to != TO_STDERR)
        return last_write_open(plan);
    last_write_stderr(plan);
    return true;
}

void output_files_exhausted(output_files *files)
{
    if (files && output_relay_in_child(&files->relay)) {
        output_relay_send_last(&files->relay);
        return;
    }
    for (size_t i = 0; files && i < KINDS; i++) {
        file *f = &files->files[i];
        workflow_resume();
        if (!f->path || !open_last(&kinds[i], &f->plan))
            continue;
        // Not f->last: a piece may be linked that it does not name yet.
        verdict_piece *last = f->first;
        while (last && last->next)
            last = last->next;
        if (last)
            last->next = &f->none_left;
        kinds[i].format->put(f->head.bytes, last ? f->first : &f->none_left, to_descriptor,
                             &f->plan);
        last_write_close(&f->plan);
    }
}
