// SPDX-License-Identifier: MIT
// `linchpin compile`: a system of automata becomes a C project.

#ifndef COMPILE_PROJECT_H
#define COMPILE_PROJECT_H

#include "base/error.h"
#include "base/text.h"
#include "model/component/component.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PROJECT_FILES = 160 };

typedef struct project_file {
    char *name;
    text bytes;
} project_file;

typedef struct project {
    char *system; // its name
    project_file files[PROJECT_FILES];
    uint32_t count;
} project;

// `prefix`: where linchpin is installed. False: with an error.
bool project_make(const char *file, const char *bytes, size_t length, const component_choice *which,
                  const char *prefix, project *out, error *e);
// An automaton alone, as a server without clients: its files and those of its types.
bool project_make_lone(const char *file, const char *bytes, size_t length, const char *automaton,
                       project *out, error *e);
void project_fini(project *p);
// Makes the folder. One with anything in it is refused, unless a project is in it, which is
// written over.
bool project_write(const project *p, const char *folder, error *e);

#endif
