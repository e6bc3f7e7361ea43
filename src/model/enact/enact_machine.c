// SPDX-License-Identifier: MIT
// Machines: the object of a spec, which carries out one operation after the other. Its cells are the
// operation that was last, a hash of all that were (linchpin/node.h says which), and the state of the
// object: a block whose first cell is the number of its bytes.

#include "model/enact/enactor.h"

#include "base/memory.h"
#include "model/syntax/finite_type.h"
#include "spec/spec_outcome.h"

#include <linchpin/node.h>

#include <stdlib.h>
#include <string.h>

enum { LAST, PAST, OBJECT }; // of a machine; an answer begins likewise

static int64_t block_of(enactor *e, const spec_outcome *now)
{
    size_t words = now->size / sizeof(int64_t) + 1;
    enact_many *m = enact_open_new(e, 1);
    int64_t *cells = memory_new(words, sizeof *cells), size = (int64_t)now->size;
    if (now->size)
        memcpy(cells, now->state, now->size);
    enact_many_insert(m, 0, &size);
    for (size_t i = 0; i < words; i++)
        enact_many_insert(m, m->count, &cells[i]);
    free(cells);
    return enact_many_cell(m);
}

void enact_machine_begin(enactor *e, int64_t *cells)
{
    spec_outcome first = {0};
    lp_pool *pool = lp_pool_new();
    spec_outcome_initial(e->s->object->spec, pool, &first);
    cells[LAST] = ENACT_NONE;
    cells[PAST] = 0;
    enact_open_store(e, &cells[OBJECT], block_of(e, &first));
    spec_outcome_fini(&first);
    lp_pool_free(pool);
}

// Which of the object's methods an operation is.
static const replicable_method *method_of(const component_system *s, int64_t id)
{
    uint32_t first = 0, own = enact_supply(id);
    while (s->supplies[first].of != s->operations)
        first++;
    return own >= first && own - first < s->object->count ? &s->object->methods[own - first] : NULL;
}

static bool outcome_of(enactor *e, const expr *x, const int64_t *machine, int64_t id,
                       spec_outcome *out)
{
    const replicable_method *called = method_of(e->s, id);
    if (!called || !e->part->argument) {
        enact_fail(e, x->at, "it is not known what this operation is");
        return false;
    }
    int64_t given = e->part->argument(e->part->arguments, id);
    lp_pool *pool = lp_pool_new();
    const lp_value both[] = {lp_int(lp_first(given)), lp_int(lp_second(given))};
    lp_value arg = called->arguments == 0   ? LP_NIL
                   : called->arguments == 1 ? lp_int(given)
                                            : lp_vector(pool, both, 2);
    const int64_t *state = enact_many_item(machine[OBJECT], 0);
    spec_outcome_of(e->s->object->spec, pool, state + 1, (size_t)state[0], called->number, arg,
                    out);
    lp_pool_free(pool);
    if (!out->any)
        enact_fail(e, x->at, "the object has no answer to this operation");
    return out->any;
}

static enact_value answered(const int64_t *machine, lp_value result)
{
    return (enact_value){
        .cells = {machine[LAST], machine[PAST], (int64_t)result.kind, result.bits}};
}

// object.answer(x) looks, and object.apply(x) carries x out.
enact_value enact_machine_operation(enactor *e, const expr *x)
{
    type operation = x->a->type.parts[0];
    operation.optional = false;
    enact_value id = enact_eval_as(e, x->items[0], operation), made = {0};
    int64_t *machine = enact_failed(e) ? NULL : enact_place(e, x->a);
    spec_outcome out = {0};
    if (machine && outcome_of(e, x, machine, id.cells[0], &out)) {
        made = answered(machine, out.result);
        if (strcmp(x->name, "apply") == 0) {
            const lp_id last = {.id = (uint64_t)id.cells[0]};
            machine[LAST] = id.cells[0];
            machine[PAST] = (int64_t)lp_past((uint64_t)machine[PAST], last);
            enact_open_store(e, &machine[OBJECT], block_of(e, &out));
        }
    }
    spec_outcome_fini(&out);
    return made;
}
