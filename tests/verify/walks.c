// SPDX-License-Identifier: MIT
// See walks.h.

#include "walks.h"

#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

// CMake compiles with whole paths: from this file to the models.
static void enter_repository(void)
{
    char root[4096];
    snprintf(root, sizeof root, "%s", __FILE__);
    char *tail = strstr(root, "/tests/verify/");
    assert_non_null(tail);
    *tail = 0;
    assert_int_equal(chdir(root), 0);
}

static model *read_model(const char *name)
{
    static char bytes[1 << 16];
    error e = {0};
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    return model_read(name, bytes, length, &e);
}

uint32_t walks_all(bool failing, const char *what, walks_instance one)
{
    glob_t files = {0};
    enter_repository();
    glob("objects/*/*.lin", 0, NULL, &files);
    glob("tests/verify/models/*.lin", GLOB_APPEND, NULL, &files);
    if (failing)
        glob("tests/verify/failing/*.lin", GLOB_APPEND, NULL, &files);
    uint32_t compared = 0;
    for (size_t i = 0; i < files.gl_pathc; i++) {
        model *m = read_model(files.gl_pathv[i]);
        for (uint32_t k = 0; m && k < m->instance_count; k++)
            compared += one(files.gl_pathv[i], &m->instances[k], i + k);
        model_free(m);
    }
    printf("%u %s of %zu models\n", compared, what, files.gl_pathc);
    globfree(&files);
    return compared;
}

system_options walks_bounds(const instance *v, uint32_t threads, bool clear, limits *l)
{
    return (system_options){.threads = v->threads < threads ? v->threads : threads,
                            .nodes = WALKS_NODES,
                            .reuse = v->reuse,
                            .clear = clear,
                            .has_range = v->has_range,
                            .low = v->low,
                            .high = v->high,
                            .operations = v->operations,
                            .has_capacity = v->has_capacity,
                            .capacity = v->capacity,
                            .limits = l};
}

void walks_offer(walker *w, const successors *path, const int32_t *after)
{
    if (!path->run.problem && rng_below(&w->r, ++w->seen) == 0)
        memcpy(w->next, after, w->s->p->layout.cells * sizeof *after);
}

void walks_go(walker *w, int steps, successors_visit visit)
{
    static successors way;
    run r;
    assert_true(w->s->p->layout.cells <= WALKS_CELLS);
    successors_init(&way, w->s, false, false, true);
    system_start(w->s, w->here, &r);
    for (int i = 0; i < steps && !r.problem; i++) {
        w->seen = 0;
        successors_expand(&way, w->here, visit, w);
        if (!w->seen)
            break;
        heap_normalise(&way.heap, w->next, w->here);
    }
    successors_fini(&way);
}
