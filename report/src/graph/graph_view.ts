// SPDX-License-Identifier: MIT
// The states of a small model and its steps, layer by layer, with the way of the trace. One pulls it
// about and brings it nearer, and picks a state to read what it is.

import type { Graph, Verdict } from '../data/types';
import { isolated } from '../data/visible_text';
import { plural } from '../data/value_text';
import { button, el, given, replace, svg } from '../dom/element';
import { icon } from '../dom/icons';
import type { Palette } from '../shell/theme';
import { shownStep } from '../steps/trace';
import type { MakeView } from '../view';
import { Room, type Rect } from '../drawing/labels';
import { layoutGraph, type GraphLayout } from './graph_layout';

// Up to so many states say what they are, and up to so many arrows what they do. Of more, those of
// the way that the trace took say so, and those of the state that is picked or pointed at.
const FEW = 40, FEW_ARROWS = 10;
const LETTER = 6.7, LINE = 14, MOST_LETTERS = 32, MOST_LINES = 6;

interface Drawing {
    layout: GraphLayout;
    across: number; // from one state to its neighbour
    down: number;
    width: number; // of a state that says what it is; 0: it is a dot
    lines: string[][]; // of each state
    half: number; // of the height of a state
    right: number; // room for the labels of steps that stay in a state
}

const drawings = new WeakMap<object, Drawing>();

function short(text: string): string {
    return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS - 1)}…` : text;
}

// A variable or thread in each line.
function linesOf(text: string): string[] {
    const lines = text.split('\n').map(short);
    return lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES - 1), '…'] : lines;
}

function inOneLine(text: string): string {
    return text.replace(/\n/g, ' · ');
}

function drawingOf(graph: Graph): Drawing {
    let known = drawings.get(graph);
    if (!known) {
        const layout = layoutGraph(graph.states.length, graph.edges, graph.initial);
        const lines = graph.states.map(s => linesOf(s.text));
        const width = graph.states.length <= FEW ? Math.max(...lines.flat().map(l => l.length)) * LETTER + 20 : 0;
        const half = width ? (Math.max(...lines.map(l => l.length)) * LINE + 10) / 2 : 7;
        const right = width && graph.edges.some(e => e.from === e.to) ? (MOST_LETTERS + 6) * LETTER : 60;
        drawings.set(graph, (known = { layout, width, lines, half, right, across: width ? width + 34 : 26, down: width ? 2 * half + 46 : 48 }));
    }
    return known;
}

function size(d: Drawing): { width: number; height: number } {
    return { width: d.layout.width * d.across + d.width + 30 + d.right, height: (d.layout.layers - 1) * d.down + 2 * d.half + 48 };
}

interface Arrow {
    from: number;
    to: number;
    what: string[];
}

// Several steps between the same two states are one arrow.
function arrows(graph: Graph): Arrow[] {
    const found = new Map<string, Arrow>();
    for (const e of graph.edges) {
        const key = `${e.from} ${e.to}`, known = found.get(key) ?? { from: e.from, to: e.to, what: [] };
        if (!known.what.includes(e.what))
            known.what.push(e.what);
        found.set(key, known);
    }
    return [...found.values()];
}

interface Chosen {
    state: number | undefined;
    now: number | undefined; // of the current step
    over: number | undefined; // the pointer is there
}

// The state after step k.
function stateAt(v: Verdict, step: number | null): number | undefined {
    const path = v.graph!.path;
    return path && v.trace ? path[shownStep(v.trace, step) + 1] : undefined;
}

type Point = [number, number];

interface Line {
    d: string;
    head: Point;
    angle: number;
    along(t: number): Point; // for its label
}

function lineOf(d: Drawing, a: Arrow, x: (s: number) => number, y: (s: number) => number): Line {
    const x1 = x(a.from), y1 = y(a.from), x2 = x(a.to), y2 = y(a.to), r = d.half;
    if (a.from === a.to) {
        const side = x1 + (d.width || 2 * r) / 2;
        return { d: `M${side} ${y1 - 5}c26 -14 26 24 2 11`, head: [side + 1, y1 + 6], angle: Math.PI - 0.5, along: t => [side + 24, y1 + 40 * (t - 0.5)] };
    }
    // Steps back, and along a layer, bow to the side, so that they do not lie on those forward.
    const forward = y2 > y1, bow = forward ? 0 : 30 + Math.abs(y1 - y2) / 6;
    const startY = forward ? y1 + r : y1 - r, endY = forward ? y2 - r : y2 + (y1 === y2 ? -r : r);
    const cx = (x1 + x2) / 2 + bow, cy = (startY + endY) / 2 - (y1 === y2 ? 40 : 0);
    return {
        d: forward ? `M${x1} ${startY}L${x2} ${endY}` : `M${x1} ${startY}Q${cx} ${cy} ${x2} ${endY}`,
        head: [x2, endY],
        angle: forward ? Math.atan2(endY - startY, x2 - x1) : Math.atan2(endY - cy, x2 - cx),
        along: t => [(1 - t) ** 2 * x1 + 2 * t * (1 - t) * cx + t * t * x2, (1 - t) ** 2 * startY + 2 * t * (1 - t) * cy + t * t * endY],
    };
}

const alongs = [0.5, 0.38, 0.62, 0.26, 0.74, 0.15, 0.85];

// Centred on the line, or beside it.
function labelPlaces(line: Line, width: number, loop: boolean): (Rect & { anchor: string; at: Point })[] {
    const beside: [string, number][] = loop ? [['start', 0]] : [['middle', -width / 2], ['start', 5], ['end', -width - 5]];
    return beside.flatMap(([anchor, dx]) => alongs.map(t => {
        const [x, y] = line.along(t);
        return { x: x + dx, y: y - 7, width, height: 14, anchor, at: [anchor === 'middle' ? x : anchor === 'start' ? x + 5 : x - 5, y + 4] as Point };
    }));
}

function labelText(a: Arrow): string {
    return short(a.what.length > 2 ? `${a.what.length} steps` : a.what.map(inOneLine).join(', '));
}

function drawGraph(graph: Graph, chosen: Chosen, palette: Palette, pick?: (state: number) => void): SVGSVGElement {
    const d = drawingOf(graph), { width, height } = size(d), path = graph.path ?? [];
    const x = (s: number) => 30 + d.width / 2 + d.layout.x[s]! * d.across, y = (s: number) => 28 + d.half + d.layout.depth[s]! * d.down;
    const r = d.half, onPath = new Set(path), taken = new Set(path.slice(1).map((s, i) => `${path[i]} ${s}`));
    const picture = svg('svg', { viewBox: `0 0 ${width} ${height}`, width, height, 'font-family': palette.mono, 'font-size': 11, role: 'img', 'aria-label': `State graph: ${plural(graph.states.length, 'state')}, ${plural(graph.edges.length, 'step')}; the list below says the same` });
    const lines = svg('g', { fill: 'none' }), states = svg('g', {}), labels = svg('g', { stroke: palette.panel, 'stroke-width': 4, 'paint-order': 'stroke', 'stroke-linejoin': 'round', 'pointer-events': 'none' });
    picture.append(lines, states, labels);
    const all = arrows(graph), way = (a: Arrow) => taken.has(`${a.from} ${a.to}`);
    const near = (a: Arrow) => [chosen.state, chosen.over].some(s => s !== undefined && (s === a.from || s === a.to));
    const room = new Room(d.width ? graph.states.map((_, s) => ({ x: x(s) - d.width / 2, y: y(s) - r, width: d.width, height: 2 * r })) : []);
    // What is near, and the way of the trace, lie above the others and are the first to have labels.
    const order = [...all.filter(near), ...all.filter(a => !near(a) && way(a)), ...all.filter(a => !near(a) && !way(a))];
    for (const a of order) {
        const line = lineOf(d, a, x, y), colour = way(a) ? palette.bad : near(a) ? palette.accent : palette.faint;
        const [hx, hy] = line.head, tip = (by: number) => `${(hx - 7 * Math.cos(line.angle + by)).toFixed(1)} ${(hy - 7 * Math.sin(line.angle + by)).toFixed(1)}`;
        lines.prepend(svg('g', { 'data-edge': `${a.from} ${a.to}` },
            svg('path', { d: line.d, stroke: colour, 'stroke-width': way(a) ? 2.4 : near(a) ? 1.8 : 1.1 }),
            svg('path', { d: `M${hx} ${hy}L${tip(0.45)}L${tip(-0.45)}z`, fill: colour }),
            svg('title', {}, isolated(a.what.map(inOneLine).join(' | ')))));
        if (!d.width || !(way(a) || near(a) || all.length <= FEW_ARROWS))
            continue;
        const text = labelText(a), place = room.put(labelPlaces(line, text.length * LETTER + 4, a.from === a.to), near(a));
        if (place)
            labels.append(svg('text', { x: place.at[0], y: place.at[1], 'text-anchor': place.anchor, fill: way(a) ? palette.bad : near(a) ? palette.accent : palette.soft }, isolated(text)));
    }
    graph.states.forEach((s, i) => {
        const is = i === chosen.now, initial = graph.initial.includes(i), on = onPath.has(i);
        const shape = { fill: is ? palette['bad-fill'] : i === chosen.state ? palette['accent-fill'] : palette.panel, stroke: on ? palette.bad : i === chosen.state ? palette.accent : palette.soft, 'stroke-width': is || i === chosen.state ? 2.6 : on ? 2 : 1.2 };
        const g = svg('g', { 'data-state': i, cursor: pick ? 'pointer' : null, onclick: pick && (() => pick(i)) });
        g.append(d.width
            ? svg('rect', { x: x(i) - d.width / 2, y: y(i) - r, width: d.width, height: 2 * r, rx: 6, ...shape })
            : svg('circle', { cx: x(i), cy: y(i), r, ...shape }));
        if (d.width)
            d.lines[i]!.forEach((line, k) => g.append(svg('text', { x: x(i), y: y(i) + 4 + (k - (d.lines[i]!.length - 1) / 2) * LINE, 'text-anchor': 'middle', fill: palette.ink }, isolated(line))));
        if (initial)
            g.append(svg('path', { d: `M${x(i)} ${y(i) - r - 18}v14m-4 -5l4 5l4 -5`, fill: 'none', stroke: palette.ink, 'stroke-width': 1.5 }));
        g.append(svg('title', {}, isolated(inOneLine(s.text))));
        states.append(g);
    });
    return picture;
}

function graphList(graph: Graph): HTMLElement {
    return el('details', {}, el('summary', {}, 'The graph as a list'),
        el('ol', { class: 'graph-list', start: 0 }, ...graph.states.map((s, i) => el('li', {}, given(inOneLine(s.text)), graph.initial.includes(i) && ' (initial)',
            el('ul', {}, ...graph.edges.filter(e => e.from === i).map(e => el('li', {}, given(e.what), ` → ${e.to}`)))))));
}

export const makeGraph: MakeView = page => {
    const field = el('div', { class: 'pane graph-field', tabindex: 0, role: 'region', 'aria-label': 'State graph: pull, or use the arrow keys; + and − to zoom' });
    const said = el('p', { class: 'graph-state', 'aria-live': 'polite' }), list = el('div');
    let graph: Graph | undefined, scale = 1, left = 0, top = 0, picked: number | undefined, over: number | undefined, drag: { x: number; y: number } | undefined, step: number | null = null;
    let again = () => {};

    function place(): void {
        const picture = field.firstElementChild as SVGSVGElement | null;
        if (!picture || !graph)
            return;
        const w = field.clientWidth || 800, h = field.clientHeight || 480;
        picture.setAttribute('viewBox', `${left} ${top} ${w / scale} ${h / scale}`);
        picture.setAttribute('width', String(w));
        picture.setAttribute('height', String(h));
        picture.setAttribute('data-scale', String(scale));
    }
    // All of it, but no nearer than twice and not so far that nothing can be made out.
    function fit(): void {
        const all = size(drawingOf(graph!)), w = field.clientWidth || 800, h = field.clientHeight || 480;
        scale = Math.max(0.12, Math.min(1.25, w / all.width, h / all.height));
        left = (all.width - w / scale) / 2;
        top = all.height * scale < h ? (all.height - h / scale) / 2 : 0;
        place();
    }
    function zoom(by: number, x = field.clientWidth / 2, y = field.clientHeight / 2): void {
        const next = Math.max(0.08, Math.min(4, scale * by));
        left += x / scale - x / next;
        top += y / scale - y / next;
        scale = next;
        place();
    }
    function move(x: number, y: number): void {
        left -= x / scale;
        top -= y / scale;
        place();
    }
    field.addEventListener('pointerdown', event => (drag = { x: event.clientX, y: event.clientY }));
    field.addEventListener('pointermove', event => {
        if (!drag || !(event.buttons & 1))
            return;
        if (!field.hasPointerCapture(event.pointerId) && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 4)
            return; // it may become a click
        field.setPointerCapture(event.pointerId);
        move(event.clientX - drag.x, event.clientY - drag.y);
        drag = { x: event.clientX, y: event.clientY };
    });
    field.addEventListener('pointerover', event => {
        const state = (event.target as Element).closest<SVGElement>('[data-state]')?.dataset.state;
        const next = state === undefined ? undefined : Number(state);
        if (event.pointerType === 'mouse' && next !== over && !event.buttons) {
            over = next;
            again();
        }
    });
    field.addEventListener('wheel', event => {
        if (!event.ctrlKey && !event.metaKey)
            return;
        event.preventDefault();
        const box = field.getBoundingClientRect();
        zoom(Math.exp(-event.deltaY / 300), event.clientX - box.left, event.clientY - box.top);
    }, { passive: false });
    const tools = el('div', { class: 'graph-tools', role: 'group', 'aria-label': 'Zoom' },
        button(icon('minus'), () => zoom(1 / 1.3), { 'aria-label': 'Zoom out' }), button(icon('plus'), () => zoom(1.3), { 'aria-label': 'Zoom in' }), button('Fit', () => fit()), said);
    return {
        id: 'graph',
        title: 'State graph',
        element: el('div', { class: 'graph' }, tools, field, list),
        applies: entry => !!entry.verdict.graph?.states.length,
        show(entry, state) {
            const v = entry.verdict, fresh = graph !== v.graph, moved = step !== state.step;
            if (fresh) {
                graph = v.graph!;
                picked = over = undefined;
                replace(list, graphList(graph));
            }
            step = state.step;
            if (moved)
                picked = undefined;
            const now = stateAt(v, state.step);
            again = () => {
                replace(field, drawGraph(graph!, { state: picked, now, over }, page.palette(), s => {
                    picked = picked === s ? undefined : s;
                    again();
                }));
                const shown = picked ?? now;
                replace(said, shown === undefined
                    ? `${plural(graph!.states.length, 'state')}, ${plural(graph!.edges.length, 'step')} between them${graph!.path ? '; the bold way is that of the trace' : ''}. Pick a state.`
                    : given(inOneLine(graph!.states[shown]!.text)));
                place();
            };
            again();
            if (fresh) {
                field.style.height = `${Math.min(640, Math.max(200, 1.2 * size(drawingOf(graph!)).height))}px`;
                fit();
            }
        },
        key(event) {
            if (!field.contains(document.activeElement))
                return false;
            const does: { [key: string]: () => void } = {
                ArrowLeft: () => move(60, 0), ArrowRight: () => move(-60, 0), ArrowUp: () => move(0, 60), ArrowDown: () => move(0, -60),
                '+': () => zoom(1.3), '=': () => zoom(1.3), '-': () => zoom(1 / 1.3), '0': fit,
            };
            does[event.key]?.();
            return event.key in does;
        },
        keys: [{ keys: '+ − 0', does: 'nearer, farther, all of it (when the graph has the focus)' }],
        search: (entry, { words, limit }) => entry.verdict.graph!.states.map((s, i) => ({ s, i })).filter(({ s }) => s.text.toLowerCase().includes(words)).slice(0, limit)
            .map(({ s, i }) => ({ text: inOneLine(s.text), where: `state ${i}`, go: {} })),
        picture: (entry, state) => drawGraph(entry.verdict.graph!, { state: picked, now: stateAt(entry.verdict, state.step), over: undefined }, page.palette()),
    };
};
