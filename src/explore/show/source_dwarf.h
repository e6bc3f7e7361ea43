// SPDX-License-Identifier: MIT
// What the readers of debug information share: see source_lines.h. Only where libdw is.

#ifndef EXPLORE_SOURCE_DWARF_H
#define EXPLORE_SOURCE_DWARF_H

#include "base/text.h"
#include "explore/runtime/call_chain.h"
#include "explore/show/source_lines.h"

#include <dwarf.h>
#include <elfutils/libdwfl.h>

Dwfl *source_session(void); // NULL: there is none

// "queue.slots[1]": a variable with a fixed place.
bool source_variable(const void *address, size_t size, text *out);

// One function of a stack: a call, or something that was inlined.
typedef struct source_frame {
    const chain_frame *call;          // its registers; of an inlined one those of what it is in
    char *path, *function;            // may be NULL; kept for good
    int line, column;                 // of what it was doing
    Dwarf_Die die;                    // its own; die.addr NULL: not known
    Dwarf_Addr pc, bias;              // pc: as in the module's file
    bool standard, library, compiled; // in which kind of file: compiled is no header
    size_t handed; // how large what it is handed the address of is; SIZE_MAX: any word
    bool method;   // as `this`
    bool one_line;
} source_frame;

char *source_read_line(const char *path, int number); // without its end; NULL: there is none

struct source_stack {
    chain_frame *calls;
    size_t size; // of the access
    source_frame *frames;
    uint32_t count, capacity;
};

// Types. All of these look through typedefs and qualifiers.
bool type_of(Dwarf_Die *die, Dwarf_Die *type); // of a variable, a member, a pointer
bool type_is_class(Dwarf_Die *type);
bool type_is_pointer(Dwarf_Die *type); // or a reference
size_t type_size(Dwarf_Die *type);     // 0: not known
bool type_member(Dwarf_Die *type, const char *name, size_t length, Dwarf_Die *member,
                 size_t *offset);
// ".slots[3].value": the innermost thing that is this large and lies there. Of classes of
// the standard library no private names are shown: ".words[3]" of a std::array, and
// ".mutex+8" where there is no more to say.
bool type_path(const Dwarf_Die *type, size_t offset, size_t size, text *out);
// Does a number or a pointer of at least four bytes begin there?
bool type_has_word(const Dwarf_Die *type, size_t offset);
// Is it an atomic variable, or a class with nothing else in it?
bool type_is_atomic(Dwarf_Die *type);
bool type_of_standard(Dwarf_Die *type);
bool path_standard(const char *path);
// A data member or a base class, and where it lies; false: it is none, or its place is not fixed.
bool type_part(Dwarf_Die *child, Dwarf_Die *type, size_t *offset);
bool type_is_empty(Dwarf_Die *type); // a class without data
// What is declared as `declared`, which need not be stripped: "struct node", "node *".
bool type_name(Dwarf_Die *declared, text *out);

// Types of data: source_data.c.
typedef struct data_type {
    Dwarf_Die type, declared; // declared: with typedefs and qualifiers
} data_type;
// Of the block, or the variable, that begins there and is so large; false: not known.
bool data_type_at(const void *at, size_t size, data_type *out);
// Something of this type points to a block of the heap. True: that tells the block's type, which
// was not known.
bool data_learn(const void *block, Dwarf_Die *pointer);

// Where a variable is, or what it holds.
typedef struct place {
    bool in_memory, known;
    uint64_t at; // its address, or else its value
} place;
// The address that an operation of a location stands for, as in the module's file.
bool location_address(Dwarf_Attribute *location, const Dwarf_Op *op, Dwarf_Addr *address);
place place_of(const source_frame *f, Dwarf_Die *variable);

// What an access touched.
typedef struct touched {
    const void *address;
    const void *block;   // of the heap that it is in
    size_t size, offset; // offset: in that block
    const char *member;  // what the block's type says is there; may be NULL
    bool handed;         // by a function that the expression was handed to
} touched;

// Does the expression, as it stands in this line of the function, denote that? Then it is
// added, with the index that it was. `exact`: expression and block together leave no doubt
// which byte it is.
bool expression_name(const source_frame *f, const char *expression, const char *line,
                     const touched *t, text *out, bool *exact);

// Calls `visit` for the parameters and variables that exist there, inner ones first,
// until it says true.
bool frame_variables(const source_frame *f, bool (*visit)(void *context, Dwarf_Die *variable),
                     void *context);

#endif
