// SPDX-License-Identifier: MIT
// What the files share that go through a text and find out what is declared in it.
//
// Each rule takes the tokens from `i` on and gives the one after what it has read. Where the text is not as
// it should be it reads what it can and gives no error: that is the parser's part.

#ifndef LSP_NAME_SCAN_H
#define LSP_NAME_SCAN_H

#include "lsp/names/name_table.h"

// What the place of a name says of it, before it is looked up.
typedef enum name_role {
    NAME_VALUE,    // a value, or what is called
    NAME_WORD,     // a word of the language
    NAME_DECLARED, // a declaration
    NAME_TYPE,
    NAME_TYPE_OR_VALUE, // the length of an array, or what is gone through
    NAME_UNIT,          // an object, an automaton, a system, a process
    NAME_SPEC,          // of the file, or a built-in one
    NAME_METHOD,
    NAME_ACTION,
    NAME_EVENT, // or a channel of processes
    NAME_FIELD, // of any struct: acyclic(top, next)
    NAME_MESSAGE,
    NAME_PLAIN,   // a value, though a dot stands before it
    NAME_FORMULA, // a value, an event, or a variable of the formula
} name_role;

enum { SCAN_DEPTH = 200 };

typedef struct name_scan {
    name_table *t;
    const lin_tokens *k;
    uint32_t unit;    // whose members are read: its symbol, + 1; 0: the file's
    uint32_t formula; // variables of a formula are visible up to here; 0: there is none
    uint32_t
        sees[2]; // units whose members may be named without them, + 1: those of the one automaton
                 // there is, of what is verified, or of what a simulation is about
    uint32_t depth;
} name_scan;

void scan_role(name_scan *s, uint32_t i, name_role role);
// Declares the name at token i. The declaration is shown from `from` to the name. NULL: there is no name.
symbol *scan_declare(name_scan *s, symbol_kind kind, uint32_t i, uint32_t from);

bool scan_type_ahead(const name_scan *s, uint32_t i);
uint32_t scan_type(name_scan *s, uint32_t i);
// A type and a name. *out: the symbol, + 1; 0: there is none. It is visible nowhere yet.
uint32_t scan_variable(name_scan *s, uint32_t i, symbol_kind kind, uint32_t *out);
// (int x, op y), or values: what is declared is visible from `from` to `to`.
uint32_t scan_parameters(name_scan *s, uint32_t open, symbol_kind kind, uint32_t from, uint32_t to);

void scan_expression(name_scan *s, uint32_t from, uint32_t to);
// x in S, y in T up to `to`: visible from the next one on, and in all from `from`, to `end`.
uint32_t scan_binders(name_scan *s, uint32_t i, uint32_t to, uint32_t from, uint32_t end);
uint32_t scan_statement(name_scan *s, uint32_t i, uint32_t to);
uint32_t scan_block(name_scan *s, uint32_t open, uint32_t to); // from its {
void scan_process(name_scan *s, uint32_t from, uint32_t to);
void scan_events(name_scan *s, uint32_t from, uint32_t to);  // a, b.0
uint32_t scan_dotted(name_scan *s, uint32_t i, uint32_t to); // .0.(x + 1) behind an event

// What begins at token i and is a member of a unit of this kind; `to` is the end of the unit.
uint32_t scan_member(name_scan *s, symbol_kind unit, uint32_t i, uint32_t to);
uint32_t scan_let(name_scan *s, uint32_t i, uint32_t to);
uint32_t scan_invariant(name_scan *s, uint32_t i, uint32_t to);
uint32_t scan_method(name_scan *s, uint32_t i, uint32_t to, symbol_kind kind);
uint32_t scan_verify(name_scan *s, uint32_t i, uint32_t to);
// Where what begins at token i ends: with a semicolon, or a brace if it has one.
uint32_t scan_item_end(const name_scan *s, uint32_t i, uint32_t to);
void scan_file(name_scan *s);

// Second: what the names that are not declared mean.
void names_resolve(name_scan *s);
// What stands before the dot at token i has which member of this name? 0: none; else the symbol, + 1.
uint32_t name_member(const name_scan *s, uint32_t dot, uint32_t name);
// The member of this name of a unit, or of a struct: likewise.
uint32_t name_member_of(const name_scan *s, uint32_t of, uint32_t name);

#endif
