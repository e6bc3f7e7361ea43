// SPDX-License-Identifier: MIT
// What the marks of the drawing mean: of those that are in it.

import { isPending } from '../data/operations';
import type { ShownOrder } from '../data/shown_order';
import { el, svg, type Child } from '../dom/element';
import type { HistoryModel } from './history_model';
import { isStuck } from './why_not';

function item(sign: Child, text: string): Child {
    return el('span', { class: 'item' }, sign, text);
}

function bar(kind: string): Child {
    return svg('svg', { width: 30, height: 14, class: kind, 'aria-hidden': 'true' }, svg('rect', { x: 1, y: 1, width: 28, height: 12, rx: 4 }));
}

export function legend(shown: ShownOrder, model: HistoryModel, inWhole: boolean): Child[] {
    const { verdict } = model.entry;
    const ops = inWhole ? model.showWhole().ops : model.part;
    const { places } = shown;
    const list: Child[] = inWhole && model.hasPart ? [item(bar('done'), 'what matters'), item(bar('other'), 'other operation, from call to return')]
        : [item(bar('done'), 'operation, from call to return')];
    if (ops.count <= 5000 && Array.from({ length: ops.count }, (_, op) => op).some(op => isPending(ops, op)))
        list.push(item(bar('pending'), 'never returned'));
    if (verdict.culprit !== undefined)
        list.push(item(bar('culprit'), isStuck(verdict) ? 'stuck, and could have gone on' : 'nothing explains it'));
    if (!inWhole && places?.order.length) {
        list.push(item(el('span', { class: 'pin', 'aria-hidden': 'true' }, '1'),
            places.at ? 'takes effect here, in this order' : 'place in the order, which does not keep real time'));
        if (verdict.verdict === 'violated' && places.number.some((n, op) => !n && op !== verdict.culprit))
            list.push(item(bar('hollow'), 'not in this order'));
        if (places.order.some(together => together.length > 1))
            list.push(item(svg('svg', { width: 14, height: 14, class: 'tie', 'aria-hidden': 'true' }, svg('path', { d: 'M7 1v12' })), 'take effect together'));
    }
    return list;
}
