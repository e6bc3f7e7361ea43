// SPDX-License-Identifier: MIT
// See random_automaton.h.

#include "random_automaton.h"

#include "base/text.h"
#include "model/syntax/finite_type.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

// e is an enum, h a part of it, i an int 0..5, j an int -2..7, p a tuple with names, q without; o is
// an enum without end (N is one of it, which has no literal), SN a set of it, ST of pairs with it.
typedef enum kind { B, E, H, I, J, P, Q, OE, OI, OB, SE, SI, SP, SS, N, ON, SN, ST, KINDS } kind;

static const char *const types[KINDS] = {"bool",   "e",  "h",  "i",     "j",      "p",
                                         "q",      "e?", "i?", "bool?", "set<e>", "set<i>",
                                         "set<p>", "hs", "o",  "o?",    "set<o>", "set<(o, e)>"};

enum { MOST_NAMES = 40 };

typedef struct maker {
    rng r;
    text *out;
    bool safe;   // nothing that may fail
    bool closed; // nothing without end, and no seqs
    struct {
        char name[16];
        kind of;
    } names[MOST_NAMES];
    uint32_t count, fresh, lets;
    kind let_kinds[4];
} maker;

static uint32_t below(maker *m, uint32_t n)
{
    return (uint32_t)rng_below(&m->r, n);
}

static void add(maker *m, const char *s)
{
    text_add(m->out, "%s", s);
}

static void bind(maker *m, kind k, const char *letter)
{
    text_add(m->out, "%s%u", letter, m->fresh);
    char *name = text_format("%s%u", letter, m->fresh++);
    strncpy(m->names[m->count].name, name, sizeof m->names[0].name - 1);
    m->names[m->count++].of = k;
    text t = {.bytes = name};
    text_fini(&t);
}

static bool named(maker *m, kind k)
{
    uint32_t fit = 0;
    for (uint32_t i = 0; i < m->count; i++)
        fit += m->names[i].of == k;
    if (!fit)
        return false;
    uint32_t which = below(m, fit);
    for (uint32_t i = 0; i < m->count; i++)
        if (m->names[i].of == k && which-- == 0)
            add(m, m->names[i].name);
    return true;
}

static void make(maker *m, kind k, uint32_t depth);

static void make_in(maker *m, const char *before, kind k, uint32_t depth, const char *after)
{
    add(m, before);
    make(m, k, depth);
    add(m, after);
}

static void literal(maker *m, kind k)
{
    switch (k) {
    case B:
        add(m, below(m, 2) ? "true" : "false");
        break;
    case E:
        text_add(m->out, "e%u", 1 + below(m, 4));
        break;
    case H:
        text_add(m->out, "nh(e%u)", 2 + below(m, 2));
        break;
    case I:
        text_add(m->out, "ni(%u)", below(m, 6)); // which is not any int
        break;
    case J:
        text_add(m->out, "%d", (int)below(m, 10) - 2);
        break;
    case P:
        text_add(m->out, "np(e%u, %u)", 1 + below(m, 4), below(m, 6));
        break;
    case Q:
        text_add(m->out, "(ni(%u), %s)", below(m, 6), below(m, 2) ? "true" : "false");
        break;
    case N: // which no name was found for
        add(m, "value(y0)");
        break;
    case ON:
        if (below(m, 2) || !named(m, N))
            add(m, "none");
        break;
    case SN:
        add(m, "t0");
        break;
    case ST:
        add(m, "t1");
        break;
    case OE:
    case OI:
    case OB:
        if (below(m, 2))
            add(m, "none");
        else
            literal(m, k == OE ? E : k == OI ? I : B);
        break;
    default:
        add(m, "{");
        literal(m, k == SE ? E : k == SI ? I : k == SP ? P : H);
        add(m, "}");
        break;
    }
}

static kind item_of(kind set)
{
    return set == SE ? E : set == SI ? I : set == SP ? P : H;
}

// What the variable that was bound last goes through; it does not see it.
static void domain(maker *m, kind item, uint32_t depth)
{
    char name[sizeof m->names[0].name];
    kind of = m->names[--m->count].of;
    memcpy(name, m->names[m->count].name, sizeof name);
    static const char *const names[KINDS] = {[E] = "e", [I] = "i", [P] = "p", [H] = "h"};
    kind set = item == E ? SE : item == I ? SI : item == P ? SP : SS;
    if (below(m, 3) == 0)
        add(m, names[item]);
    else
        make_in(m, "(", set, depth, ")");
    memcpy(m->names[m->count].name, name, sizeof name);
    m->names[m->count++].of = of;
}

static bool has_name(const maker *m, kind k)
{
    for (uint32_t i = 0; i < m->count; i++)
        if (m->names[i].of == k)
            return true;
    return false;
}

static void names_domain(maker *m, uint32_t depth)
{
    maker kept = *m; // it does not see the variable
    m->count--;
    make_in(m, " in (", SN, depth, ")");
    memcpy(m->names, kept.names, sizeof kept.names);
    m->count = kept.count;
}

// What is said of identifiers.
static void make_about_names(maker *m, uint32_t depth)
{
    static const char *const orders[] = {" == ", " != ", " < ", " <= ", " > ", " >= "};
    bool known = has_name(m, N) || !m->safe;
    uint32_t before = m->count;
    switch (below(m, known ? 7 : 4)) {
    case 0:
        make_in(m, "(", SN, depth, ")");
        add(m, orders[below(m, 6)]);
        make_in(m, "(", SN, depth, ")");
        break;
    case 1:
        make_in(m, "(", below(m, 2) ? SN : ST, depth, ").empty()");
        break;
    case 2:
        add(m, below(m, 2) ? "(forall " : "(exists ");
        bind(m, N, "x");
        names_domain(m, depth);
        make_in(m, " : ", B, depth, ")");
        break;
    case 3: { // of all that there are
        bool all = below(m, 2);
        add(m, all ? "(forall " : "(exists ");
        bind(m, N, "x");
        text_add(m->out, " in %s : an[%s] %s ", below(m, 2) ? "o" : "oh",
                 m->names[m->count - 1].name, below(m, 2) ? "> 1" : "!= 0");
        make_in(m, all ? "? " : "&& ", B, depth, all ? " : true)" : ")");
        break;
    }
    case 4:
        make(m, N, depth);
        add(m, orders[below(m, 6)]);
        make(m, N, depth);
        break;
    case 5:
        make(m, N, depth);
        if (below(m, 3))
            make_in(m, " in (", SN, depth, ")");
        else
            add(m, " in oh");
        break;
    default:
        make_in(m, "((", N, depth, ", ");
        make_in(m, "", E, depth, ") in ");
        make_in(m, "(", ST, depth, "))");
        break;
    }
    m->count = before;
}

static void make_bool(maker *m, uint32_t depth)
{
    static const char *const orders[] = {" == ", " != ", " < ", " <= ", " > ", " >= "};
    static const kind compared[] = {E, I, J, P, OE, OI, SE, SI, SS, H};
    static const kind items[] = {E, I, P, H};
    kind k = compared[below(m, 10)], item = items[below(m, 4)];
    uint32_t before = m->count;
    if (!m->closed && below(m, 4) == 0) {
        make_about_names(m, depth);
        return;
    }
    switch (below(m, 8)) {
    case 0: // both of a known type
    case 1:
        if (!named(m, k))
            literal(m, k == OE || k == OI ? (k == OE ? E : I) : k);
        add(m, orders[below(m, k == OE || k == OI ? 2 : 6)]);
        make_in(m, "(", k, depth, ")");
        break;
    case 2:
        make(m, item, depth);
        make_in(m, " in (", item == E ? SE : item == I ? SI : item == P ? SP : SS, depth, ")");
        break;
    case 3:
        make_in(m, "!(", B, depth, ")");
        break;
    case 4:
        make_in(m, "(", B, depth, below(m, 2) ? " && " : " || ");
        make_in(m, "", B, depth, ")");
        break;
    case 5:
        add(m, below(m, 2) ? "(forall " : "(exists ");
        bind(m, item, "x");
        add(m, " in ");
        domain(m, item, depth);
        make_in(m, " : ", B, depth, ")");
        m->count = before;
        break;
    case 6:
        make_in(m, "(", below(m, 2) ? SE : SP, depth, ").empty()");
        break;
    default:
        if (!m->closed && below(m, 4) == 0)
            add(m, below(m, 2) ? "w0.empty()" : "(w0.len() < 2)");
        else if (!m->closed && below(m, 3) == 0)
            make_in(m, "w0.has(", E, depth, ")");
        else if (!m->closed && below(m, 3) == 0)
            add(m, "(!w1.empty() && w1.front() in t0)");
        else if (below(m, 2))
            make_in(m, "((", E, depth, ") in h)");
        else
            make_in(m, "((", I, depth, ") in {1, 2, 4})");
        break;
    }
}

static void make_set(maker *m, kind k, uint32_t depth)
{
    static const char *const unite[] = {" | ", " & ", " - ", " ^ "};
    kind item = item_of(k);
    uint32_t before = m->count;
    switch (below(m, 5)) {
    case 0:
        make_in(m, "{", item, depth, "}");
        break;
    case 1:
        make_in(m, "{", item, depth, ", ");
        make_in(m, "", item, depth, "}");
        break;
    case 2:
        if (!named(m, k))
            literal(m, k);
        add(m, unite[below(m, 4)]);
        make_in(m, "(", k, depth, ")");
        break;
    case 3:
        add(m, "{");
        bind(m, item, "x");
        add(m, " in ");
        domain(m, item, depth);
        make_in(m, " : ", B, depth, "}");
        break;
    default: { // its variable stands before it is bound
        add(m, "{");
        text *out = m->out, made = {0}, bound = {0};
        m->out = &bound;
        kind over = below(m, 2) ? E : I;
        bind(m, over, "y");
        m->out = &made;
        make(m, item, depth);
        m->out = out;
        text_add(out, "%s : %s in ", made.bytes, bound.bytes);
        domain(m, over, depth);
        if (below(m, 2))
            make_in(m, " : ", B, depth, "");
        add(m, "}");
        text_fini(&made);
        text_fini(&bound);
        break;
    }
    }
    m->count = before;
}

// A set of identifiers.
static void make_names(maker *m, uint32_t depth)
{
    static const char *const unite[] = {" | ", " & ", " - ", " ^ "};
    uint32_t before = m->count;
    switch (below(m, has_name(m, N) || !m->safe ? 5 : 3)) {
    case 0:
        add(m, "t0");
        add(m, unite[below(m, 4)]);
        make_in(m, "(", SN, depth, ")");
        break;
    case 1:
        add(m, "{");
        bind(m, N, "x");
        names_domain(m, depth);
        make_in(m, " : ", B, depth, "}");
        break;
    case 2:
        add(m, "{");
        bind(m, N, "x");
        text_add(m->out, " in o : an[%s] > 0 && ", m->names[m->count - 1].name);
        make_in(m, "(", B, depth, ")}");
        break;
    case 3:
        make_in(m, "{", N, depth, "}");
        break;
    default:
        make_in(m, "{", N, depth, ", ");
        make_in(m, "", N, depth, "}");
        break;
    }
    m->count = before;
}

static void make_pairs(maker *m, uint32_t depth)
{
    uint32_t before = m->count;
    if (below(m, 2)) {
        add(m, below(m, 2) ? "t1 | (" : "t1 - (");
        make_in(m, "", ST, depth, ")");
        return;
    }
    text *out = m->out, made = {0}, bound = {0};
    m->out = &bound;
    bind(m, N, "y");
    m->out = &made;
    make(m, E, depth);
    m->out = out;
    m->count = before;
    text_add(out, "{(%s, %s) : %s in ", bound.bytes, made.bytes, bound.bytes);
    make_in(m, "(", SN, depth, ")}");
    text_fini(&made);
    text_fini(&bound);
}

static void conditional(maker *m, kind k, uint32_t depth)
{
    make_in(m, "(", B, depth, " ? ");
    make_in(m, "", k, depth, " : ");
    make_in(m, "", k, depth, ")");
}

static void make_number(maker *m, kind k, uint32_t depth)
{
    static const char *const signs[] = {" + ", " - ", " * ", " / ", " % ", " & ", " | ", " ^ "};
    if (m->safe || below(m, 3) == 0) {
        if (!m->closed && k == I && below(m, 6) == 0)
            make_in(m, "ni((", SN, depth, ").len())");
        else if (!m->closed && k == I && (has_name(m, N) || !m->safe) && below(m, 4) == 0)
            make_in(m, "an[", N, depth, "]");
        else if (k == I && below(m, 3) == 0)
            make_in(m, "ni((", SE, depth, ").len())");
        else if (k == I && below(m, 2))
            make_in(m, "a[", E, depth, "]");
        else
            conditional(m, k, depth);
        return;
    }
    switch (below(m, 6)) {
    case 0:
        add(m, below(m, 2) ? "value(o1)" : "ni(value(o1) + 1)");
        break;
    case 1:
        make_in(m, below(m, 2) ? "min(" : "max(", SI, depth, ")");
        break;
    case 2:
        make_in(m, "ni(f(", I, depth, ", ");
        make_in(m, "", E, depth, "))");
        break;
    case 3:
        make_in(m, k == I ? "ni(-(" : "(-(", J, depth, "))");
        break;
    default:
        add(m, k == I ? "ni" : "");
        make_in(m, "((", below(m, 2) ? I : J, depth, ")");
        add(m, signs[below(m, 8)]);
        make_in(m, "(", I, depth, "))");
        break;
    }
}

static void make_pair(maker *m, kind k, uint32_t depth)
{
    if (k == P && !m->safe && below(m, 4) == 0) {
        make_in(m, "max(", SP, depth, ")");
        return;
    }
    make_in(m, k == P ? "np(" : "(", k == P ? E : I, depth, ", ");
    make_in(m, "", k == P ? I : B, depth, ")");
}

static void make(maker *m, kind k, uint32_t depth)
{
    uint32_t way = below(m, depth ? 6 : 2);
    if (way == 0 && named(m, k))
        return;
    if (way == 1 && m->lets && below(m, 2)) {
        uint32_t let = below(m, m->lets);
        if (m->let_kinds[let] == k) {
            text_add(m->out, "l%u(", let);
            make(m, E, 0);
            add(m, ")");
            return;
        }
    }
    if (way < 2 || m->count + 4 > MOST_NAMES) {
        literal(m, k);
        return;
    }
    depth--;
    switch (k) {
    case B:
        make_bool(m, depth);
        return;
    case I:
    case J:
        make_number(m, k, depth);
        return;
    case P:
    case Q:
        make_pair(m, k, depth);
        return;
    case SE:
    case SI:
    case SP:
    case SS:
        make_set(m, k, depth);
        return;
    case E:
        if (below(m, 2)) {
            make_in(m, "ne(", H, depth, ")");
            return;
        }
        if (!m->safe && below(m, 2)) {
            add(m, m->closed || below(m, 2) ? "value(o0)"
                   : below(m, 2)            ? "w0.front()"
                                            : "w0.back()");
            return;
        }
        conditional(m, k, depth);
        return;
    case OE:
    case OI:
    case OB:
        make(m, k == OE ? E : k == OI ? I : B, depth);
        return;
    case SN:
        make_names(m, depth);
        return;
    case ST:
        make_pairs(m, depth);
        return;
    case N:
    case ON:
        literal(m, k);
        return;
    default:
        conditional(m, k, depth);
        return;
    }
}

static kind assigned(maker *m)
{
    for (;;) {
        kind k = (kind)below(m, KINDS);
        if (k < N && (k != OB || below(m, 2)))
            return k;
    }
}

static void change_seq(maker *m)
{
    switch (below(m, 6)) {
    case 0:
        make_in(m, below(m, 2) ? "w0.push(" : "w0.push_front(", E, 2, "); ");
        return;
    case 1:
        add(m, below(m, 2) ? "w0.pop(); " : "w0.pop_front(); ");
        return;
    case 2:
        add(m, below(m, 2) ? "e0 = w0.pop(); " : "o0 = w0.pop_front(); ");
        return;
    case 3:
        make_in(m, below(m, 2) ? "w0.remove(" : "b0 = w0.remove(", E, 1, "); ");
        return;
    case 4:
        make_in(m, "w1.push(", N, 1, "); ");
        return;
    default:
        add(m, below(m, 2) ? "y0 = w1.pop_front(); " : "an[w1.back()] = 2; ");
        return;
    }
}

static void change_names(maker *m)
{
    switch (below(m, 7)) {
    case 0:
        make_in(m, below(m, 2) ? "t0.add(" : "t0.remove(", N, 1, "); ");
        return;
    case 1:
        make_in(m, "t0 = ", SN, 3, "; ");
        return;
    case 2:
        make_in(m, below(m, 2) ? "t0 |= " : "t0 -= ", SN, 2, "; ");
        return;
    case 3:
        make_in(m, "t1 = ", ST, 2, "; ");
        return;
    case 4:
        make_in(m, "an[", N, 1, "] = ");
        make_in(m, "", I, 2, "; ");
        return;
    case 5:
        make_in(m, "an[", N, 1, "] += ");
        make_in(m, "", I, 1, "; ");
        return;
    default:
        make_in(m, "y0 = ", ON, 2, "; ");
        return;
    }
}

static void statement(maker *m, uint32_t depth)
{
    if (!m->closed && below(m, 4) == 0) {
        if (below(m, 3))
            change_names(m);
        else
            change_seq(m);
        return;
    }
    uint32_t before = m->count;
    kind k = assigned(m);
    switch (below(m, depth ? 9 : 5)) {
    case 0:
        make_in(m, "a[", E, 1, "] = ");
        make_in(m, "", I, 2, "; ");
        return;
    case 1:
        k = below(m, 2) ? SE : SP;
        add(m, k == SE ? "s0." : "s1.");
        make_in(m, below(m, 2) ? "add(" : "remove(", item_of(k), 2, "); ");
        return;
    case 2:
        add(m, below(m, 2) ? "i0 += " : "j0 -= ");
        make_in(m, "", I, 1, "; ");
        return;
    case 3:
        make_in(m, "s0 |= ", SE, 1, "; ");
        return;
    case 4:
        if (!named(m, k))
            add(m, "i0");
        else {
            make_in(m, " = ", k, 3, "; ");
            return;
        }
        make_in(m, " = ", I, 3, "; ");
        return;
    case 5:
        make_in(m, "if (", B, 2, ") { ");
        statement(m, depth - 1);
        add(m, "} ");
        if (below(m, 2)) {
            add(m, "else { ");
            statement(m, depth - 1);
            add(m, "} ");
        }
        break;
    case 6:
        add(m, "{ ");
        text_add(m->out, "%s ", types[k]);
        text name = {0};
        text *out = m->out;
        m->out = &name;
        bind(m, k, "v");
        m->out = out;
        m->count--;
        text_add(out, "%s = ", name.bytes);
        make_in(m, "", k, 2, "; ");
        m->count++;
        statement(m, depth - 1);
        statement(m, depth - 1);
        add(m, "} ");
        text_fini(&name);
        break;
    case 7:
        text_add(m->out, "for (int n%u = 0; n%u < %u; n%u += 1) { ", m->fresh, m->fresh,
                 1 + below(m, 3), m->fresh);
        m->fresh++;
        statement(m, depth - 1);
        if (below(m, 2)) {
            make_in(m, "if (", B, 1, ") ");
            add(m, below(m, 2) ? "break; " : "continue; ");
        }
        statement(m, depth - 1);
        add(m, "} ");
        break;
    default:
        make_in(m, "if (", B, 1, ") return; ");
        break;
    }
    m->count = before;
}

static void action(maker *m, uint32_t number)
{
    static const kind kinds[] = {E, I, SS, OE, P, B, N, N};
    uint32_t before = m->count, params = below(m, 3);
    text_add(m->out, "  internal go%u(", number);
    for (uint32_t i = 0; i < params; i++) {
        kind k = kinds[below(m, m->closed ? 6 : 8)];
        text_add(m->out, "%s%s ", i ? ", " : "", types[k]);
        bind(m, k, "p");
    }
    add(m, ") when ");
    m->safe = true;
    for (uint32_t i = 0; i < params; i++) // what it is one of
        if (m->names[before + i].of == N)
            text_add(m->out, below(m, 2) ? "%s in t0 && " : "an[%s] >= 1 && ",
                     m->names[before + i].name);
    for (uint32_t i = 0; i < params; i++)
        if (m->names[before + i].of != N && below(m, 3) == 0) { // which defines it
            maker kept = *m;                                    // it does not see those beside it
            text_add(m->out, "%s == (", m->names[before + i].name);
            m->count = before;
            make(m, kept.names[before + i].of, 2);
            memcpy(m->names, kept.names, sizeof kept.names);
            m->count = kept.count;
            add(m, ") && ");
        }
    make(m, B, 3);
    m->safe = false;
    add(m, " do { ");
    for (uint32_t i = 0; i < 3; i++)
        statement(m, 2);
    add(m, "}\n");
    m->count = before;
}

static char *random_made(uint64_t seed, bool closed)
{
    text out = {0};
    maker m = {.out = &out, .closed = closed};
    static const struct {
        kind of;
        const char *name, *initial;
    } state[] = {{B, "b0", ""},  {E, "e0", ""},  {H, "h0", " = e2"}, {I, "i0", ""},  {I, "i1", ""},
                 {J, "j0", ""},  {P, "p0", ""},  {Q, "q0", ""},      {OE, "o0", ""}, {OI, "o1", ""},
                 {SE, "s0", ""}, {SP, "s1", ""}, {SI, "s2", ""},     {SS, "s3", ""}, {OB, "o2", ""},
                 {E, "e00", ""}, {ON, "y0", ""}, {SN, "t0", ""},     {ST, "t1", ""}};
    rng_init(&m.r, seed);
    add(&m, "enum other { other1 }\nenum o { n1, n2, n3, ... }\ntype oh = o n1..n2;\nenum e { e1, "
            "e2, e3, e4 }\ntype h = e e2..e3;\ntype i = int 0..5;\n"
            "type j = int -2..7;\ntype p = (e who, i n);\ntype q = (i, bool);\ntype hs = set<h>;\n"
            "function f(int x, e y) -> int { if (y == e2) return x + 1; return y in h ? x : 0; }\n"
            "function ni(i x) -> i { return x; }\nfunction nh(h x) -> h { return x; }\n"
            "function ne(e x) -> e { return x; }\nfunction np(e x, i y) -> p { return (x, y); }\n"
            "automaton made {\n");
    for (size_t i = 0; i < sizeof state / sizeof *state; i++) {
        if (closed && state[i].of >= N)
            continue;
        text_add(&out, "  %s %s%s;\n", types[state[i].of], state[i].name, state[i].initial);
        strncpy(m.names[m.count].name, state[i].name, sizeof m.names[0].name - 1);
        m.names[m.count++].of = state[i].of;
    }
    add(&m, closed ? "  i[e] a;\n" : "  i[e] a;\n  i[o] an;\n  seq<e> w0;\n  seq<o> w1;\n");
    for (uint32_t i = 0; i < 3; i++) {
        static const kind kinds[] = {B, I, SE, P, SI, E};
        kind k = m.let_kinds[i] = kinds[below(&m, 6)];
        uint32_t before = m.count;
        text_add(&out, "  let l%u(e ", i);
        bind(&m, E, "z");
        add(&m, ") = ");
        m.safe = true;
        make(&m, k, 3);
        m.safe = false;
        add(&m, ";\n");
        m.count = before;
        m.lets++;
    }
    for (uint32_t i = 0; i < 3; i++)
        action(&m, i);
    add(&m, "}\nverify made {}\n");
    return text_take(&out);
}

char *random_automaton(uint64_t seed)
{
    return random_made(seed, false);
}

char *random_closed_automaton(uint64_t seed)
{
    return random_made(seed, true);
}

void random_value(rng *r, type t, int32_t *out)
{
    if (t.kind == TYPE_TUPLE) {
        for (uint32_t i = 0; i < t.part_count; i++)
            random_value(r, t.parts[i], out + tuple_offset(t, i));
    } else if (t.kind == TYPE_MASK) {
        for (uint32_t i = 0; i < type_width(t); i++)
            out[i] = (int32_t)(rng_next(r) & ((UINT64_C(1) << mask_cell_bits(t, i)) - 1));
    } else {
        finite_cells(t, (uint32_t)rng_below(r, type_card(t)), out);
    }
}
