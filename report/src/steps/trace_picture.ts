// SPDX-License-Identifier: MIT
// The steps in columns as a picture, to be saved.

import type { Verdict } from '../data/types';
import { isolated } from '../data/visible_text';
import { svg } from '../dom/element';
import type { Palette } from '../shell/theme';
import { threadColour, threadName } from './threads';
import { placeText, stepKind, threadsOf } from './trace';

const ROW = 20, NUMBER = 44, LETTER = 7, MOST = 60, MOST_STEPS = 400;

export function drawTrace(v: Verdict, k: number, palette: Palette): SVGSVGElement {
    const trace = v.trace!, threads = threadsOf(trace), first = Math.max(0, Math.min(k - MOST_STEPS / 2, trace.length - MOST_STEPS));
    const steps = trace.map((s, i) => ({ s, i, text: [placeText(s.where), s.what].filter(t => t).join('  ') })).slice(first, first + MOST_STEPS);
    const short = (text: string) => (text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text);
    let x = NUMBER;
    const columns = threads.map(t => {
        const at = x;
        x += Math.max(10, ...steps.filter(({ s }) => s.thread === t).map(({ text }) => short(text).length)) * LETTER + 24;
        return at;
    });
    const height = (steps.length + 2) * ROW;
    const picture = svg('svg', { viewBox: `0 0 ${x} ${height}`, width: x, height, 'font-family': palette.mono, 'font-size': 11.5 },
        svg('rect', { width: x, height, fill: palette.panel }),
        ...threads.map((t, c) => svg('text', { x: columns[c]!, y: ROW, fill: threadColour(t, palette), 'font-weight': 700 }, threadName(t))));
    steps.forEach(({ s, i, text }, row) => {
        const y = (row + 1) * ROW + 8, column = threads.indexOf(s.thread);
        if (i === k)
            picture.append(svg('rect', { y, width: x, height: ROW, fill: palette['accent-fill'] }));
        if (s.switch && row > 0)
            picture.append(svg('path', { d: `M${NUMBER} ${y}H${x}`, stroke: palette.line, 'stroke-dasharray': '4 3' }));
        picture.append(
            svg('text', { x: NUMBER - 14, y: y + 14, 'text-anchor': 'end', fill: palette.faint }, String(i + 1)),
            svg('text', { x: columns[column]!, y: y + 14, fill: stepKind(trace, i) === 'step' ? palette.ink : threadColour(s.thread, palette) }, isolated(short(text))));
    });
    return picture;
}
