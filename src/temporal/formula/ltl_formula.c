// SPDX-License-Identifier: MIT
// See ltl_formula.h.

#include "temporal/formula/ltl_formula.h"

#include "base/error.h"
#include "base/hash_table.h"

#include <assert.h>
#include <stdlib.h>

enum { DEEPEST = 1 << 14 }; // of any formula: normal forms of the deepest allowed are below it

typedef struct node_key {
    uint32_t kind, left, right; // `left` of an atom: which one
} node_key;
typedef struct node_slot {
    uint32_t number; // of the formula, plus 1
    node_key key;
} node_slot;

HASH_TABLE_TYPE(node_table, node_slot);
static bool node_table_used(const node_slot *e)
{
    return e->number;
}
static node_key node_table_key(const node_slot *e)
{
    return e->key;
}
static uint64_t node_table_hash(node_key key)
{
    uint64_t h = ((uint64_t)key.left << 32 | key.right) * 0x9e3779b97f4a7c15u;
    h = (h ^ (h >> 29) ^ key.kind) * 0xbf58476d1ce4e5b9u;
    return h ^ (h >> 32);
}
static bool node_table_same(const node_slot *e, node_key key)
{
    return e->key.kind == key.kind && e->key.left == key.left && e->key.right == key.right;
}
HASH_TABLE_FUNCTIONS(node_table, node_slot, node_key);

struct ltl_pool {
    ltl_node *nodes;
    uint32_t count;
    size_t capacity;
    node_table table;
};

ltl_pool *ltl_pool_new(void)
{
    ltl_pool *pool = memory_new(1, sizeof *pool);
    node_table_start(&pool->table, 64);
    return pool;
}

void ltl_pool_free(ltl_pool *pool)
{
    if (!pool)
        return;
    free(pool->nodes);
    free(pool->table.slots);
    free(pool);
}

uint32_t ltl_pool_count(const ltl_pool *pool)
{
    return pool->count;
}

unsigned ltl_arity(ltl_kind kind)
{
    static const unsigned char arity[LTL_KINDS] = {
        [LTL_NOT] = 1,   [LTL_AND] = 2,        [LTL_OR] = 2,     [LTL_IMPLIES] = 2,
        [LTL_IFF] = 2,   [LTL_NEXT] = 1,       [LTL_UNTIL] = 2,  [LTL_RELEASE] = 2,
        [LTL_WEAK] = 2,  [LTL_EVENTUALLY] = 1, [LTL_ALWAYS] = 1, [LTL_STRONG] = 2,
        [LTL_FALSE] = 0,
    };
    assert(kind < LTL_KINDS);
    return arity[kind];
}

ltl_node ltl_get(const ltl_pool *pool, ltl f)
{
    REQUIRE(f < pool->count);
    return pool->nodes[f];
}

static bool is_eventual(const ltl_pool *pool, const ltl_node *n)
{
    unsigned arity = ltl_arity(n->kind);
    bool left = arity > 0 && pool->nodes[n->left].eventual;
    bool right = arity > 1 && pool->nodes[n->right].eventual;
    switch (n->kind) {
    case LTL_FALSE:
    case LTL_TRUE:
    case LTL_EVENTUALLY:
        return true;
    case LTL_NOT:
        return pool->nodes[n->left].universal;
    case LTL_NEXT:
    case LTL_ALWAYS:
        return left;
    case LTL_UNTIL:
        return right;
    case LTL_IMPLIES:
        return pool->nodes[n->left].universal && right;
    case LTL_IFF:
        return left && right && pool->nodes[n->left].universal && pool->nodes[n->right].universal;
    case LTL_AND:
    case LTL_OR:
    case LTL_WEAK:
    case LTL_RELEASE:
    case LTL_STRONG:
        return left && right;
    default:
        return false;
    }
}

static bool is_universal(const ltl_pool *pool, const ltl_node *n)
{
    unsigned arity = ltl_arity(n->kind);
    bool left = arity > 0 && pool->nodes[n->left].universal;
    bool right = arity > 1 && pool->nodes[n->right].universal;
    switch (n->kind) {
    case LTL_FALSE:
    case LTL_TRUE:
    case LTL_ALWAYS:
        return true;
    case LTL_NOT:
        return pool->nodes[n->left].eventual;
    case LTL_NEXT:
    case LTL_EVENTUALLY:
        return left;
    case LTL_RELEASE:
        return right;
    case LTL_IMPLIES:
        return pool->nodes[n->left].eventual && right;
    case LTL_IFF:
        return left && right && pool->nodes[n->left].eventual && pool->nodes[n->right].eventual;
    case LTL_AND:
    case LTL_OR:
    case LTL_UNTIL:
    case LTL_WEAK:
    case LTL_STRONG:
        return left && right;
    default:
        return false;
    }
}

static uint32_t depth_of(const ltl_pool *pool, const ltl_node *n)
{
    unsigned arity = ltl_arity(n->kind);
    uint32_t left = arity > 0 ? pool->nodes[n->left].depth + 1 : 0;
    uint32_t right = arity > 1 ? pool->nodes[n->right].depth + 1 : 0;
    return left > right ? left : right;
}

static ltl enter(ltl_pool *pool, node_key key)
{
    node_slot *slot = node_table_slot(&pool->table, key);
    if (slot->number)
        return slot->number - 1;
    ltl_node n = {.kind = (ltl_kind)key.kind, .left = key.left, .right = key.right};
    if (n.kind == LTL_ATOM)
        n = (ltl_node){.kind = LTL_ATOM, .atom = key.left, .left = LTL_NONE, .right = LTL_NONE};
    n.depth = depth_of(pool, &n);
    n.eventual = is_eventual(pool, &n);
    n.universal = is_universal(pool, &n);
    REQUIRE(n.depth < DEEPEST && pool->count < LTL_NONE - 1);
    MEMORY_GROW(pool->nodes, pool->capacity, (size_t)pool->count + 1);
    pool->nodes[pool->count] = n;
    node_table_reserve(&pool->table);
    *node_table_slot(&pool->table, key) = (node_slot){.number = pool->count + 1, .key = key};
    pool->table.count++;
    return pool->count++;
}

ltl ltl_false(ltl_pool *pool)
{
    return enter(pool, (node_key){LTL_FALSE, LTL_NONE, LTL_NONE});
}

ltl ltl_true(ltl_pool *pool)
{
    return enter(pool, (node_key){LTL_TRUE, LTL_NONE, LTL_NONE});
}

ltl ltl_atom(ltl_pool *pool, uint32_t atom)
{
    REQUIRE(atom < LTL_MAX_ATOMS);
    return enter(pool, (node_key){LTL_ATOM, atom, LTL_NONE});
}

ltl ltl_make(ltl_pool *pool, ltl_kind kind, ltl left, ltl right)
{
    unsigned arity = ltl_arity(kind);
    REQUIRE(arity > 0 && left < pool->count && (arity < 2 || right < pool->count));
    return enter(pool, (node_key){kind, left, arity < 2 ? LTL_NONE : right});
}

bool *ltl_subformulas(const ltl_pool *pool, ltl f)
{
    REQUIRE(f < pool->count);
    bool *in = memory_new((size_t)f + 1, sizeof *in);
    in[f] = true;
    for (ltl g = f + 1; g-- > 0;) {
        const ltl_node *n = &pool->nodes[g];
        if (in[g] && ltl_arity(n->kind) > 0)
            in[n->left] = true;
        if (in[g] && ltl_arity(n->kind) > 1)
            in[n->right] = true;
    }
    return in;
}

uint64_t ltl_atoms(const ltl_pool *pool, ltl f)
{
    bool *in = ltl_subformulas(pool, f);
    uint64_t atoms = 0;
    for (ltl g = 0; g <= f; g++)
        if (in[g] && pool->nodes[g].kind == LTL_ATOM)
            atoms |= (uint64_t)1 << pool->nodes[g].atom;
    free(in);
    return atoms;
}

// The first operand that has no copy yet, or LTL_NONE.
static ltl without_copy(const ltl_node *n, const ltl *copies)
{
    if (ltl_arity(n->kind) > 0 && copies[n->left] == LTL_NONE)
        return n->left;
    return ltl_arity(n->kind) > 1 && copies[n->right] == LTL_NONE ? n->right : LTL_NONE;
}

ltl ltl_copy(const ltl_pool *from, ltl f, ltl_pool *to)
{
    REQUIRE(f < from->count && from != to);
    ltl *copies = memory_new((size_t)f + 1, sizeof *copies);
    ltl *path = memory_new((size_t)from->nodes[f].depth + 1, sizeof *path);
    for (ltl g = 0; g <= f; g++)
        copies[g] = LTL_NONE;
    uint32_t length = 1;
    path[0] = f;
    while (length) {
        ltl g = path[length - 1];
        const ltl_node *n = &from->nodes[g];
        ltl operand = without_copy(n, copies);
        if (operand != LTL_NONE) {
            path[length++] = operand;
            continue;
        }
        ltl left = ltl_arity(n->kind) > 0 ? copies[n->left] : LTL_NONE;
        ltl right = ltl_arity(n->kind) > 1 ? copies[n->right] : LTL_NONE;
        copies[g] = enter(to, (node_key){n->kind, n->kind == LTL_ATOM ? n->atom : left, right});
        length--;
    }
    ltl copy = copies[f];
    free(copies);
    free(path);
    return copy;
}
