// SPDX-License-Identifier: MIT
// See plot_evidence.h and docs/json.md.

#include "judge/evidence/plot_evidence.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static lp_series *add_series(lp_verdict *v)
{
    v->series = memory_resize(v->series, v->series_count + 1, sizeof *v->series);
    lp_series *s = &v->series[v->series_count++];
    *s = (lp_series){0};
    return s;
}

void verdict_series(lp_verdict *v, const char *name, const char *x, const char *y,
                    const lp_series_point *points, size_t count)
{
    lp_series *s = add_series(v);
    s->name = memory_string(name);
    s->x = memory_string(x);
    s->y = memory_string(y);
    s->point_count = count < LP_SERIES_MOST ? (uint32_t)count : LP_SERIES_MOST;
    s->points = memory_new(s->point_count, sizeof *s->points);
    for (size_t i = 0; i < s->point_count; i++)
        s->points[i] = points[i == 0 ? 0 : i * (count - 1) / (s->point_count - 1)];
}

static lp_graph *graph_of(lp_verdict *v)
{
    if (!v->graph)
        v->graph = memory_new(1, sizeof *v->graph);
    return v->graph;
}

static void add_number(uint32_t **numbers, uint32_t *count, uint32_t n)
{
    *numbers = memory_resize(*numbers, *count + 1, sizeof **numbers);
    (*numbers)[(*count)++] = n;
}

uint32_t verdict_graph_state(lp_verdict *v, const char *words, bool initial)
{
    lp_graph *g = graph_of(v);
    g->states = memory_resize(g->states, g->state_count + 1, sizeof *g->states);
    g->states[g->state_count] = memory_string(words);
    if (initial)
        add_number(&g->initial, &g->initial_count, g->state_count);
    return g->state_count++;
}

void verdict_graph_edge(lp_verdict *v, uint32_t from, uint32_t to, const char *what)
{
    lp_graph *g = graph_of(v);
    g->edges = memory_resize(g->edges, g->edge_count + 1, sizeof *g->edges);
    g->edges[g->edge_count++] = (lp_graph_edge){from, to, memory_string(what)};
}

void verdict_graph_path(lp_verdict *v, uint32_t state)
{
    add_number(&graph_of(v)->path, &graph_of(v)->path_count, state);
}

void graph_clear(lp_verdict *v)
{
    lp_graph *g = v->graph;
    for (uint32_t i = 0; g && i < g->state_count; i++)
        free(g->states[i]);
    for (uint32_t i = 0; g && i < g->edge_count; i++)
        free(g->edges[i].what);
    if (g) {
        free(g->states);
        free(g->edges);
        free(g->initial);
        free(g->path);
    }
    free(g);
    v->graph = NULL;
}

void plots_clear(lp_verdict *v)
{
    for (uint32_t i = 0; i < v->series_count; i++) {
        free(v->series[i].name);
        free(v->series[i].x);
        free(v->series[i].y);
        free(v->series[i].points);
    }
    free(v->series);
    v->series = NULL;
    v->series_count = 0;
    graph_clear(v);
}

static void write_series(json_writer *w, const lp_verdict *v)
{
    json_key(w, "series");
    json_open(w, '[');
    for (uint32_t i = 0; i < v->series_count; i++) {
        const lp_series *s = &v->series[i];
        json_open(w, '{');
        json_member_text(w, "name", s->name);
        json_member_text(w, "x", s->x);
        json_member_text(w, "y", s->y);
        json_key(w, "points");
        json_open(w, '[');
        for (uint32_t k = 0; k < s->point_count; k++) {
            json_open(w, '[');
            json_number(w, s->points[k].x);
            json_number(w, s->points[k].y);
            json_close(w);
        }
        json_close(w);
        json_close(w);
    }
    json_close(w);
}

static void write_numbers(json_writer *w, const char *key, const uint32_t *numbers, uint32_t count)
{
    json_key(w, key);
    json_open(w, '[');
    for (uint32_t i = 0; i < count; i++)
        json_integer(w, numbers[i]);
    json_close(w);
}

static void write_graph(json_writer *w, const lp_graph *g)
{
    json_key(w, "graph");
    json_open(w, '{');
    json_key(w, "states");
    json_open(w, '[');
    for (uint32_t i = 0; i < g->state_count; i++) {
        json_open(w, '{');
        json_member_text(w, "text", g->states[i]);
        json_close(w);
    }
    json_close(w);
    json_key(w, "edges");
    json_open(w, '[');
    for (uint32_t i = 0; i < g->edge_count; i++) {
        json_open(w, '{');
        json_member_integer(w, "from", g->edges[i].from);
        json_member_integer(w, "to", g->edges[i].to);
        json_member_text(w, "what", g->edges[i].what);
        json_close(w);
    }
    json_close(w);
    write_numbers(w, "initial", g->initial, g->initial_count);
    if (g->path_count)
        write_numbers(w, "path", g->path, g->path_count);
    json_close(w);
}

void plots_write(json_writer *w, const lp_verdict *v)
{
    if (v->series_count)
        write_series(w, v);
    if (v->graph)
        write_graph(w, v->graph);
}

static bool read_coordinate(json *j, double *into)
{
    json_token t = json_next(j);
    *into = t == JSON_INTEGER ? (double)j->integer : j->real;
    return t == JSON_INTEGER || t == JSON_REAL;
}

static bool read_points(json *j, lp_series *s)
{
    json_token t = json_next(j);
    if (t != JSON_ARRAY)
        return false;
    while ((t = json_next(j)) == JSON_ARRAY) {
        lp_series_point p;
        if (s->point_count == LP_SERIES_MOST || !read_coordinate(j, &p.x) ||
            !read_coordinate(j, &p.y) || json_next(j) != JSON_CLOSE)
            return false;
        s->points = memory_resize(s->points, s->point_count + 1, sizeof *s->points);
        s->points[s->point_count++] = p;
    }
    return t == JSON_CLOSE;
}

static bool read_one_series(json *j, lp_verdict *v)
{
    lp_series *s = add_series(v);
    json_token t;
    while ((t = json_next(j)) == JSON_KEY) {
        bool fine = strcmp(j->string.bytes, "name") == 0 ? json_take_string(j, &s->name)
                    : strcmp(j->string.bytes, "x") == 0  ? json_take_string(j, &s->x)
                    : strcmp(j->string.bytes, "y") == 0  ? json_take_string(j, &s->y)
                                                         : read_points(j, s);
        if (!fine)
            return false;
    }
    return t == JSON_CLOSE && s->name && s->x && s->y;
}

static bool read_series(json *j, lp_verdict *v)
{
    json_token t = json_next(j);
    if (t != JSON_ARRAY)
        return false;
    while ((t = json_next(j)) == JSON_OBJECT)
        if (!read_one_series(j, v))
            return false;
    return t == JSON_CLOSE;
}

static bool read_state(json *j, lp_verdict *v)
{
    uint32_t n = verdict_graph_state(v, NULL, false);
    char **words = &v->graph->states[n];
    json_token t;
    while ((t = json_next(j)) == JSON_KEY)
        if (!json_take_string(j, words))
            return false;
    return t == JSON_CLOSE && *words;
}

static bool read_edge(json *j, lp_verdict *v)
{
    lp_graph *g = v->graph;
    verdict_graph_edge(v, UINT32_MAX, UINT32_MAX, NULL);
    lp_graph_edge *e = &g->edges[g->edge_count - 1];
    json_token t;
    while ((t = json_next(j)) == JSON_KEY) {
        uint32_t *end = strcmp(j->string.bytes, "from") == 0 ? &e->from
                        : strcmp(j->string.bytes, "to") == 0 ? &e->to
                                                             : NULL;
        if (!end && !json_take_string(j, &e->what))
            return false;
        if (end && (json_next(j) != JSON_INTEGER || j->integer < 0 || j->integer >= UINT32_MAX))
            return false;
        if (end)
            *end = (uint32_t)j->integer;
    }
    return t == JSON_CLOSE && e->what;
}

// One item of the array that a member of the graph is, which began with this token.
static bool read_graph_item(json *j, const char *key, json_token t, lp_verdict *v)
{
    lp_graph *g = v->graph;
    if (strcmp(key, "states") == 0)
        return t == JSON_OBJECT && read_state(j, v);
    if (strcmp(key, "edges") == 0)
        return t == JSON_OBJECT && read_edge(j, v);
    bool path = strcmp(key, "path") == 0;
    if ((!path && strcmp(key, "initial") != 0) || t != JSON_INTEGER || j->integer < 0 ||
        j->integer >= UINT32_MAX)
        return false;
    add_number(path ? &g->path : &g->initial, path ? &g->path_count : &g->initial_count,
               (uint32_t)j->integer);
    return true;
}

static bool read_graph(json *j, lp_verdict *v)
{
    graph_of(v);
    json_token t = json_next(j);
    if (t != JSON_OBJECT)
        return false;
    while ((t = json_next(j)) == JSON_KEY) {
        char key[16];
        strncpy(key, j->string.bytes, sizeof key - 1);
        key[sizeof key - 1] = 0;
        if (json_next(j) != JSON_ARRAY)
            return false;
        while ((t = json_next(j)) != JSON_CLOSE)
            if (!read_graph_item(j, key, t, v))
                return false;
    }
    return t == JSON_CLOSE;
}

bool plots_read(json *j, const char *key, lp_verdict *v, bool *known)
{
    *known = true;
    if (strcmp(key, "series") == 0)
        return read_series(j, v);
    if (strcmp(key, "graph") == 0)
        return read_graph(j, v);
    *known = false;
    return true;
}

bool plots_fit(const lp_verdict *v)
{
    const lp_graph *g = v->graph;
    for (uint32_t i = 0; g && i < g->edge_count; i++)
        if (g->edges[i].from >= g->state_count || g->edges[i].to >= g->state_count)
            return false;
    for (uint32_t i = 0; g && i < g->initial_count; i++)
        if (g->initial[i] >= g->state_count)
            return false;
    for (uint32_t i = 0; g && i < g->path_count; i++)
        if (g->path[i] >= g->state_count)
            return false;
    return true;
}
