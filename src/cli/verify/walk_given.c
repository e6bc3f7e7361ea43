// SPDX-License-Identifier: MIT
// See walk_given.h.

#include "cli/verify/walk_given.h"

#include "base/random.h"
#include "base/text.h"
#include "cli/options.h"
#include "judge/evidence/verdict.h"

#include <stdlib.h>
#include <string.h>

bool walk_given_read(const walk_given *c, walk_options *o, error *e)
{
    enum { LENGTH = 1000, MOST_LENGTH = 100000000 };
    static const uint64_t most = 1ull << 53;
    *o = (walk_options){.steps = c->steps,
                        .length = c->length ? c->length : LENGTH,
                        .seed = c->seed ? c->seed : rng_fresh_seed(),
                        .one = c->only != NULL};
    bool first = c->only && strcmp(c->only, "0") == 0;
    if (c->only && !first && (!parse_count(c->only, &o->number) || o->number >= most))
        return error_set(e, "--only-walk: \"%s\" is not the number of a walk", c->only);
    if (!o->steps && (c->length || c->seed || c->only))
        return error_set(e, "--%s is about walks: say how many steps, for example --walk 1000000",
                         c->length ? "walk-length"
                         : c->seed ? "seed"
                                   : "only-walk");
    if (o->length > MOST_LENGTH)
        return error_set(e, "--walk-length is at most %d", MOST_LENGTH);
    if (o->seed >= most || o->steps >= most)
        return error_set(e, "--%s is less than 2 to the power of 53",
                         o->seed >= most ? "seed" : "walk");
    return true;
}

char *walk_given_reproduce(const cli_arguments *arguments, const walk_options *o,
                           const lp_verdict *v)
{
    double number = verdict_figure_get(v, LP_FIGURE_FOUND_IN_WALK, (double)o->number);
    char *seed = text_format("%llu", (unsigned long long)o->seed);
    char *walk = text_format("%.0f", number);
    const char *added[] = {"--seed", seed, "--only-walk", walk, NULL};
    char *line = cli_command_line(arguments, added, NULL);
    free(seed);
    free(walk);
    return line;
}
