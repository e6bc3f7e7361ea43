// SPDX-License-Identifier: MIT
// See uncompiled.h.

#include "uncompiled.h"

#include "verify/front/front_ends.h"
#include "written.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

void uncompiled_init(uncompiled *u, const char *written, uint32_t items)
{
    error e = {0};
    program_options room = {.threads = 1, .nodes = 1, .items = items};
    *u = (uncompiled){.m = written_model(written), .pool = lp_pool_new()};
    u->v = &u->m->instances[0];
    u->o = (system_options){.threads = 1, .nodes = 1, .items = items};
    u->s = (transition_system){.m = u->v->in, .pool = u->pool, .front = front_of(u->v->subject)};
    u->s.p = program_new(u->v->in, u->v->subject, &room);
    assert_true(u->s.front->declare(&u->s, u->v, &u->o, &e));
}

void uncompiled_fini(uncompiled *u)
{
    program_free(u->s.p);
    free(u->s.offers);
    lp_pool_free(u->pool);
    model_free(u->m);
}
