// SPDX-License-Identifier: MIT
// An atomic snapshot: snapshot:3 has the components 0, 1 and 2, nil at first.
// `scan` returns all of them as they were at one moment.

#include <linchpin/spec.h>

enum { UPDATE, SCAN };

static void initial(const lp_spec *self, lp_step *s)
{
    lp_value components[64];
    for (int64_t i = 0; i < self->parameter.value; i++)
        components[i] = LP_NIL;
    s->emit(s, NULL, components, (size_t)self->parameter.value * sizeof *components);
}

static void step(lp_step *s)
{
    size_t n;
    const lp_value *components = lp_step_values(s, &n);
    if (s->calls[0].method == SCAN) {
        lp_step_emit_same(s, lp_vector(s->pool, components, n));
        return;
    }
    lp_value i = lp_step_arg(s, 0, 0), v = lp_step_arg(s, 0, 1);
    if (i.kind == LP_KIND_INT && i.bits >= 0 && (size_t)i.bits < n)
        lp_step_emit_spliced(s, LP_UNIT, (size_t)i.bits, 1, &v, 1);
}

static const char *refuse(const lp_spec *self, const lp_pool *pool, uint32_t method, lp_value arg,
                          lp_value *result)
{
    if (method == SCAN)
        return result && result->kind != LP_KIND_VECTOR && !lp_is_nil(*result) &&
                       result->kind != LP_KIND_UNIT
                   ? "it returns a list of all components"
                   : NULL;
    lp_value i = lp_call_arg(self, pool, method, arg, 0);
    bool there = i.kind == LP_KIND_INT && i.bits >= 0 && i.bits < self->parameter.value;
    return there ? NULL : "there is no such component: they are numbered from 0";
}

static void why(const lp_why *w)
{
    const lp_value *components = w->state, *seen;
    size_t n = w->state_size / sizeof *components, m, i = 0;
    if (w->call->method == UPDATE) {
        lp_why_say(w, "there are only the components 0 to %d", (int64_t)n - 1);
        return;
    }
    seen = lp_items(w->pool, w->result, &m);
    while (i < n && i < m && lp_value_equal(seen[i], components[i]))
        i++;
    if (m != n)
        lp_why_say(w, "a scan returns %d components", (int64_t)n);
    else
        lp_why_say(w, "component %d holds %v", (int64_t)i, components[i]);
}

const lp_spec lp_spec_snapshot = {
    .name = "snapshot",
    .summary = "components that are written one by one and read all at once; nil at first",
    .parameter = {"components", 1, 64, 3, .required = true},
    .methods = {{"update", "write set put", 2, "update(0, 5)", .returns_nothing = true},
                {"scan", "snapshot read read_all", 0, "scan() → [5 nil nil]", .reads_only = true}},
    .hides_past = true,
    .initial = initial,
    .step = step,
    .why = why,
    .refuse = refuse,
};
