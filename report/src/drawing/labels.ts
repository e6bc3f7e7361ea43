// SPDX-License-Identifier: MIT
// Texts among boxes and other texts: each is put at the first of the places offered to it where it
// covers nothing. Those that come first have the choice.

export interface Rect {
    x: number;
    y: number;
    width: number;
    height: number;
}

export function meet(a: Rect, b: Rect): number {
    const w = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
    const h = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
    return w > 0 && h > 0 ? w * h : 0;
}

export class Room {
    #taken: Rect[];

    constructor(taken: Rect[]) {
        this.#taken = [...taken];
    }

    #covered(r: Rect): number {
        return this.#taken.reduce((sum, t) => sum + meet(r, t), 0);
    }

    // The first free one of `places`, which is taken then; else null, or, if it has to be shown
    // nevertheless, the one that covers least.
    put<Place extends Rect>(places: Place[], always: boolean): Place | null {
        let best: Place | null = null, least = Infinity;
        for (const place of places) {
            const much = this.#covered(place);
            if (much < least)
                [best, least] = [place, much];
            if (!much)
                break;
        }
        if (!best || (least > 0 && !always))
            return null;
        this.#taken.push(best);
        return best;
    }
}
