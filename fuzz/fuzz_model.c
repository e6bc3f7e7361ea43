// SPDX-License-Identifier: MIT
// Fuzz target: .lin models. What is refused has a message with a place; what is
// accepted is also laid out, and that is accepted and laid out already. See fuzz.h.

#include "fuzz.h"
#include "fuzz_input.h"
#include "model/compose/compose.h"
#include "model/model.h"
#include "model/syntax/pretty_print.h"

#include <string.h>

const char *const fuzz_examples[] = {
    "struct node { int val; node* next; }\nshared node* top;\nobject stack {\n"
    "  push(int v) { node* n = new node{v}; loop { node* t = top; n.next = t;\n"
    "    if (cas(top, t, n)) @lin return; } }\n"
    "  pop() -> int? { loop { node* t = top; if (t == null) @lin return none;\n"
    "    node* u = t.next; if (cas(top, t, u)) @lin return t.val; } } }\n"
    "spec lifo { seq<int> s; push(int v) { s.push(v); }\n"
    "  pop() -> int? { if (s.empty()) return none; return s.pop(); } }\n"
    "invariant shape { acyclic(top, next) }\n"
    "verify stack refines lifo using points { threads 2; int 0..1; capacity 2; }\n",
    "const TWO = 2;\nshared int[3] list = {1, -TWO, 3 << 1}; thread (int, bool)[2] pair;\n"
    "ghost set<(int, int)> k; shared map<int 0..3, int>[2] b;\ninit { list[0] = TWO; }\n"
    "procedure give(int a) -> (int, bool) { return (-a, a > 0); }\nobject o {\n"
    "  many() { seq<int?> s; s.push(none); choose j in s; ghost { k.add((1, 2)); } }\n"
    "  pairs() { choose i in 0..1; pair[i].0 = give(i).0; for (int n = 0; n < 3; n += 1)\n"
    "    { if (n == 1) continue; list[n] -= ~n & 3 | i ^ 1; } } }\n",
    "spec pairs { int n; sync a(int x) -> (int, int) with b(int y) -> bool { n = n + 1;\n"
    "  return (x, -y), n == 0; } sync TWO c(int z) {} sync m = 1..4 d() { await(m == n); } }\n",
    "enum op[3];\ntype tag = (int 0..2 sn, op id);\nautomaton a {\n  set<(op, op)> r; set<tag>[op] "
    "t;\n"
    "  let dag = closure(r);\n  let last(op x) = {y in op : (y, x) in dag - r && y < x};\n"
    "  action f(op x) when forall y in t[x], i in 0..1 : y.sn > i do {\n"
    "    r |= {(x, z.id) : z in t[x] : z == max(t[x])}; t[x].add((0, x)); }\n"
    "  invariant i { exists x in op : last(x) <= {op1} || min(x : x in op) in {op2, op3} }\n}\n",
    "enum op { w, r }\ntype read = op r..r;\nmessage ask, told(read x, bool b);\n"
    "automaton a(read x) { set<op>[2] n; int 0..1 k = 1; let l = k + 1; init { k = 0; }\n"
    "  output go(x, 0, bool y) when l < 2 do { k = 1; send told(x, y) to b; }\n"
    "  input receive ask from b do { op z = x; n[k].add(z); }\n  invariant i { k <= l } }\n"
    "automaton b { bool c; input go(op z, int 0..1 i, true) do c = z == w;\n"
    "  input receive told(read x, bool b) from a[y] do { send ask to a[y]; } }\n"
    "system s = a[x in read] || b hide go { channel a <-> b fifo lossy bounded 2;\n"
    "  let e = b.to_a[r].empty(); invariant j { e || a[r].l > 0 || b.c } }\n"
    "verify s { reachable a[r].to_b.has(told(r, true)); }\n",
    "enum p[2];\nautomaton a(p x) { int 0..2 n; let twice(bool b) = b ? 2 * n : n;\n"
    "  output ask(x, bool v) when n == 0 do n = 1; output tell(x, int 0..2? r) when n == 1 do\n"
    "  n = 2; internal rest(int 0..1 y) when n == 2 do n = y; never decreases n; }\n"
    "automaton b { int 0..2[p] m; output ask(p x, bool v) do m[x] = 1;\n"
    "  output tell(p x, int 0..2? r) do m[x] = 2; internal set(p x, int 0..2 to) do m[x] = to; }\n"
    "system s = a[x in p];\nsimulation f from s to b { let even = a[p1].n % 2 == 0;\n"
    "  relation r { forall x in p : a[x].twice(true) == 2 * b.m[x] || even }\n"
    "  step a[x].rest(y) matches { if (y in bit) set(x, y); else set(x, 0);\n"
    "    each p z in {p1} - {x} : { set(z, a[z].n); } }\n"
    "  step ask(x, v) matches ask(x, v); never decreases b.m[x] for x in p, y in bool; }\n"
    "type bit = int 0..1;\nverify f {}\nverify s refines register { call ask(p x, false) is "
    "read();\n"
    "  call ask(p1, bool v) is write(v); return tell(p x, int 0..2? r) is r; }\n",
    NULL,
};
const char *const fuzz_words[] = {"object",     "spec",
                                  "struct",     "shared",
                                  "ghost",      "thread",
                                  "verify",     "refines",
                                  "invariant",  "procedure",
                                  "init",       "sync",
                                  "with",       "await",
                                  "automaton",  "action",
                                  "forall",     "exists",
                                  "let",        "type",
                                  "system",     "input",
                                  "output",     "internal",
                                  "message",    "channel",
                                  "send",       "receive",
                                  "from",       "to",
                                  "||",         "<->",
                                  "in",         "closure",
                                  "simulation", "relation",
                                  "step",       "matches",
                                  "each",       "never decreases",
                                  "for",        "call",
                                  "is",         "sequential",
                                  "loop",       "if",
                                  "else",       "return",
                                  "cas",        "new",
                                  "null",       "none",
                                  "choose",     "seq<int>",
                                  "set<int>",   "map<int, bool>",
                                  "int",        "bool",
                                  "?",          "*",
                                  "{",          "}",
                                  "(",          ")",
                                  "[3]",        ";",
                                  ",",          "..",
                                  "->",         "@lin",
                                  "@only(0)",   "//",
                                  "/*",         "99999999999999999999",
                                  "-",          "<<",
                                  "\"",         "\xff",
                                  "\n",         NULL};

static void check_layout(const char *bytes, size_t size)
{
    text once = {0}, twice = {0};
    error e = {0};
    text_add(&once, "%s", "");
    text_add(&twice, "%s", "");
    MUST(model_format("in", bytes, size, &once, &e));
    model *again = model_read("again", once.bytes, once.length, &e);
    MUST(again);
    MUST(model_format("again", once.bytes, once.length, &twice, &e));
    MUST(strcmp(once.bytes, twice.bytes) == 0);
    model_free(again);
    text_fini(&once);
    text_fini(&twice);
}

// What --all-related makes of simulations.
static void check_tabled(const model *m)
{
    for (uint32_t i = 0; i < m->instance_count; i++) {
        model *tabled = NULL, *abstract = NULL;
        error e = {0};
        if (!m->instances[i].subject->simulates)
            continue;
        bool made = model_tabled(&m->instances[i], &tabled, &abstract, &e);
        MUST(made || (e.message[0] && e.line && e.column));
        model_free(tabled);
        model_free(abstract);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *bytes = size ? (const char *)data : "";
    error e = {0};
    model *m = model_read("in", bytes, size, &e);
    MUST(m || (e.message[0] && e.line && e.column));
    if (m) {
        check_layout(bytes, size);
        check_tabled(m);
    }
    model_free(m);
    return 0;
}
