// SPDX-License-Identifier: MIT
// Memory as boxes and arrows, as it is after a step. What the step changed is filled, a freed box is
// struck out, and an arrow to one that is not there any more is broken and says so.

import type { Palette } from '../shell/theme';
import type { Verdict } from '../data/types';
import { isolated } from '../data/visible_text';
import { el, given, svg } from '../dom/element';
import { CELL_HEIGHT, HEAD_HEIGHT, layoutHeap, threadNumber, type HeapLayout, type Placed } from './heap_layout';
import { AT_LINE, dangles, drawnCells, memoryAfter, type BoxNow, type CellNow } from './memory';
import { threadColour } from './threads';

// On the left and on the right there is room for arrows that go round the outermost boxes.
const PAD = 16, ROUND = 40, LETTERS = 30;

const layouts = new WeakMap<object, HeapLayout>();

// The same boxes have the same places at every step.
function layoutOf(v: Verdict): HeapLayout {
    let known = layouts.get(v);
    if (!known)
        layouts.set(v, (known = layoutHeap(v.memory!, v.trace ?? [])));
    return known;
}

function short(text: string, letters: number): string {
    return text.length > letters ? `${text.slice(0, letters - 1)}…` : text;
}

function label(text: string, attributes: { [name: string]: string | number }): SVGTextElement {
    return svg('text', { 'dominant-baseline': 'central', 'font-size': 12, ...attributes }, isolated(text));
}

function drawCell(c: CellNow, p: Placed, y: number, palette: Palette, pointed: boolean): SVGElement {
    const g = svg('g', {});
    const value = c.value ?? '';
    if (c.changed)
        g.append(svg('rect', { x: p.x + 1, y, width: p.width - 2, height: CELL_HEIGHT, fill: palette['warn-fill'] }),
            svg('rect', { x: p.x + 1, y, width: 3, height: CELL_HEIGHT, fill: palette.warn }));
    const room = Math.max(4, Math.min(LETTERS, Math.floor((p.width - 20) / 7.2) - c.cell.length - 1));
    g.append(
        label(c.cell, { x: p.x + 9, y: y + CELL_HEIGHT / 2, fill: palette.soft }),
        label(short(value, room), { x: p.x + p.width - 9, y: y + CELL_HEIGHT / 2, 'text-anchor': 'end', fill: palette.ink, 'font-weight': c.changed ? 700 : 400 }),
        svg('title', {}, isolated(`${c.cell} = ${value}${c.changed && c.old !== undefined ? ` (was ${c.old})` : ''}`)));
    if (pointed)
        g.append(svg('circle', { cx: p.x + p.width, cy: y + CELL_HEIGHT / 2, r: 3, fill: c.changed ? palette.warn : palette.soft }));
    return g;
}

function lineOf(b: BoxNow): string | undefined {
    const line = b.cells.find(c => c.cell === AT_LINE)?.value;
    return line === undefined ? undefined : `line ${line}`;
}

function drawBox(b: BoxNow, p: Placed, palette: Palette): SVGElement {
    const thread = b.kind === 'thread', colour = thread ? threadColour(threadNumber(b.name), palette) : b.kind === 'specification' ? palette.good : palette.soft;
    const cells = drawnCells(b), height = HEAD_HEIGHT + cells.length * CELL_HEIGHT;
    const g = svg('g', { 'data-box': p.box, opacity: b.freed || b.unreachable ? 0.7 : 1 });
    g.append(
        svg('rect', { x: p.x, y: p.y, width: p.width, height, rx: 5, fill: palette.panel, stroke: b.changed ? palette.warn : colour, 'stroke-width': b.changed ? 2.5 : 1.2, 'stroke-dasharray': b.freed || b.unreachable ? '5 3' : 'none' }),
        cells.length > 0 ? svg('path', { d: `M${p.x} ${p.y + HEAD_HEIGHT - 1}h${p.width}`, stroke: palette.line }) : '',
        label(b.name, { x: p.x + 9, y: p.y + HEAD_HEIGHT / 2, fill: thread ? colour : palette.ink, 'font-weight': 650 }));
    const note = b.freed ? 'freed' : b.unreachable ? 'unreachable' : b.changed ? 'new' : thread ? lineOf(b) : b.type === b.name ? undefined : b.type;
    if (note)
        g.append(label(note, { x: p.x + p.width - 9, y: p.y + HEAD_HEIGHT / 2, 'text-anchor': 'end', fill: b.freed ? palette.bad : b.changed ? palette.warn : palette.faint, 'font-size': 11, 'font-weight': b.freed || b.changed ? 650 : 400 }));
    cells.forEach((c, i) => g.append(drawCell(c, p, p.y + HEAD_HEIGHT + i * CELL_HEIGHT, palette, c.to !== undefined)));
    if (b.freed)
        g.append(svg('path', { d: `M${p.x} ${p.y + HEAD_HEIGHT}L${p.x + p.width} ${p.y + height}M${p.x + p.width} ${p.y + HEAD_HEIGHT}L${p.x} ${p.y + height}`, stroke: palette.bad, 'stroke-width': 1.5 }));
    return g;
}

// A line of horizontal and vertical parts, its corners rounded.
function rounded(points: [number, number][]): string {
    let d = `M${points[0]}`;
    for (let i = 1; i < points.length; i++) {
        const [x, y] = points[i]!, [px, py] = points[i - 1]!, next = points[i + 1];
        if (!next) {
            d += `L${x} ${y}`;
            continue;
        }
        const r = Math.min(8, Math.hypot(x - px, y - py) / 2, Math.hypot(next[0] - x, next[1] - y) / 2);
        const near = (tx: number, ty: number) => `${x + Math.sign(tx - x) * r} ${y + Math.sign(ty - y) * r}`;
        d += `L${near(px, py)}Q${x} ${y} ${near(next[0], next[1])}`;
    }
    return d;
}

// From the right edge of the cell to the left edge of the box. What would go through other boxes goes
// round them, through the gaps between rows and columns; `lane` keeps those that do apart.
function route(from: Placed, y: number, to: Placed, lane: number, all: Placed[]): string {
    const x1 = from.x + from.width, x2 = to.x, y2 = to.y + HEAD_HEIGHT / 2, tip = x2 - 6;
    const low = Math.min(y, y2) - 4, high = Math.max(y, y2) + 4;
    const between = all.some(p => p.x < x2 - 1 && p.x + p.width > x1 + 1 && p.y < high && p.y + p.height > low);
    if (tip > x1 + 8 && !between) {
        const bend = Math.max(16, (tip - x1) / 2);
        return `M${x1} ${y}C${x1 + bend} ${y} ${tip - bend} ${y2} ${tip} ${y2}`;
    }
    const out = x1 + 8 + 3 * (lane % 5), into = x2 - 16 - 3 * (lane % 7);
    const level = from.y > to.y + to.height ? from.y - 8 - 3 * (lane % 6) : Math.min(from.y, to.y) - 6 - 3 * (lane % 4);
    return rounded([[x1, y], [out, y], [out, level], [into, level], [into, y2], [tip, y2]]);
}

function drawArrow(from: Placed, row: number, to: Placed, changed: boolean, broken: boolean, all: Placed[], palette: Palette): SVGElement {
    const colour = broken ? palette.bad : changed ? palette.warn : palette.soft, y2 = to.y + HEAD_HEIGHT / 2;
    const d = route(from, from.y + HEAD_HEIGHT + (row + 0.5) * CELL_HEIGHT, to, from.box * 2 + row, all);
    const g = svg('g', { 'data-arrow': `${from.box} ${to.box}`, 'data-dangling': broken },
        svg('path', { d, fill: 'none', stroke: colour, 'stroke-width': changed || broken ? 2.2 : 1.4, 'stroke-dasharray': broken ? '4 3' : 'none' }),
        svg('path', { d: `M${to.x} ${y2}l-8 -4.5v9z`, fill: colour }));
    if (broken)
        g.append(label('dangling', { x: to.x, y: to.y - 8, fill: palette.bad, stroke: palette.ground, 'stroke-width': 3, 'paint-order': 'stroke', 'font-weight': 650, 'font-size': 11 }));
    return g;
}

// Parts of a picture by what they show: from one step to the next most of them stay.
type Parts = Map<string, SVGElement>;

export interface HeapPicture {
    root: SVGSVGElement;
    show(k: number): void;
}

export function heapPicture(v: Verdict, palette: Palette): HeapPicture {
    const layout = layoutOf(v), width = layout.width + 2 * ROUND, height = layout.height + 2 * PAD + 20;
    const boxes = svg('g', {}), arrows = svg('g', {});
    const root = svg('svg', { viewBox: `${-ROUND} ${-PAD - 14} ${width} ${height}`, width, height, 'font-family': palette.mono, role: 'img', 'aria-label': 'Memory after this step, as boxes and arrows; the table below says the same' }, boxes, arrows);
    let drawn: Parts = new Map();
    const show = (k: number) => {
        const now = memoryAfter(v.memory!, v.trace ?? [], k), parts: Parts = new Map();
        const part = (into: SVGGElement, key: string, make: () => SVGElement) => {
            const element = drawn.get(key) ?? make();
            if (!element.parentNode)
                into.append(element);
            parts.set(key, element);
        };
        now.forEach((b, i) => {
            const p = layout.places[i]!;
            if (!b.exists)
                return;
            part(boxes, JSON.stringify([i, b]), () => drawBox(b, p, palette));
            drawnCells(b).forEach((c, row) => {
                const to = c.to === undefined ? undefined : layout.places[c.to];
                if (to && !b.freed) {
                    const broken = dangles(now, c.to);
                    part(arrows, `${i} ${row} ${c.to} ${c.changed} ${broken}`, () => drawArrow(p, row, to, c.changed, broken, layout.places, palette));
                }
            });
        });
        for (const [key, element] of drawn)
            if (!parts.has(key))
                element.remove();
        drawn = parts;
    };
    return { root, show };
}

export function drawHeap(v: Verdict, k: number, palette: Palette): SVGSVGElement {
    const picture = heapPicture(v, palette);
    picture.show(k);
    return picture.root;
}

// The same for those who do not see it.
export function heapTable(v: Verdict, k: number): HTMLElement {
    const now = memoryAfter(v.memory!, v.trace ?? [], k), rows: HTMLElement[] = [];
    for (const b of now)
        if (b.exists)
            for (const c of b.cells)
                if (c.value !== undefined)
                    rows.push(el('tr', { class: c.changed ? 'changed' : null },
                        el('th', { scope: 'row' }, given(b.name), b.freed && ' (freed)', b.unreachable && ' (unreachable)'), el('td', {}, given(c.cell)),
                        el('td', {}, given(c.value), dangles(now, c.to) && ' (dangling)'), el('td', {}, c.changed && c.old !== undefined && given(c.old))));
    return el('table', {},
        el('thead', {}, el('tr', {}, ...['box', 'cell', 'value', 'was'].map(h => el('th', { scope: 'col' }, h)))), el('tbody', {}, ...rows));
}
