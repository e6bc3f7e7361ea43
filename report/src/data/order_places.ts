// SPDX-License-Identifier: MIT
// Where the effects of an order stand in time. Each is at an instant within all of its operations,
// and they are in the order given: an order that keeps real time has such instants, and those of
// operations that never took effect together with others are in the middle of what is possible.
// Other orders, such as those of sequential consistency, have numbers only.

import { NONE, type Operations } from './operations';
import type { Order } from './types';

export interface OrderPlaces {
    count: number; // of effects
    number: Uint32Array; // of each operation: 1, 2, …; 0: not in the order
    at: Float64Array | null; // of each effect: 3.5 is between the events 3 and 4; null: it does not fit
    order: Order;
    states: string[] | null; // after each effect
}

// The gaps between events in which the effects are, or null.
function slots(ops: Operations, order: Order): Int32Array | null {
    const n = order.length;
    const earliest = new Int32Array(n), latest = new Int32Array(n);
    for (let i = 0, before = 0; i < n; i++) {
        for (const op of order[i]!)
            before = Math.max(before, ops.call[op]!);
        earliest[i] = before;
    }
    for (let i = n - 1, after = ops.events - 1; i >= 0; i--) {
        for (const op of order[i]!)
            if (ops.ret[op] !== NONE)
                after = Math.min(after, ops.ret[op]! - 1);
        latest[i] = after;
        if (latest[i]! < earliest[i]!)
            return null;
    }
    // Both grow, and so does what is between them.
    return earliest.map((slot, i) => (slot + latest[i]!) >> 1);
}

export function orderPlaces(ops: Operations, order: Order, states: string[] | null): OrderPlaces {
    const number = new Uint32Array(ops.count);
    order.forEach((effect, i) => effect.forEach(op => (number[op] = i + 1)));
    const slot = slots(ops, order);
    let at: Float64Array | null = null;
    if (slot) {
        at = new Float64Array(order.length);
        for (let i = 0, j = 0; i < order.length; i = j) {
            while (j < order.length && slot[j] === slot[i])
                j++;
            for (let k = i; k < j; k++)
                at[k] = slot[i]! + (k - i + 1) / (j - i + 1);
        }
    }
    return { count: order.length, number, at, order, states };
}
