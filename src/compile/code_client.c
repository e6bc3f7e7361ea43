// SPDX-License-Identifier: MIT
// The client library: the methods of the spec, in plain C.

#include "compile/coder.h"

#include <stdlib.h>
#include <string.h>

typedef struct called {
    const char *method, *kind;
    unsigned arguments;
    bool result;
} called;

static uint32_t find_calls(coder *c, called *out, uint32_t most)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < c->s->part_count; i++) {
        const component *p = &c->s->parts[i];
        for (uint32_t k = 0; k < p->operation_count && count < most; k++) {
            const component_operation *o = &p->operations[k];
            out[count++] =
                (called){o->method, code_kind(c, p, k), o->arguments, o->back->value_count > 0};
        }
    }
    return count;
}

static void head(const called *m, const char *name, bool submits, text *out)
{
    static const char *const taken[] = {"", ", int64_t value", ", int32_t first, int32_t second"};
    text_add(out, "%s%s_%s%s(%s_client *client, int64_t key%s", submits ? "void " : "bool ", name,
             submits ? "submit_" : "", m->method, name, taken[m->arguments]);
    text_add(out, submits     ? ", lp_returned returned, void *data)"
                  : m->result ? ", int timeout, lp_value *result)"
                              : ", int timeout)");
}

static const char *given(const called *m)
{
    static const char *const values[] = {"0", "value", "lp_both(first, second)"};
    return values[m->arguments];
}

void code_client(coder *c, text *code, text *header)
{
    called calls[COMPONENT_SUPPLIES];
    const char *n = c->s->system->name;
    uint32_t count = find_calls(c, calls, COMPONENT_SUPPLIES);
    text_add(header, "// Clients of a running %s, in C.\n//\n//     char error[LP_CLIENT_ERROR];\n",
             n);
    text_add(header, "//     %s_client *c = %s_client_open(\"servers\", error);\n//     …\n", n, n);
    text_add(header, "//     %s_client_close(c);\n\n#ifndef %s_CLIENT_H\n#define %s_CLIENT_H\n\n",
             n, code_upper(c, n), code_upper(c, n));
    text_add(header, "#include <linchpin/node.h>\n\ntypedef lp_client %s_client;\n\n", n);
    text_add(header, "// `servers` is a file with a line for each: \"replica[p1] 127.0.0.1:4711\". "
                     "NULL: `error` has a\n// sentence.\n");
    text_add(header,
             "%s_client *%s_client_open(const char *servers, char error[LP_CLIENT_ERROR]);\n", n,
             n);
    text_add(header, "void %s_client_close(%s_client *client);\n\n", n, n);
    text_add(header, "// On the object `key`; false: not within this many milliseconds, or "
                     "LP_FOR_EVER. It may still take\n// effect.\n");
    text_add(code,
             "// From %s: the client library.\n\n#include \"%s_client.h\"\n\n#include "
             "\"%s.h\"\n\n",
             c->m->source.file, n, n);
    text_add(code,
             "%s_client *%s_client_open(const char *servers, char error[LP_CLIENT_ERROR])\n"
             "{\n    return lp_client_open(&%s_system, servers, error);\n}\n\n"
             "void %s_client_close(%s_client *client)\n{\n    lp_client_close(client);\n}\n",
             n, n, n, n, n);
    for (uint32_t i = 0; i < count; i++) {
        head(&calls[i], n, false, header);
        text_add(header, ";\n");
        text_add(code, "\n");
        head(&calls[i], n, false, code);
        text_add(code,
                 "\n{\n    return lp_client_call(client, kind_%s, key, %s, timeout, %s);\n}\n",
                 calls[i].kind, given(&calls[i]), calls[i].result ? "result" : "NULL");
    }
    text_add(header, "\n// Without waiting: `returned` is called by lp_client_wait.\n");
    for (uint32_t i = 0; i < count; i++) {
        head(&calls[i], n, true, header);
        text_add(header, ";\n");
        text_add(code, "\n");
        head(&calls[i], n, true, code);
        text_add(code, "\n{\n    lp_client_submit(client, kind_%s, key, %s, returned, data);\n}\n",
                 calls[i].kind, given(&calls[i]));
    }
    text_add(header, "\n#endif\n");
}

// Where linchpin is, as make reads it; and, in the shell's quotes, as a compiler is told.
static void add_prefix(const char *prefix, text *out)
{
    static const char quoted[] = "'$(subst ','\\'',$(LINCHPIN_PREFIX))";
    text_add(out, "LINCHPIN_PREFIX ?= ");
    for (const char *at = prefix; *at; at++)
        text_add(out, *at == '$' ? "$%c" : *at == '#' ? "\\%c" : "%c", *at);
    text_add(out,
             "\nCFLAGS ?= -O2 -g -Wall -Wextra\nCPPFLAGS += -I%s/include'\nLDLIBS += -L%s/lib' "
             "-llinchpin_node -luv -lxxhash -lpthread\n\n",
             quoted, quoted);
}

void code_make(coder *c, const char *prefix, text *out)
{
    const char *n = c->s->system->name;
    char *file = text_visible(c->m->source.file, "");
    text_add(out, "# From %s. `make` builds the programs and the client library.\n", file);
    free(file);
    add_prefix(prefix, out);
    text objects = {0}, programs = {0};
    text_add(&objects, "%s.o", n);
    for (uint32_t i = 0; i < c->s->part_count; i++) {
        text_add(&objects, " %s.o", c->s->parts[i].part->name);
        if (!c->s->parts[i].is_operation)
            text_add(&programs, "%s ", c->s->parts[i].part->name);
    }
    text_add(out, "all: %s%s_client lib%s_client.a\n\nobjects = %s\n\n", programs.bytes, n, n,
             objects.bytes);
    for (uint32_t i = 0; i < c->s->part_count; i++)
        if (!c->s->parts[i].is_operation)
            text_add(out,
                     "%s: %s_main.o $(objects)\n\t$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ "
                     "$(LDLIBS)\n",
                     c->s->parts[i].part->name, c->s->parts[i].part->name);
    text_add(out,
             "%s_client: %s_client_main.o $(objects)\n\t$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ "
             "$(LDLIBS)\n",
             n, n);
    text_add(out, "lib%s_client.a: %s_client.o $(objects)\n\t$(AR) rcs $@ $^\n\n", n, n);
    text_add(out,
             "*.o: *.h Makefile\n\nclean:\n\trm -f *.o %s%s_client lib%s_client.a\n\n.PHONY: all "
             "clean\n",
             programs.bytes, n, n);
    text_fini(&objects);
    text_fini(&programs);
}

void code_readme(coder *c, text *out)
{
    const char *n = c->s->system->name;
    text_add(out,
             "# %s\n\nWritten by `linchpin compile` from %s: the automata of the system "
             "`%s`, and nothing else. What runs them is linchpin's library for processes on a "
             "network, `linchpin/node.h`.\n\n",
             n, c->m->source.file, n);
    text_add(out,
             "| file | what it is |\n|---|---|\n| `%s.h`, `%s.c` | types, messages, the table "
             "of the system |\n",
             n, n);
    for (uint32_t i = 0; i < c->s->part_count; i++) {
        const component *p = &c->s->parts[i];
        text_add(out, "| `%s.h`, `%s.c` | the automaton %s: %s |\n", p->part->name, p->part->name,
                 p->part->name,
                 p->is_operation ? "an operation, which a client process has for each call"
                                 : "a server, a process for each instance");
    }
    text_add(out, "| `%s_client.h`, `%s_client.c` | the client library |\n\n", n, n);
    if (c->s->object)
        text_add(out,
                 "What the model's machines carry out are operations of the spec `%s`: where it "
                 "allows several results, the first that changes the object, else the first.\n\n",
                 c->s->object->spec->name);
    text_add(out, "## What the model leaves open\n\n");
    text_add(out,
             "- **Which action is next.** After each message, and after each call, a component "
             "takes its enabled actions as long as there are any: the first in the order of "
             "the text, with the smallest parameters in the order of their types (so of "
             "quorums, the first that is there). A parameter that the guard says is equal to "
             "something is that.\n");
    for (uint32_t i = 0; i < c->s->part_count; i++)
        if (c->s->parts[i].hands_over)
            text_add(
                out,
                "- **Whom %s is handed to.** The first for which the guard holds, from the one "
                "on that has the number of the client. The action that the two share is a "
                "message; until it is answered the operation takes no step.\n",
                c->s->parts[i].part->name);
    text_add(out, "- **When a message arrives.** Messages travel over sockets. A channel that is "
                  "reliable in the model delivers each message once; one that is fifo, in the "
                  "order of sending.\n");
    text_add(out,
             "- **Bounds.** `enum … { …, ... }` and `int …...` have no end here: identifiers are "
             "fresh for each operation, and ints have 64 bits. An overflow, and a value outside "
             "a range that is closed, end the process with the place in the model.\n");
    text_add(out, "- **Operations.** An instance of an operation is there from its call to its "
                  "return; what arrives for it later is not delivered, which a channel may do.\n");
    if (c->s->environment)
        text_add(out,
                 "- **The environment.** The automaton `%s` is whoever uses the client library: "
                 "what its guards say is up to them.\n",
                 c->s->environment);
    text_add(out,
             "- **Keys.** A running system holds any number of copies of the modelled one, told "
             "apart by a key.\n");
}
