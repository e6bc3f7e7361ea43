// SPDX-License-Identifier: MIT
// The message sequence chart. The row of the current step is marked, what comes after it is pale.

import type { ChartEvent, Verdict } from '../data/types';
import { isolated } from '../data/visible_text';
import { el, given, svg } from '../dom/element';
import type { Palette } from '../shell/theme';
import { chartLayout, ENVIRONMENT, LINE, ROW, TOP, type ChartLayout, type Drawn } from './chart_layout';
import { sentAt } from './sent';

const WIDER = 2000; // rows go on where the pane is wider than the chart

const layouts = new WeakMap<object, { layout: ChartLayout; sent: (number | undefined)[] }>();

function layoutOf(v: Verdict): { layout: ChartLayout; sent: (number | undefined)[] } {
    let known = layouts.get(v);
    if (!known) {
        const sent = sentAt(v.chart!.events, v.memory, v.trace ?? []), rows = Math.max(-1, ...v.chart!.events.map(e => (e.kind === 'pending' ? -1 : e.step))) + 1;
        layouts.set(v, (known = { layout: chartLayout(v.chart!.components, v.chart!.events, v.trace?.length ?? rows, sent), sent }));
    }
    return known;
}

// Words for an event, as a reader would say them.
export function eventText(e: ChartEvent, sent?: number): string {
    const from = e.from ?? `the ${ENVIRONMENT}`;
    const since = sent === undefined ? '' : `, sent in step ${sent + 1}`;
    switch (e.kind) {
    case 'message': return `${e.to} receives ${e.what} from ${from}${since}`;
    case 'pending': return `${e.what} from ${from} to ${e.to} is still on its way${since}`;
    case 'loss': return `${e.what} from ${from} to ${e.to} is lost${since}`;
    case 'crash': return `${from} crashes`;
    case 'recovery': return `${from} recovers`;
    case 'match': return `${from} matches it: ${e.what}`;
    default: return e.to === undefined ? `${from}: ${e.what}` : `${from} to ${e.to}: ${e.what}`;
    }
}

function text(words: string, attributes: { [name: string]: string | number }): SVGTextElement {
    return svg('text', { 'font-size': 11.5, 'paint-order': 'stroke', 'stroke-width': 4, 'stroke-linejoin': 'round', ...attributes }, isolated(words));
}

function head(d: Drawn, colour: string): SVGElement {
    const angle = Math.atan2(d.y2 - d.y1, d.x2 - d.x1), turn = (by: number, far: number) =>
        `${(d.x2 - far * Math.cos(angle + by)).toFixed(1)} ${(d.y2 - far * Math.sin(angle + by)).toFixed(1)}`;
    return svg('path', { d: `M${d.x2} ${d.y2}L${turn(0.42, 9)}L${turn(-0.42, 9)}z`, fill: colour });
}

function cross(x: number, y: number, colour: string): SVGElement {
    return svg('path', { d: `M${x - 5} ${y - 5}l10 10m0 -10l-10 10`, stroke: colour, 'stroke-width': 2.2, fill: 'none' });
}

function drawEvent(e: ChartEvent, d: Drawn, palette: Palette, current: boolean, told: string): { line: SVGElement[]; said: SVGElement } {
    const bad = e.kind === 'crash' || e.kind === 'loss';
    const colour = bad ? palette.bad : e.kind === 'recovery' || e.kind === 'match' ? palette.good : e.kind === 'pending' ? palette.soft : current ? palette.accent : palette.ink;
    const said = svg('g', {}, svg('title', {}, isolated(told)), ...d.lines.map((line, i) =>
        text(line, { x: d.labelX, y: d.labelY + i * LINE, 'text-anchor': d.anchor, fill: colour, stroke: palette.panel, 'font-weight': current ? 650 : 400 })));
    if (d.shape === 'arrow') {
        const middle = { x: d.x1 + (d.x2 - d.x1) * 0.55, y: d.y1 + (d.y2 - d.y1) * 0.55 };
        const ended = e.kind === 'loss' ? { ...d, x2: middle.x, y2: middle.y } : d;
        const line = svg('path', {
            d: `M${d.x1} ${d.y1}L${ended.x2} ${ended.y2}`, stroke: colour, 'stroke-width': current ? 2.2 : 1.4,
            'stroke-dasharray': e.kind === 'pending' ? '5 4' : e.kind === 'action' ? '1.5 3' : 'none',
        });
        return { line: [line, e.kind === 'loss' ? cross(middle.x, middle.y, colour) : head(d, colour)], said };
    }
    const mark = bad ? cross(d.x1, d.y1, colour)
        : e.kind === 'match' ? svg('rect', { x: d.x1 - 5, y: d.y1 - 5, width: 10, height: 10, fill: colour, transform: `rotate(45 ${d.x1} ${d.y1})` })
            : svg('circle', { cx: d.x1, cy: d.y1, r: 5, fill: colour });
    return { line: [mark], said };
}

export function drawChart(v: Verdict, k: number, palette: Palette, go?: (step: number) => void): SVGSVGElement {
    const { layout, sent } = layoutOf(v), { lanes, width, height, rowY } = layout, events = v.chart!.events;
    const picture = svg('svg', { viewBox: `0 0 ${width} ${height}`, width, height, preserveAspectRatio: 'xMinYMin meet', 'font-family': palette.mono, class: 'chart', role: 'img', 'aria-label': 'Message sequence chart; the list below says the same' });
    const specs = new Set(events.filter(e => e.kind === 'match').map(e => e.from));
    rowY.forEach((y, i) => picture.append(svg('rect', {
        x: 0, y: y - ROW / 2, width: width + WIDER, height: ROW, fill: i === k ? palette['accent-fill'] : palette.panel, 'fill-opacity': i === k ? 1 : 0,
        'data-step': i, cursor: go ? 'pointer' : null, onclick: go && (() => go(i)),
    }, svg('title', {}, isolated(`${i + 1}. ${v.trace?.[i]?.what ?? ''}`)))));
    for (const lane of lanes) {
        const colour = specs.has(lane.name) ? palette.good : palette.soft;
        picture.append(
            svg('path', { d: `M${lane.x} ${TOP - 14}V${height - 4}`, stroke: specs.has(lane.name) ? palette.good : palette.faint, 'stroke-width': 1.2 }),
            ...lane.downs.map(d => svg('path', { d: `M${lane.x} ${d.from}V${d.to}`, stroke: palette.panel, 'stroke-width': 4 })),
            ...lane.downs.map(d => svg('path', { d: `M${lane.x} ${d.from}V${d.to}`, stroke: palette.bad, 'stroke-width': 1.6, 'stroke-dasharray': '1 5' })),
            text(lane.name, { x: lane.x, y: TOP - 22, 'text-anchor': 'middle', fill: lane.name === ENVIRONMENT ? colour : palette.ink, stroke: palette.panel, 'font-weight': 650, 'font-size': 12 }));
    }
    const labels: SVGElement[] = []; // no line lies on one
    for (const d of layout.drawn) {
        const e = events[d.event]!, current = e.step === k, on = sent[d.event];
        // What was sent by now and has not arrived is on its way.
        const shown = e.step <= k || (e.kind === 'pending' && k === rowY.length - 1) || (on !== undefined && on <= k);
        const { line, said } = drawEvent(e, d, palette, current, eventText(e, on)), opacity = shown ? 1 : 0.25;
        picture.append(svg('g', { opacity, 'pointer-events': 'none' }, ...line));
        labels.push(svg('g', { 'data-event': d.event, opacity }, said));
    }
    picture.append(...labels);
    return picture;
}

export function chartList(v: Verdict): HTMLElement {
    const { sent } = layoutOf(v);
    return el('details', {}, el('summary', {}, 'The chart as a list'),
        el('ol', { class: 'chart-list' }, ...v.chart!.events.map((e, i) => el('li', {}, e.kind === 'pending' ? 'at the end: ' : `step ${e.step + 1}: `, given(eventText(e, sent[i]))))));
}

// The row of the current step stands in the middle of the pane.
export function centreRow(pane: HTMLElement, v: Verdict, k: number): void {
    const y = layoutOf(v).layout.rowY[k] ?? 0;
    if (y - pane.scrollTop < ROW || y - pane.scrollTop > pane.clientHeight - ROW)
        pane.scrollTop = y - pane.clientHeight / 2;
}
