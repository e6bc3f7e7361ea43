// SPDX-License-Identifier: MIT
// How figures came about: a plot for each series.

import type { Series } from '../data/types';
import { isolated } from '../data/visible_text';
import { el, given, replace, svg } from '../dom/element';
import type { Palette } from '../shell/theme';
import type { MakeView } from '../view';
import { axis, tickText, type Axis } from './ticks';
import { unitOf } from './units';

const WIDTH = 360, HEIGHT = 220, LEFT = 54, RIGHT = 16, TOP = 50, BOTTOM = 40, LETTER = 6.2;

function axisOf(values: number[], most: number): Axis {
    const whole = values.every(Number.isInteger);
    // From zero, so that lengths can be compared.
    return axis(Math.min(0, ...values), Math.max(...values), most, whole);
}

interface Plotted {
    points: [number, number][];
    x: string;
    y: string;
    xUnit: string;
    yUnit: string;
}

// In units in which figures are short.
function plotted(s: Series): Plotted {
    const points = s.points.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
    const x = unitOf(s.x, points.map(p => p[0])), y = unitOf(s.y, points.map(p => p[1]));
    return {
        points: points.map(([a, b]) => [x.factor === 1 ? a : Number((a * x.factor).toPrecision(12)), y.factor === 1 ? b : Number((b * y.factor).toPrecision(12))]),
        x: x.name, y: y.name, xUnit: x.short, yUnit: y.short,
    };
}

export function drawPlot(s: Series, palette: Palette, at = { x: 0, y: 0 }): SVGElement {
    const { points, x: xName, y: yName, xUnit, yUnit } = plotted(s), xs = axisOf(points.map(p => p[0]), 5), ys = axisOf(points.map(p => p[1]), 5);
    const x = (v: number) => LEFT + ((v - xs.low) / (xs.high - xs.low)) * (WIDTH - LEFT - RIGHT);
    const y = (v: number) => HEIGHT - BOTTOM - ((v - ys.low) / (ys.high - ys.low)) * (HEIGHT - TOP - BOTTOM);
    const g = svg('g', { transform: `translate(${at.x} ${at.y})`, 'font-family': palette.font, 'font-size': 11 });
    const words = (text: string, attributes: { [name: string]: string | number }) => svg('text', { fill: palette.soft, ...attributes }, isolated(text));
    g.append(words(s.name, { x: 4, y: 16, fill: palette.ink, 'font-size': 13, 'font-weight': 650 }));
    for (const t of ys.ticks)
        g.append(svg('path', { d: `M${LEFT} ${y(t).toFixed(1)}H${WIDTH - RIGHT}`, stroke: palette.line }), words(tickText(t), { x: LEFT - 6, y: y(t) + 4, 'text-anchor': 'end' }));
    for (const t of xs.ticks) {
        const label = tickText(t), most = WIDTH - (label.length * LETTER) / 2 - 2;
        g.append(svg('path', { d: `M${x(t).toFixed(1)} ${HEIGHT - BOTTOM}v4`, stroke: palette.soft }), words(label, { x: Math.min(x(t), most), y: HEIGHT - BOTTOM + 17, 'text-anchor': 'middle' }));
    }
    g.append(
        svg('path', { d: `M${LEFT} ${HEIGHT - BOTTOM}H${WIDTH - RIGHT}`, stroke: palette.soft }),
        words(xName, { x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 6, 'text-anchor': 'middle' }),
        words(yName === s.name ? '' : yName, { x: 4, y: 33 }));
    const line = points.map(([a, b], i) => `${i ? 'L' : 'M'}${x(a).toFixed(1)} ${y(b).toFixed(1)}`).join('');
    const [first, last] = [points[0], points[points.length - 1]];
    if (first && last)
        g.append(svg('path', { d: `${line}L${x(last[0]).toFixed(1)} ${y(ys.low)}L${x(first[0]).toFixed(1)} ${y(ys.low)}z`, fill: palette['accent-fill'], opacity: 0.6 }),
            svg('path', { d: line, fill: 'none', stroke: palette.accent, 'stroke-width': 2, 'stroke-linejoin': 'round' }));
    if (points.length <= 40)
        for (const [a, b] of points)
            g.append(svg('circle', { cx: x(a), cy: y(b), r: 2.6, fill: palette.accent }));
    // What is nearest to the pointer, in figures.
    const mark = svg('circle', { r: 4.5, fill: palette.panel, stroke: palette.accent, 'stroke-width': 2, visibility: 'hidden' });
    const note = words('', { 'text-anchor': 'middle', fill: palette.ink, stroke: palette.panel, 'stroke-width': 4, 'paint-order': 'stroke', 'font-weight': 650 });
    g.append(mark, note, svg('rect', {
        x: LEFT, y: TOP - 10, width: WIDTH - LEFT - RIGHT, height: HEIGHT - TOP - BOTTOM + 10, fill: palette.panel, 'fill-opacity': 0,
        onpointermove: (event: PointerEvent) => {
            const box = (event.target as Element).getBoundingClientRect(), wish = xs.low + ((event.clientX - box.left) / box.width) * (xs.high - xs.low);
            const near = points.reduce<[number, number] | undefined>((best, p) => (!best || Math.abs(p[0] - wish) < Math.abs(best[0] - wish) ? p : best), undefined);
            if (!near)
                return;
            mark.setAttribute('visibility', 'visible');
            mark.setAttribute('cx', String(x(near[0])));
            mark.setAttribute('cy', String(y(near[1])));
            note.setAttribute('x', String(Math.max(LEFT + 40, Math.min(WIDTH - 50, x(near[0])))));
            note.setAttribute('y', String(Math.max(TOP, y(near[1]) - 10)));
            note.textContent = `${tickText(near[0])}${xUnit}: ${tickText(near[1])}${yUnit}`;
        },
        onpointerleave: () => {
            mark.setAttribute('visibility', 'hidden');
            note.textContent = '';
        },
    }));
    return g;
}

function alone(s: Series, palette: Palette): SVGSVGElement {
    return svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'plot', role: 'img', 'aria-label': `${s.name}: ${s.y} over ${s.x}; the table says the same` }, drawPlot(s, palette));
}

function pointTable(s: Series): HTMLElement {
    const { points, x, y } = plotted(s);
    return el('details', {}, el('summary', {}, 'As a table'), el('div', { class: 'scroll' }, el('table', {},
        el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, given(x)), el('th', { scope: 'col' }, given(y)))),
        el('tbody', {}, ...points.map(([a, b]) => el('tr', {}, el('td', {}, tickText(a)), el('td', {}, tickText(b))))))));
}

export const makePlots: MakeView = page => {
    const element = el('div', { class: 'plots' });
    let drawn: unknown, colours: Palette | undefined;
    const series = (all: Series[] | undefined) => (all ?? []).filter(s => plotted(s).points.length > 1);
    return {
        id: 'plots',
        title: 'How the search went',
        element,
        applies: entry => series(entry.verdict.series).length > 0,
        show(entry) {
            const palette = page.palette();
            if (drawn === entry && colours === palette)
                return;
            [drawn, colours] = [entry, palette];
            replace(element, ...series(entry.verdict.series).map(s => el('figure', {}, alone(s, palette), pointTable(s))));
        },
        picture(entry) {
            const all = series(entry.verdict.series), height = all.length * HEIGHT, palette = page.palette();
            return svg('svg', { viewBox: `0 0 ${WIDTH} ${height}`, width: WIDTH, height }, ...all.map((s, i) => drawPlot(s, palette, { x: 0, y: i * HEIGHT })));
        },
    };
};
