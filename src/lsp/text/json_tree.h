// SPDX-License-Identifier: MIT
// A JSON document as a tree, for messages of a few fields, asked for in any order.
//
//     json_tree t = {0};
//     if (json_tree_read(&t, bytes, length))
//         … json_tree_text(&t, json_tree_path(&t, JSON_ROOT, "params.textDocument.uri")) …
//     json_tree_fini(&t);
//
// A member that is not there is JSON_ABSENT, which has no members either: so a path can be followed
// without a look at each step of it.

#ifndef LSP_JSON_TREE_H
#define LSP_JSON_TREE_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { JSON_ABSENT = 0, JSON_ROOT = 1 };

typedef enum json_kind {
    KIND_ABSENT,
    KIND_NULL,
    KIND_BOOL,
    KIND_INTEGER,
    KIND_REAL,
    KIND_STRING,
    KIND_ARRAY,
    KIND_OBJECT,
} json_kind;

typedef struct json_node {
    json_kind kind;
    size_t key;            // in the strings; of a member
    size_t string, length; // likewise
    int64_t integer;       // a bool is 0 or 1
    uint32_t first, next;  // of an array or object; its next neighbour
} json_node;

typedef struct json_tree {
    json_node *nodes;
    uint32_t count, capacity;
    text strings; // each with a NUL behind it
} json_tree;

// False: it is no JSON, or more than one document. What was there before is gone.
bool json_tree_read(json_tree *t, const char *bytes, size_t length);
void json_tree_fini(json_tree *t);

uint32_t json_tree_member(const json_tree *t, uint32_t object, const char *key);
uint32_t json_tree_path(const json_tree *t, uint32_t from, const char *keys); // a.b.c
const json_node *json_tree_node(const json_tree *t, uint32_t node);
const char *json_tree_text(const json_tree *t, uint32_t node); // NULL: it is no string
// False: it is no integer from `low` to `high`.
bool json_tree_integer(const json_tree *t, uint32_t node, int64_t low, int64_t high, int64_t *out);
bool json_tree_true(const json_tree *t, uint32_t node); // the value true

#endif
