// SPDX-License-Identifier: MIT
// See lost_play.h.

#include "judge/simulation/lost_play.h"

enum { INDENT = 2, MOST_INDENT = 20 };

bool lost_play_line(lost_play *p, uint32_t depth)
{
    if (p->lines++ == p->most_lines)
        text_add(p->out, "\n  …");
    if (p->lines > p->most_lines)
        return false;
    depth = depth < MOST_INDENT ? depth : MOST_INDENT;
    text_add(p->out, "\n%*s", (int)(INDENT + depth * INDENT), "");
    return true;
}

static void tell(lost_play *p, uint32_t pair, uint32_t number, uint32_t depth)
{
    lost_pair l = game_lost(p->game, pair);
    uint32_t before = p->count ? *p->count : 0;
    // Where there is no choice, the play goes on in the same column.
    for (;;) {
        number += p->step(p, &l, number, depth);
        if (l.answer_count != 1 || p->lines > p->most_lines)
            break;
        l = game_lost(p->game, l.answers[0]);
    }
    if (l.answer_count == 0)
        p->no_answer(p, l.u, depth);
    for (uint32_t i = 0; i < l.answer_count && p->lines <= p->most_lines; i++) {
        if (lost_play_line(p, depth))
            p->answer(p, i + 1, l.answer_count, game_lost(p->game, l.answers[i]).u);
        tell(p, l.answers[i], number, depth + 1);
    }
    if (p->count)
        *p->count = before;
}

void lost_play_tell(lost_play *p)
{
    tell(p, game_first(p->game), 1, 0);
}
