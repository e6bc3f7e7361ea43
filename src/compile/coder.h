// SPDX-License-Identifier: MIT
// What the files share that write C: the components of a system (component.h) become functions of
// their own names, in the order of the model. An expression becomes a `piece` of C. What needs a
// loop, a quantifier say, becomes a function of its own before the one that it stands in.
//
// Ownership: strings belong to the arena of the model.

#ifndef COMPILE_CODER_H
#define COMPILE_CODER_H

#include "model/component/component.h"

enum { CODE_TYPES = 64, CODE_NAMES = 64, CODE_SET_MOST = 62 };

// Which functions of a type are called somewhere.
enum {
    NEEDS_COMPARE = 1,
    NEEDS_BYTES = 2,
    NEEDS_SHOW = 4,
    NEEDS_RANK = 8, // its number among the values of its type,
    NEEDS_AT = 16,  // and back
    NEEDS_HELD = 32,
};

typedef struct coded_type {
    type type;
    const char *name;
    uint32_t at;   // of the declaration; 0: it has none in the model
    bool declared; // in the header
    unsigned needs;
} coded_type;

// Small functions that the header of the system has where they are needed.
enum { USES_HELD_ID = 1, USES_DIVISION = 2 };

// How strongly a piece of C holds together, as C's operators do.
typedef enum level {
    LEVEL_CONDITION,
    LEVEL_OR,
    LEVEL_AND,
    LEVEL_BITS, // | ^ &: always in brackets beside each other
    LEVEL_EQUAL,
    LEVEL_ORDER,
    LEVEL_SHIFT,
    LEVEL_ADD,
    LEVEL_MULTIPLY,
    LEVEL_UNARY,
    LEVEL_WORD,
} level;

typedef struct piece {
    const char *text;
    level level;
} piece;

typedef struct used_name {
    const char *name;
    type type;
} used_name;

typedef struct coder {
    const component_system *s;
    model *m;
    error *e;
    bool failed;
    const component *part; // whose text it is; NULL: the file's
    coded_type types[CODE_TYPES];
    uint32_t type_count;
    unsigned uses;
    bool as_supply[COMPONENT_SUPPLIES + 1][COMPONENT_SUPPLIES + 1]; // which checks are called
    text *out;
    text before;                // functions that go before the one that is being written
    const char *function;       // which is called so,
    uint32_t helpers;           // and has so many of them
    bool self, turn;            // it uses these,
    used_name used[CODE_NAMES]; // and these parameters and locals
    uint32_t used_count;
    uint32_t indent;
} coder;

// The first one counts. Writing goes on, and what is written is thrown away.
void code_fails(coder *c, uint32_t at, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
const char *code_keep(coder *c, text *t); // the string, which is in the arena then
const char *code_format(coder *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *code_where(coder *c, uint32_t at);   // "abd.lin:134:5", with its quotes
const char *code_comment(coder *c, uint32_t at); // abd.lin:134
const char *code_local(coder *c, const char *name);
const char *code_member(coder *c, const char *name);
const char *code_type_name(coder *c, const char *name);
const char *code_function_name(coder *c, const char *name); // of the model
const char *code_action_base(coder *c, const char *name);   // the function that is an action
const char *code_part(coder *c, type tuple, uint32_t i);    // the member that is part i
// A list of words between braces, as many on a line as fit.
const char *code_list(coder *c, const char *before, const char *words, const char *after);
const char *code_upper(coder *c, const char *name);
void code_line(coder *c, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Types. What C calls one:
const char *code_type(coder *c, type t, uint32_t at);
coded_type *code_need(coder *c, type t, uint32_t at, unsigned needs); // of a tuple or an option
coded_type *code_find_type(coder *c, type t, const char *name, uint32_t at);
bool code_same_type(type a, type b);
const char *code_zero(coder *c, type t); // what a variable holds first
// Statements that put a value into bytes, get it, and show it.
void code_put(coder *c, type t, const char *value, uint32_t at);
const char *code_get(coder *c, type t, uint32_t at);
void code_show(coder *c, type t, const char *value, uint32_t at);
const char *code_rank(coder *c, type t, piece value, uint32_t at); // an expression
const char *code_at(coder *c, type t, const char *rank, uint32_t at);
piece code_compare(coder *c, binary_op op, type t, piece a, piece b, uint32_t at);
const char *code_compared(coder *c, type t, const char *a, const char *b, uint32_t at); // -1, 0, 1
// All that the header and the file of the system hold of types.
void code_type_declarations(coder *c);
void code_type_functions(coder *c);

// Sets of what has no end, and arrays whose index has none.
coded_type *code_open_set(coder *c, type t, uint32_t at);
coded_type *code_open_array(coder *c, const variable *v);
coded_type *code_seq(coder *c, type t, uint32_t at);
piece code_seq_operation(coder *c, const expr *x);
void code_declare_many(coder *c, const coded_type *t);
void code_many_functions(coder *c, const coded_type *t);
piece code_open_literal(coder *c, const expr *x);
piece code_open_binary(coder *c, const expr *x);
piece code_open_operation(coder *c, const expr *x);
piece code_open_index(coder *c, const expr *x);
void code_open_domain(coder *c, const expr *domain, const char *name, type t, const char *number);
const char *code_open_assignment(coder *c, const expr *place, const expr *value); // NULL: it is not
const char *code_open_effect(coder *c, const expr *x);                            // about these
bool code_is_many(const coder *c, const variable *v);
void code_saved_many(coder *c, const variable *v, bool save);
void code_shown_many(coder *c, const variable *v); // in a trace

// Machines: object.answer(x) and object.apply(x), what they are, the spec that is run, and
// what tells systems of other models and objects apart.
piece code_machine(coder *c, const expr *x);
void code_object(coder *c);
const char *code_spec(const coder *c);
uint64_t code_version(const coder *c);

// Expressions.
const char *code_in(coder *c, piece p, level least); // in brackets, if it must be
piece code_raw(coder *c, const expr *x);             // as its own type
piece code_value(coder *c, const expr *x, type want);
piece code_converted(coder *c, const expr *x, type want); // without asking for its range
const char *code_argument(coder *c, const expr *x, type want);
piece code_arithmetic(coder *c, binary_op op, const expr *a, const expr *b, uint32_t at);
piece code_set_binary(coder *c, const expr *x);
piece code_membership(coder *c, const expr *x);
piece code_set_literal(coder *c, const expr *x);
piece code_set_operation(coder *c, const expr *x);
piece code_bind(coder *c, const expr *x);
void code_bounds(const model *m, const expr *x, int64_t *low, int64_t *high);
piece code_item(coder *c, type item, const expr *x); // the bit of an item of a set
void code_use(coder *c, const char *name, type t);
bool code_used(const coder *c, const char *name);

// Statements, and functions of the model.
void code_block(coder *c, const block *b, uint32_t from, type result);
void code_function(coder *c, method *f, text *out);
// Begins a function of this name, whose body goes to `body`.
void code_begin(coder *c, const char *name, text *body);
bool code_reads(const block *b, uint32_t from, const char *name); // from statement `from` on
bool code_reads_expr(const expr *x, const char *name);
// How an instance is addressed: to_replica(p).
const char *code_address(coder *c, const expr *to);

// The functions save, load and end of a component.
void code_saved(coder *c, bool save, text *out);
void code_shown(coder *c, text *out);
bool code_end(coder *c, text *out); // false: it needs none

// Whole files.
void code_component(coder *c, const component *part, text *code, text *header);
void code_system(coder *c, text *code, text *header);
void code_client(coder *c, text *code, text *header);
void code_make(coder *c, const char *prefix, text *out);
void code_readme(coder *c, text *out);
// What the kinds of components are called: an operation with several methods is several.
const char *code_kind(coder *c, const component *part, uint32_t operation);
const char *code_parameter(coder *c, const component *part, uint32_t i, const char *number);

#endif
