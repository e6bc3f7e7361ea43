// SPDX-License-Identifier: MIT
// See inferred_points.h.

#include "verify/points/inferred_points.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ROUNDS = 8 };

static place_use *use_of(inferred_points *p, uint32_t at)
{
    if (at >= p->use_count) {
        uint32_t count = operation_place_count(p->game.steps);
        p->uses = memory_resize(p->uses, count, sizeof *p->uses);
        memset(p->uses + p->use_count, 0, (count - p->use_count) * sizeof *p->uses);
        p->use_count = count;
    }
    return &p->uses[at];
}

// Of the operation of this thread, which has taken effect: a bit.
static uint32_t kind_of_effect(const inferred_points *p, uint32_t which, uint32_t thread)
{
    const transition_system *s = step_graph_system(p->game.graph);
    lp_value result = atomic_result(p->game.object, p->game.answers.next, thread);
    bool has_result = s->p->object->methods[which]->result.kind != TYPE_UNIT;
    return 1u << (has_result ? result_kind_of(result) : RESULT_OTHER);
}

static void note_help(inferred_points *p, uint32_t at, uint32_t state, uint32_t thread)
{
    const transition_system *s = step_graph_system(p->game.graph);
    const layout *l = &s->p->layout;
    const int32_t *cells = step_graph_cells(p->game.graph, state);
    uint32_t pc = (uint32_t)cells[l->threads + thread * l->thread_stride + THREAD_PC];
    uint32_t which = operation_steps_method(p->game.steps, pc);
    use_of(p, at)->helps++;
    size_t i = 0;
    while (i < p->help_count && (p->helps[i].place != at || p->helps[i].pc != pc))
        i++;
    MEMORY_GROW(p->helps, p->help_capacity, i + 1);
    if (i == p->help_count)
        p->helps[p->help_count++] = (point_help){.place = at, .method = which, .pc = pc};
    p->helps[i].kinds |= kind_of_effect(p, which, thread);
}

// What the answer was: which operations have taken effect in this step.
static void note(void *context, won_pair from, uint32_t tag, won_pair to)
{
    inferred_points *p = context;
    point_game *g = &p->game;
    uint32_t count;
    graph_edge edge = step_graph_edges(g->graph, from.s, &count)[tag];
    operation_step step = operation_step_get(g->steps, edge.label);
    operation_place at = operation_step_place(g->steps, step.place);
    atomic_object_get(g->object, from.u, g->answers.now);
    atomic_object_get(g->object, to.u, g->answers.next);
    if (step.kind == LABEL_RETURN) {
        result_use *r = &p->results[at.method][at.result];
        r->effects += g->answers.now->of[step.thread].result != 0;
        r->looks += g->answers.now->of[step.thread].result == 0;
        return;
    }
    bool open = !g->answers.now->of[step.thread].result,
         taken = g->answers.next->of[step.thread].result != 0;
    use_of(p, step.place)->effects += open && taken;
    if (open && taken)
        use_of(p, step.place)->kinds |= kind_of_effect(p, at.method, step.thread);
    use_of(p, step.place)->passes += open && !taken;
    use_of(p, step.place)->dones += !open;
    for (uint32_t t = 0; t < atomic_processes(g->object); t++)
        if (t != step.thread && g->answers.next->of[t].result && !g->answers.now->of[t].result)
            note_help(p, step.place, from.s, t);
}

static void forget(inferred_points *p)
{
    free(p->uses);
    p->uses = NULL;
    p->use_count = 0;
    p->help_count = 0;
    memset(p->results, 0, sizeof p->results);
}

static game_end play(inferred_points *p, const point_rules *rules)
{
    point_game_fini(&p->game);
    p->game.rules = *rules;
    point_game_play(&p->game);
    p->game.rules.eager = NULL; // the caller's
    return p->game.end;
}

static void read_strategy(inferred_points *p)
{
    forget(p);
    use_of(p, 0);
    p->pairs = game_strategy(p->game.game, note, p);
}

// Places at which the operation takes effect at some times and not at others: a mark there needs a condition.
static uint32_t mixed_places(const inferred_points *p)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->use_count; i++)
        count += p->uses[i].effects && p->uses[i].passes;
    return count;
}

// Plays until an operation takes effect wherever it did at some time, or cannot.
static game_end play_fixed(inferred_points *p, const point_rules *given)
{
    point_rules rules = *given;
    bool *eager = NULL, changed = true;
    uint32_t count = 0;
    game_end end = play(p, &rules);
    for (int round = 0; end == GAME_WON && changed && round < MOST_ROUNDS; round++) {
        read_strategy(p);
        changed = false;
        bool *next = memory_new(p->use_count, sizeof *next);
        for (uint32_t i = 0; i < p->use_count; i++) {
            next[i] = p->uses[i].effects > 0;
            changed |= next[i] != (i < count && eager[i]);
        }
        free(eager);
        eager = next;
        count = p->use_count;
        rules.eager = eager;
        rules.eager_count = count;
        end = changed ? play(p, &rules) : GAME_WON;
    }
    if (end == GAME_WON && changed)
        read_strategy(p);
    free(eager);
    return end;
}

// Takes hindsight away where it is not needed, and marks do not become conditional without it.
static game_end need_less(inferred_points *p, point_rules *rules, uint32_t methods)
{
    result_use looked[MODEL_MAX_METHODS][RESULT_KINDS];
    game_end end = play_fixed(p, rules);
    uint32_t mixed = mixed_places(p);
    memcpy(looked, p->results, sizeof looked);
    for (uint32_t m = 0; m < methods; m++)
        for (uint32_t k = 0; k < RESULT_KINDS && end != GAME_STOPPED; k++) {
            uint32_t kept = rules->hindsight[m];
            rules->hindsight[m] &= ~(1u << k);
            if (!looked[m][k].looks)
                continue;
            end = play_fixed(p, rules);
            if (end == GAME_LOST || mixed_places(p) > mixed)
                rules->hindsight[m] = kept;
        }
    return end == GAME_STOPPED ? end : play_fixed(p, rules);
}

void inferred_points_find(inferred_points *p, const point_game *given, uint32_t methods)
{
    *p = (inferred_points){.game = *given};
    game_end end = GAME_LOST;
    for (int i = 0; i < 5 && end == GAME_LOST; i++) {
        bool hindsight = i % 2 != 0 || i == 4;
        point_rules rules = {.others = i >= 2, .late = i == 4};
        for (uint32_t m = 0; hindsight && m < methods; m++)
            rules.hindsight[m] = (1u << RESULT_KINDS) - 1;
        end = play(p, &rules);
        if (end == GAME_WON && !rules.late)
            end = hindsight ? need_less(p, &rules, methods) : play_fixed(p, &rules);
    }
}

void inferred_points_fini(inferred_points *p)
{
    point_game_fini(&p->game);
    free(p->uses);
    free(p->helps);
}
