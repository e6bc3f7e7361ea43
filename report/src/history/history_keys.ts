// SPDX-License-Identifier: MIT
// The keys of the history: to go from operation to operation, to zoom, to switch.

import { firstCalled } from '../data/lane_rows';
import { choiceOf, choices } from '../data/shown_order';
import type { Entry } from '../data/types';
import type { KeyHelp } from '../view';
import type { HistoryView } from './history_view';

export const historyKeys: KeyHelp[] = [
    { keys: '← →', does: 'the operation before, or after, of any process' },
    { keys: '↑ ↓', does: 'an operation of the process above, or below' },
    { keys: '+ − 0', does: 'zoom in, zoom out, fit' },
    { keys: 'a d', does: 'move to the left, to the right' },
    { keys: 'c', does: 'the next condition' },
    { keys: ', .', does: 'the order before, or after' },
    { keys: 'w', does: 'what matters, or all of the history' },
    { keys: 'v', does: 'the history as a table' },
    { keys: 'Esc', does: 'choose nothing' },
];

// In time, among all processes.
function nextOperation(view: HistoryView, by: number): number | null {
    const { count } = view.current.ops;
    if (!count)
        return null;
    return view.selected === null ? (by > 0 ? 0 : count - 1) : Math.max(0, Math.min(count - 1, view.selected + by));
}

// Of a neighbouring row, the one that was called at about the same time.
function besideOperation(view: HistoryView, by: number): number | null {
    const { ops, rows } = view.current;
    if (view.selected === null)
        return nextOperation(view, 1);
    const row = rows.rows[rows.rowOf[view.selected]! + by];
    if (!row)
        return view.selected;
    const at = firstCalled(ops, row, ops.call[view.selected]! + 1);
    return row.ops[Math.max(0, at - 1)]!;
}

function nextCondition(view: HistoryView, entry: Entry, condition: string | null): void {
    const all = choices(entry.verdict);
    if (all.length < 2)
        return;
    const now = all.findIndex(choice => choice.condition === choiceOf(entry.verdict, condition)?.condition);
    const next = all[(now + 1) % all.length]!;
    view.setState({ condition: next.own ? null : next.condition, order: null });
}

export function historyKey(view: HistoryView, event: KeyboardEvent, entry: Entry): boolean {
    // The arrows are those of the steps of a trace, unless the focus is here.
    const here = view.element.contains(event.target as Node) || !entry.verdict.trace;
    const arrows: { [key: string]: () => void } = {
        ArrowLeft: () => view.choose(nextOperation(view, -1)),
        ArrowRight: () => view.choose(nextOperation(view, 1)),
        ArrowUp: () => view.choose(besideOperation(view, -1)),
        ArrowDown: () => view.choose(besideOperation(view, 1)),
        Escape: () => view.choose(null),
    };
    const others: { [key: string]: () => void } = {
        '+': () => view.zoom(1.6),
        '=': () => view.zoom(1.6),
        '-': () => view.zoom(1 / 1.6),
        '0': () => view.fit(),
        a: () => view.pan(-0.25),
        d: () => view.pan(0.25),
        c: () => nextCondition(view, entry, view.pageState.condition),
        ',': () => view.nextOrder(-1),
        '.': () => view.nextOrder(1),
        w: () => view.toScope(!view.pageState.whole),
        v: () => view.setState({ table: !view.pageState.table }),
    };
    const does = (here ? arrows[event.key] : undefined) ?? others[event.key];
    does?.();
    return !!does;
}
