// SPDX-License-Identifier: MIT
// See run_plan.h.

#include "run/run_plan.h"

#include "base/memory.h"
#include "base/text.h"
#include "model/component/component.h"
#include "model/model.h"
#include "model/syntax/finite_type.h"

#include <stdlib.h>

void run_plan_fini(run_plan *p)
{
    for (size_t i = 0; i < p->count; i++) {
        free(p->servers[i].name);
        free(p->servers[i].program);
        free(p->servers[i].instance);
    }
    free(p->servers);
    free(p->system);
    free(p->spec);
    free(p->claimed);
    *p = (run_plan){0};
}

static char *instance_name(const model *m, const system_part *part, uint32_t number)
{
    text t = {0};
    uint32_t digits[MODEL_MAX_ARGS] = {0};
    for (uint32_t k = part->domain_count; k-- > 0;) {
        digits[k] = number % type_card(part->domains[k]);
        number /= type_card(part->domains[k]);
    }
    for (uint32_t k = 0; k < part->domain_count; k++) {
        text_add(&t, "%s", k ? "," : "");
        finite_print(m, part->domains[k], digits[k], &t);
    }
    return text_take(&t);
}

static void add_servers(const model *m, const component *c, run_plan *out)
{
    for (uint32_t i = 0; i < c->instances; i++) {
        bool one = c->part->domain_count == 0;
        char *word = one ? memory_string("1") : instance_name(m, c->part, i);
        MEMORY_GROW(out->servers, out->capacity, out->count + 1);
        out->servers[out->count++] = (planned_server){
            .name = one ? memory_string(c->part->name) : text_format("%s[%s]", c->part->name, word),
            .program = memory_string(c->part->name),
            .instance = word,
            .stays_down = c->crashes && c->crashes->mode == CRASH_STOPS,
        };
    }
}

bool run_plan_make(const char *file, const char *bytes, size_t length,
                   const component_choice *which, run_plan *out, error *e)
{
    *out = (run_plan){0};
    struct token *tokens = NULL;
    model *m = model_read_tokens(file, bytes, length, &tokens, e);
    component_system *s = memory_new(1, sizeof *s);
    bool ok = m && components_find(m, which, s, e);
    if (ok && !s->claims->refines)
        ok = error_at(e, file, 0, 0,
                      "what should %s be? A verify block says it: verify %s refines register { … }",
                      s->system->name, s->system->name);
    if (ok) {
        out->system = memory_string(s->system->name);
        out->spec = memory_string(s->object ? s->object->spec->name : s->claims->refines);
        uint32_t line, column;
        source_position(&m->source, s->claims->object_at, &line, &column);
        out->claimed = text_format("%s:%u:%u", file, line, column);
        for (uint32_t i = 0; i < s->part_count; i++)
            if (!s->parts[i].is_operation)
                add_servers(m, &s->parts[i], out);
    }
    free(s);
    free(tokens);
    model_free(m);
    return ok;
}
