// SPDX-License-Identifier: MIT
// Operations in rows: a lane for each process, and in it as many rows as its operations overlap. In
// a row they stand one after the other, so that what is seen is found by bisection.

import { NONE, type Operations } from './operations';

export interface Row {
    lane: number; // the number of its process
    ops: Uint32Array; // in the order of their calls
}

export interface Lane {
    firstRow: number;
    rows: number;
}

export interface LaneRows {
    rows: Row[];
    lanes: Lane[];
    rowOf: Uint32Array; // of each operation
}

const MOST_ROWS = 40; // of a lane; what overlaps even more is drawn one over the other

export function laneRows(ops: Operations): LaneRows {
    const ends: number[][] = ops.processes.map(() => []); // where the last operation of each row ends
    const counts: number[][] = ops.processes.map(() => []);
    const inLane = new Uint32Array(ops.count);
    for (let op = 0; op < ops.count; op++) {
        const lane = ops.process[op]!, end = ends[lane]!, call = ops.call[op]!;
        let row = 0;
        while (row < end.length && end[row]! > call && row < MOST_ROWS - 1)
            row++;
        end[row] = ops.ret[op]!;
        counts[lane]![row] = (counts[lane]![row] ?? 0) + 1;
        inLane[op] = row;
    }
    const rows: Row[] = [];
    const lanes = counts.map((count, lane) => {
        const firstRow = rows.length;
        for (const many of count)
            rows.push({ lane, ops: new Uint32Array(many) });
        return { firstRow, rows: count.length };
    });
    const filled = new Uint32Array(rows.length);
    const rowOf = new Uint32Array(ops.count);
    for (let op = 0; op < ops.count; op++) {
        const row = lanes[ops.process[op]!]!.firstRow + inLane[op]!;
        rows[row]!.ops[filled[row]!++] = op;
        rowOf[op] = row;
    }
    return { rows, lanes, rowOf };
}

// The first operation of a row, by place in it, that is called at `event` or later.
export function firstCalled(ops: Operations, row: Row, event: number): number {
    let low = 0, high = row.ops.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (ops.call[row.ops[middle]!]! < event)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// The first one that has not returned before `event`.
export function firstOpen(ops: Operations, row: Row, event: number): number {
    const at = firstCalled(ops, row, event);
    return at > 0 && (ops.ret[row.ops[at - 1]!]! === NONE || ops.ret[row.ops[at - 1]!]! >= event) ? at - 1 : at;
}
