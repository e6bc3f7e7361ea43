// SPDX-License-Identifier: MIT
// The history: operations of each process from call to return.

import { partOperations } from '../data/operations';
import { el, replace } from '../dom/element';
import type { MakeView } from '../view';
import { historyTable } from './history_table';

export const makeHistory: MakeView = () => {
    const element = el('div');
    return {
        id: 'history',
        title: 'History',
        element,
        applies: entry => !!entry.verdict.history?.length,
        show(entry) {
            const ops = partOperations(entry.verdict);
            replace(element, historyTable(ops, 'Operations', 0, ops.count, entry.verdict.culprit ?? null));
        },
    };
};
