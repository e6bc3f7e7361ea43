// SPDX-License-Identifier: MIT
// See trace_access.h. Of a write, what was there before is read from memory when the step is about
// to be made: nothing else happens until then.

#include "explore/show/trace_access.h"

#include "base/memory.h"
#include "explore/show/value_names.h"
#include "judge/evidence/verdict.h"

#include <stdlib.h>

static bool kind_of(op_kind kind, lp_access_kind *out)
{
    static const struct {
        bool listed;
        lp_access_kind kind;
    } kinds[] = {
        [OP_READ] = {true, LP_ACCESS_READ},      [OP_LOAD] = {true, LP_ACCESS_READ},
        [OP_WRITE] = {true, LP_ACCESS_WRITE},    [OP_STORE] = {true, LP_ACCESS_WRITE},
        [OP_UPDATE] = {true, LP_ACCESS_UPDATE},  [OP_MALLOC] = {true, LP_ACCESS_ALLOCATE},
        [OP_FREE] = {true, LP_ACCESS_FREE},      [OP_UNLOCK] = {true, LP_ACCESS_UNLOCK},
        [OP_TRYLOCK] = {true, LP_ACCESS_LOCK},   [OP_SIGNAL] = {true, LP_ACCESS_WAKE},
        [OP_BROADCAST] = {true, LP_ACCESS_WAKE}, [OP_WAIT] = {true, LP_ACCESS_WAIT},
        [OP_LOCK] = {true, LP_ACCESS_LOCK},      [OP_SPINLOCK] = {true, LP_ACCESS_LOCK},
        [OP_READLOCK] = {true, LP_ACCESS_LOCK},  [OP_WRITELOCK] = {true, LP_ACCESS_LOCK},
        [OP_RELOCK] = {true, LP_ACCESS_LOCK},    [OP_SLEEP] = {true, LP_ACCESS_WAIT},
        [OP_SEMAPHORE] = {true, LP_ACCESS_WAIT},
    };
    if ((size_t)kind >= sizeof kinds / sizeof *kinds || !kinds[kind].listed)
        return false;
    *out = kinds[kind].kind;
    return true;
}

// C's numbers for its memory orders, as compilers hand them over.
static lp_memory_order order_of(const pending *p)
{
    static const lp_memory_order orders[] = {LP_ORDER_RELAXED, LP_ORDER_CONSUME, LP_ORDER_ACQUIRE,
                                             LP_ORDER_RELEASE, LP_ORDER_ACQ_REL, LP_ORDER_SEQ_CST};
    bool atomic = p->kind == OP_LOAD || p->kind == OP_STORE || p->kind == OP_UPDATE;
    return atomic && p->extra < sizeof orders / sizeof *orders ? orders[p->extra] : LP_ORDER_NONE;
}

static char *value_of(const void *bytes, size_t size)
{
    text t = {0};
    show_value(bytes, size, &t);
    return text_take(&t);
}

void access_begin(trace_record *r, const char *place)
{
    const pending *p = &r->step;
    r->has_access = kind_of(p->kind, &r->access.kind);
    if (!r->has_access)
        return;
    r->access.order = order_of(p);
    r->access.cell = p->address ? memory_string(place) : NULL;
    bool reads = p->kind == OP_READ || p->kind == OP_LOAD;
    bool writes = p->kind == OP_WRITE || p->kind == OP_STORE;
    if ((reads || writes) && trace_may_read(p->address, p->size))
        r->access.before = value_of(p->address, p->size);
}

void access_update(trace_record *r, bool cas, const void *old, const void *new)
{
    r->access.kind = cas ? LP_ACCESS_CAS : LP_ACCESS_UPDATE;
    r->access.failed = !new;
    free(r->access.before);
    free(r->access.after);
    r->access.before = value_of(old, r->step.size);
    r->access.after = new ? value_of(new, r->step.size) : NULL;
}

void access_done(trace_record *r)
{
    if (r->has_access && !r->access.after)
        r->access.after = value_of(r->step.address, r->step.size);
}

void access_failed(trace_record *r)
{
    r->access.failed = r->has_access;
}

void access_free(trace_record *r)
{
    free(r->access.cell);
    free(r->access.before);
    free(r->access.after);
}
