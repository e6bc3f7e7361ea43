// SPDX-License-Identifier: MIT
// Memory as it is after a step: the cells before the first one, and the changes of all steps up to
// it. Which cells a box ever has is known from the start, so that none moves when another appears.

export interface Cell {
    box: number;
    cell: string;
    value: string;
    to?: number;
}

export interface Box {
    name: string;
    kind: string;
    type?: string;
}

export interface Change {
    box: number;
    cell?: string;
    old?: string;
    new?: string;
    to?: number;
    made?: boolean;
    freed?: boolean;
    unreachable?: boolean; // of a model: nothing leads to it any more
}

export interface Memory {
    boxes: Box[];
    cells: Cell[];
}

export interface CellNow {
    cell: string;
    value: string | undefined; // not yet written
    to: number | undefined;
    old: string | undefined; // what it was before the step, if the step changed it
    changed: boolean;
}

// Where a thread is in the source, among its locals: it stands beside its name.
export const AT_LINE = 'at line';

export interface BoxNow extends Box {
    exists: boolean;
    freed: boolean;
    unreachable: boolean;
    changed: boolean; // made, freed or lost by the step
    cells: CellNow[];
}

interface Stepped {
    changes?: Change[];
}

// The names of the cells of each box, in the order in which they are first heard of.
function cellNames(memory: Memory, steps: Stepped[]): string[][] {
    const names: string[][] = memory.boxes.map(() => []);
    const add = (box: number, cell: string) => {
        const of = names[box];
        if (of && !of.includes(cell)) of.push(cell);
    };
    for (const c of memory.cells) add(c.box, c.cell);
    for (const s of steps) for (const c of s.changes ?? []) if (c.cell !== undefined) add(c.box, c.cell);
    return names;
}

// Boxes that a step makes do not exist before it. One that is made a second time (its memory is
// used again) exists until it is freed if that comes first.
function madeLater(memory: Memory, steps: Stepped[]): boolean[] {
    const seen: boolean[] = [], later: boolean[] = memory.boxes.map(() => false);
    for (const c of memory.cells) seen[c.box] = true;
    for (const s of steps)
        for (const c of s.changes ?? []) {
            if (c.made && !seen[c.box]) later[c.box] = true;
            seen[c.box] = true;
        }
    return later;
}

// After step `k`, counted from 0; −1: before the first one.
export function memoryAfter(memory: Memory, steps: Stepped[], k: number): BoxNow[] {
    const names = cellNames(memory, steps), later = madeLater(memory, steps);
    const now = memory.boxes.map((b, i): BoxNow => ({
        ...b,
        exists: !later[i],
        freed: false,
        unreachable: false,
        changed: false,
        cells: (names[i] ?? []).map((cell) => ({ cell, value: undefined, to: undefined, old: undefined, changed: false })),
    }));
    const find = (box: number, cell: string) => now[box]?.cells.find((c) => c.cell === cell);
    for (const c of memory.cells) {
        const at = find(c.box, c.cell);
        if (at) [at.value, at.to] = [c.value, c.to];
    }
    for (let i = 0; i <= k && i < steps.length; i++)
        for (const c of steps[i]?.changes ?? []) {
            const box = now[c.box];
            if (!box) continue;
            const last = i === k;
            if (c.made) {
                [box.exists, box.freed, box.unreachable, box.changed] = [true, false, false, last];
                for (const cell of box.cells) [cell.value, cell.to] = [undefined, undefined];
            }
            if (c.freed) [box.freed, box.changed] = [true, last];
            if (c.unreachable) [box.unreachable, box.changed] = [true, last];
            const at = c.cell === undefined ? undefined : find(c.box, c.cell);
            if (!at) continue;
            if (last) [at.changed, at.old] = [true, at.changed ? at.old : c.old ?? at.value];
            [at.value, at.to] = [c.new, c.to];
        }
    return now;
}

// The cells that are drawn as such: those that there are.
export function drawnCells(box: BoxNow): CellNow[] {
    return box.cells.filter((c) => c.value !== undefined && !isLine(box, c.cell));
}

export function isLine(box: Box, cell: string): boolean {
    return box.kind === 'thread' && cell === AT_LINE;
}

// Does the cell of a box that is there point to one that is not?
export function dangles(now: BoxNow[], to: number | undefined): boolean {
    const target = to === undefined ? undefined : now[to];
    return target !== undefined && (target.freed || !target.exists);
}
