// SPDX-License-Identifier: MIT
// What the names of a text are: where each is declared, and what each use of one means. It is made of tokens,
// not of the parser's tree, so a text with errors has one, too, and every name has its place.
//
//     name_table t;
//     name_table_read(&t, bytes, length);
//     uint32_t i = token_around(&t.tokens, offset);
//     const symbol *s = name_meaning(&t, i);   // NULL: it is nothing that was declared
//     name_table_fini(&t);
//
// Methods of all objects and specs are one if they are called alike, because that is how they are compared;
// so are actions of automata and events of processes. Who renames something has the result checked: see
// rename.c.

#ifndef LSP_NAME_TABLE_H
#define LSP_NAME_TABLE_H

#include "base/intern.h"
#include "lsp/names/lin_tokens.h"

typedef enum symbol_kind {
#define SYMBOL(kind, noun, lsp_kind, completion, type) SYMBOL_##kind,
#include "lsp/names/symbol_kinds.def"
#undef SYMBOL
    SYMBOL_KINDS,
} symbol_kind;

typedef struct symbol {
    symbol_kind kind;
    uint32_t name;                     // its number
    uint32_t token;                    // where it is declared
    uint32_t from, to;                 // tokens: what is shown of its declaration,
    uint32_t end;                      // which ends with the body, if it has one
    uint32_t visible_from, visible_to; // tokens; of a part of a tuple: from its bracket, to 0
    uint32_t type_from, type_to; // its type, or that of its result; the same: it is not written
    uint32_t of;                 // the symbol that it is a member of, + 1
    uint32_t group;              // the first one that it is renamed with
    uint32_t next;               // the next one of this name, + 1
    bool counted;                // enum worker[3]: worker1, worker2, worker3 are its names
} symbol;

// A use of a name: part of a token, of server.to_client or of worker1.
typedef struct name_use {
    uint32_t symbol; // + 1; 0: none
    uint32_t at, length;
} name_use;

// A verify block: its first token, and the one after it.
typedef struct claim_place {
    uint32_t from, to;
} claim_place;

typedef struct name_table {
    lin_tokens tokens;
    intern *names;
    uint32_t *name; // of each token that is one: its number
    symbol *symbols;
    uint32_t symbol_count, symbol_capacity;
    uint32_t *first; // of each name: its first symbol, + 1
    uint32_t *last;
    name_use *uses;       // of each token
    unsigned char *roles; // likewise: see name_scan.h
    claim_place *claims;
    uint32_t claim_count, claim_capacity;
} name_table;

void name_table_read(name_table *t, const char *bytes, size_t length);
void name_table_fini(name_table *t);

const symbol *name_meaning(const name_table *t, uint32_t i);
const char *symbol_noun(symbol_kind kind); // "field"
// What can be seen at a place between tokens i - 1 and i: may it be used there?
bool symbol_visible(const symbol *s, uint32_t i);
// The text of its declaration, on one line, of at most so many bytes. Caller frees.
char *symbol_text(const name_table *t, const symbol *s);
const char *symbol_name(const name_table *t, const symbol *s, size_t *length);

#endif
