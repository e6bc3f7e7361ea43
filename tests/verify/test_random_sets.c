// SPDX-License-Identifier: MIT
// Random expressions about sets of finite types, against their definitions: a value is its rank, a
// set one bit for each rank, and what is said of all items is asked of each. Every expression is
// evaluated by the interpreter and, in models that are compiled, by the emitted C: there an
// invariant says that it is what it should be.

#include "base/random.h"
#include "base/text.h"
#include "model/interpret/interpret.h"
#include "setting.h"
#include "written.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// e is an enum, i an int 1..6, p is (e, i), r is (e, e), w is (i, i): more than a cell has bits.
typedef enum kind { BOOL, E, I, P, R, W, SET, SET_E = SET + E, SET_I, SET_P, SET_R, SET_W } kind;
enum { FROM = 1, MOST_DEPTH = 4, MOST_NAMES = 16, EXPRESSIONS = 12, VARIABLES = 11 };

static const uint32_t cards[] = {[BOOL] = 2, [E] = 4, [I] = 6, [P] = 24, [R] = 16, [W] = 36};
static const char *const types[] = {
    [BOOL] = "bool",    [E] = "e",          [I] = "i",          [P] = "p",
    [R] = "r",          [W] = "w",          [SET_E] = "set<e>", [SET_I] = "set<i>",
    [SET_P] = "set<p>", [SET_R] = "set<r>", [SET_W] = "set<w>"};

typedef enum what {
    NAME,    // a variable, of the state or bound
    NUMBER,  // a literal
    PAIR,    // (a, b)
    PART,    // a.0 or a.1
    LITERAL, // {a, b}
    UNITE,   // a | b, a & b, a - b, a ^ b
    FILTER,  // {x in a : b}
    MAP,     // {b : x in a : c}
    CLOSURE, // closure(a)
    EXTREME, // a.empty() ? b : min(a)
    HAS,     // a in b
    COMPARE, // a == b, a < b …
    EMPTY,   // a.empty()
    LENGTH,  // a.len() == number
    ALL,     // forall x in a : b
    NOT,
    AND,
    IF, // a ? b : c
} what;

typedef struct node {
    what what;
    kind kind;
    uint32_t number; // of a name or literal, or which operator
    bool whole;      // goes through all values of the type: a is not there
    kind over;       // what is bound
    struct node *a, *b, *c;
} node;

typedef struct world {
    rng r;
    kind names[MOST_NAMES]; // of the state, then what is bound here
    uint32_t count;
    node *all[4096];
    uint32_t nodes;
} world;

static uint32_t below(world *w, uint32_t n)
{
    return (uint32_t)rng_below(&w->r, n);
}

static node *new_node(world *w, what is, kind of)
{
    node *n = w->all[w->nodes++] = calloc(1, sizeof *n);
    n->what = is;
    n->kind = of;
    return n;
}

static kind part_kind(kind k, uint32_t part)
{
    return k == P ? (part ? I : E) : k == R ? E : I;
}

static node *random_node(world *w, kind k, uint32_t depth);

static node *named(world *w, kind k)
{
    uint32_t fit = 0;
    for (uint32_t i = 0; i < w->count; i++)
        fit += w->names[i] == k;
    if (!fit)
        return NULL;
    uint32_t which = below(w, fit), i = 0;
    for (;; i++)
        if (w->names[i] == k && which-- == 0)
            break;
    node *n = new_node(w, NAME, k);
    n->number = i;
    return n;
}

// What goes through a set, or a type. The variable is bound while b and c are made.
static node *binding(world *w, what is, kind k, kind over, uint32_t depth)
{
    node *n = new_node(w, is, k);
    n->over = over;
    n->whole = below(w, 3) == 0 && over != W;
    if (!n->whole)
        n->a = random_node(w, (kind)(SET + over), depth);
    n->number = w->count;
    w->names[w->count++] = over;
    if (is == MAP) {
        n->b = random_node(w, (kind)(k - SET), depth);
        n->c = below(w, 2) ? random_node(w, BOOL, depth) : NULL;
    } else {
        n->b = random_node(w, BOOL, depth);
    }
    w->count--;
    return n;
}

static node *random_scalar(world *w, kind k, uint32_t depth)
{
    node *n = named(w, k);
    uint32_t way = below(w, depth ? 6 : 2);
    if (way == 0 && n)
        return n;
    if (way == 2) {
        n = new_node(w, EXTREME, k);
        n->number = below(w, 2);
        n->a = random_node(w, (kind)(SET + k), depth - 1);
        n->b = random_node(w, k, depth - 1);
        return n;
    }
    if (way == 3 && (k == E || k == I)) {
        kind whole = k == E ? (below(w, 2) ? P : R) : (below(w, 2) ? P : W);
        n = new_node(w, PART, k);
        n->number = whole == P ? k == I : below(w, 2);
        n->a = random_node(w, whole, depth - 1);
        return n;
    }
    if (way == 4) {
        n = new_node(w, IF, k);
        n->a = random_node(w, BOOL, depth - 1);
        n->b = random_node(w, k, depth - 1);
        n->c = random_node(w, k, depth - 1);
        return n;
    }
    if (k == P || k == R || k == W) {
        n = new_node(w, PAIR, k);
        n->a = random_node(w, part_kind(k, 0), depth ? depth - 1 : 0);
        n->b = random_node(w, part_kind(k, 1), depth ? depth - 1 : 0);
        return n;
    }
    n = new_node(w, NUMBER, k);
    n->number = below(w, cards[k]);
    return n;
}

static node *random_set(world *w, kind k, uint32_t depth)
{
    kind item = (kind)(k - SET);
    uint32_t way = below(w, depth ? 7 : 2);
    if (way == 0)
        return named(w, k);
    node *n = new_node(w, way < 2 ? LITERAL : UNITE, k);
    if (way < 2) {
        n->a = random_node(w, item, depth ? depth - 1 : 0);
        n->b = below(w, 2) ? random_node(w, item, depth ? depth - 1 : 0) : NULL;
        return n;
    }
    if (way < 4) {
        n->number = below(w, 4);
        n->a = random_node(w, k, depth - 1);
        n->b = random_node(w, k, depth - 1);
        return n;
    }
    if (way == 4 && k == SET_R) {
        n->what = CLOSURE;
        n->a = random_node(w, k, depth - 1);
        return n;
    }
    if (way < 6)
        return binding(w, FILTER, k, item, depth - 1);
    return binding(w, MAP, k, (kind)(E + below(w, 4)), depth - 1);
}

static node *random_bool(world *w, uint32_t depth)
{
    kind item = (kind)(E + below(w, 5));
    uint32_t way = depth ? below(w, 9) : 0;
    node *n = new_node(w, HAS, BOOL);
    depth -= depth > 0;
    switch (way) {
    case 0:
    case 1:
        n->a = random_node(w, item, depth);
        n->b = random_node(w, (kind)(SET + item), depth);
        return n;
    case 2:
    case 3:
        n->what = COMPARE;
        n->number = below(w, 6);
        item = below(w, 2) ? item : (kind)(SET + item);
        n->a = random_node(w, item, depth);
        n->b = random_node(w, item, depth);
        return n;
    case 4:
        n->what = below(w, 2) ? EMPTY : LENGTH;
        n->number = below(w, 4);
        n->a = random_node(w, (kind)(SET + item), depth);
        return n;
    case 5:
    case 6:
        n = binding(w, ALL, BOOL, item, depth);
        return n;
    case 7:
        n->what = NOT;
        n->a = random_node(w, BOOL, depth);
        return n;
    default:
        n->what = AND;
        n->number = below(w, 2);
        n->a = random_node(w, BOOL, depth);
        n->b = random_node(w, BOOL, depth);
        return n;
    }
}

static node *random_node(world *w, kind k, uint32_t depth)
{
    if (w->nodes + 200 > sizeof w->all / sizeof *w->all || w->count + 2 > MOST_NAMES)
        depth = 0;
    return k == BOOL ? random_bool(w, depth)
           : k < SET ? random_scalar(w, k, depth)
                     : random_set(w, k, depth);
}

// By definition. A value is its rank, a set its ranks' bits.

static uint64_t all_of(kind k)
{
    return (UINT64_C(1) << cards[k]) - 1;
}

static uint64_t value(const node *n, uint64_t *names);

static uint64_t bound(const node *n, uint64_t *names)
{
    uint64_t from = n->whole ? all_of(n->over) : value(n->a, names), made = 0;
    bool all = true, any = false;
    for (uint32_t x = 0; x < cards[n->over]; x++) {
        if (!(from >> x & 1))
            continue;
        names[n->number] = x;
        if (n->what == MAP) {
            if (!n->c || value(n->c, names))
                made |= UINT64_C(1) << value(n->b, names);
            continue;
        }
        bool is = value(n->b, names) != 0;
        made |= (uint64_t)is << x;
        all &= is;
        any |= is;
    }
    // Of those that are numbered evenly, forall is written, of the others exists.
    return n->what != ALL ? made : n->number % 2 == 0 ? all : any;
}

static uint64_t closed(uint64_t r)
{
    for (bool more = true; more;) {
        more = false;
        for (uint32_t a = 0; a < 4; a++)
            for (uint32_t b = 0; b < 4; b++)
                for (uint32_t c = 0; c < 4; c++)
                    if (r >> (4 * a + b) & 1 && r >> (4 * b + c) & 1 && !(r >> (4 * a + c) & 1)) {
                        r |= UINT64_C(1) << (4 * a + c);
                        more = true;
                    }
    }
    return r;
}

static bool compared(const node *n, uint64_t a, uint64_t b)
{
    bool set = n->a->kind >= SET;
    bool less = set ? (a & b) == a && a != b : a < b, more = set ? (a & b) == b && a != b : a > b;
    bool same = a == b;
    const bool answers[] = {same, !same, less, less || same, more, more || same};
    return answers[n->number];
}

// Long: one case for each kind of node.
static uint64_t value(const node *n, uint64_t *names)
{
    uint64_t a, b, best;
    switch (n->what) {
    case NAME:
        return names[n->number];
    case NUMBER:
        return n->number;
    case PAIR:
        return value(n->a, names) * cards[part_kind(n->kind, 1)] + value(n->b, names);
    case PART:
        a = value(n->a, names);
        b = cards[part_kind(n->a->kind, 1)];
        return n->number ? a % b : a / b;
    case LITERAL:
        a = UINT64_C(1) << value(n->a, names);
        return n->b ? a | UINT64_C(1) << value(n->b, names) : a;
    case UNITE:
        a = value(n->a, names);
        b = value(n->b, names);
        return n->number == 0 ? a | b : n->number == 1 ? a & b : n->number == 2 ? a & ~b : a ^ b;
    case FILTER:
    case MAP:
    case ALL:
        return bound(n, names);
    case CLOSURE:
        return closed(value(n->a, names));
    case EXTREME:
        a = value(n->a, names);
        best = cards[n->kind];
        for (uint32_t x = 0; x < cards[n->kind]; x++)
            if (a >> x & 1 && (n->number || best == cards[n->kind]))
                best = x;
        return best == cards[n->kind] ? value(n->b, names) : best;
    case HAS:
        a = value(n->a, names);
        return value(n->b, names) >> a & 1;
    case COMPARE:
        a = value(n->a, names);
        return compared(n, a, value(n->b, names));
    case EMPTY:
        return value(n->a, names) == 0;
    case LENGTH:
        return (uint64_t)__builtin_popcountll(value(n->a, names)) == n->number;
    case NOT:
        return !value(n->a, names);
    case AND:
        a = value(n->a, names);
        b = value(n->b, names);
        return n->number ? a && b : a || b;
    case IF:
        return value(n->a, names) ? value(n->b, names) : value(n->c, names);
    }
    return 0;
}

// As text.

static void write_node(text *out, const node *n);

static void write_domain(text *out, const node *n)
{
    text_add(out, "x%u in ", n->number);
    if (n->whole)
        text_add(out, "%s", types[n->over]);
    else
        write_node(out, n->a);
}

static void write_three(text *out, const char *before, const node *a, const char *between,
                        const node *b, const char *after)
{
    text_add(out, "%s", before);
    write_node(out, a);
    text_add(out, "%s", between);
    if (b)
        write_node(out, b);
    text_add(out, "%s", after);
}

// Long: one case for each kind of node.
static void write_node(text *out, const node *n)
{
    static const char *const unite[] = {" | ", " & ", " - ", " ^ "};
    static const char *const compare[] = {" == ", " != ", " < ", " <= ", " > ", " >= "};
    switch (n->what) {
    case NAME:
        text_add(out, "x%u", n->number);
        break;
    case NUMBER:
        if (n->kind == E)
            text_add(out, "e%u", n->number + 1);
        else
            text_add(out, "n(%u)", n->number + FROM); // which is not any int
        break;
    case PAIR:
        write_three(out, "(", n->a, ", ", n->b, ")");
        break;
    case PART: // of a variable of type p by its name
        write_three(out, "", n->a, ".", NULL, "");
        if (n->a->kind == P && n->a->what == NAME && n->a->number < VARIABLES)
            text_add(out, n->number ? "of" : "who");
        else
            text_add(out, "%u", n->number);
        break;
    case LITERAL:
        write_three(out, "{", n->a, n->b ? ", " : "", n->b, "}");
        break;
    case UNITE:
        write_three(out, "(", n->a, unite[n->number], n->b, ")");
        break;
    case FILTER:
        text_add(out, "{");
        write_domain(out, n);
        write_three(out, " : ", n->b, "}", NULL, "");
        break;
    case MAP:
        write_three(out, "{", n->b, " : ", NULL, "");
        write_domain(out, n);
        if (n->c)
            write_three(out, " : ", n->c, "", NULL, "");
        text_add(out, "}");
        break;
    case ALL:
        text_add(out, "(%s ", n->number % 2 == 0 ? "forall" : "exists");
        write_domain(out, n);
        write_three(out, " : ", n->b, ")", NULL, "");
        break;
    case CLOSURE:
        write_three(out, "closure(", n->a, ")", NULL, "");
        break;
    case EXTREME:
        write_three(out, "(", n->a, ".empty() ? ", n->b, n->number ? " : max(" : " : min(");
        write_three(out, "", n->a, "))", NULL, "");
        break;
    case HAS:
        write_three(out, "(", n->a, " in ", n->b, ")");
        break;
    case COMPARE:
        write_three(out, "(", n->a, compare[n->number], n->b, ")");
        break;
    case EMPTY:
        write_three(out, "", n->a, ".empty()", NULL, "");
        break;
    case LENGTH:
        write_three(out, "(", n->a, ".len() == ", NULL, "");
        text_add(out, "%u)", n->number);
        break;
    case NOT:
        write_three(out, "!(", n->a, ")", NULL, "");
        break;
    case AND:
        write_three(out, "(", n->a, n->number ? " && " : " || ", n->b, ")");
        break;
    case IF:
        write_three(out, "(", n->a, " ? ", n->b, " : ");
        write_three(out, "", n->c, ")", NULL, "");
        break;
    }
}

// A literal of the value with this rank, or of this set.
static void write_value(text *out, kind k, uint64_t v)
{
    if (k >= SET) {
        const char *before = "{";
        for (uint32_t x = 0; x < cards[k - SET]; x++)
            if (v >> x & 1) {
                text_add(out, "%s", before);
                write_value(out, (kind)(k - SET), x);
                before = ", ";
            }
        text_add(out, v ? "}" : "{}");
    } else if (k == BOOL) {
        text_add(out, v ? "true" : "false");
    } else if (k == E) {
        text_add(out, "e%u", (unsigned)v + 1);
    } else if (k == I) {
        text_add(out, "%u", (unsigned)v + FROM);
    } else {
        uint32_t low = cards[part_kind(k, 1)];
        text_add(out, "(");
        write_value(out, part_kind(k, 0), v / low);
        text_add(out, ", ");
        write_value(out, part_kind(k, 1), v % low);
        text_add(out, ")");
    }
}

static const kind state_kinds[VARIABLES] = {E, I, P, R, W, SET_E, SET_I, SET_P, SET_R, SET_W, E};

// The state is filled by the init block; `go` computes every expression into a variable of its own,
// and an invariant says of each that it is what it should be.
static char *write_model(world *w, node **made, uint64_t *names, uint64_t *want)
{
    text out = {0};
    text_add(
        &out,
        "enum e[4];\ntype i = int 1..6;\ntype p = (e who, i of);\ntype r = (e, e);\n"
        "type w = (i, i);\nfunction n(int x) -> i { return x; }\nautomaton made {\n  bool done;\n");
    w->count = 0;
    for (uint32_t i = 0; i < VARIABLES; i++) {
        kind k = w->names[w->count++] = state_kinds[i];
        names[i] = k >= SET ? rng_next(&w->r) & rng_next(&w->r) & all_of((kind)(k - SET))
                            : below(w, cards[k]);
        text_add(&out, "  %s x%u", types[k], i);
        if (k < SET) {
            text_add(&out, " = ");
            write_value(&out, k, names[i]);
        }
        text_add(&out, ";\n");
    }
    text_add(&out, "  init {\n");
    for (uint32_t i = 0; i < VARIABLES; i++)
        if (state_kinds[i] >= SET) {
            text_add(&out, "    x%u = ", i);
            write_value(&out, state_kinds[i], names[i]);
            text_add(&out, ";\n");
        }
    text_add(&out, "  }\n");
    for (uint32_t i = 0; i < EXPRESSIONS; i++) {
        kind k = (kind)below(w, SET_W + 1);
        k = k == SET ? BOOL : k;
        made[i] = random_node(w, k, 1 + below(w, MOST_DEPTH));
        want[i] = value(made[i], names);
        text_add(&out, "  let y%u = ", i);
        write_node(&out, made[i]);
        text_add(&out, ";\n  %s z%u", types[k], i);
        text_add(&out, k == I   ? " = 1;\n"
                       : k == P ? " = (e1, 1);\n"
                       : k == W ? " = (1, 1);\n"
                                : ";\n");
    }
    text_add(&out, "  action go() when !done do {\n    done = true;\n");
    for (uint32_t i = 0; i < EXPRESSIONS; i++) {
        text_add(&out, "    z%u = ", i);
        write_node(&out, made[i]);
        text_add(&out, ";\n");
    }
    text_add(&out, "  }\n");
    for (uint32_t i = 0; i < EXPRESSIONS; i++)
        for (uint32_t way = 0; way < 2; way++) {
            text_add(&out, "  invariant %s%u { %s%s%u == ", way ? "let" : "made", i,
                     way ? "" : "!done || ", way ? "y" : "z", i);
            write_value(&out, made[i]->kind, want[i]);
            text_add(&out, " }\n");
        }
    text_add(&out, "}\nverify made { }\n");
    return text_take(&out);
}

static void forget(world *w)
{
    for (uint32_t i = 0; i < w->nodes; i++)
        free(w->all[i]);
    w->nodes = 0;
}

static int32_t *cells_of(const program *p, int32_t *cells, char letter, uint32_t number)
{
    char *name = text_format("%c%u", letter, number);
    const variable *list = p->model->shared;
    uint32_t i = 0;
    while (strcmp(list[i].whole_name ? list[i].whole_name : list[i].name, name) != 0)
        i++;
    free(name);
    return cells + p->layout.variable[i];
}

static uint64_t read_cells(kind k, const int32_t *cells)
{
    if (k >= SET) {
        uint64_t low = (uint64_t)cells[0];
        return cards[k - SET] > 31 ? low | (uint64_t)cells[1] << 31 : low;
    }
    if (k == P || k == R || k == W)
        return read_cells(part_kind(k, 0), cells) * cards[part_kind(k, 1)] +
               read_cells(part_kind(k, 1), cells + 1);
    return (uint64_t)cells[0] - (k == I ? FROM : 0);
}

static void write_cells(kind k, uint64_t v, int32_t *cells)
{
    if (k >= SET) {
        cells[0] = (int32_t)(v & INT32_MAX);
        if (cards[k - SET] > 31)
            cells[1] = (int32_t)(v >> 31);
    } else if (k == P || k == R || k == W) {
        write_cells(part_kind(k, 0), v / cards[part_kind(k, 1)], cells);
        write_cells(part_kind(k, 1), v % cards[part_kind(k, 1)], cells + 1);
    } else {
        cells[0] = (int32_t)v + (k == I ? FROM : 0);
    }
}

static void test_interpreted(void **state)
{
    (void)state;
    uint64_t cases = setting("LINCHPIN_CASES", 5000) / EXPRESSIONS;
    uint64_t first = setting("LINCHPIN_SEED", 1), kinds[SET_W + 1] = {0};
    for (uint64_t seed = first; seed < first + cases; seed++) {
        static world w;
        node *made[EXPRESSIONS];
        uint64_t names[MOST_NAMES] = {0}, want[EXPRESSIONS];
        error e = {0};
        rng_init(&w.r, seed);
        char *written = write_model(&w, made, names, want);
        model *m = model_read("random.lin", written, strlen(written), &e);
        if (!m) {
            fail_msg("seed %d: %s\n%s", (int)seed, e.message, written);
            return;
        }
        program *p = program_new(m->views[0], m->views[0]->units[0],
                                 &(program_options){.threads = 1, .clear = true});
        int32_t *cells = calloc(p->layout.cells, sizeof *cells);
        for (uint32_t i = 0; i < VARIABLES; i++)
            write_cells(state_kinds[i], names[i], cells_of(p, cells, 'x', i));
        run r = {0};
        interpret_call(p, cells, 0, 0, NULL, &r);
        if (r.problem || r.blocked)
            fail_msg("seed %d: problem %d\n%s", (int)seed, r.problem, written);
        for (uint32_t i = 0; i < EXPRESSIONS; i++) {
            uint64_t is = read_cells(made[i]->kind, cells_of(p, cells, 'z', i));
            if (is != want[i])
                fail_msg("seed %d: z%u is %llx, not %llx\n%s", (int)seed, i, (unsigned long long)is,
                         (unsigned long long)want[i], written);
            kinds[made[i]->kind] += want[i] != 0;
        }
        free(cells);
        program_free(p);
        model_free(m);
        free(written);
        forget(&w);
    }
    for (uint32_t k = 0; k <= SET_W; k++)
        assert_true(k == SET || kinds[k] > 0);
}

static void test_compiled(void **state)
{
    (void)state;
    uint64_t models = setting("LINCHPIN_MODELS", 60), first = setting("LINCHPIN_SEED", 1);
    for (uint64_t seed = first; seed < first + models; seed++) {
        setting_compiler(seed, 4);
        static world w;
        node *made[EXPRESSIONS];
        uint64_t names[MOST_NAMES] = {0}, want[EXPRESSIONS];
        rng_init(&w.r, seed);
        char *written = write_model(&w, made, names, want);
        lp_outcome is = written_outcome(written, 0, NULL);
        if (is != LP_HOLDS)
            fail_msg("seed %d: outcome %d\n%s", (int)seed, (int)is, written);
        free(written);
        forget(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_interpreted),
                                       cmocka_unit_test(test_compiled)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
