// SPDX-License-Identifier: MIT
// Names and colours of threads. A colour is never all that tells one from another: its number
// stands beside it.

import { el, type Child } from '../dom/element';
import type { Palette } from '../shell/theme';

const colours = ['accent', 'warn', 'purple', 'good', 'sky', 'bad'] as const;

// The class that has the thread's colour as --thread.
export function threadClass(thread: number): string {
    return thread < 0 ? 'nobody' : `thread-${thread % colours.length}`;
}

export function threadColour(thread: number, palette: Palette): string {
    return thread < 0 ? palette.soft : palette[colours[thread % colours.length]!];
}

export function threadName(thread: number): string {
    return thread < 0 ? 'the system' : `thread ${thread}`;
}

export function threadChip(thread: number, ...more: Child[]): HTMLElement {
    return el('span', { class: `thread-chip ${threadClass(thread)}`, title: threadName(thread) }, thread < 0 ? '•' : `T${thread}`, ...more);
}
