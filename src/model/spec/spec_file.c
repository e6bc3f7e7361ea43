// SPDX-License-Identifier: MIT
// See spec_file.h.

#include "model/spec/spec_file.h"

#include "base/io/file_read.h"
#include "base/memory.h"
#include "model/spec/spec_block.h"
#include "spec/made_spec.h"

#include <stdlib.h>
#include <string.h>

// What a spec of a file needs while it is used.
typedef struct holder {
    model *m;
    spec_block *block;
} holder;

static void holder_free(void *owner)
{
    holder *h = owner;
    spec_block_free(h->block);
    model_free(h->m);
    free(h);
}

static bool holder_failed(const void *owner, error *e)
{
    return spec_block_failed(((const holder *)owner)->block, e);
}

static const unit *no_spec(const model *m, const char *wanted, uint32_t count, error *e)
{
    const char *names[64];
    text list = {0};
    size_t known = 0;
    for (uint32_t i = 0; i < m->unit_count && known < sizeof names / sizeof *names; i++)
        if (m->units[i]->is_spec) {
            text_add(&list, "%s%s", known ? ", " : "", m->units[i]->name);
            names[known++] = m->units[i]->name;
        }
    const char *near = wanted ? did_you_mean(wanted, names, known) : NULL;
    if (!count)
        error_at(e, m->source.file, 0, 0, "there is no spec block in it");
    else if (near)
        error_at(e, m->source.file, 0, 0, "no spec in it is called \"%s\"; did you mean \"%s\"?",
                 wanted, near);
    else if (wanted)
        error_at(e, m->source.file, 0, 0, "no spec in it is called \"%s\"; it has %s", wanted,
                 list.bytes);
    else
        error_at(e, m->source.file, 0, 0, "it has several specs: write %s:NAME with one of %s",
                 m->source.file, list.bytes);
    text_fini(&list);
    return NULL;
}

// `wanted` NULL: there must be one only.
static const unit *find_block(const model *m, const char *wanted, error *e)
{
    const unit *found = NULL;
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->unit_count; i++) {
        const unit *u = m->units[i];
        if (!u->is_spec)
            continue;
        count++;
        if (!wanted || strcmp(u->name, wanted) == 0)
            found = u;
    }
    bool fine = found && (wanted || count == 1);
    return fine ? found : no_spec(m, wanted, count, e);
}

static model *read_model(const char *file, error *e)
{
    text bytes = {0};
    model *m = NULL;
    if (file_read(file, NULL, &bytes, e))
        m = model_read(file, bytes.bytes ? bytes.bytes : "", bytes.length, e);
    text_fini(&bytes);
    return m;
}

static spec_made *load(const char *file, const char *wanted, error *e)
{
    model *m = read_model(file, e);
    if (!m)
        return NULL;
    const unit *u = find_block(m, wanted, e);
    if (!u) {
        model_free(m);
        return NULL;
    }
    holder *h = memory_new(1, sizeof *h);
    h->m = m;
    h->block = spec_block_new(m, u);
    spec_made *made = spec_made_new(spec_block_spec(h->block));
    made->owner = h;
    made->owner_free = holder_free;
    made->owner_failed = holder_failed;
    return made;
}

const lp_spec *spec_file_get(const char *name, const spec_options *o, error *e)
{
    const char *end = spec_model_end(name);
    if (!end)
        return spec_get(name, o, e);
    char *file = memory_string_n(name, (size_t)(end - name));
    spec_made *made = load(file, *end ? end + 1 : NULL, e);
    free(file);
    return made ? spec_finish(made, o, e) : NULL;
}
