// SPDX-License-Identifier: MIT
// Which order the lanes show: of the verdict's own condition the witness, or how far a violation can
// be explained; of another condition its witness, if it has one.

import type { Operations } from './operations';
import { orderPlaces, type OrderPlaces } from './order_places';
import type { OtherCondition, Outcome, Verdict } from './types';

export interface Choice {
    condition: string;
    verdict: Outcome;
    own: boolean;
    other: OtherCondition | null;
}

export interface ShownOrder {
    places: OrderPlaces | null;
    partial: boolean; // it explains a part only
    index: number; // which of `of` orders
    of: number;
}

export function choices(v: Verdict): Choice[] {
    const own: Choice[] = v.condition && v.history ? [{ condition: v.condition, verdict: v.verdict, own: true, other: null }] : [];
    return [...own, ...(v.conditions ?? []).map(other => ({ condition: other.condition, verdict: other.verdict, own: false, other }))];
}

export function choiceOf(v: Verdict, condition: string | null): Choice | null {
    const all = choices(v);
    return all.find(choice => choice.condition === condition) ?? all[0] ?? null;
}

// Orders of one verdict, each placed once.
export class Orders {
    #placed = new Map<string, OrderPlaces>();

    #v: Verdict;
    #ops: Operations;

    constructor(v: Verdict, ops: Operations) {
        this.#v = v;
        this.#ops = ops;}

    #get(name: string, make: () => OrderPlaces): OrderPlaces {
        let places = this.#placed.get(name);
        if (!places)
            this.#placed.set(name, (places = make()));
        return places;
    }

    partial(i: number): OrderPlaces {
        const { order, states } = this.#v.partials!.orders[i]!;
        return this.#get(`partial ${i}`, () => orderPlaces(this.#ops, order, states));
    }

    #listed(i: number): OrderPlaces {
        return this.#get(`listed ${i}`, () => orderPlaces(this.#ops, this.#v.orders!.listed[i]!, null));
    }

    // The longest part that has `op`, or the one that was chosen.
    #partials(op: number | null, chosen: number | null): ShownOrder {
        const { orders, of } = this.#v.partials!;
        const its = op === null ? -1 : of[op] ?? -1;
        const index = its >= 0 ? its : Math.min(chosen ?? 0, orders.length - 1);
        return { places: this.partial(index), partial: true, index, of: orders.length };
    }

    shown(choice: Choice | null, op: number | null, chosen: number | null): ShownOrder {
        const none = { places: null, partial: false, index: 0, of: 0 };
        const v = this.#v;
        if (!choice || !choice.own) {
            const witness = choice?.other?.witness;
            if (!witness)
                return none;
            return { ...none, places: this.#get(choice.condition, () => orderPlaces(this.#ops, witness, null)), of: 1 };
        }
        if (v.verdict === 'violated')
            return v.partials ? this.#partials(op, chosen) : none;
        if (v.orders?.listed.length) {
            const index = Math.min(chosen ?? 0, v.orders.listed.length - 1);
            return { places: this.#listed(index), partial: false, index, of: v.orders.listed.length };
        }
        const witness = v.witness;
        return witness ? { ...none, places: this.#get('witness', () => orderPlaces(this.#ops, witness, null)), of: 1 } : none;
    }

    // All that the lanes of a small history must have room for.
    all(): OrderPlaces[] {
        const places = choices(this.#v).map(choice => this.shown(choice, null, null).places);
        const more = (this.#v.partials?.orders ?? []).slice(0, 64).map((_, i) => this.partial(i));
        return [...more, ...places].filter((p): p is OrderPlaces => p !== null);
    }
}
