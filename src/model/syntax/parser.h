// SPDX-License-Identifier: MIT
// What the files of the parser share. Recursive descent; every recursion goes
// through parser_enter, so deep nesting is an error and never a crash. A rule
// that fails has set the error and gives false or NULL.

#ifndef MODEL_PARSER_H
#define MODEL_PARSER_H

#include "model/syntax/ast.h"
#include "model/syntax/lex.h"

typedef struct parser {
    model *m;
    const source *s;
    token *tokens;
    const token *t; // the next one
    uint32_t depth;
    bool finite;         // a set of a finite type is a value here
    bool matching;       // the steps that match one: `each` may stand here
    bool stepping;       // what is said of steps: x' may stand here
    bool temporal;       // a formula of runs: -> may stand here
    bool of_process;     // likewise, of a process: a, c!1 and c?x may stand here
    uint32_t conditions; // of the verify blocks before this one
    error *e;
} parser;

bool parser_enter(parser *p);
void parser_leave(parser *p);
bool parser_at(const parser *p, const char *what);
bool parser_take(parser *p, const char *what);       // if it is next
bool parser_take_word(parser *p, const char *what);  // one that is not reserved
bool parser_call(const parser *p, const char *what); // `what` and ( are next
bool parser_take_call(parser *p, const char *what);  // takes `what` then
bool parser_expect(parser *p, const char *what, const char *after);
void parser_role(parser *p, token_role role);   // of the next token
bool parser_open(parser *p, const char *after); // the brace of a block
bool parser_close(parser *p);                   // if it is next
const char *parser_name(parser *p, const char *role, uint32_t *at);
uint32_t parser_end(const parser *p); // where the last token ended

// For those who know C. A hint where something else was expected; NULL: none.
const char *habit_hint(const parser *p, const char *expected);
bool habit_statement(const parser *p); // false with an error: no statement begins so
bool habit_does_nothing(const parser *p, const expr *x); // the error: always false

bool parse_type(parser *p, type *out);
bool machine_ahead(const parser *p, const token *t); // machine<op> or answer<op>
bool parse_machine(parser *p, type *out);
bool type_ahead(const parser *p); // a declaration begins here
expr *parse_expr(parser *p);
expr *parse_postfix(parser *p);
expr *parse_operand(parser *p); // what may stand on the right of `in`
// Sets of finite types, and what is said of their items: NULL with an error, or the expression.
expr *parse_set(parser *p);                        // from {
expr *parse_quantifier(parser *p, bind_kind kind); // after forall or exists
expr *parse_extreme(parser *p, bind_kind kind);    // after min( or max(
expr *expr_make(parser *p, expr_kind kind, uint32_t at);
expr *expr_finish(parser *p, expr *x); // its end, and how deep it is
bool parse_items(parser *p, const char *close, expr *x);
bool parse_more(parser *p, const char *close, expr *x, expr *first); // of which one is there
bool parse_let(parser *p);
bool parse_constant(parser *p);      // `let` of the file
expr *parse_majorities(parser *p);   // after the word
bool quorums_ahead(const parser *p); // a claim about quorum systems begins here
bool parse_quorums(parser *p);
// After the word that they begin with.
bool parse_struct(parser *p);
bool parse_const(parser *p);
bool parse_alias(parser *p);
bool parse_enum(parser *p);
bool parse_message(parser *p);
expr *parse_choose(parser *p, uint32_t at); // low..high, or a collection
// After the word; `at` is where it stands.
expr *parse_choose_call(parser *p, uint32_t at);
expr *parse_cas(parser *p, uint32_t at);
expr *parse_dcas(parser *p, uint32_t at);
expr *parse_two(parser *p, expr_kind kind, uint32_t at); // swap(place, new) and the like
expr *parse_shape(parser *p, uint32_t at);               // its word is next
// name(a). `opened` and `closed` say after what the brackets are expected.
expr *parse_one(parser *p, expr_kind kind, const char *opened, const char *closed, uint32_t at);
expr *parse_update(parser *p, uint32_t at); // += 1, without what it is added to
expr *parse_list(parser *p);                // {1, 2}
bool parse_block(parser *p, block *out);
bool parse_body(parser *p, block *out); // one statement, or a block
bool parse_number(parser *p, int64_t *out);
bool parse_bound(parser *p, const char *what, int64_t low, int64_t high, uint32_t *out);
bool parse_variable(parser *p, variable *v, const char *role); // int x, int[4] a
bool parse_variables(parser *p, variable *list, uint32_t *count, const char *role);
// At most `most`: of one more participant, or of the method.
bool parse_parameters(parser *p, method *m, uint32_t most);
bool parse_method(parser *p, method *m, uint32_t most);
bool sync_ahead(const parser *p); // a synchronisation begins here
bool parse_sync(parser *p, unit *u);
unit *parse_unit(parser *p, bool is_spec);
bool parse_init(parser *p);
bool parse_invariant(parser *p);
bool parse_global(parser *p, const char *role); // a variable of all steps
bool parse_instance(parser *p, instance *out);
// never decreases E for x in op, or step invariant NAME { E }: its first word is next.
bool step_claim_ahead(const parser *p);
bool parse_step_claim(parser *p);
expr *parse_prime(parser *p, expr *x); // after x
// NAME(op x, 0, …): an action with its arguments.
bool parse_action_head(parser *p, method *f);
// call request(op x) is write(x), or return response(op x): its word is next.
bool operation_label_ahead(const parser *p);
bool parse_operation_label(parser *p, instance *v);
// After |=, and from the word of a setting on.
bool parse_temporal(parser *p, temporal_claim *c);
bool parse_fairness(parser *p, temporal_claim *c);
bool parser_condition(parser *p, invariant c); // one more of the verify block

#endif
