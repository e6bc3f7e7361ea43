// SPDX-License-Identifier: MIT
// See effect_report.h. That every history is linearizable was decided before, by the judge; this explains why, or that
// no points of any kind do.

#include "explore/effects/effect_report.h"

#include "explore/effects/effect_check.h"
#include "explore/effects/effect_refusal.h"
#include "explore/effects/effect_text.h"

bool effects_may_be_found(const lp_spec *spec, error *e)
{
    return (!spec->needs_result && !spec->syncs) ||
           error_set(e,
                     spec->syncs ? "--infer-points: operations of %s meet: none takes effect alone"
                                 : "--infer-points: %s has too many results to try them all",
                     spec->name);
}

static bool say_found(effect_search *p, limits *l, lp_verdict *v, error *e)
{
    effect_rows rows;
    effect_strategy strategy;
    text t = {0};
    effect_strategy_init(&strategy, &p->game);
    effect_rows_find(&rows, p, &strategy);
    check_end check = effect_check(&rows, &strategy);
    v->rechecked = check == CHECK_HOLDS;
    effect_text_summary(&rows, &t);
    if (check == CHECK_STOPPED || (l && limits_reached(l))) {
        verdict_decide(v, LP_UNKNOWN, "%s while points were looked for",
                       l && limits_reached(l) ? limits_reason(l) : "there are too many results");
    } else {
        verdict_decide(v, LP_HOLDS, "%s", t.bytes);
        text_clear(&t);
        effect_text_print(p->game.graph, &rows, &t);
        verdict_copy(&v->detail, t.bytes);
        effect_text_evidence(p->game.graph, &rows, v);
        verdict_figure(v, LP_FIGURE_RELATED_PAIRS, p->pairs);
    }
    text_fini(&t);
    effect_strategy_fini(&strategy);
    effect_rows_fini(&rows);
    return check != CHECK_FAILS ||
           error_set(e,
                     "the points that were found are not confirmed: this is a fault of linchpin, "
                     "please report it with the object");
}

static void say_none(const effect_search *p, lp_verdict *v)
{
    text t = {0};
    effect_refusal_print(&p->game, v, &t);
    text_add(&t, "\nEvery history is linearizable all the same.");
    verdict_copy(&v->detail, t.bytes);
    text_fini(&t);
    verdict_break(v, LP_VIOLATION_POINT,
                  "linearizable, but without linearization points: in which order operations take "
                  "effect depends on what happens later");
}

bool effects_report(effect_graph *g, limits *l, lp_verdict *v, error *e)
{
    const subject *s = effect_graph_subject(g);
    effect_graph_close(g);
    effect_game given = {.graph = g, .limits = l};
    given.object =
        atomic_object_new(s->spec, s->spec_methods, s->pool, effect_graph_processes(g), true);
    uint32_t states;
    atomic_initial(given.object, &states);
    if (states != 1) {
        atomic_object_free(given.object);
        return error_set(e, "--infer-points: %s may begin in several states", s->spec->name);
    }
    effect_search p;
    effect_search_find(&p, &given);
    bool ok = true;
    if (p.game.end == GAME_LOST)
        say_none(&p, v);
    else if (p.game.end == GAME_STOPPED)
        verdict_decide(v, LP_UNKNOWN, "%s while points were looked for",
                       l && limits_reached(l) ? limits_reason(l) : "there are too many results");
    else if (p.game.rules.late) // nothing lies between a step and its return
        ok = error_set(e, "points exist and are not found: this is a fault of linchpin, please "
                          "report it with the object");
    else
        ok = say_found(&p, l, v, e);
    effect_search_fini(&p);
    atomic_object_free(given.object);
    return ok;
}
