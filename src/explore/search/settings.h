// SPDX-License-Identifier: MIT
// What the runner is told to do: key=value arguments.

#ifndef EXPLORE_SETTINGS_H
#define EXPLORE_SETTINGS_H

#include "explore/search/exploration.h"
#include "explore/search/scenario_source.h"

// What a type of explore_options.def is for the runner.
#define SETTING_FLAG bool
#define SETTING_COUNT uint64_t
#define SETTING_NUMBER uint64_t
#define SETTING_TEXT const char *
#define SETTING_OUTPUT const char *
#define SETTING_SECONDS double

typedef struct settings {
#define OPTION(type, name, field, argument, help) SETTING_##type field;
#define SHARED OPTION
#include "explore/search/explore_options.def"
    // What `linchpin test` has too, and what is no option of the command.
    const char *object, *spec, *golden, *serve;
    bool least, symmetry, repeats, series;
    uint64_t memory, split;
    double timeout;
    search_kind kind; // by `search`
} settings;

bool settings_parse(int argc, char **argv, settings *s, error *e);
scenarios_options settings_scenarios(const settings *s);

#endif
