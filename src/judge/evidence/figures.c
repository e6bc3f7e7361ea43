// SPDX-License-Identifier: MIT
// See linchpin/figures.h and figures.h.

#include "judge/evidence/figures.h"

#include "base/error.h"

#include <string.h>

static const struct {
    const char *key, *label;
    lp_unit unit;
    bool measured;
} figures[] = {
#define ROW(name, key, label, unit, measured) {key, label, LP_UNIT_##unit, measured},
    LP_FIGURES(ROW)
#undef ROW
};

const char *lp_figure_key(lp_figure_id id)
{
    REQUIRE((unsigned)id < LP_FIGURE_COUNT);
    return figures[id].key;
}

lp_unit lp_figure_unit(lp_figure_id id)
{
    REQUIRE((unsigned)id < LP_FIGURE_COUNT);
    return figures[id].unit;
}

const char *figure_label(lp_figure_id id)
{
    return figures[id].label;
}

bool figure_measured(lp_figure_id id)
{
    return figures[id].measured;
}

lp_figure_id figure_find(const char *key)
{
    lp_figure_id id = 0;
    while (id < LP_FIGURE_COUNT && strcmp(figures[id].key, key) != 0)
        id++;
    return id;
}
