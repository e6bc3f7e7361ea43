// SPDX-License-Identifier: MIT
// The operations as a table, for those who read it aloud, or copy from it.

import { NONE, callText, isPending, processName, type Operations } from '../data/operations';
import type { OrderPlaces } from '../data/order_places';
import { number, plural } from '../data/value_text';
import { button, el, given, type Child } from '../dom/element';
import type { HistoryView } from './history_view';

const ROWS = 500;

function historyTable(
    ops: Operations, places: OrderPlaces | null, caption: string, from: number, to: number, culprit: number | null, selected: number | null,
): HTMLElement {
    const row = (op: number): HTMLElement => {
        const result = ops.result[op]!;
        return el('tr', { class: op === culprit && 'culprit', 'aria-current': op === selected && 'true' },
            el('th', { scope: 'row' }, ops.first + op),
            el('td', {}, given(processName(ops, op))),
            el('td', {}, given(callText(ops, op))),
            el('td', {}, isPending(ops, op) ? 'never returned' : result === NONE ? '' : given(ops.values[result]!)),
            el('td', {}, ops.call[op]!),
            el('td', {}, isPending(ops, op) ? '' : ops.ret[op]!),
            el('td', {}, ops.line[op] === NONE ? '' : ops.line[op]!),
            places && el('td', {}, places.number[op] ? places.number[op]! : op === culprit ? 'nothing explains it' : ''));
    };
    const rows: HTMLElement[] = [];
    for (let op = from; op < to; op++)
        rows.push(row(op));
    const heads = ['operation', 'process', 'call', 'result', 'called at event', 'returned at event', 'line of the input', ...(places ? ['place in the order'] : [])];
    return el('div', { class: 'scroll' },
        el('table', { class: 'history' },
            el('caption', {}, caption),
            el('thead', {}, el('tr', {}, ...heads.map(head => el('th', { scope: 'col' }, head)))),
            el('tbody', {}, ...rows)));
}

// Of a long history the rows around the operation that was chosen, and buttons to go on.
export function tablePages(view: HistoryView, culprit: number | null, places: OrderPlaces | null): Child[] {
    const { ops } = view.current;
    const at = view.selected ?? 0;
    const from = ops.count <= ROWS ? 0 : Math.max(0, Math.min(ops.count - ROWS, at - ROWS / 2));
    const to = Math.min(ops.count, from + ROWS);
    const caption = to - from === ops.count ? `All ${plural(ops.count, 'operation')}`
        : `Operations ${number(ops.first + from)} to ${number(ops.first + to - 1)} of ${number(ops.count)}`;
    const step = (by: number) => button(by < 0 ? 'Those before' : 'Those after',
        () => view.setState({ op: ops.first + Math.max(0, Math.min(ops.count - 1, at + by)) }));
    return [
        historyTable(ops, places, caption, from, to, culprit, view.selected),
        to - from < ops.count && el('p', {}, step(-ROWS), ' ', step(ROWS)),
    ];
}
