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
bool type_ahead(const parser *p); // a declaration begins here
expr *parse_expr(parser *p);
expr *parse_postfix(parser *p);
expr *parse_choose(parser *p, uint32_t at); // low..high, or a collection
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

#endif
