// SPDX-License-Identifier: MIT
// The histories of one entry: the part that matters, and all of it where that is more. Which
// operation of one is which of the other, their lines in the input tell.

import { NONE, partOperations, wholeOperations, type Operations } from '../data/operations';
import { laneRows, type LaneRows } from '../data/lane_rows';
import { Orders } from '../data/shown_order';
import type { Entry } from '../data/types';
import type { Palette } from '../shell/theme';
import { Axis } from './axis';
import { LARGEST_STRETCHED, stretchedEvents } from './stretch';
import { textWidth } from './surface';

export interface Shown {
    ops: Operations;
    rows: LaneRows;
    axis: Axis;
}

export class HistoryModel {
    readonly part: Operations;
    readonly orders: Orders;
    #wholeOps: Operations | null = null;
    #shownPart: Shown | null = null;
    #shownWhole: Shown | null = null;
    #overviewAxis: Axis | null = null;
    #lines: { wholeOf: Map<number, number>; partOf: Map<number, number> } | null = null;

    constructor(readonly entry: Entry) {
        this.part = partOperations(entry.verdict);
        this.orders = new Orders(entry.verdict, this.part);
    }

    // Without a part that matters, the whole is all there is.
    get hasPart(): boolean {
        return this.part.count > 0;
    }

    get hasWhole(): boolean {
        const whole = this.entry.whole;
        return !!whole && whole.count > 0 && (!this.hasPart || whole.total > this.part.count);
    }

    showPart(palette: Palette): Shown {
        if (!this.#shownPart) {
            const ops = this.part;
            const positions = ops.events <= LARGEST_STRETCHED
                ? stretchedEvents(ops, this.orders.all(), text => textWidth(text, palette)) : null;
            this.#shownPart = { ops, rows: laneRows(ops), axis: new Axis(ops.events, positions) };
        }
        return this.#shownPart;
    }

    get #whole(): Operations {
        this.#wholeOps ??= wholeOperations(this.entry.whole!);
        return this.#wholeOps;
    }

    showWhole(): Shown {
        this.#shownWhole ??= { ops: this.#whole, rows: laneRows(this.#whole), axis: new Axis(this.#whole.events, null) };
        return this.#shownWhole;
    }

    // For the overview, which has a window of its own: everything.
    get wideAxis(): Axis {
        this.#overviewAxis ??= new Axis(this.#whole.events, null);
        return this.#overviewAxis;
    }

    #byLine(): { wholeOf: Map<number, number>; partOf: Map<number, number> } {
        if (!this.#lines) {
            const wanted = new Map<number, number>();
            for (let op = 0; op < this.part.count; op++)
                if (this.part.line[op] !== NONE)
                    wanted.set(this.part.line[op]!, op);
            const wholeOf = new Map<number, number>(), partOf = new Map<number, number>();
            const { line, count } = this.#whole;
            for (let op = 0; wanted.size && op < count; op++) {
                const inPart = wanted.get(line[op]!);
                if (inPart !== undefined && !wholeOf.has(inPart)) {
                    wholeOf.set(inPart, op);
                    partOf.set(op, inPart);
                }
            }
            this.#lines = { wholeOf, partOf };
        }
        return this.#lines;
    }

    inWhole(op: number | null | undefined): number | null {
        return op === null || op === undefined ? null : this.#byLine().wholeOf.get(op) ?? null;
    }

    inPart(op: number | null): number | null {
        return op === null ? null : this.#byLine().partOf.get(op) ?? null;
    }

    get marked(): Set<number> {
        return new Set(this.#byLine().partOf.keys());
    }
}
