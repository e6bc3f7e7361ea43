// SPDX-License-Identifier: MIT
// From addresses to names: "treiber.c:31" for code, "top" for a variable that
// the dynamic symbols do not tell. By elfutils' libdw, where it was found.
//
// A step has a stack of functions, those that were inlined among them. It is shown
// where its reader would look for it: see source_stack_shown.

#ifndef EXPLORE_SOURCE_LINES_H
#define EXPLORE_SOURCE_LINES_H

#include "base/text.h"
#include "explore/runtime/call_chain.h"

#include <stdbool.h>
#include <stddef.h>

char *source_line(const void *return_address); // NULL: not known; caller frees
// The same of the function that a reader would look in, as source_stack_shown says.
char *source_where(const void *return_address);
// The text of that line.
char *source_text(const void *return_address);
// Where in the source that is, with the calls that were inlined around it: the same for each copy that a compiler
// made of a statement, but not for the calls of a function. "/queue.c:31:9 /queue.c:52:5".
char *source_spot(const void *return_address);
// The call around it, if it was inlined: "queue.c:52"; NULL: it was not.
char *source_call(const void *return_address);
// "top", "queue.slots[1]": of a variable that is not on a stack. `size`: of the access, or 0.
bool source_symbol(const void *address, size_t size, text *out);
// The same of one that is thread-local: by where its module is loaded, and its place there.
bool source_thread_local(uint64_t module, size_t offset, size_t size, text *out);
// Did gcc compile something of the user's that has bit-fields? Its call before a
// write to one does not tell of the read that is part of it.
bool source_has_hidden_reads(void);

typedef struct source_stack source_stack;

// Of the code that made this access; never NULL.
source_stack *source_stack_new(const chain *c, size_t size);
void source_stack_free(source_stack *s);
uint32_t source_stack_count(const source_stack *s);
// Which function to show: the innermost that is neither in the standard library nor
// there just to work on one word for its caller, as std::atomic<int>::load is.
uint32_t source_stack_shown(const source_stack *s);
char *source_stack_where(const source_stack *s, uint32_t i);          // "queue.c:31"; caller frees
const char *source_stack_function(const source_stack *s, uint32_t i); // may be NULL

typedef enum source_use { USE_READ, USE_WRITE, USE_ATOMIC, USE_OBJECT } source_use;

// What an access touches.
typedef struct source_access {
    const void *address;
    size_t size;
    source_use use;
    const void *block;  // of the heap that it is in; NULL: none
    const char *member; // what source_member says; may be NULL
} source_access;

// What the access touches, as the source has it: "q->tail"; only what types and values of
// the variables confirm. An index is shown as the number that it was, if that is known.
// `exact`: with the block beside it the name tells the address; "c->seq" does not where c
// points to one of many.
bool source_stack_name(const source_stack *s, const source_access *a, text *out, bool *exact);

// The variables of the function that is shown, with what they hold, where that is known.
typedef void source_local_visit(void *context, const char *name, const void *bytes, size_t size);
void source_locals(const source_stack *s, source_local_visit *visit, void *context);

// The types of blocks of the heap: a block is what a pointer to something of its size
// points to. From the variables of the functions that a step is in.
void source_stack_learn(const source_stack *s);
// ".tail"; false: not known.
bool source_member(const void *block, size_t block_size, size_t offset, size_t size, text *out);
// Does something of at least four bytes begin here, in a block of known type or in a
// variable? Nothing that is made of letters does.
bool source_has_word(const void *address);
void source_forget(const void *block); // it is allocated anew; NULL: all of them

#endif
