// SPDX-License-Identifier: MIT
// Where the events of a small history stand: as close as the texts in the bars allow, and with room
// for the marks of an order and the states between them.

import { NONE, operationText, type Operations } from '../data/operations';
import type { OrderPlaces } from '../data/order_places';
import { visible } from '../data/visible_text';

export const LARGEST_STRETCHED = 2000; // events

const GAP = 22, WIDEST = 230, PADDING = 26, MARK = 26;

export function stretchedEvents(ops: Operations, orders: OrderPlaces[], measure: (text: string) => number): Float64Array {
    const gaps = new Float64Array(ops.events).fill(GAP);
    for (const { at, states } of orders)
        if (at) {
            const room = new Float64Array(ops.events);
            at.forEach((place, i) => {
                const width = states ? Math.min(110, measure(visible(states[i] ?? '')) + 18) : 0;
                room[Math.floor(place)]! += Math.max(MARK, width);
            });
            room.forEach((width, event) => (gaps[event] = Math.max(gaps[event]!, width && width + MARK / 2)));
        }
    const returns = new Map<number, number>();
    for (let op = 0; op < ops.count; op++)
        if (ops.ret[op] !== NONE)
            returns.set(ops.ret[op]!, op);
    const positions = new Float64Array(ops.events);
    for (let event = 0, at = 0; event < ops.events; event++) {
        const op = returns.get(event);
        if (op !== undefined) {
            const width = Math.min(WIDEST, measure(visible(operationText(ops, op)))) + PADDING;
            at = Math.max(at, positions[ops.call[op]!]! + width);
        }
        positions[event] = at;
        at += gaps[event]!;
    }
    // A bar that never ends needs room at the end of time.
    let end = ops.events ? positions[ops.events - 1]! : 0;
    for (let op = 0; op < ops.count; op++)
        if (ops.ret[op] === NONE)
            end = Math.max(end, positions[ops.call[op]!]! + Math.min(WIDEST, measure(visible(operationText(ops, op)))) + PADDING);
    if (ops.events)
        positions[ops.events - 1] = Math.max(positions[ops.events - 1]!, end);
    return positions;
}
