// SPDX-License-Identifier: MIT
// What the page shows just now, and who wants to know when that changes. It stands in the fragment
// of the address, so that a link leads to the same place: by numbers, which a later run has, too.
//
//     #entry=2&step=14            the second verdict, at step 14 of its trace
//     #op=3&condition=quasi:2     operation 3, under another condition
//     #whole&op=40012&from=39990&to=40040

export interface State {
    entry: number; // from 0 on; in the fragment from 1 on
    step: number | null; // of the trace
    op: number | null; // of the history, or of the whole history
    whole: boolean; // the whole history is shown, not the part that matters
    condition: string | null; // another one than the verdict's
    order: number | null; // of those listed, or of the longest that explain a part
    from: number | null; // the events that are seen
    to: number | null;
    table: boolean; // of the history, in place of the drawing
}

const start: State = {
    entry: 0, step: null, op: null, whole: false, condition: null, order: null, from: null, to: null, table: false,
};

// What belongs to one entry, and is forgotten when another one is shown.
const ofEntry: Partial<State> = {
    step: null, op: null, whole: false, condition: null, order: null, from: null, to: null,
};

const numbers = ['step', 'op', 'order'] as const;
const places = ['from', 'to'] as const;
const flags = ['whole', 'table'] as const;

export function stateFragment(state: Readonly<State>): string {
    const parts: string[] = [];
    if (state.entry > 0)
        parts.push(`entry=${state.entry + 1}`);
    for (const name of flags)
        if (state[name])
            parts.push(name);
    for (const name of numbers)
        if (state[name] !== null)
            parts.push(`${name}=${state[name]}`);
    if (state.condition !== null)
        parts.push(`condition=${encodeURIComponent(state.condition).replace(/%3A/g, ':')}`);
    for (const name of places)
        if (state[name] !== null)
            parts.push(`${name}=${Math.round(state[name]! * 100) / 100}`);
    return parts.join('&');
}

function wholeNumber(text: string | null): number | null {
    return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

// What is not understood is passed over.
export function fragmentState(fragment: string, entries: number): State {
    const given = new URLSearchParams(fragment.replace(/^#/, ''));
    const state: State = { ...start };
    const entry = wholeNumber(given.get('entry'));
    if (entry !== null && entry >= 1 && entry <= entries)
        state.entry = entry - 1;
    for (const name of numbers)
        state[name] = wholeNumber(given.get(name));
    for (const name of places) {
        const value = Number(given.get(name) ?? NaN);
        state[name] = Number.isFinite(value) ? value : null;
    }
    if (state.from === null || state.to === null || state.to <= state.from)
        state.from = state.to = null;
    for (const name of flags)
        state[name] = given.has(name);
    state.condition = given.get('condition');
    return state;
}

export type Listener = (state: Readonly<State>, before: Readonly<State>) => void;

export class PageState {
    #state: State;
    #listeners: Listener[] = [];
    #entries: number;
    #pending: number | undefined;

    constructor(entries: number) {
        this.#entries = entries;
        this.#state = fragmentState(location.hash, entries);
        addEventListener('hashchange', () => {
            if (location.hash.slice(1) !== stateFragment(this.#state))
                this.#become(fragmentState(location.hash, this.#entries));
        });
    }

    get(): Readonly<State> {
        return this.#state;
    }

    set(change: Partial<State>): void {
        const elsewhere = change.entry !== undefined && change.entry !== this.#state.entry;
        this.#become({ ...this.#state, ...(elsewhere ? ofEntry : {}), ...change });
    }

    // `listener` hears of every change, and is told the state now.
    listen(listener: Listener): void {
        this.#listeners.push(listener);
        listener(this.#state, this.#state);
    }

    #become(next: State): void {
        const before = this.#state;
        if (stateFragment(before) === stateFragment(next))
            return;
        this.#state = next;
        for (const listener of this.#listeners)
            listener(next, before);
        this.#remember();
    }

    // Browsers allow so many changes of the address in a second, and a drag makes more.
    #remember(): void {
        clearTimeout(this.#pending);
        this.#pending = setTimeout(() => {
            const fragment = stateFragment(this.#state);
            history.replaceState(null, '', location.href.split('#')[0]! + (fragment && '#' + fragment));
        }, 200) as unknown as number;
    }
}
