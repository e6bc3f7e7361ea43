// SPDX-License-Identifier: MIT
// One monitor for all objects and keys, of which each has its own set of configurations; and
// a window of what was seen last: see stream_judge.h.

#include "judge/monitor/stream_inside.h"

#include "base/memory.h"
#include "judge/resolve.h"
#include "spec/registry.h"

#include <stdlib.h>
#include <string.h>

enum {
    FORGET_BYTES = 1 << 20, // a monitor this large forgets what it can
    WINDOWS_MOST = 4096,    // operations in the windows of all, before some are dropped
    LOOK_EVERY = 256,
    // What a return may cost the monitor, in configurations, and what all of them may on
    // average: beyond, the judges that know what comes later are cheaper.
    RETURN_MOST = 1 << 16,
    RETURN_USUAL = 256,
    WHOLE_MOST = 1 << 16, // operations that are kept for these judges
};

stream *stream_new(const lp_spec *spec, lp_pool *pool, limits *l)
{
    stream *s = memory_new(1, sizeof *s);
    *s = (stream){.spec = spec,
                  .pool = pool,
                  .limits = l,
                  .forget_at = FORGET_BYTES,
                  .window_limit = WINDOWS_MOST,
                  .return_most = RETURN_MOST,
                  .return_usual = RETURN_USUAL};
    const fast_judge *fast = fast_find(spec);
    s->fast = fast && fast->settled ? fast : NULL;
    s->keys = intern_new();
    s->monitor = monitor_new(spec, pool);
    monitor_limit(s->monitor, l);
    stream_open_init(&s->open);
    return s;
}

void stream_bound(stream *s, size_t configurations)
{
    s->return_most = configurations;
    s->return_usual = 0;
}

static void lane_fini(stream_lane *l)
{
    stream_window_free(l->rolling);
    lp_history_free(l->window);
    free(l->failed);
    free(l->shown);
    free(l->used);
}

void stream_free(stream *s)
{
    for (uint32_t i = 0; i < intern_count(s->keys); i++)
        lane_fini(&s->lanes[i]);
    intern_free(s->keys);
    free(s->lanes);
    monitor_free(s->monitor);
    stream_open_fini(&s->open);
    free(s);
}

static uint32_t lane_of(stream *s, const stream_event *call, uint32_t method)
{
    struct {
        lp_value object, key;
    } key = {.object = call->object};
    if (s->spec->split)
        key.key = s->spec->split(s->spec, s->pool, method, call->arg);
    bool fresh;
    uint32_t n = intern_add_fresh(s->keys, &key, sizeof key, &fresh);
    MEMORY_GROW(s->lanes, s->lane_capacity, (size_t)n + 1);
    if (fresh)
        s->lanes[n] = (stream_lane){0};
    stream_lane *l = &s->lanes[n];
    if (!l->begun && s->fast) {
        l->rolling = stream_window_new(s->spec, s->pool, s->fast, s->limits);
    } else if (!l->begun) {
        l->set = monitor_start(s->monitor);
    }
    if (!l->rolling && !l->window)
        l->window = lp_history_new(s->pool);
    l->whole |= !l->begun && !s->spec->syncs;
    l->begun = true;
    return n;
}

static uint32_t free_slot(stream_lane *l)
{
    uint32_t slot = 0;
    while (slot < l->used_capacity && l->used[slot])
        slot++;
    size_t before = l->used_capacity;
    MEMORY_GROW(l->used, l->used_capacity, (size_t)slot + 1);
    memset(l->used + before, 0, l->used_capacity - before);
    MEMORY_GROW(l->shown, l->shown_capacity, (size_t)slot + 1);
    l->used[slot] = true;
    return slot;
}

// Only what is open is still of interest. The last operations are kept to be shown.
static void shorten_window(stream_lane *l)
{
    lp_history *h = l->window;
    bool *keep = memory_new(h->op_count, sizeof *keep);
    uint32_t *renamed = memory_new(h->op_count, sizeof *renamed);
    for (uint32_t i = 0, n = 0; i < h->op_count; i++) {
        keep[i] = lp_op_pending(&h->ops[i]) || i + STREAM_WINDOW >= h->op_count;
        renamed[i] = n;
        n += keep[i];
    }
    for (uint32_t slot = 0; slot < l->used_capacity; slot++)
        if (l->used[slot])
            l->shown[slot] = renamed[l->shown[slot]];
    l->window = lp_history_select(h, keep);
    l->whole = false;
    lp_history_free(h);
    free(keep);
    free(renamed);
}

// The monitor keeps the sets that somebody is in.
static void forget(stream *s)
{
    uint32_t count = intern_count(s->keys), n = 0;
    uint32_t *sets = memory_new(count, sizeof *sets);
    for (uint32_t i = 0; i < count; i++)
        if (s->lanes[i].begun && !s->lanes[i].rolling)
            sets[n++] = s->lanes[i].set;
    monitor_forget(s->monitor, sets, n);
    n = 0;
    for (uint32_t i = 0; i < count; i++)
        if (s->lanes[i].begun && !s->lanes[i].rolling)
            s->lanes[i].set = sets[n++];
    free(sets);
    s->forget_at = monitor_bytes(s->monitor) * 2 + FORGET_BYTES;
}

// Keys may be many, and most are seldom seen: of those where nothing is open only the set is
// kept. A violation is then shown with what came after.
static void drop_windows(stream *s, const stream_lane *but)
{
    s->window_ops = 0;
    for (uint32_t i = 0; i < intern_count(s->keys); i++) {
        stream_lane *l = &s->lanes[i];
        if (l->window && !l->open && l != but) {
            lane_fini(l);
            *l = (stream_lane){.begun = true, .set = l->set};
        }
        s->window_ops += l->window ? l->window->op_count : 0;
    }
    // Not so often that looking at all keys is felt.
    s->window_limit = s->window_ops * 2 + WINDOWS_MOST + intern_count(s->keys) / 16;
}

// After each event: forgets what is settled. False: enough was seen.
static bool settle(stream *s, stream_lane *l)
{
    if (l->set == MONITOR_STOPPED || (++s->events % LOOK_EVERY == 0 && limits_reached(s->limits))) {
        s->outcome = LP_UNKNOWN;
        return false;
    }
    if (monitor_bytes(s->monitor) > s->forget_at)
        forget(s);
    if (l->window->op_count > (l->whole ? WHOLE_MOST : STREAM_WINDOW_MOST))
        shorten_window(l);
    if (s->window_ops > s->window_limit)
        drop_windows(s, l);
    return true;
}

// Nothing is open and all is as at the beginning: the lane need not be kept.
static void rest(const stream *s, stream_lane *l)
{
    if (l->open || l->set != monitor_start(s->monitor))
        return;
    lane_fini(l);
    *l = (stream_lane){0};
}

// For as many operations as the window has.
static void make_room_for_failed(stream_lane *l)
{
    size_t before = l->failed_capacity;
    MEMORY_GROW(l->failed, l->failed_capacity, l->window->op_count);
    memset(l->failed + before, 0, (l->failed_capacity - before) * sizeof *l->failed);
}

// The monitor, which does not know what comes, has more to remember than it is worth: all that
// happened goes to the judges of whole histories, to be judged again now and then.
static void change_over(stream *s, uint32_t number)
{
    stream_lane *l = &s->lanes[number];
    uint32_t *tickets = memory_new(l->window->op_count, sizeof *tickets);
    make_room_for_failed(l);
    stream_window *w = stream_window_from(s->spec, l->window, s->limits, l->failed, tickets);
    bool *awaited = memory_new(l->window->op_count, sizeof *awaited);
    for (stream_op *o = NULL; (o = stream_open_next(&s->open, number, o));) {
        uint32_t op = l->shown[o->slot];
        awaited[op] = true;
        o->slot = tickets[op];
    }
    for (uint32_t i = 0; i < l->window->op_count; i++)
        if (lp_op_pending(&l->window->ops[i]) && !awaited[i] && !l->failed[i])
            stream_window_abandon(w, tickets[i]);
    free(awaited);
    free(tickets);
    s->window_ops -= l->window->op_count;
    lane_fini(l);
    *l = (stream_lane){.begun = true, .rolling = w};
    s->searched = true;
}

// Looks at a rolling lane if that is due. False: enough was seen.
bool stream_look(stream *s, uint32_t number, bool now, bool end)
{
    lp_outcome found = stream_window_look(s->lanes[number].rolling, now, end);
    if (++s->events % LOOK_EVERY == 0 && limits_reached(s->limits))
        found = found == LP_HOLDS ? LP_UNKNOWN : found;
    if (found != LP_HOLDS) {
        s->outcome = found;
        s->bad_lane = number;
    }
    return found == LP_HOLDS;
}

static bool rolling_call(stream *s, uint64_t op, uint32_t number, uint32_t method,
                         const stream_event *call)
{
    lp_op shown = {.process = call->process,
                   .method = call->method,
                   .arg = call->arg,
                   .object = call->object,
                   .line = call->line};
    uint32_t ticket = stream_window_call(s->lanes[number].rolling, method, &shown);
    stream_open_add(&s->open, op, (stream_op){0, number, ticket, method, call->arg});
    s->operations++;
    return stream_look(s, number, false, false);
}

bool stream_idle(stream *s)
{
    for (uint32_t i = 0; (s->fast || s->searched) && i < intern_count(s->keys); i++)
        if (s->lanes[i].rolling && !stream_look(s, i, true, false))
            return false;
    return true;
}

bool stream_call(stream *s, uint64_t op, const stream_event *given, error *e)
{
    uint32_t method = resolve_method(s->spec, s->pool, given->method, given->arg, given->line, e);
    if (method == UINT32_MAX)
        return false;
    stream_event normal = *given;
    normal.arg = resolve_argument(&s->spec->methods[method], given->arg);
    const stream_event *call = &normal;
    uint32_t number = lane_of(s, call, method);
    stream_lane *l = &s->lanes[number];
    if (l->rolling)
        return rolling_call(s, op, number, method, call);
    uint32_t slot = free_slot(l);
    if (slot >= MONITOR_MAX_SLOTS)
        return error_at(e, NULL, call->line, 0, "more than %d operations are open at once",
                        MONITOR_MAX_SLOTS);
    stream_open_add(&s->open, op, (stream_op){0, number, slot, method, call->arg});
    s->operations++;
    s->window_ops++;
    l->open++;
    l->shown[slot] = lp_history_call(l->window, call->process, call->method, call->arg);
    l->window->ops[l->shown[slot]].object = call->object;
    l->window->ops[l->shown[slot]].line = call->line;
    l->set = monitor_call(s->monitor, l->set, slot, method, call->process, call->arg, NULL, false);
    return settle(s, l);
}

static void violation(stream *s, const stream_op *o, uint32_t before, lp_value result, bool failed)
{
    s->outcome = LP_VIOLATED;
    s->bad_lane = o->lane;
    s->bad_slot = o->slot;
    s->bad_set = before;
    s->bad_result = result;
    s->bad_failed = failed;
}

bool stream_return(stream *s, uint64_t op, lp_value result, uint32_t line, error *e)
{
    stream_op *o = stream_open_find(&s->open, op);
    stream_lane *l = &s->lanes[o->lane];
    if (!resolve_result(s->spec, s->pool, o->method, o->arg, line, &result, e))
        return false;
    if (l->rolling) {
        uint32_t number = o->lane;
        stream_window_return(l->rolling, o->slot, result, line);
        stream_open_remove(&s->open, o);
        return stream_look(s, number, false, false);
    }
    uint32_t before = l->set;
    lp_history_return(l->window, l->shown[o->slot], result);
    l->window->ops[l->shown[o->slot]].ret_line = line;
    monitor_bound(s->monitor, l->whole ? s->return_most : 0);
    l->set = monitor_return(s->monitor, before, o->slot, result);
    if (l->set == MONITOR_VIOLATED) {
        violation(s, o, before, result, false);
        return false;
    }
    l->work += monitor_work(s->monitor);
    if (l->whole && (l->set == MONITOR_STOPPED ||
                     l->work > s->return_most + s->return_usual * (uint64_t)l->window->op_count)) {
        uint32_t number = o->lane;
        stream_open_remove(&s->open, o);
        change_over(s, number);
        return stream_look(s, number, false, false);
    }
    l->open--;
    l->used[o->slot] = false;
    stream_open_remove(&s->open, o);
    if (!settle(s, l))
        return false;
    rest(s, l);
    return true;
}

bool stream_fail(stream *s, uint64_t op)
{
    stream_op *o = stream_open_find(&s->open, op);
    stream_lane *l = &s->lanes[o->lane];
    s->operations--;
    if (l->rolling) {
        stream_window_fail(l->rolling, o->slot);
        stream_open_remove(&s->open, o);
        return true;
    }
    uint32_t before = l->set;
    l->set = monitor_fail(s->monitor, before, o->slot);
    if (l->set == MONITOR_VIOLATED) {
        violation(s, o, before, LP_NIL, true);
        return false;
    }
    l->open--;
    l->used[o->slot] = false;
    if (l->whole) {
        make_room_for_failed(l);
        l->failed[l->shown[o->slot]] = true;
    }
    stream_open_remove(&s->open, o);
    return settle(s, l);
}

bool stream_abandon(stream *s, uint64_t op)
{
    stream_op *o = stream_open_find(&s->open, op);
    stream_lane *l = &s->lanes[o->lane];
    if (l->rolling) {
        stream_window_abandon(l->rolling, o->slot);
        stream_open_remove(&s->open, o); // its ticket stays taken
        return true;
    }
    l->set = monitor_abandon(s->monitor, l->set, o->slot);
    stream_open_remove(&s->open, o); // its slot stays taken
    return settle(s, l);
}

uint64_t stream_operations(const stream *s)
{
    return s->operations;
}
