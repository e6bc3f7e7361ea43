// SPDX-License-Identifier: MIT
// See host_list.h.

#include "run/processes/host_list.h"

#include "base/memory.h"
#include "run/faults/fault_words.h"

#include <stdlib.h>
#include <string.h>

enum { NOWHERE = -1 };

void host_list_fini(host_list *l)
{
    for (size_t i = 0; i < l->count; i++) {
        free(l->hosts[i].name);
        free(l->hosts[i].address);
        free(l->hosts[i].named);
    }
    free(l->hosts);
    free(l->of);
    *l = (host_list){0};
}

// ---- Lines ----

static size_t word_length(const char *at)
{
    return strcspn(at, " \t\r#");
}

// A name that ssh would take for an option, or that a shell reads twice, is none.
static bool read_name(fault_words *w, host *h)
{
    size_t n = word_length(w->at);
    if (*w->at == '-' || strcspn(w->at, "'\"$`\\;&|<>()[]{}*?!=") < n)
        return words_wrong(w, w->at, "a host is expected: 10.0.0.1 or alice@lab");
    const char *at = memchr(w->at, '@', n);
    const char *machine = at ? at + 1 : w->at;
    size_t length = n - (size_t)(machine - w->at);
    if (!length || machine == w->at + 1)
        return words_wrong(w, w->at, "a host is expected: 10.0.0.1 or alice@lab");
    h->name = memory_string_n(w->at, n);
    h->address = memory_string_n(machine, length);
    h->here = strcmp(h->address, "localhost") == 0 || strncmp(h->address, "127.", 4) == 0;
    w->at += n;
    return true;
}

static bool read_word(fault_words *w, host *h)
{
    static const char address[] = "address=";
    size_t n = word_length(w->at), skip = sizeof address - 1;
    if (strncmp(w->at, address, skip) == 0) {
        if (n == skip || w->at[skip] == '-')
            return words_wrong(w, w->at + skip, "an address is expected: address=10.0.0.1");
        free(h->address);
        h->address = memory_string_n(w->at + skip, n - skip);
        h->here = true;
        w->at += n;
        return true;
    }
    const char *start = w->at;
    if (words_count(w, &h->slots))
        return (h->slots && !h->names_any) ||
               words_wrong(w, start, "how many processes, from 1, or which: not both");
    h->names_any = true;
    if (h->slots != UINT64_MAX)
        return words_wrong(w, start, "how many processes, from 1, or which: not both");
    return words_processes(w, h->named);
}

static bool read_line(void *list, fault_words *w)
{
    host_list *l = list;
    if (words_end(w))
        return true;
    MEMORY_GROW(l->hosts, l->capacity, l->count + 1);
    host *h = &l->hosts[l->count++];
    *h = (host){.line = w->line,
                .slots = UINT64_MAX,
                .named = memory_new(w->names->count, sizeof *h->named)};
    bool good = read_name(w, h);
    for (size_t i = 0; good && i + 1 < l->count; i++)
        if (strcmp(l->hosts[i].name, h->name) == 0)
            good = words_wrong(w, w->start, "%s is in line %llu already", h->name,
                               (unsigned long long)l->hosts[i].line);
    while (good && !words_end(w))
        good = read_word(w, h);
    return good;
}

// ---- Places ----

static bool place_named(host_list *l, const fault_names *names, const char *file, int64_t *of,
                        error *e)
{
    for (size_t i = 0; i < l->count; i++)
        for (size_t k = 0; k < names->count; k++) {
            host *h = &l->hosts[i];
            if (h->named[k] && of[k] != NOWHERE)
                return error_at(e, file, h->line, 1, "%s is on %s already", names->names[k],
                                l->hosts[of[k]].name);
            if (h->named[k]) {
                of[k] = (int64_t)i;
                h->taken++;
            }
        }
    return true;
}

static bool place_others(host_list *l, const fault_names *names, const char *file, int64_t *of,
                         error *e)
{
    for (size_t k = 0, next = 0; k < names->count; k++) {
        for (size_t tried = 0; of[k] == NOWHERE && tried < l->count; tried++, next++) {
            host *h = &l->hosts[next % l->count];
            if (h->names_any || h->taken >= h->slots)
                continue;
            h->taken++;
            of[k] = (int64_t)(next % l->count);
        }
        if (of[k] == NOWHERE)
            return error_at(e, file, 0, 0,
                            "no host has room for %s: name it, or give more of them, or slots",
                            names->names[k]);
    }
    return true;
}

bool host_list_read(host_list *l, const fault_names *names, const char *file, error *e)
{
    bool good = words_read_lines(file, names, read_line, l, e);
    if (good && !l->count)
        good = error_at(e, file, 0, 0, "there is no host in it");
    int64_t *of = memory_new(names->count, sizeof *of);
    for (size_t k = 0; k < names->count; k++)
        of[k] = NOWHERE;
    good = good && place_named(l, names, file, of, e) && place_others(l, names, file, of, e);
    if (good) {
        l->of = memory_new(names->count, sizeof *l->of);
        for (size_t k = 0; k < names->count; k++)
            l->of[k] = (size_t)of[k];
    }
    free(of);
    return good;
}
