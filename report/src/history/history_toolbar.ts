// SPDX-License-Identifier: MIT
// What stands above the lanes: which operations, which order, a note, zoom, and the table.

import type { ShownOrder } from '../data/shown_order';
import { number, plural } from '../data/value_text';
import { button, el, given, type Child } from '../dom/element';
import { icon } from '../dom/icons';
import { conditionText } from './condition_switch';
import type { HistoryModel } from './history_model';
import type { HistoryView } from './history_view';

// Of the history that is shown: what is left out, or what another condition says.
export function historyNote(model: HistoryModel, condition: string | null, inWhole: boolean): Child {
    const v = model.entry.verdict;
    const other = conditionText(v, condition);
    if (other)
        return given(other);
    if (inWhole)
        return model.entry.whole!.cut ? el('span', {}, given(model.entry.whole!.cut), '.') : null;
    const left = v.left_out ?? 0, all = left + model.part.count;
    return left ? `Shortened: ${number(model.part.count)} of ${plural(all, 'operation')}; ${left === 1 ? 'the other is not needed.' : 'the others are not needed.'}` : null;
}

export function historyToolbar(view: HistoryView, model: HistoryModel, shown: ShownOrder, inWhole: boolean, note: HTMLElement): Child[] {
    const { table } = view.pageState;
    const scope = model.hasWhole && model.hasPart && el('div', { class: 'segments', role: 'group', 'aria-label': 'Which operations' },
        button(`What matters (${number(model.part.count)})`, () => view.toScope(false), { 'aria-pressed': String(!inWhole) }),
        button(`All (${number(model.entry.whole!.total)})`, () => view.toScope(true), { 'aria-pressed': String(inWhole) }));
    const several = shown.of > 1 && !inWhole && el('div', { class: 'orders', role: 'group', 'aria-label': 'Orders' },
        button(icon('before'), () => view.nextOrder(-1), { title: 'The order before', 'aria-label': 'The order before' }),
        el('span', {}, `${shown.partial ? 'explanation' : 'order'} ${shown.index + 1} of ${number(shown.of)}`),
        button(icon('next'), () => view.nextOrder(1), { title: 'The next order', 'aria-label': 'The next order' }));
    return [
        scope, several, note,
        el('div', { class: 'segments zoom', role: 'group', 'aria-label': 'Zoom', hidden: table },
            button(icon('minus'), () => view.zoom(1 / 1.6), { title: 'Zoom out', 'aria-label': 'Zoom out' }),
            button(icon('plus'), () => view.zoom(1.6), { title: 'Zoom in', 'aria-label': 'Zoom in' }),
            button('Fit', () => view.fit(), { title: 'All at once' })),
        button('Table', () => view.setState({ table: !table }), { class: 'as-table', 'aria-pressed': String(table) }),
    ];
}
