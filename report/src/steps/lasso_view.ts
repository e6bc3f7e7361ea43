// SPDX-License-Identifier: MIT
// The lasso of a run that goes on for ever: a dot for each step, the lap drawn as the loop that it is.

import type { Verdict } from '../data/types';
import { svg } from '../dom/element';
import type { Palette } from '../shell/theme';
import { lassoLayout } from './lasso_layout';
import { threadColour, threadName } from './threads';
import { lapOf } from './trace';

const ROOM = 1000;

export function drawLasso(v: Verdict, k: number, palette: Palette, go: (step: number) => void): SVGSVGElement {
    const trace = v.trace!, lap = lapOf(v), layout = lassoLayout(trace.length, lap, ROOM);
    const first = layout.points[trace.length - lap]!, middle = { x: (first.x + layout.width - 16) / 2, y: layout.height / 2 };
    const picture = svg('svg', {
        class: 'lasso', viewBox: `0 0 ${layout.width} ${layout.height}`, width: layout.width, height: layout.height, 'font-family': palette.font, role: 'img',
        'aria-label': `${trace.length - lap} steps lead to a loop of ${lap}`,
    });
    picture.append(svg('path', { d: layout.path, fill: 'none', stroke: palette.faint, 'stroke-width': 2 }),
        // Which way round it goes.
        svg('path', { d: `M${middle.x - 4} ${layout.height - 11}l-9 -5l9 -5z`, fill: palette.faint }),
        svg('text', { x: middle.x, y: middle.y, 'text-anchor': 'middle', 'dominant-baseline': 'central', 'font-size': 12, fill: palette.soft }, '↻ for ever'));
    layout.points.forEach((p, i) => {
        const now = i === k;
        picture.append(svg('circle', {
            cx: p.x, cy: p.y, r: now ? 9 : 6, fill: threadColour(trace[i]!.thread, palette), stroke: now ? palette.ink : palette.panel, 'stroke-width': now ? 3 : 1.5,
            cursor: 'pointer', 'data-step': i, onclick: () => go(i),
        }, svg('title', {}, `${i + 1}. ${threadName(trace[i]!.thread)}: ${trace[i]!.what}`)));
    });
    return picture;
}
