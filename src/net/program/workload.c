// SPDX-License-Identifier: MIT
#include "net/program/workload.h"

#include "base/memory.h"
#include "net/node/steps.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_SESSIONS = 1 << 16, MARK_EVERY = 10, SEEN = 16, PLACES = 8 }; // milliseconds; values

typedef struct session {
    workload *workload;
    uint32_t number;
    bool looks_up; // the operation that is under way
} session;

struct workload {
    node *node;
    control *control;
    session *sessions;
    uint32_t session_count;
    uint32_t *idle; // sessions that wait for the next call
    uint32_t idle_count;
    uint64_t left, begun, under_way;
    bool endless, running;
    uint64_t reads, keys, rate;
    int64_t next_argument, step;
    rng random;
    uint64_t started; // nanoseconds
    bool spoken;      // since the last mark
    uv_timer_t timer;
    unsigned changing[16], reading[16]; // kinds of operations: see is_reading
    unsigned changing_count, reading_count;
    int64_t seen[SEEN]; // values that were put in, or came out, the last of them last
    uint64_t seen_count;
};

static uint64_t time_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

// What has no argument, or changes nothing.
static bool is_reading(const lp_component_kind *kind)
{
    return !kind->arguments || kind->reads_only;
}

workload *workload_new(node *n)
{
    workload *w = memory_new(1, sizeof *w);
    w->node = n;
    for (unsigned k = 0; k < n->system->kind_count; k++) {
        const lp_component_kind *kind = n->system->kinds[k];
        if (kind_is_server(kind))
            continue;
        if (!is_reading(kind) && w->changing_count < 16)
            w->changing[w->changing_count++] = k;
        else if (is_reading(kind) && w->reading_count < 16)
            w->reading[w->reading_count++] = k;
    }
    uv_timer_init(&n->loop, &w->timer);
    w->timer.data = w;
    return w;
}

void workload_free(workload *w)
{
    free(w->sessions);
    free(w->idle);
    free(w);
}

void workload_speaks_to(workload *w, control *c)
{
    w->control = c;
}

// ---- The history ----

static char *put_number(char *at, uint64_t n)
{
    char digits[20];
    int count = 0;
    do
        digits[count++] = (char)('0' + n % 10);
    while (n /= 10);
    while (count)
        *at++ = digits[--count];
    return at;
}

static char *put_integer(char *at, int64_t n)
{
    if (n < 0)
        *at++ = '-';
    return put_number(at, n < 0 ? -(uint64_t)n : (uint64_t)n);
}

static char *put_word(char *at, const char *word)
{
    size_t length = strlen(word);
    memcpy(at, word, length);
    return at + length;
}

// These lines are the most that a client writes: printf would take longer than all else.
static void say_call(workload *w, uint32_t who, int64_t key, const lp_component_kind *kind,
                     int64_t argument)
{
    char line[512], *at = put_word(line, "call ");
    at = put_number(at, who);
    *at++ = ' ';
    at = put_number(at, time_now());
    *at++ = ' ';
    at = put_integer(at, key);
    *at++ = ' ';
    at = put_word(at, strlen(kind->method) < 256 ? kind->method : "?");
    if (kind->arguments) {
        *at++ = ' ';
        at = put_integer(at, kind->arguments == 2 ? lp_first(argument) : argument);
    }
    if (kind->arguments == 2) {
        *at++ = ' ';
        at = put_integer(at, lp_second(argument));
    }
    *at++ = '\n';
    control_add(w->control, line, (size_t)(at - line));
    w->spoken = true;
}

static void say_return(workload *w, uint32_t who, lp_value result)
{
    char line[128], *at = put_word(line, "return ");
    at = put_number(at, who);
    *at++ = ' ';
    at = put_number(at, time_now());
    *at++ = ' ';
    if (result.kind == LP_KIND_INT)
        at = put_integer(at, result.bits);
    else if (result.kind == LP_KIND_BOOL)
        at = put_word(at, result.bits ? "true" : "false");
    else
        at = put_word(at, result.kind == LP_KIND_NIL ? "nil" : "unit");
    *at++ = '\n';
    control_add(w->control, line, (size_t)(at - line));
    w->spoken = true;
}

// ---- Sessions ----

static void returned(void *data, lp_value result);

static unsigned choose_kind(workload *w)
{
    bool read =
        !w->changing_count || (w->reading_count && faults_happen(&w->random, (uint32_t)w->reads));
    return read ? w->reading[rng_below(&w->random, w->reading_count)]
                : w->changing[rng_below(&w->random, w->changing_count)];
}

static void have_seen(workload *w, int64_t value)
{
    w->seen[w->seen_count++ % SEEN] = value;
}

// Each is there once, of all clients.
static int64_t fresh_value(workload *w)
{
    int64_t value = w->next_argument;
    w->next_argument += w->step;
    have_seen(w, value);
    return value;
}

// One that may be there: the last one that was seen, or one of some before.
static int64_t seen_value(workload *w)
{
    uint64_t kept = w->seen_count < SEEN ? w->seen_count : SEEN;
    if (!kept)
        return 0;
    uint64_t back = rng_below(&w->random, 2) ? 1 : 1 + rng_below(&w->random, kept);
    return w->seen[(w->seen_count - back) % SEEN];
}

// Of two, the second is put in, and the first is compared with what is there, or says where: in one of
// a few places, which others look up.
static int64_t choose_argument(workload *w, const lp_component_kind *k)
{
    if (k->arguments < 2)
        return !k->arguments ? 0 : k->looks_up ? seen_value(w) : fresh_value(w);
    int64_t first = k->looks_up ? seen_value(w) : (int64_t)rng_below(&w->random, PLACES);
    int64_t second = fresh_value(w);
    if (!k->looks_up)
        have_seen(w, first);
    return lp_both((int32_t)(first & INT32_MAX), (int32_t)(second & INT32_MAX));
}

static bool may_begin(const workload *w)
{
    if (!w->running || !w->idle_count || (!w->endless && !w->left))
        return false;
    return !w->rate ||
           w->begun < (uint64_t)((double)(time_now() - w->started) * 1e-9 * (double)w->rate) + 1;
}

static void begin_calls(workload *w)
{
    while (may_begin(w)) {
        session *s = &w->sessions[w->idle[--w->idle_count]];
        unsigned kind = choose_kind(w);
        const lp_component_kind *k = w->node->system->kinds[kind];
        int64_t key = (int64_t)rng_below(&w->random, w->keys);
        int64_t argument = choose_argument(w, k);
        s->looks_up = k->looks_up;
        w->left -= w->endless ? 0 : 1;
        w->begun++;
        w->under_way++;
        say_call(w, s->number, key, k, argument);
        steps_call(w->node, kind, key, argument, returned, s);
    }
}

static void say_if_done(workload *w)
{
    if (!w->running || w->under_way || w->endless || w->left)
        return;
    w->running = false;
    uv_timer_stop(&w->timer);
    control_say(w->control, "done");
}

static void returned(void *data, lp_value result)
{
    session *s = data;
    workload *w = s->workload;
    say_return(w, s->number, result);
    if (result.kind == LP_KIND_INT && !s->looks_up)
        have_seen(w, result.bits);
    w->under_way--;
    w->idle[w->idle_count++] = s->number;
    begin_calls(w);
    say_if_done(w);
}

static void on_time(uv_timer_t *timer)
{
    workload *w = timer->data;
    begin_calls(w);
    if (!w->spoken)
        control_say(w->control, "mark %" PRIu64, time_now());
    w->spoken = false;
}

// ---- Commands ----

static const struct setting {
    const char *name;
    uint64_t otherwise, least, most;
} settings[] = {
    {"sessions", 1, 1, MOST_SESSIONS}, {"operations", 0, 0, UINT64_MAX}, {"reads", 500, 0, 1000},
    {"keys", 1, 1, INT64_MAX},         {"rate", 0, 0, 1000000000},       {"seed", 1, 0, UINT64_MAX},
    {"first", 1, 0, INT64_MAX},        {"step", 1, 1, 1 << 20},
};
enum { SESSIONS, OPERATIONS, READS, KEYS, RATE, SEED, FIRST, STEP, SETTINGS };

static bool parse_setting(const char *word, uint64_t values[SETTINGS], error *e)
{
    const char *equals = strchr(word, '=');
    for (size_t i = 0; equals && i < SETTINGS; i++) {
        size_t length = strlen(settings[i].name);
        if (length != (size_t)(equals - word) || strncmp(word, settings[i].name, length) != 0)
            continue;
        char *end;
        values[i] = strtoull(equals + 1, &end, 10);
        if (equals[1] >= '0' && equals[1] <= '9' && !*end && values[i] >= settings[i].least &&
            values[i] <= settings[i].most)
            return true;
        return error_set(e, "'%s': a number from %" PRIu64 " to %" PRIu64 " is expected", word,
                         settings[i].least, settings[i].most);
    }
    return error_set(e, "'%s' is no setting of a workload", word);
}

static bool parse_settings(const char *line, uint64_t values[SETTINGS], error *e)
{
    char *copy = memory_string(line), *rest = NULL;
    bool good = true;
    for (char *word = strtok_r(copy, " ", &rest); word && good; word = strtok_r(NULL, " ", &rest))
        good = parse_setting(word, values, e);
    free(copy);
    return good;
}

static void start(workload *w, const uint64_t values[SETTINGS])
{
    w->session_count = w->idle_count = (uint32_t)values[SESSIONS];
    w->sessions = memory_resize(w->sessions, w->session_count, sizeof *w->sessions);
    w->idle = memory_resize(w->idle, w->session_count, sizeof *w->idle);
    for (uint32_t i = 0; i < w->session_count; i++) {
        w->sessions[i] = (session){.workload = w, .number = i};
        w->idle[i] = w->session_count - 1 - i;
    }
    w->left = values[OPERATIONS];
    w->endless = values[OPERATIONS] == 0;
    w->begun = 0;
    w->reads = values[READS];
    w->keys = values[KEYS];
    w->rate = values[RATE];
    w->next_argument = (int64_t)values[FIRST];
    w->step = (int64_t)values[STEP];
    rng_init(&w->random, values[SEED]);
    w->started = time_now();
    w->running = true;
    uint64_t every = w->rate ? 1 : MARK_EVERY;
    uv_timer_start(&w->timer, on_time, every, every);
    begin_calls(w);
}

bool workload_command(void *data, const char *line, error *e)
{
    workload *w = data;
    uint64_t values[SETTINGS];
    for (size_t i = 0; i < SETTINGS; i++)
        values[i] = settings[i].otherwise;
    if (strcmp(line, "drain") == 0) {
        w->left = 0;
        w->endless = false;
        say_if_done(w);
        return true;
    }
    if (strncmp(line, "workload", 8) != 0 || (line[8] && line[8] != ' '))
        return false;
    if (w->running || w->under_way)
        return error_set(e, "a workload is still under way");
    if (!parse_settings(line + 8, values, e))
        return false;
    start(w, values);
    return true;
}
