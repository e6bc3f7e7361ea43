// SPDX-License-Identifier: MIT
// A place for every box that ever exists in a trace, the same at every step: what moved could not be
// seen to have changed. Globals stand on the left and threads below; the others follow what points
// to them, as a linked list does from left to right. All pointers of all times count, each for the
// steps during which it is there: where they go round, the one that is there for longest goes
// to the right.

import type { BoxNow, Memory } from './memory';
import { isLine, memoryAfter } from './memory';

export interface Placed {
    box: number;
    column: number; // of boxes that follow what points to them; 0: globals
    row: number;
    x: number;
    y: number;
    width: number;
    height: number;
}

export interface HeapLayout {
    places: Placed[]; // by the number of the box
    width: number;
    height: number;
}

export const CELL_HEIGHT = 20, HEAD_HEIGHT = 22;
const GAP_X = 56, GAP_Y = 26, BELOW_GAP = 34, LETTER = 7.3, PADDING = 20;

type Band = 'side' | 'heap' | 'below';

function bandOf(kind: string): Band {
    return kind === 'global' ? 'side' : kind === 'thread' ? 'below' : 'heap';
}

interface Steps {
    changes?: { box: number; cell?: string; new?: string; to?: number; made?: boolean; freed?: boolean }[];
}

// weight.get(from)?.get(to): during how many steps some cell of `from` points to `to`.
function pointers(memory: Memory, steps: Steps[]): Map<number, Map<number, number>> {
    const weight = new Map<number, Map<number, number>>(), since = new Map<string, { from: number; to: number; at: number }>();
    const add = (from: number, to: number, time: number) => {
        const of = weight.get(from) ?? new Map<number, number>();
        weight.set(from, of.set(to, (of.get(to) ?? 0) + time));
    };
    const point = (box: number, cell: string, to: number | undefined, at: number) => {
        const key = `${box} ${cell}`, before = since.get(key);
        if (before) add(before.from, before.to, at - before.at + 1);
        since.delete(key);
        if (to !== undefined) since.set(key, { from: box, to, at });
    };
    for (const c of memory.cells) point(c.box, c.cell, c.to, 0);
    steps.forEach((s, i) => {
        for (const c of s.changes ?? []) if (c.cell !== undefined) point(c.box, c.cell, c.to, i + 1);
    });
    for (const p of since.values()) add(p.from, p.to, steps.length - p.at + 1);
    return weight;
}

interface Edge {
    from: number;
    to: number;
    weight: number;
}

// The edges that together have no cycle, heaviest first.
function acyclic(edges: Edge[]): Edge[] {
    const kept: Edge[] = [], next = new Map<number, number[]>();
    const reaches = (from: number, to: number, seen: Set<number>): boolean => {
        if (from === to) return true;
        seen.add(from);
        return (next.get(from) ?? []).some((n) => !seen.has(n) && reaches(n, to, seen));
    };
    for (const e of [...edges].sort((a, b) => b.weight - a.weight || a.from - b.from || a.to - b.to)) {
        if (reaches(e.to, e.from, new Set())) continue;
        kept.push(e);
        next.set(e.from, [...(next.get(e.from) ?? []), e.to]);
    }
    return kept;
}

// Columns by the longest way from a global, or from a box that nothing points to.
function columns(count: number, heap: (box: number) => boolean, edges: Edge[]): number[] {
    const column: number[] = Array.from({ length: count }, (_, i) => (heap(i) ? 1 : 0));
    for (let round = 0; round < count; round++)
        for (const e of edges) column[e.to] = Math.max(column[e.to] ?? 1, (column[e.from] ?? 0) + 1);
    return column;
}

// The row of each box: that of the heaviest pointer to it from the column before, if nobody is there
// yet, else the next that is free.
function rows(column: number[], heap: number[], edges: Edge[]): number[] {
    const row: number[] = [];
    for (let c = 1; c <= Math.max(1, ...column); c++) {
        const taken = new Set<number>();
        const of = heap.filter((b) => column[b] === c);
        const best = (b: number) => {
            const from = edges.filter((e) => e.to === b && row[e.from] !== undefined).sort((x, y) => y.weight - x.weight)[0];
            return from ? { at: row[from.from] ?? 0, weight: from.weight } : undefined;
        };
        const wish = new Map(of.map((b) => [b, best(b)]));
        of.sort((a, b) => (wish.get(b)?.weight ?? 0) - (wish.get(a)?.weight ?? 0) || a - b);
        for (const b of of) {
            let r = wish.get(b)?.at ?? 0;
            while (taken.has(r)) r++;
            taken.add(r);
            row[b] = r;
        }
    }
    return row;
}

interface Size {
    width: number;
    height: number;
}

const WIDEST = 30; // letters of a cell; what is longer is cut off

// Wide enough for every value that its cells ever have.
function sizes(memory: Memory, steps: Steps[], cells: BoxNow[]): Size[] {
    const letters = memory.boxes.map((b) => b.name.length + (b.kind === 'thread' ? 10 : b.type ? b.type.length + 2 : 0));
    const see = (box: number, cell: string, value: string | undefined) => {
        letters[box] = Math.max(letters[box] ?? 0, Math.min(WIDEST, cell.length + 2 + Math.max(3, value?.length ?? 0)));
    };
    for (const c of memory.cells) see(c.box, c.cell, c.value);
    for (const s of steps) for (const c of s.changes ?? []) if (c.cell !== undefined) see(c.box, c.cell, c.new);
    return memory.boxes.map((_, i) => ({
        width: Math.min(320, Math.max(72, Math.ceil((letters[i] ?? 0) * LETTER) + PADDING)),
        height: HEAD_HEIGHT + cells[i]!.cells.filter((c) => !isLine(cells[i]!, c.cell)).length * CELL_HEIGHT,
    }));
}

export function layoutHeap(memory: Memory, steps: Steps[]): HeapLayout {
    const count = memory.boxes.length;
    const band = memory.boxes.map((b) => bandOf(b.kind));
    const size = sizes(memory, steps, memoryAfter(memory, steps, -1));
    const inHeap = (b: number) => band[b] === 'heap';
    const edges: Edge[] = [];
    for (const [from, of] of pointers(memory, steps))
        for (const [to, weight] of of)
            if (band[from] !== 'below' && inHeap(to) && from !== to) edges.push({ from, to, weight });
    const kept = acyclic(edges.filter((e) => inHeap(e.from)));
    const column = columns(count, inHeap, kept);
    const heap = [...column.keys()].filter(inHeap);
    const fromSide = edges.filter((e) => !inHeap(e.from));
    // Globals are in the order of the model; the first row is that of the first of them.
    const side = [...column.keys()].filter((b) => band[b] === 'side');
    const row = rows(column, heap, kept);
    side.forEach((b, i) => (row[b] = i));
    const places = memory.boxes.map((_, box): Placed => ({ box, column: column[box] ?? 0, row: row[box] ?? 0, x: 0, y: 0, ...size[box]! }));
    return putInPlace(places, band, orderRows(places, heap, fromSide), memory.boxes.map(b => b.name));
}

// Rows that a higher global points to come first, as far as that is without ties.
function orderRows(places: Placed[], heap: number[], fromSide: Edge[]): number[] {
    const wish = new Map<number, number>();
    for (const b of heap) {
        const r = places[b]?.row ?? 0;
        for (const e of fromSide) if (e.to === b) wish.set(r, Math.min(wish.get(r) ?? Infinity, places[e.from]?.row ?? 0));
        if (!wish.has(r)) wish.set(r, Infinity);
    }
    return [...wish.keys()].sort((a, b) => (wish.get(a) ?? 0) - (wish.get(b) ?? 0) || a - b || 0);
}

// 'thread 10' comes after 'thread 2'.
export function threadNumber(name: string): number {
    return Number(/\d+/.exec(name)?.[0] ?? 0);
}

function putInPlace(places: Placed[], band: Band[], order: number[], names: string[]): HeapLayout {
    const of = (b: Band) => places.filter((p) => band[p.box] === b);
    let x = 0, width = 0, height = 0;
    const end = (p: Placed) => {
        width = Math.max(width, p.x + p.width);
        height = Math.max(height, p.y + p.height);
    };
    let y = 0;
    for (const p of of('side')) {
        [p.x, p.y] = [0, y];
        y += p.height + GAP_Y;
        end(p);
    }
    x = width > 0 ? width + GAP_X : 0;
    const top = new Map<number, number>();
    y = 0;
    for (const r of order) {
        top.set(r, y);
        y += Math.max(...of('heap').filter((p) => p.row === r).map((p) => p.height)) + GAP_Y;
    }
    const heap = of('heap');
    for (let c = 1; heap.some((p) => p.column >= c); c++) {
        const here = heap.filter((p) => p.column === c);
        for (const p of here) {
            [p.x, p.y] = [x, top.get(p.row) ?? 0];
            end(p);
        }
        if (here.length) x += Math.max(...here.map((p) => p.width)) + GAP_X;
    }
    x = 0;
    y = height > 0 ? height + BELOW_GAP + GAP_Y : 0;
    for (const p of of('below').sort((a, b) => threadNumber(names[a.box]!) - threadNumber(names[b.box]!) || a.box - b.box)) {
        [p.x, p.y] = [x, y];
        x += p.width + BELOW_GAP;
        end(p);
    }
    return { places, width, height };
}
