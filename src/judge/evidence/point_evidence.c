// SPDX-License-Identifier: MIT
// See point_evidence.h.

#include "judge/evidence/point_evidence.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define MEMBERS(X) X(operation) X(result) X(way) X(where) X(what) X(when)

void point_evidence_add(lp_verdict *v, const lp_point *p)
{
    v->points = memory_resize(v->points, v->point_count + 1, sizeof *v->points);
    v->points[v->point_count++] = *p;
}

static void clear(lp_point *p)
{
#define CLEAR(member) free(p->member);
    MEMBERS(CLEAR)
#undef CLEAR
}

void point_evidence_clear(lp_verdict *v)
{
    for (uint32_t i = 0; i < v->point_count; i++)
        clear(&v->points[i]);
    free(v->points);
}

void point_evidence_write(json_writer *w, const lp_verdict *v)
{
    if (!v->point_count)
        return;
    json_key(w, "points");
    json_open(w, '[');
    for (uint32_t i = 0; i < v->point_count; i++) {
        const lp_point *p = &v->points[i];
        json_open(w, '{');
#define WRITE(member) json_member_some(w, #member, p->member);
        MEMBERS(WRITE)
#undef WRITE
        json_close(w);
    }
    json_close(w);
}

static bool read_point(json *j, lp_point *p)
{
    json_token t;
    while ((t = json_next(j)) == JSON_KEY) {
        char **into = NULL;
#define FIND(member)                                                                               \
    if (strcmp(j->string.bytes, #member) == 0)                                                     \
        into = &p->member;
        MEMBERS(FIND)
#undef FIND
        if (!into || *into || !json_take_string(j, into))
            return false;
    }
    return t == JSON_CLOSE && p->operation && p->way;
}

bool point_evidence_read(json *j, lp_verdict *v)
{
    if (json_next(j) != JSON_ARRAY)
        return false;
    for (json_token t; (t = json_next(j)) != JSON_CLOSE;) {
        lp_point p = {0};
        bool fine = t == JSON_OBJECT && read_point(j, &p);
        point_evidence_add(v, &p);
        if (!fine)
            return false;
    }
    return true;
}
