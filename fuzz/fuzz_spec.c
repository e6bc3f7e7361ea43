// SPDX-License-Identifier: MIT
// Fuzz target: spec blocks of .lin files. One that is accepted takes calls with
// arguments of every kind: each is explained or refused, or the spec says what
// went wrong in it. See fuzz.h.

#include "fuzz.h"
#include "fuzz_input.h"
#include "model/model.h"
#include "model/spec/spec_block.h"
#include "spec/automaton.h"

enum { MOST_STEPS = 40 };

const char *const fuzz_examples[] = {
    "spec lifo { seq<int> s; push(int v) { s.push(v); }\n"
    "  pop() -> int? { if (s.empty()) return none; return s.pop(); } }\n",
    "spec r { int v; bool seen; read() -> int { seen = true; return v; } write(int x) { v = x; }\n"
    "  cas(int a, int b) -> bool { if (v != a) return false; v = b; return true; } }\n",
    "spec s { set<int> all; map<int, int> n; add(int k) -> bool { if (all.has(k)) return false;\n"
    "  all.add(k); n.put(k, 1); return true; } any() -> int { choose k in all; return k; } }\n",
    "spec c { int n; up() -> int { n += 1; return n << 2; } down() { n -= 1; assert(n >= 0); }\n"
    "  sum() -> int { int t; for (int i = 0; i < n; i += 1) t += i; return t; } }\n",
    NULL,
};
const char *const fuzz_words[] = {"seq<int>", "set<int>", "map<int, bool>",
                                  "int",      "bool",     "int?",
                                  "none",     "choose",   "in",
                                  "return",   "assert",   "loop",
                                  "if",       "else",     "for",
                                  "{",        "}",        "(",
                                  ")",        "[3]",      ";",
                                  ",",        "..",       "->",
                                  ".pop()",   ".empty",   ".push(1)",
                                  "<<",       "/",        "%",
                                  "-",        "~",        "9223372036854775807",
                                  NULL};

// Every method with every argument from the state reached so far.
static void walk(const lp_spec *spec, const spec_block *b)
{
    lp_pool *pool = lp_pool_new();
    lp_value two[2] = {lp_int(1), lp_int(2)};
    const lp_value args[] = {LP_NIL,
                             lp_int(1),
                             lp_int(INT64_MIN),
                             lp_bool(true),
                             lp_string(pool, "a", 1),
                             lp_vector(pool, two, 2)};
    automaton *a = automaton_new(spec, pool);
    uint32_t count = 0, steps = 0;
    const uint32_t *initial = automaton_initial(a, &count);
    uint32_t state = count ? initial[0] : 0;
    error e = {0};
    for (uint32_t m = 0; count && spec->methods[m].name; m++)
        for (size_t i = 0; i < sizeof args / sizeof *args && steps < MOST_STEPS; i++, steps++) {
            uint32_t call = automaton_call(a, m, 0, args[i]), ways = 0;
            const automaton_way *way = automaton_ways(a, state, call, 0, &ways);
            if (spec_block_failed(b, &e)) {
                MUST(e.message[0]);
                count = 0;
                break;
            }
            if (ways)
                state = way[0].next;
            MUST(state < automaton_state_count(a));
        }
    automaton_free(a);
    lp_pool_free(pool);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    error e = {0};
    model *m = model_read("in", size ? (const char *)data : "", size, &e);
    for (uint32_t i = 0; m && i < m->unit_count; i++) {
        if (!m->units[i]->is_spec)
            continue;
        spec_block *b = spec_block_new(m, m->units[i]);
        if (!spec_block_spec(b)->syncs)
            walk(spec_block_spec(b), b);
        spec_block_free(b);
    }
    model_free(m);
    return 0;
}
