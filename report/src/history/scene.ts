// SPDX-License-Identifier: MIT
// What is drawn of a history: which operations, where, in which order, and what is marked.

import type { LaneRows } from '../data/lane_rows';
import { NONE, type Operations } from '../data/operations';
import type { OrderPlaces } from '../data/order_places';
import { firstOpen } from '../data/lane_rows';
import type { Palette } from '../shell/theme';
import type { Axis } from './axis';
import { textWidth, type Surface } from './surface';

export interface Scene {
    ops: Operations;
    rows: LaneRows;
    axis: Axis;
    palette: Palette;
    width: number; // of all, in pixels
    height: number; // of what is seen of the lanes
    scroll: number; // so many pixels of the lanes are above
    gutter: number; // at the left, for names
    top: number; // of the lanes; above them is the ribbon of states
    rowHeight: number;
    places: OrderPlaces | null;
    culprit: number | null;
    explains: boolean; // the order is to explain everything: what is not in it is drawn hollow
    marked: Set<number> | null; // the operations that matter, where all are shown; null: all matter
    selected: number | null;
    hovered: number | null;
}

export const RIBBON = 46;
export const RULER = 26;

const ROOMY = 58, TIGHT = 24, CLOSE = 14;

// Rows are as high as there is room for, and what is higher than `room` is scrolled.
export function rowHeightFor(rows: number, room: number, roomy: boolean): number {
    const least = roomy ? 46 : rows * TIGHT > 2 * room ? CLOSE : TIGHT;
    return Math.max(least, Math.min(ROOMY, Math.floor(room / Math.max(1, rows))));
}

export function gutterFor(ops: Operations, palette: Palette): number {
    let widest = 0;
    for (let i = 0; i < Math.min(ops.processes.length, 200); i++)
        widest = Math.max(widest, textWidth(processLabel(ops, i), palette));
    return Math.ceil(Math.min(160, Math.max(64, widest)) + 24);
}

export function processLabel(ops: Operations, lane: number): string {
    return `process ${ops.processes[lane]}`;
}

export function barHeight(rowHeight: number): number {
    return rowHeight >= 44 ? 30 : Math.max(6, rowHeight - 8);
}

export function rowTop(scene: Scene, row: number): number {
    return scene.top + row * scene.rowHeight - scene.scroll;
}

export function barTop(scene: Scene, row: number): number {
    return rowTop(scene, row) + (scene.rowHeight - barHeight(scene.rowHeight)) / 2;
}

export function barEnds(scene: Scene, op: number): [number, number] {
    const { ops, axis, gutter, width } = scene;
    const from = gutter + axis.x(ops.call[op]!);
    const to = ops.ret[op] === NONE ? Math.max(from + 40, Math.min(width, gutter + axis.x(ops.events) + 12)) : gutter + axis.x(ops.ret[op]!);
    return [from, to];
}

// The operation under a point, or within two pixels of it.
export function operationAt(scene: Scene, x: number, y: number): number | null {
    const row = Math.floor((y - scene.top + scene.scroll) / scene.rowHeight);
    if (x < scene.gutter || y < scene.top || row < 0 || row >= scene.rows.rows.length)
        return null;
    const { ops, axis } = scene;
    const list = scene.rows.rows[row]!;
    for (let i = firstOpen(ops, list, axis.eventAt(x - scene.gutter - 3)); i < list.ops.length; i++) {
        const op = list.ops[i]!;
        const [from, to] = barEnds(scene, op);
        if (from > x + 3)
            break;
        if (x <= Math.max(to, from + 2) + 3)
            return op;
    }
    return null;
}

export function seenRows(scene: Scene): [number, number] {
    const first = Math.floor(scene.scroll / scene.rowHeight);
    const last = Math.ceil((scene.scroll + scene.height - scene.top) / scene.rowHeight);
    return [Math.max(0, first), Math.min(scene.rows.rows.length, last)];
}

// Drawn within the lanes; a number at the edge of a bar may stand out a little.
export function inLanes(s: Surface, scene: Scene, draw: () => void): void {
    const { gutter, top, width, height } = scene;
    s.clipped(gutter - 10, top - 4, width - gutter + 10, height - top + 4, draw);
}
