// SPDX-License-Identifier: MIT
// A row that is seen from so far that its bars are no wider than a pixel or two: blocks where there
// is something. What lies within one column of pixels is passed over by bisection, so that the work
// depends on the width of the drawing, not on the number of operations.

import { firstCalled, firstOpen, type Row } from '../data/lane_rows';
import { NONE, type Operations } from '../data/operations';
import type { Axis } from './axis';

const COLUMN = 2;

// x and width of each block, in pairs; bars of at least `least` pixels are left to `bar`.
export function rowBlocks(ops: Operations, row: Row, axis: Axis, left: number, least: number, bar: (op: number) => void): number[] {
    const blocks: number[] = [];
    const right = axis.width;
    let i = firstOpen(ops, row, axis.eventAt(0));
    while (i < row.ops.length) {
        const op = row.ops[i]!;
        const from = Math.max(-4, axis.x(ops.call[op]!));
        if (from > right)
            break;
        const to = ops.ret[op] === NONE ? right : Math.min(right + 4, axis.x(ops.ret[op]!));
        if (to - from >= least) {
            bar(op);
            i++;
            continue;
        }
        const n = blocks.length;
        const end = Math.max(to, from + 1.5);
        if (n && left + from <= blocks[n - 2]! + blocks[n - 1]! + 1)
            blocks[n - 1] = left + end - blocks[n - 2]!;
        else
            blocks.push(left + from, end - from);
        i = Math.max(i + 1, Math.min(firstCalled(ops, row, axis.eventAt(from + COLUMN)), row.ops.length));
    }
    return blocks;
}
