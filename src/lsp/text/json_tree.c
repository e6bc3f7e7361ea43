// SPDX-License-Identifier: MIT
// See json_tree.h. The tokenizer limits the depth, so the stack of open brackets is as long.

#include "lsp/text/json_tree.h"

#include "base/io/json.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

// What is open: a node, and its last child so far.
typedef struct open_node {
    uint32_t node, last;
} open_node;

static size_t keep(json_tree *t, const text *s)
{
    size_t at = t->strings.length;
    text_add_bytes(&t->strings, s->length ? s->bytes : "", s->length);
    text_add_bytes(&t->strings, "", 1);
    return at;
}

static uint32_t add_node(json_tree *t, json_kind kind)
{
    MEMORY_GROW(t->nodes, t->capacity, t->count + 1);
    t->nodes[t->count] = (json_node){.kind = kind};
    return t->count++;
}

static void put(json_tree *t, open_node *in, uint32_t node)
{
    if (in->last)
        t->nodes[in->last].next = node;
    else
        t->nodes[in->node].first = node;
    in->last = node;
}

static uint32_t add_value(json_tree *t, const json *j, json_token token)
{
    static const json_kind kinds[] = {
        [JSON_NULL] = KIND_NULL,       [JSON_TRUE] = KIND_BOOL,    [JSON_FALSE] = KIND_BOOL,
        [JSON_INTEGER] = KIND_INTEGER, [JSON_REAL] = KIND_REAL,    [JSON_STRING] = KIND_STRING,
        [JSON_ARRAY] = KIND_ARRAY,     [JSON_OBJECT] = KIND_OBJECT};
    uint32_t node = add_node(t, kinds[token]);
    json_node *n = &t->nodes[node];
    if (token == JSON_INTEGER)
        n->integer = j->integer;
    if (token == JSON_TRUE)
        n->integer = 1;
    if (token == JSON_STRING) {
        n->length = j->string.length;
        n->string = keep(t, &j->string);
    }
    return node;
}

static bool read_all(json_tree *t, json *j)
{
    open_node open[JSON_MAX_DEPTH + 1] = {{0}};
    int depth = 0;
    size_t key = 0;
    for (;;) {
        json_token token = json_next(j);
        if (token == JSON_ERROR)
            return false;
        if (token == JSON_END)
            return t->count > JSON_ROOT;
        if (token == JSON_KEY) {
            key = keep(t, &j->string);
            continue;
        }
        if (token == JSON_CLOSE) {
            depth--;
            continue;
        }
        if (!depth && t->count > JSON_ROOT) // a second document
            return false;
        uint32_t node = add_value(t, j, token);
        t->nodes[node].key = key;
        if (depth)
            put(t, &open[depth], node);
        if (token == JSON_ARRAY || token == JSON_OBJECT)
            open[++depth] = (open_node){.node = node};
    }
}

bool json_tree_read(json_tree *t, const char *bytes, size_t length)
{
    json j;
    json_init(&j, bytes, length);
    j.half_pairs = true; // in an editor's text it counts as one unit, and so does U+FFFD
    text_clear(&t->strings);
    text_add_bytes(&t->strings, "", 1);
    t->count = 0;
    add_node(t, KIND_ABSENT);
    bool ok = read_all(t, &j);
    json_fini(&j);
    return ok;
}

void json_tree_fini(json_tree *t)
{
    free(t->nodes);
    text_fini(&t->strings);
    *t = (json_tree){0};
}

uint32_t json_tree_member(const json_tree *t, uint32_t object, const char *key)
{
    if (t->nodes[object].kind != KIND_OBJECT)
        return JSON_ABSENT;
    uint32_t i = t->nodes[object].first;
    while (i && strcmp(t->strings.bytes + t->nodes[i].key, key) != 0)
        i = t->nodes[i].next;
    return i;
}

uint32_t json_tree_path(const json_tree *t, uint32_t from, const char *keys)
{
    char key[64];
    while (*keys) {
        size_t length = strcspn(keys, ".");
        if (length >= sizeof key)
            return JSON_ABSENT;
        memcpy(key, keys, length);
        key[length] = 0;
        from = json_tree_member(t, from, key);
        keys += length + (keys[length] == '.');
    }
    return from;
}

const json_node *json_tree_node(const json_tree *t, uint32_t node)
{
    return &t->nodes[node];
}

const char *json_tree_text(const json_tree *t, uint32_t node)
{
    const json_node *n = &t->nodes[node];
    return n->kind == KIND_STRING ? t->strings.bytes + n->string : NULL;
}

bool json_tree_integer(const json_tree *t, uint32_t node, int64_t low, int64_t high, int64_t *out)
{
    const json_node *n = &t->nodes[node];
    if (n->kind != KIND_INTEGER || n->integer < low || n->integer > high)
        return false;
    *out = n->integer;
    return true;
}

bool json_tree_true(const json_tree *t, uint32_t node)
{
    return t->nodes[node].kind == KIND_BOOL && t->nodes[node].integer;
}
