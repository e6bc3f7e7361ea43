// SPDX-License-Identifier: MIT
// A spec for each object of a history. Linearizability and its like are local: a history is
// right if it is right for each of its objects, whatever these are.
//
//     object_spec specs[] = {{"q", queue}, {"r", channel}};
//     judge_objects(judge, h, &(object_specs){specs, 2}, …);

#ifndef JUDGE_OBJECT_SPECS_H
#define JUDGE_OBJECT_SPECS_H

#include "judge/judge.h"

typedef struct object_spec {
    const char *object; // its name, or how JSON writes it: 3, true
    const lp_spec *spec;
} object_spec;

typedef struct object_specs {
    const object_spec *list;
    uint32_t count;
} object_specs;

typedef struct objects_how {
    bool want_witness;
    bool bare; // the outcome and no evidence
} objects_how;

// The spec's place in the list; UINT32_MAX with an error: this object has none. `line` is
// where it is named.
uint32_t objects_find(const object_specs *specs, const lp_pool *pool, lp_value object,
                      uint32_t line, error *e);
// "q=queue, r=channel"
char *objects_describe(const object_specs *specs); // the caller frees it

// As judge_history. A violation names its object; an object without operations is an error.
bool judge_objects(const judge *j, lp_history *h, const object_specs *specs, limits *l,
                   objects_how how, lp_verdict *v, error *e);

#endif
