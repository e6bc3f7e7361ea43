// SPDX-License-Identifier: MIT
// Time, from left to right: events, and where they stand in a window that is `width` pixels wide.
// A small history is stretched between events, so that what is written in its bars can be read; in
// a large one events stand at equal distances.

export class Axis {
    from = 0; // positions that the window shows
    to = 1;
    width = 1;
    readonly #last: number;

    // `positions` of the events; null: their numbers.
    readonly #events: number;
    readonly #positions: Float64Array | null;

    constructor(events: number, positions: Float64Array | null) {
        this.#events = events;
        this.#positions = positions;
        this.#last = positions ? positions[Math.max(0, events - 1)] ?? 0 : Math.max(0, events - 1);
        this.fit();
    }

    get start(): number {
        return this.#positions ? -12 : -0.5;
    }

    get end(): number {
        return this.#last + (this.#positions ? 12 : 0.5);
    }

    get length(): number {
        return this.end - this.start;
    }

    fit(): void {
        this.from = this.start;
        this.to = this.end;
    }

    get fitted(): boolean {
        return this.from <= this.start && this.to >= this.end;
    }

    // Of an event, which may lie between two.
    position(event: number): number {
        const p = this.#positions;
        if (!p)
            return event;
        const below = Math.floor(event);
        if (below < 0)
            return p[0]! + event;
        if (below >= this.#events - 1)
            return this.#last + (event - (this.#events - 1)) * 12;
        return p[below]! + (event - below) * (p[below + 1]! - p[below]!);
    }

    event(position: number): number {
        const p = this.#positions;
        if (!p || this.#events === 0)
            return position;
        if (position <= p[0]!)
            return position - p[0]!;
        if (position >= this.#last)
            return this.#events - 1 + (position - this.#last) / 12;
        let low = 0, high = this.#events - 1;
        while (high - low > 1) {
            const middle = (low + high) >> 1;
            if (p[middle]! <= position)
                low = middle;
            else
                high = middle;
        }
        return low + (position - p[low]!) / (p[low + 1]! - p[low]! || 1);
    }

    get scale(): number {
        return this.width / (this.to - this.from);
    }

    x(event: number): number {
        return (this.position(event) - this.from) * this.scale;
    }

    eventAt(x: number): number {
        return this.event(this.from + x / this.scale);
    }

    // The window stays within the history, and shows four events at least, or forty pixels.
    setWindow(from: number, to: number): void {
        const least = Math.min(this.length, this.#positions ? 40 : 4);
        const size = Math.min(this.length, Math.max(least, to - from));
        const middle = (from + to) / 2;
        this.from = Math.max(this.start, Math.min(this.end - size, middle - size / 2));
        this.to = this.from + size;
    }

    pan(pixels: number): void {
        const by = pixels / this.scale;
        this.setWindow(this.from + by, this.to + by);
    }

    zoom(factor: number, x = this.width / 2): void {
        const size = (this.to - this.from) / factor;
        const kept = this.from + x / this.scale;
        const from = kept - (x / this.width) * size;
        this.setWindow(from, from + size);
    }

    // Moves as little as needed to see the events, and zooms out only where they do not fit.
    reveal(first: number, last: number): void {
        const a = this.position(first), b = this.position(last);
        const size = this.to - this.from, edge = size * 0.08;
        if (b - a > size - 2 * edge)
            this.setWindow(a - (b - a) * 0.1, b + (b - a) * 0.1);
        else if (a < this.from + edge)
            this.setWindow(a - edge, a - edge + size);
        else if (b > this.to - edge)
            this.setWindow(b + edge - size, b + edge);
    }
}
