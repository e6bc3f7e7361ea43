// SPDX-License-Identifier: MIT
// See project.h.

#include "compile/project.h"

#include "base/io/output.h"
#include "base/memory.h"
#include "compile/coder.h"
#include "model/model.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char marker[] = ".linchpin-compiled"; // in folders that are ours

void project_fini(project *p)
{
    for (uint32_t i = 0; i < p->count; i++) {
        free(p->files[i].name);
        text_fini(&p->files[i].bytes);
    }
    free(p->system);
    *p = (project){0};
}

static text *add(project *p, const char *name, const char *ending)
{
    project_file *f = &p->files[p->count++];
    *f = (project_file){.name = text_format("%s%s", name, ending)};
    return &f->bytes;
}

static void add_main(project *p, const char *system, const char *name, const char *comment,
                     const char *call)
{
    text *t = add(p, name, "_main.c");
    text_add(
        t, "// %s\n\n#include \"%s.h\"\n\nint main(int argc, char **argv)\n{\n    return %s;\n}\n",
        comment, system, call);
}

static bool no_name_twice(const project *p, error *e)
{
    for (uint32_t i = 0; i < p->count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(p->files[i].name, p->files[k].name) == 0)
                return error_set(e, "two files would be called %s: rename an automaton",
                                 p->files[i].name);
    return true;
}

static void write_parts(coder *c, project *p)
{
    for (uint32_t i = 0; i < c->s->part_count; i++) {
        const char *name = c->s->parts[i].part->name;
        text *header = add(p, name, ".h"), *code = add(p, name, ".c");
        code_component(c, &c->s->parts[i], code, header);
    }
    text *header = add(p, c->s->system->name, ".h"), *code = add(p, c->s->system->name, ".c");
    code_system(c, code, header);
}

static void write_programs(coder *c, const char *prefix, project *p)
{
    const char *n = c->s->system->name;
    for (uint32_t i = 0; i < c->s->part_count; i++) {
        const char *name = c->s->parts[i].part->name;
        if (!c->s->parts[i].is_operation)
            add_main(p, n, name, code_format(c, "The program of a %s.", name),
                     code_format(c, "lp_server_main(&%s_system, kind_%s, argc, argv)", n, name));
    }
    const char *client = code_format(c, "%s_client", n);
    add_main(p, n, client, "The command line of clients.",
             code_format(c, "lp_client_main(&%s_system, argc, argv)", n));
    text *header = add(p, client, ".h"), *code = add(p, client, ".c");
    code_client(c, code, header);
    code_make(c, prefix, add(p, "Makefile", ""));
    code_readme(c, add(p, "README", ".md"));
}

static bool make(const char *file, const char *bytes, size_t length, const component_choice *which,
                 const char *lone, const char *prefix, project *out, error *e)
{
    *out = (project){0};
    model *checked = model_read(file, bytes, length, e);
    if (!checked)
        return false;
    bool automata = has_automaton(checked);
    model_free(checked);
    if (!automata)
        return error_at(e, file, 0, 0,
                        "there are no automata in it: objects cannot be compiled yet");
    struct token *tokens = NULL;
    model *m = model_read_tokens(file, bytes, length, &tokens, e);
    component_system *s = memory_new(1, sizeof *s);
    coder *c = memory_new(1, sizeof *c);
    bool ok = m && (lone ? component_lone(m, lone, s, e) : components_find(m, which, s, e));
    if (ok) {
        *c = (coder){.s = s, .m = m, .e = e};
        out->system = memory_string(s->system->name);
        write_parts(c, out);
        if (!lone)
            write_programs(c, prefix, out);
        ok = !c->failed && no_name_twice(out, e);
        text_fini(&c->before);
    }
    free(c);
    free(s);
    free(tokens);
    model_free(m);
    if (!ok)
        project_fini(out);
    return ok;
}

bool project_make(const char *file, const char *bytes, size_t length, const component_choice *which,
                  const char *prefix, project *out, error *e)
{
    return make(file, bytes, length, which, NULL, prefix, out, e);
}

bool project_make_lone(const char *file, const char *bytes, size_t length, const char *automaton,
                       project *out, error *e)
{
    return make(file, bytes, length, NULL, automaton, NULL, out, e);
}

// Is the folder empty, or one of ours?
static bool folder_free(const char *folder, error *e)
{
    char *own = text_format("%s/%s", folder, marker);
    bool ours = access(own, F_OK) == 0, empty = true;
    free(own);
    DIR *d = opendir(folder);
    if (!d)
        return error_at(e, folder, 0, 0, "cannot be read: %s", strerror(errno));
    for (const struct dirent *each; (each = readdir(d));)
        empty &= !strcmp(each->d_name, ".") || !strcmp(each->d_name, "..");
    closedir(d);
    return ours || empty ||
           error_at(e, folder, 0, 0, "is not empty, and was not made by compile: name another one");
}

bool project_write(const project *p, const char *folder, error *e)
{
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return error_at(e, folder, 0, 0, "cannot be made: %s", strerror(errno));
    if (!folder_free(folder, e))
        return false;
    char *own = text_format("%s/%s", folder, marker);
    bool ok = output_write(own, "", 0, e);
    free(own);
    for (uint32_t i = 0; ok && i < p->count; i++) {
        char *path = text_format("%s/%s", folder, p->files[i].name);
        const text *t = &p->files[i].bytes;
        ok = output_write(path, t->bytes ? t->bytes : "", t->length, e);
        free(path);
    }
    return ok;
}
