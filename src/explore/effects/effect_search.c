// SPDX-License-Identifier: MIT
// See effect_search.h.

#include "explore/effects/effect_search.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ROUNDS = 8 };

// The operation of this process has taken effect: its result, as a bit.
static uint32_t kind_of_effect(const effect_search *p, uint32_t process)
{
    return 1u << effect_kind_of(atomic_result(p->game.object, p->game.answers.next, process));
}

static void note_help(effect_search *p, uint32_t at, uint32_t process)
{
    // In one step it may have begun; that is its own.
    uint32_t which = atomic_method(p->game.object, p->game.answers.now, process);
    size_t i = 0;
    while (i < p->help_count && (p->helps[i].place != at || p->helps[i].method != which))
        i++;
    MEMORY_GROW(p->helps, p->help_capacity, i + 1);
    if (i == p->help_count)
        p->helps[p->help_count++] = (effect_help){.place = at, .method = which};
    p->helps[i].kinds |= kind_of_effect(p, process);
}

static void note_step(effect_search *p, const effect_label *l)
{
    effect_game *g = &p->game;
    effect_use *use = &p->uses[l->place];
    uint32_t processes = atomic_processes(g->object);
    if (l->method != NO_METHOD && l->process < processes) {
        bool open = !g->answers.now->of[l->process].result,
             taken = g->answers.next->of[l->process].result != 0;
        use->effects += open && taken;
        use->passes += open && !taken;
        if (open && taken)
            use->kinds |= kind_of_effect(p, l->process);
    }
    for (uint32_t t = 0; t < processes; t++)
        if (t != l->process && g->answers.next->of[t].result && !g->answers.now->of[t].result)
            note_help(p, l->place, t);
}

// What the answer was: which operations have taken effect in this step.
static void note(void *context, won_pair from, uint32_t tag, won_pair to)
{
    effect_search *p = context;
    effect_game *g = &p->game;
    uint32_t count;
    const effect_edge *edge = effect_graph_edges(g->graph, from.s, &count) + tag;
    const effect_label *l = effect_graph_label(g->graph, edge->label);
    atomic_object_get(g->object, from.u, g->answers.now);
    atomic_object_get(g->object, to.u, g->answers.next);
    if (l->move == MOVE_RETURN) {
        effect_result *r = &p->results[l->method][effect_kind_of(l->value)];
        r->effects += g->answers.now->of[l->process].result != 0;
        r->looks += g->answers.now->of[l->process].result == 0;
    } else if (l->move == MOVE_STEP) {
        note_step(p, l);
    }
}

static game_end play(effect_search *p, const effect_rules *rules)
{
    effect_game_fini(&p->game);
    p->game.rules = *rules;
    effect_game_play(&p->game);
    p->game.rules.eager = NULL; // the caller's
    return p->game.end;
}

static void read_strategy(effect_search *p)
{
    memset(p->uses, 0, p->use_count * sizeof *p->uses);
    memset(p->results, 0, sizeof p->results);
    p->help_count = 0;
    p->pairs = game_strategy(p->game.game, note, p);
}

// Places at which the operation takes effect at some times and not at others.
static uint32_t mixed_places(const effect_search *p)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->use_count; i++)
        count += p->uses[i].effects && p->uses[i].passes;
    return count;
}

// Plays until an operation takes effect wherever it did at some time, or cannot. `eager`: of each place; what it is when
// it is begun with saves rounds.
static game_end play_fixed(effect_search *p, const effect_rules *given, uint8_t *eager)
{
    effect_rules rules = *given;
    bool changed = true;
    rules.eager = eager;
    game_end end = play(p, &rules);
    for (int round = 0; end == GAME_WON && changed && round < MOST_ROUNDS; round++) {
        read_strategy(p);
        changed = false;
        for (uint32_t i = 0; i < p->use_count; i++) {
            changed |= eager[i] != p->uses[i].kinds;
            eager[i] = (uint8_t)p->uses[i].kinds;
        }
        end = changed ? play(p, &rules) : GAME_WON;
    }
    if (end == GAME_WON && changed)
        read_strategy(p);
    return end;
}

// Takes hindsight away where it is not needed, and points do not become conditional without it.
static game_end need_less(effect_search *p, effect_rules *rules, uint32_t methods, uint8_t *eager)
{
    effect_result looked[LP_MAX_METHODS][EFFECT_KINDS];
    game_end end = play_fixed(p, rules, eager);
    if (end != GAME_WON)
        return end;
    uint8_t *tried = memory_new((size_t)p->use_count + 1, sizeof *tried);
    bool last = true;
    uint32_t mixed = mixed_places(p);
    memcpy(looked, p->results, sizeof looked);
    for (uint32_t m = 0; m < methods; m++)
        for (uint32_t k = 0; k < EFFECT_KINDS && end != GAME_STOPPED; k++) {
            uint32_t kept = rules->hindsight[m];
            rules->hindsight[m] &= ~(1u << k);
            if (!looked[m][k].looks)
                continue;
            memcpy(tried, eager, p->use_count * sizeof *tried);
            end = play_fixed(p, rules, tried);
            last = end == GAME_WON && mixed_places(p) <= mixed;
            if (last)
                memcpy(eager, tried, p->use_count * sizeof *tried);
            else
                rules->hindsight[m] = kept;
        }
    free(tried);
    return end == GAME_STOPPED || last ? end : play_fixed(p, rules, eager);
}

static game_end play_game(effect_search *p, bool hindsight, bool others, bool late)
{
    uint32_t methods = effect_graph_subject(p->game.graph)->method_count;
    effect_rules rules = {.others = others, .late = late};
    for (uint32_t m = 0; hindsight && m < methods; m++)
        rules.hindsight[m] = (1u << EFFECT_KINDS) - 1;
    if (late)
        return play(p, &rules);
    uint8_t *eager = memory_new((size_t)p->use_count + 1, sizeof *eager);
    game_end end = hindsight ? need_less(p, &rules, methods, eager) : play_fixed(p, &rules, eager);
    free(eager);
    return end;
}

// In few calls an operation may get away with a decision that would be wrong later: what it has decided to return happens
// to be right again. Which it does is a condition that no reader would recognise; then hindsight is the better
// explanation, if it needs fewer of them.
static game_end play_better(effect_search *p, bool others)
{
    game_end end = play_game(p, false, others, false);
    uint32_t mixed = end == GAME_WON ? mixed_places(p) : UINT32_MAX;
    if (end == GAME_STOPPED || !mixed)
        return end;
    game_end other = play_game(p, true, others, false);
    if (end == GAME_LOST || other == GAME_STOPPED || mixed_places(p) < mixed)
        return other;
    return play_game(p, false, others, false);
}

void effect_search_find(effect_search *p, const effect_game *given)
{
    *p = (effect_search){.game = *given, .use_count = effect_graph_place_count(given->graph)};
    p->uses = memory_new((size_t)p->use_count + 1, sizeof *p->uses);
    game_end end = play_better(p, false);
    if (end == GAME_LOST)
        end = play_better(p, true);
    if (end == GAME_LOST)
        play_game(p, true, true, true);
}

void effect_search_fini(effect_search *p)
{
    effect_game_fini(&p->game);
    free(p->uses);
    free(p->helps);
}
