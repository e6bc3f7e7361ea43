// SPDX-License-Identifier: MIT
// What the files that parse processes share.

#ifndef MODEL_PARSE_PROCESS_H
#define MODEL_PARSE_PROCESS_H

#include "model/syntax/ast_process.h"
#include "model/syntax/parser.h"

process *process_make(parser *p, process_kind kind, uint32_t at);
process *process_finish(parser *p, process *x); // NULL: it is too deep
// Of one part or, with b, of two. NULL: a is, or it is too deep.
process *process_of(parser *p, process_kind kind, uint32_t at, process *a, process *b);

process *parse_process(parser *p);
process *parse_prefixed(parser *p); // without signs between processes
bool indexed_ahead(const parser *p);
process *parse_indexed_process(parser *p);
expr *parse_event_value(parser *p); // after the dot
// Of a formula: does an event begin here, and not a condition? The event; NULL: with an error.
bool label_ahead(const parser *p);
event_pattern *parse_label(parser *p);
bool parse_event_set(parser *p, process *x); // {a, b.0}: it becomes the set of x

// Declarations of the file: their words are next.
bool process_ahead(const parser *p);
bool parse_process_declaration(parser *p);

#endif
