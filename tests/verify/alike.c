// SPDX-License-Identifier: MIT
// See alike.h.

#include "alike.h"

#include "base/text.h"

#include <stdbool.h>
#include <string.h>

static uint32_t below(rng *r, uint32_t n)
{
    return (uint32_t)rng_below(r, n);
}

static const char *pick(rng *r, const char *const *list, uint32_t count)
{
    return list[below(r, count)];
}

#define PICK(r, list) pick(r, list, sizeof(list) / sizeof *(list))

static const char *const conditions[] = {
    "x in s",
    "!(x in s)",
    "h == none",
    "h == x",
    "f[x]",
    "!f[x]",
    "(x, y) in q",
    "g[y] == x",
    "g[y] == none",
    "x in t[y]",
    "n < 2",
    "l.len() < 2",
    "l.has(x)",
    "!l.has(x)",
    "x != z",
    "(x, z) in closure(c)",
    "u[y] == (1, x)",
    "s <= t[y]",
    "p[x] == z",
    "(x, z) in c",
    "exists v in A : f[v] && v != x",
    "forall v in s : f[v]",
    "(exists v in A, w in B : (v, w) in q && g[w] == v)",
    "sub.has(x)",
    "{v in A : f[v]} == s",
    "{v in A : g[y] == v}.len() == 1",
    "b[(x, y)]",
    "big == {}",
    "(x, y, z) in big",
};
// What tells names apart.
static const char *const blunt[] = {
    "x == a1",
    "x < z",
    "x <= a2",
    "(x, y) < (z, y)",
    "s == {a1, a3}",
    "min(s) == x",
    "h == a2",
    "max(v : v in A : f[v]) == x",
    "y != b2",
    "a3 in s",
    "exists v in A : f[v] || value(h) == v",
    "forall v in s : 2 / n == 1",
    "sub == {a2}",
};
static const char *const effects[] = {
    "s.add(x);",
    "s.remove(x);",
    "h = x;",
    "h = none;",
    "f[x] = !f[x];",
    "q = q | {(x, y)};",
    "q = q - {(x, y)};",
    "g[y] = x;",
    "g[y] = none;",
    "t[y].add(x);",
    "t[y] = s;",
    "n = (n + 1) % 3;",
    "l.push(x);",
    "if (l.len() > 0) { h = l.front(); l.pop_front(); }",
    "c = c | {(x, z)};",
    "c = {};",
    "u[y] = (n % 2, x);",
    "s = {v in A : f[v]};",
    "h = choose(s | {x});",
    "p[x] = z;",
    "if (x in {a2, a3}) { sub.add(x); }",
    "b[(x, y)] = !b[(x, y)];",
    "big = big | {(x, y, z)};",
    "big = {};",
    "A k = x; h = k; s.add(k);",
};
static const char *const blunt_effects[] = {
    "h = a1;",
    "A k; h = k;",
    "s = {a1, a2};",
    "s.add(a3);",
    "g[y] = min(s | {x, z});",
    "int 0..3[A] k = {1, 2, 3}; n = k[x] % 3;",
};

static char *write_automaton(rng *r, bool rough)
{
    text out = {0};
    text_add(&out,
             "enum A { a1, a2, a3 }\nenum B { b1, b2 }\ntype sub_t = A a2..a3;\n"
             "automaton random {\n  set<A> s;\n  A? h;\n  bool[A] f;\n  set<(A, B)> q;\n"
             "  A?[B] g;\n  set<A>[B] t;\n  int 0..2 n;\n  seq<A> l;\n  set<(A, A)> c;\n"
             "  (int 0..1, A?)[B] u;\n  A?[A] p;\n  set<%s> sub;\n  bool[(A, B)] b;\n"
             "  set<(A, B, A)> big;\n",
             below(r, 4) ? "A" : "sub_t");
    uint32_t actions = 2 + below(r, 2);
    for (uint32_t i = 0; i < actions; i++) {
        text_add(&out, "  action act%u(A x, B y, A z) when ", i);
        for (uint32_t k = below(r, 2) + 1; k-- > 0;)
            text_add(&out, "(%s)%s",
                     rough && below(r, 4) == 0 ? PICK(r, blunt) : PICK(r, conditions),
                     k ? " && " : "");
        text_add(&out, " do {");
        for (uint32_t k = below(r, 2) + 1; k-- > 0;)
            text_add(&out, " { %s }",
                     rough && below(r, 4) == 0 ? PICK(r, blunt_effects) : PICK(r, effects));
        text_add(&out, " }\n");
    }
    text_add(&out, "  invariant some { %s(%s) }\n}\nverify random { reachable %s; }\n",
             below(r, 3) ? "" : "!", "exists x in A, y in B, z in A : n == 0 || f[x] || g[y] == z",
             "forall x in A : !f[x]");
    return text_take(&out);
}

static const char *const sends[] = {
    "send m0 to server;",
    "send m1(x) to server;",
    "exists_send",
    "if (w) send m0 to server; else send m1(x) to server;",
    "if (last != none) send m1(value(last)) to server;",
    "assert(exists y in C : y != x && (w || value(last) == y));",
};
static const char *const heard[] = {
    "k = 1 - k;",
    "known.add(x);",
    "if (x in known) k = 1; else known.add(x);",
    "last = p;",
};
static const char *const answers[] = {
    "send m2(p, k == 1) to client[x];",
    "send m2(p, true) to client;",
    "if (known.len() < 2) send m2(p, x in known) to client[x];",
    "",
};
static const char *const received[] = {
    "last = y;", "w = b;", "if (b) last = y;", "if (y == q) w = !w;", "w = last == x;",
};
static const char *const kinds[] = {
    "reliable",
    "bounded 1",
    "fifo bounded 2",
    "lossy bounded 1",
    "duplicating bounded 1",
    "lossy duplicating bounded 2",
    "fifo lossy bounded 1",
};
static const char *const rough_conditions[] = {
    "client[c1].w",
    "exists x in C : client[x].last == c2 && x < c2",
    "server[r2].known == {c1}",
};
static const char *const smooth_conditions[] = {
    "exists x in C : client[x].w",
    "forall p in R : server[p].known.len() < 2",
    "exists x in C, p in R : x in server[p].known && client[x].w",
    "exists p in R : client[c1].to_server[p].has(m0) || client[c2].to_server[p].has(m0)",
    "exists x in C, p in R : client[x].to_server[p].len() == 1",
};

// Clients and servers: both treat the others alike unless something rough is said.
static char *write_system(rng *r, bool rough)
{
    text out = {0};
    const char *first = PICK(r, sends);
    first = strcmp(first, "exists_send") == 0 ? "send m0 to server; last = x;" : first;
    text_add(&out,
             "enum C { c1, c2 }\nenum R { r1, r2%s }\n"
             "message m0, m1(C x), m2(R p, bool b);\n",
             below(r, 2) ? ", r3" : "");
    text_add(&out,
             "automaton client(C x) {\n  bool w;\n  C? last;\n  R? from;\n"
             "  output go(x) when !w do { w = true; %s }\n",
             first);
    if (below(r, 2)) // several messages in one channel, whose order names may change
        text_add(&out, "  int 0..2 told;\n  internal tell(C o) when told < 2 do "
                       "{ told += 1; send m1(o) to server; }\n");
    const char *then = PICK(r, received);
    bool of_server = strstr(then, "y") != NULL;
    text_add(&out, "  input receive m2(R y, bool b) from server[q] do { %s }\n}\n",
             of_server && strstr(then, "last = y") ? "if (b) from = y;" : then);
    text_add(&out, "automaton server(R p) {\n  int 0..1 k;\n  set<C> known;\n  R? last;\n");
    if (below(r, 2))
        text_add(&out, "  input go(C x) do { %s }\n", PICK(r, heard));
    text_add(&out, "  input receive m0 from client[x] do { %s %s }\n", PICK(r, heard),
             PICK(r, answers));
    text_add(&out, "  input receive m1(C x) from client[z] do { %s %s }\n}\n",
             rough && below(r, 3) == 0 ? "if (x < z) k = 1;" : PICK(r, heard), PICK(r, answers));
    text_add(&out, "system random = client[x in C] || server[p in R] {\n");
    text_add(&out, "  channel client -> server %s;\n  channel server -> client %s;\n",
             PICK(r, kinds), PICK(r, kinds));
    text_add(&out, "  invariant some { !(%s) }\n}\nverify random { %sreachable %s; }\n",
             rough && below(r, 2) ? PICK(r, rough_conditions) : PICK(r, smooth_conditions),
             below(r, 2) ? "deadlockfree; " : "", PICK(r, smooth_conditions));
    return text_take(&out);
}

char *alike_write(rng *r)
{
    bool rough = below(r, 2);
    return below(r, 2) ? write_automaton(r, rough) : write_system(r, rough);
}
