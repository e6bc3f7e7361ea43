// SPDX-License-Identifier: MIT
// See graph_files.h.

#include "cli/verify/graph_files.h"

#include "base/io/output.h"
#include "cli/conflicts.h"
#include "cli/runs/terminal.h"

#include <string.h>

static bool draw(const char *path, const instance *v, verify_options *o, limits *l, lp_pool *pool,
                 error *e)
{
    text out = {0};
    bool ok = verify_draw(v, o, pool, &out, e);
    cli_progress_end(l);
    if (ok && strcmp(path, "-") == 0)
        terminal_print_data(out.bytes, out.length);
    else
        ok = ok && output_write(path, out.bytes, out.length, e);
    text_fini(&out);
    return ok;
}

bool graph_files_only(const graph_files *g)
{
    return g->aut || g->spec_aut || (g->dot && strcmp(g->dot, "-") == 0);
}

bool graph_files_suit(const graph_files *g, const char *asked, const cli_common *common, error *e)
{
    bool nothing = strcmp(asked, "emit-c") == 0 || (*asked && graph_files_only(g));
#define OUTPUT_KIND(name, help)                                                                    \
    if (nothing && common->name)                                                                   \
        return error_set(e,                                                                        \
                         "--" #name " is of verdicts, and with --%s nothing is judged: leave "     \
                         "one of them out",                                                        \
                         asked);
#include "cli/runs/output_kinds.def"
#undef OUTPUT_KIND
    return true;
}

bool graph_files_write(const graph_files *g, const instance *v, verify_options *o, limits *l,
                       lp_pool *pool, error *e)
{
    const char *files[] = {g->aut, g->spec_aut};
    for (int i = 0; i < 2; i++)
        if (files[i] && strcmp(files[i], "-") == 0)
            return error_set(e, "--%s wants the name of a file", i ? "spec-aut" : "aut");
    o->limits = l;
    bool ok = (!g->dot || draw(g->dot, v, o, l, pool, e)) &&
              (!g->aut || verify_write_aut(v, o, pool, false, g->aut, e)) &&
              (!g->spec_aut || verify_write_aut(v, o, pool, true, g->spec_aut, e));
    o->limits = NULL;
    return ok;
}

static const char *const implements = "implements";

bool graph_files_compared(const cli_arguments *arguments)
{
    const char *first = arguments->count ? arguments->values[0] : "";
    size_t length = strlen(first);
    return (arguments->count > 1 && strcmp(arguments->values[1], implements) == 0) ||
           (length > 4 && strcmp(first + length - 4, ".aut") == 0);
}

static bool read_model(const char *name, refinement *out, error *e)
{
    static const char *const names[] = {[REFINE_TRACES] = "traces",
                                        [REFINE_FAILURES] = "failures",
                                        [REFINE_DIVERGENCES] = "failures-divergences"};
    const char *nearest = did_you_mean(name, names, sizeof names / sizeof *names);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0) {
            *out = (refinement)i;
            return true;
        }
    return error_set(
        e, "files are compared by traces, failures or failures-divergences, not by %s%s%s", name,
        nearest ? ": did you mean " : "", nearest ? nearest : "");
}

static bool read_command(const cli_arguments *a, const cli_option *options, const void *given,
                         compared_files *f, error *e)
{
    if (a->count < 3 || a->count > 4 || a->after_count)
        return error_set(e, "two files are compared so: linchpin verify P.aut implements Q.aut "
                            "failures");
    if (strcmp(a->values[1], implements) != 0) {
        const char *nearest = did_you_mean(a->values[1], &implements, 1);
        return error_set(e,
                         "between two files stands implements, not %s%s%s: linchpin verify P.aut "
                         "implements Q.aut failures",
                         a->values[1], nearest ? ": did you mean " : "", nearest ? nearest : "");
    }
    for (const cli_option *o = options; o->name; o++)
        if (strcmp(o->name, "times") != 0 && option_given(options, given, o->name))
            return error_set(e, "--%s is about a model; Aldebaran files are only compared",
                             o->name);
    f->left = a->values[0];
    f->right = a->values[2];
    if (strcmp(f->left, "-") == 0 && strcmp(f->right, "-") == 0)
        return error_set(e, "only one of the files can be read from stdin");
    return a->count == 3 || read_model(a->values[3], &f->model, e);
}

int graph_files_compare(const cli_common *common, const cli_arguments *arguments,
                        const cli_option *options, const void *given, bool times)
{
    limits l;
    error e = {0};
    lp_verdict out;
    cli_limits(common, &l);
    compared_files f = {.limits = &l, .times = times};
    if (!read_command(arguments, options, given, &f, &e))
        return cli_error(common, &e);
    lp_verdict_init(&out);
    bool ok = verify_files(&f, &out, &e);
    cli_progress_end(&l);
    if (ok && out.outcome == LP_VIOLATED)
        out.reproduce = cli_command_line(arguments, NULL, NULL);
    int code = ok ? cli_finish(common, &out) : cli_stopped(common, &l, &e);
    lp_verdict_fini(&out);
    return code;
}
