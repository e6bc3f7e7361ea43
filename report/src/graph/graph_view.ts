// SPDX-License-Identifier: MIT
// The states of a small model and its steps, layer by layer, with the way of the trace. One pulls it
// about and brings it nearer, and picks a state to read what it is.

import type { Graph, Verdict } from '../data/types';
import { isolated } from '../data/visible_text';
import { plural } from '../data/value_text';
import { button, el, given, replace, svg } from '../dom/element';
import type { Palette } from '../shell/theme';
import { shownStep } from '../steps/trace';
import type { MakeView } from '../view';
import { layoutGraph, type GraphLayout } from './graph_layout';

const FEW = 40, LETTER = 6.6, MOST_LETTERS = 34;

interface Drawing {
    layout: GraphLayout;
    across: number; // from one state to its neighbour
    down: number;
    width: number; // of a state that says what it is; 0: it is a dot
}

const drawings = new WeakMap<object, Drawing>();

function short(text: string): string {
    return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS - 1)}…` : text;
}

function drawingOf(graph: Graph): Drawing {
    let known = drawings.get(graph);
    if (!known) {
        const layout = layoutGraph(graph.states.length, graph.edges, graph.initial);
        const longest = Math.max(...graph.states.map(s => short(s.text).length));
        const width = graph.states.length <= FEW ? longest * LETTER + 18 : 0;
        drawings.set(graph, (known = { layout, width, across: width ? width + 26 : 26, down: width ? 74 : 48 }));
    }
    return known;
}

function size(d: Drawing): { width: number; height: number } {
    return { width: d.layout.width * d.across + d.width + 60, height: (d.layout.layers - 1) * d.down + 70 };
}

// Several steps between the same two states are one arrow.
function arrows(graph: Graph): { from: number; to: number; what: string[] }[] {
    const found = new Map<string, { from: number; to: number; what: string[] }>();
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
}

// The state after step k.
function stateAt(v: Verdict, step: number | null): number | undefined {
    const path = v.graph!.path;
    return path && v.trace ? path[shownStep(v.trace, step) + 1] : undefined;
}

function drawGraph(graph: Graph, chosen: Chosen, palette: Palette, pick?: (state: number) => void): SVGSVGElement {
    const d = drawingOf(graph), { width, height } = size(d), path = graph.path ?? [];
    const x = (s: number) => 30 + d.width / 2 + d.layout.x[s]! * d.across, y = (s: number) => 34 + d.layout.depth[s]! * d.down;
    const r = d.width ? 13 : 7, onPath = new Set(path), taken = new Set(path.slice(1).map((s, i) => `${path[i]} ${s}`));
    const picture = svg('svg', { viewBox: `0 0 ${width} ${height}`, width, height, 'font-family': palette.mono, 'font-size': 11, role: 'img', 'aria-label': `State graph: ${plural(graph.states.length, 'state')}, ${plural(graph.edges.length, 'step')}; the list below says the same` });
    const lines = svg('g', { fill: 'none' }), states = svg('g', {}), labels = svg('g', { stroke: palette.panel, 'stroke-width': 3, 'paint-order': 'stroke', 'pointer-events': 'none' });
    picture.append(lines, states, labels);
    const all = arrows(graph), both = new Set(all.map(a => `${a.to} ${a.from}`));
    const draw = (a: (typeof all)[number]) => {
        const way = taken.has(`${a.from} ${a.to}`), near = chosen.state === a.from || chosen.state === a.to;
        const colour = way ? palette.bad : near ? palette.accent : palette.faint;
        const x1 = x(a.from), y1 = y(a.from), x2 = x(a.to), y2 = y(a.to);
        let line: string, hx: number, hy: number, angle: number, label: [number, number], anchor = 'start';
        if (a.from === a.to) {
            const side = x1 + (d.width || 2 * r) / 2;
            line = `M${side} ${y1 - 5}c26 -14 26 24 2 11`;
            [hx, hy, angle, label] = [side + 1, y1 + 6, Math.PI - 0.5, [side + 22, y1]];
        } else {
            // Steps back, and along a layer, bow to the side, so that they do not lie on those forward.
            const forward = y2 > y1, bow = forward ? 0 : 30 + Math.abs(y1 - y2) / 6;
            const startY = forward ? y1 + r : y1, endY = forward ? y2 - r : y2 + (y1 === y2 ? -r : r);
            const cx = (x1 + x2) / 2 + (forward ? 0 : bow), cy = (startY + endY) / 2 - (y1 === y2 ? 40 : 0);
            line = forward ? `M${x1} ${startY}L${x2} ${endY}` : `M${x1} ${y1 - r}Q${cx} ${cy} ${x2} ${endY}`;
            [hx, hy] = [x2, endY];
            angle = forward ? Math.atan2(endY - startY, x2 - x1) : Math.atan2(endY - cy, x2 - cx);
            const apart = both.has(`${a.from} ${a.to}`);
            anchor = !forward ? (y1 === y2 ? 'middle' : 'start') : apart ? 'end' : 'middle';
            label = forward ? [(x1 + x2) / 2 - (apart ? 3 : 0), (startY + endY) / 2] : [(x1 + x2) / 2 + (y1 === y2 ? bow / 2 : bow / 2 + 3), y1 === y2 ? startY - r - 26 : (startY + endY) / 2 + 11];
        }
        const tip = (by: number) => `${(hx - 7 * Math.cos(angle + by)).toFixed(1)} ${(hy - 7 * Math.sin(angle + by)).toFixed(1)}`;
        lines.append(svg('g', { 'data-edge': `${a.from} ${a.to}` },
            svg('path', { d: line, stroke: colour, 'stroke-width': way ? 2.4 : near ? 1.8 : 1.1 }),
            svg('path', { d: `M${hx} ${hy}L${tip(0.45)}L${tip(-0.45)}z`, fill: colour }),
            svg('title', {}, isolated(a.what.join('\n')))));
        if (d.width && (way || near || all.length <= FEW))
            labels.append(svg('text', { x: label[0], y: label[1] + 4, 'text-anchor': anchor, fill: way ? palette.bad : palette.soft },
                isolated(short(a.what.length > 2 ? `${a.what.length} steps` : a.what.join(', ')))));
    };
    // The way of the trace lies above the others.
    all.filter(a => !taken.has(`${a.from} ${a.to}`)).forEach(draw);
    all.filter(a => taken.has(`${a.from} ${a.to}`)).forEach(draw);
    graph.states.forEach((s, i) => {
        const is = i === chosen.now, initial = graph.initial.includes(i), way = onPath.has(i);
        const shape = { fill: is ? palette['bad-fill'] : i === chosen.state ? palette['accent-fill'] : palette.panel, stroke: way ? palette.bad : i === chosen.state ? palette.accent : palette.soft, 'stroke-width': is || i === chosen.state ? 2.6 : way ? 2 : 1.2 };
        const g = svg('g', { 'data-state': i, cursor: pick ? 'pointer' : null, onclick: pick && (() => pick(i)) });
        g.append(d.width
            ? svg('rect', { x: x(i) - d.width / 2, y: y(i) - r, width: d.width, height: 2 * r, rx: 6, ...shape })
            : svg('circle', { cx: x(i), cy: y(i), r, ...shape }));
        if (d.width)
            g.append(svg('text', { x: x(i), y: y(i) + 4, 'text-anchor': 'middle', fill: palette.ink }, isolated(short(s.text))));
        if (initial)
            g.append(svg('path', { d: `M${x(i)} ${y(i) - r - 16}v12m-4 -5l4 5l4 -5`, fill: 'none', stroke: palette.ink, 'stroke-width': 1.5 }));
        g.append(svg('title', {}, isolated(s.text)));
        states.append(g);
    });
    return picture;
}

function graphList(graph: Graph): HTMLElement {
    return el('details', {}, el('summary', {}, 'The graph as a list'),
        el('ol', { class: 'graph-list', start: 0 }, ...graph.states.map((s, i) => el('li', {}, given(s.text), graph.initial.includes(i) && ' (initial)',
            el('ul', {}, ...graph.edges.filter(e => e.from === i).map(e => el('li', {}, given(e.what), ` → ${e.to}`)))))));
}

export const makeGraph: MakeView = page => {
    const field = el('div', { class: 'pane graph-field', tabindex: 0, role: 'region', 'aria-label': 'State graph: pull, or use the arrow keys; + and − to zoom' });
    const said = el('p', { class: 'graph-state', 'aria-live': 'polite' }), list = el('div');
    let graph: Graph | undefined, scale = 1, left = 0, top = 0, picked: number | undefined, drag: { x: number; y: number } | undefined, step: number | null = null;
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
    field.addEventListener('wheel', event => {
        if (!event.ctrlKey && !event.metaKey)
            return;
        event.preventDefault();
        const box = field.getBoundingClientRect();
        zoom(Math.exp(-event.deltaY / 300), event.clientX - box.left, event.clientY - box.top);
    }, { passive: false });
    const tools = el('div', { class: 'graph-tools', role: 'group', 'aria-label': 'Zoom' },
        button('−', () => zoom(1 / 1.3), { 'aria-label': 'Zoom out' }), button('+', () => zoom(1.3), { 'aria-label': 'Zoom in' }), button('Fit', () => fit()), said);
    return {
        id: 'graph',
        title: 'State graph',
        element: el('div', { class: 'graph' }, tools, field, list),
        applies: entry => !!entry.verdict.graph?.states.length,
        show(entry, state) {
            const v = entry.verdict, fresh = graph !== v.graph, moved = step !== state.step;
            if (fresh) {
                graph = v.graph!;
                picked = undefined;
                replace(list, graphList(graph));
            }
            step = state.step;
            if (moved)
                picked = undefined;
            const now = stateAt(v, state.step);
            again = () => {
                replace(field, drawGraph(graph!, { state: picked, now }, page.palette(), s => {
                    picked = picked === s ? undefined : s;
                    again();
                }));
                const shown = picked ?? now;
                replace(said, shown === undefined
                    ? `${plural(graph!.states.length, 'state')}, ${plural(graph!.edges.length, 'step')} between them${graph!.path ? '; the bold way is that of the trace' : ''}. Pick a state.`
                    : given(graph!.states[shown]!.text));
                place();
            };
            again();
            if (fresh) {
                field.style.height = `${Math.min(520, Math.max(200, 1.2 * size(drawingOf(graph!)).height))}px`;
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
            .map(({ s, i }) => ({ text: s.text, where: `state ${i}`, go: {} })),
        picture: (entry, state) => drawGraph(entry.verdict.graph!, { state: picked, now: stateAt(entry.verdict, state.step) }, page.palette()),
    };
};
