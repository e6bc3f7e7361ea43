// SPDX-License-Identifier: MIT
// The history: first the part that matters, with how far it can be explained; all of it in a strip
// below, a click on which leads into it.

import { choiceOf, type ShownOrder } from '../data/shown_order';
import { NONE, isPending, operationText } from '../data/operations';
import { plural } from '../data/value_text';
import type { Entry } from '../data/types';
import { el, replace } from '../dom/element';
import type { State } from '../page_state';
import type { Palette } from '../shell/theme';
import type { MakeView, Page, View } from '../view';
import { conditionSwitch } from './condition_switch';
import { details, facts, type Known } from './details';
import { historyKey, historyKeys } from './history_keys';
import { HistoryModel, type Shown } from './history_model';
import { searchOperations } from './history_search';
import { tablePages } from './history_table';
import { historyNote, historyToolbar } from './history_toolbar';
import { LanesCanvas } from './lanes_canvas';
import { legend } from './legend';
import { Overview } from './overview';
import { RIBBON, gutterFor, rowHeightFor, type Scene } from './scene';
import { isStuck, whyNot } from './why_not';

const ROOM = 560; // pixels for lanes; more are scrolled
const SOME_EVENTS = 160;

// Of the state: what changes the drawing.
const parts: (keyof State)[] = ['op', 'whole', 'condition', 'order', 'from', 'to', 'table'];

export class HistoryView implements View {
    id = 'history';
    title = 'History';
    element = el('div', { class: 'history' });
    keys = historyKeys;
    watches = ['from', 'to'] as (keyof State)[];

    #toolbar = el('div', { class: 'toolbar' });
    #conditions = el('div', {});
    #note = el('p', { class: 'note' });
    #lanes = new LanesCanvas({
        hover: (op, x, y) => this.#hover(op, x, y),
        choose: op => this.choose(op),
        moved: () => this.#moved(),
    });
    #overview = new Overview(event => this.#goTo(event));
    #overviewLabel = el('span', { class: 'soft' }, 'all');
    #overviewBox = el('div', { class: 'overview-box' }, this.#overviewLabel, this.#overview.canvas);
    #legend = el('div', { class: 'legend' });
    #chosen = el('div', { class: 'chosen' });
    #table = el('div', {});
    #why = el('div', {});
    #drawing = el('div', { class: 'drawing' }, this.#lanes.element, this.#overviewBox, this.#legend);

    #models = new WeakMap<Entry, HistoryModel>();
    #model!: HistoryModel;
    #state!: Readonly<State>;
    #palette: Palette | null = null; // of the drawing
    #scene: Scene | null = null;
    #hovered: number | null = null; // in what is shown
    #panels = ''; // what the panels show now

    #page: Page;

    constructor(page: Page) {
        this.#page = page;
        this.element.append(this.#conditions, this.#toolbar, this.#drawing, this.#chosen, this.#table, this.#why);
        const observer = new ResizeObserver(() => this.#resized());
        observer.observe(this.#lanes.element);
        observer.observe(this.#overview.canvas);
    }

    // What was shown before it had a width is placed now.
    #resized(): void {
        if (!this.#scene || !this.#lanes.width)
            return;
        if (!this.#scene.width)
            this.#place();
        this.#draw();
    }

    applies(entry: Entry): boolean {
        return !!entry.verdict.history?.length || !!entry.whole?.count;
    }

    #modelOf(entry: Entry): HistoryModel {
        let model = this.#models.get(entry);
        if (!model)
            this.#models.set(entry, (model = new HistoryModel(entry)));
        return model;
    }

    get #inWhole(): boolean {
        return this.#model.hasWhole && (this.#state.whole || !this.#model.hasPart);
    }

    get #shown(): Shown {
        return this.#inWhole ? this.#model.showWhole() : this.#model.showPart(this.#page.palette());
    }

    // The operation that was chosen, by its place in what is shown.
    get selected(): number | null {
        const { op } = this.#state;
        const { ops } = this.#shown;
        return op !== null && op >= ops.first && op < ops.first + ops.count ? op - ops.first : null;
    }

    #partOf(op: number | null): number | null {
        return this.#inWhole ? this.#model.inPart(op) : op;
    }

    get #order(): ShownOrder {
        const v = this.#model.entry.verdict;
        const op = this.#partOf(this.#hovered ?? this.selected);
        return this.#model.orders.shown(choiceOf(v, this.#state.condition), op, this.#state.order);
    }

    show(entry: Entry, state: Readonly<State>): void {
        const other = !this.#model || this.#model.entry !== entry;
        const before = other ? null : this.#state;
        if (before && before !== state && this.#palette === this.#page.palette() && parts.every(part => before[part] === state[part])) {
            this.#state = state;
            return;
        }
        this.#palette = this.#page.palette();
        this.#model = this.#modelOf(entry);
        this.#state = state;
        const moved = !before || before.whole !== state.whole;
        if (other)
            this.#hovered = null;
        if (moved || before.from !== state.from || before.to !== state.to)
            this.#place();
        if (!moved && before.op !== state.op && this.selected !== null)
            this.#reveal(this.selected);
        this.#draw();
        this.#showPanels();
        if (moved && this.selected !== null)
            this.#reveal(this.selected);
    }

    // The window, as the state has it.
    #place(): void {
        const { axis, ops } = this.#shown;
        const { from, to } = this.#state;
        axis.width = Math.max(50, this.#lanes.width - gutterFor(ops, this.#page.palette()) - 14);
        if (from !== null && to !== null)
            axis.setWindow(axis.position(from), axis.position(to));
        else if (this.#startsFitted)
            axis.fit();
        else if (this.#inWhole)
            this.#startAround();
        else
            this.#startAtCulprit();
    }

    get #startsFitted(): boolean {
        const { axis, ops } = this.#shown;
        return this.#inWhole ? ops.events <= SOME_EVENTS || !this.#model.hasPart : axis.length <= axis.width * 1.25;
    }

    // The strip has all; the lanes begin around what matters.
    #startAround(): void {
        const { axis, ops } = this.#shown;
        const around = [...this.#model.marked].map(op => ops.call[op]!);
        const first = Math.min(...around), last = Math.max(...around);
        const wide = Math.max(SOME_EVENTS / 2, (last - first) * 1.3);
        axis.setWindow((first + last - wide) / 2, (first + last + wide) / 2);
    }

    // What does not fit is shown at a scale at which it can be read.
    #startAtCulprit(): void {
        const { axis, ops } = this.#shown;
        const culprit = this.#model.entry.verdict.culprit;
        const at = axis.position(culprit === undefined ? 0 : ops.ret[culprit] === NONE ? ops.call[culprit]! : ops.ret[culprit]!);
        axis.setWindow(at - axis.width * 0.8, at + axis.width * 0.2);
    }

    // By its place in what is shown.
    get #culprit(): number | null {
        const { culprit } = this.#model.entry.verdict;
        return this.#inWhole ? this.#model.inWhole(culprit) : culprit ?? null;
    }

    #makeScene(): Scene {
        const { ops, rows, axis } = this.#shown;
        const palette = this.#page.palette();
        const verdict = this.#model.entry.verdict;
        const places = this.#inWhole ? null : this.#order.places;
        const gutter = gutterFor(ops, palette), top = places?.at && places.states ? RIBBON : 12;
        const rowHeight = rowHeightFor(rows.rows.length, ROOM, !this.#inWhole && ops.count <= 200);
        axis.width = Math.max(50, this.#lanes.width - gutter - 14);
        return {
            ops, rows, axis, palette, gutter, top, rowHeight, places,
            width: this.#lanes.width, scroll: this.#lanes.scroll,
            height: top + Math.min(Math.max(ROOM, rowHeight), rows.rows.length * rowHeight),
            culprit: this.#culprit,
            explains: verdict.verdict === 'violated' && !!places,
            marked: this.#inWhole && this.#model.hasPart ? this.#model.marked : null,
            selected: this.selected, hovered: this.#hovered,
        };
    }

    #draw(): void {
        if (!this.#lanes.element.isConnected)
            return;
        this.#drawing.hidden = this.#state.table;
        if (this.#state.table)
            return;
        const scene = (this.#scene = this.#makeScene());
        const { verdict } = this.#model.entry;
        const own = choiceOf(verdict, this.#state.condition)?.own ?? true;
        if (!own)
            scene.culprit = null;
        const { rows } = scene;
        this.#lanes.show(scene, {
            initial: verdict.possible?.[0]?.length === 1 ? verdict.possible[0][0]! : null,
            reason: own && verdict.kind === 'condition' ? (isStuck(verdict) ? 'stuck, and could have gone on' : 'no order explains this') : '',
            label: this.#label(scene),
        }, scene.top + rows.rows.length * scene.rowHeight);
        this.#drawOverview();
    }

    #label({ ops }: Scene): string {
        return `${plural(ops.count, 'operation')} of ${plural(ops.processes.length, 'process', 'processes')}, ` +
            'from call to return. Arrow keys go from one to the next; the button Table shows them as a table.';
    }

    #drawOverview(): void {
        this.#overviewBox.hidden = !this.#model.hasWhole;
        if (!this.#model.hasWhole)
            return;
        const { ops, rows } = this.#model.showWhole();
        const { culprit } = this.#model.entry.verdict;
        const { axis } = this.#shown;
        const { gutter } = this.#scene!;
        this.#overviewBox.style.paddingLeft = `${gutter}px`;
        this.#overviewLabel.style.width = `${gutter - 16}px`;
        this.#overview.show({
            ops, rows, axis: this.#model.wideAxis, palette: this.#page.palette(),
            marked: this.#model.hasPart ? [...this.#model.marked] : [], culprit: this.#model.inWhole(culprit),
        }, this.#inWhole ? axis.eventAt(0) : null, this.#inWhole ? axis.eventAt(axis.width) : null);
    }

    #moved(): void {
        const { axis } = this.#shown;
        const fitted = axis.fitted && this.#startsFitted;
        this.#page.state.set({ from: fitted ? null : axis.eventAt(0), to: fitted ? null : axis.eventAt(axis.width) });
    }

    #goTo(event: number): void {
        const { axis, ops } = this.#model.showWhole();
        const wide = this.#inWhole && !axis.fitted ? axis.to - axis.from : Math.min(ops.events, 60);
        axis.setWindow(event - wide / 2, event + wide / 2);
        this.#page.state.set({ whole: true, op: this.#inWhole ? this.#state.op : null, from: axis.from, to: axis.to });
    }

    #reveal(op: number): void {
        const { axis, ops, rows } = this.#shown;
        const pending = isPending(ops, op);
        axis.reveal(ops.call[op]!, pending ? ops.call[op]! : ops.ret[op]!);
        if (this.#scene) {
            const y = rows.rowOf[op]! * this.#scene.rowHeight;
            this.#lanes.scrollTo(y, y + this.#scene.rowHeight);
        }
        this.#draw();
    }

    #known(op: number): Known {
        const { ops } = this.#shown;
        const inPart = this.#partOf(op);
        return { ops, op, inPart, whole: this.#inWhole, shown: inPart === null ? null : this.#order, verdict: this.#model.entry.verdict };
    }

    #hover(op: number | null, x: number, y: number): void {
        const changed = op !== this.#hovered;
        this.#hovered = op;
        if (changed)
            this.#draw();
        this.#lanes.showTip(op === null ? null : [el('div', {}, ...details(this.#known(op)))], x, y);
    }

    choose(op: number | null): void {
        this.#page.state.set({ op: op === null ? null : this.#shown.ops.first + op });
        if (op !== null)
            this.#page.announce(`${operationText(this.#shown.ops, op)}, ${facts(this.#known(op))}`);
    }

    // Toolbar, notes and texts: made again only when what they show has changed.
    #showPanels(): void {
        const { op, whole, condition, order, table } = this.#state;
        const now = JSON.stringify([op, whole, condition, order, table]);
        if (this.#panels === now && this.#chosen.dataset.entry === String(this.#state.entry))
            return;
        this.#panels = now;
        this.#chosen.dataset.entry = String(this.#state.entry);
        const verdict = this.#model.entry.verdict;
        const shownOrder = this.#order;
        replace(this.#note, historyNote(this.#model, condition, this.#inWhole));
        replace(this.#conditions, !this.#inWhole && conditionSwitch(verdict, this.#model.part.count, condition,
            other => this.setState({ condition: other, order: null })));
        replace(this.#toolbar, ...historyToolbar(this, this.#model, shownOrder, this.#inWhole, this.#note));
        this.#note.hidden = !this.#note.hasChildNodes();
        replace(this.#legend, ...legend(shownOrder, this.#model, this.#inWhole));
        replace(this.#chosen, ...(this.selected === null ? [] : details(this.#known(this.selected))));
        this.#chosen.hidden = this.selected === null;
        replace(this.#table, ...(table ? tablePages(this, this.#culprit, shownOrder.places) : []));
        const own = choiceOf(verdict, condition)?.own;
        const why = own ? whyNot(verdict, this.#model.part, this.#model.orders, shownOrder, chosen => this.#choosePart(chosen)) : null;
        replace(this.#why, why);
    }

    #choosePart(op: number): void {
        this.#page.state.set({ whole: false, op, from: null, to: null });
    }

    toScope(whole: boolean): void {
        if (!this.#model.hasWhole || !this.#model.hasPart)
            return;
        const op = this.selected;
        const there = whole ? this.#model.inWhole(op) : this.#model.inPart(op);
        const first = whole ? this.#model.showWhole().ops.first : 0;
        this.#page.state.set({ whole, op: there === null ? null : first + there, from: null, to: null });
    }

    nextOrder(by: number): void {
        const { index, of } = this.#order;
        if (of > 1)
            this.#page.state.set({ order: (index + by + of) % of, op: null });
    }

    fit(): void {
        this.#shown.axis.fit();
        this.#lanes.redraw();
        this.#moved();
    }

    zoom(factor: number): void {
        this.#lanes.zoom(factor);
    }

    pan(part: number): void {
        const { axis } = this.#shown;
        axis.pan(part * axis.width);
        this.#lanes.redraw();
        this.#moved();
    }

    get current(): Shown {
        return this.#shown;
    }

    get pageState(): Readonly<State> {
        return this.#state;
    }

    setState(change: Partial<State>): void {
        this.#page.state.set(change);
    }

    key(event: KeyboardEvent, entry: Entry): boolean {
        return historyKey(this, event, entry);
    }

    search(entry: Entry, search: { words: string; limit: number }) {
        const model = this.#modelOf(entry);
        const { words, limit } = search;
        const part = searchOperations(model.part, { words, limit }, '',
            op => ({ whole: false, op, from: null, to: null }));
        if (!model.hasWhole)
            return part;
        const { ops } = model.showWhole();
        const rest = searchOperations(ops, { words, limit }, model.hasPart ? ' of all' : '',
            op => ({ whole: true, op: ops.first + op, from: ops.call[op]! - 20, to: ops.call[op]! + 20 }));
        return [...part, ...rest].slice(0, limit);
    }

    picture(): SVGSVGElement | null {
        return this.#lanes.picture();
    }
}

export const makeHistory: MakeView = page => new HistoryView(page);
