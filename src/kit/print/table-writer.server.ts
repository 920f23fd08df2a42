import type { Column, Row, Table } from '#kit/sheet/column.ts';
import { alignOf } from '#kit/sheet/format.ts';
import { type Line, Liner, type TotalLine } from '#kit/sheet/lines.ts';
import { type Cell, Cells } from './cells.server.ts';
import { type Frame, ink } from './frame.server.ts';
import type { Band, TableLayout } from './layout.ts';
import { drawable, type Pen } from './pen.server.ts';
import { shorten, wordShare, wrap } from './text-lines.ts';

interface Item {
  height: number;
  draw(band: Band, y: number): void;
}

/** Lays rows out page by page; nothing older than the page at hand stays in memory. */
export class TableWriter {
  readonly #pen: Pen;
  readonly #columns: Column[];
  readonly #labels: readonly string[];
  readonly #liner: Liner;
  readonly #heads: number;
  /** headings above the present row */
  #named: string[] = [];
  readonly #layout: TableLayout;
  readonly #cells: Cells;
  readonly #frame: Frame;
  readonly #headHeight: number;
  readonly #turn: () => Promise<void>;
  #items: Item[] = [];
  #used = 0;
  #first = true;
  rows = 0;

  constructor(pen: Pen, table: Table, columns: Column[], layout: TableLayout, frame: Frame, turn: () => Promise<void>) {
    this.#pen = pen;
    this.#columns = columns;
    this.#layout = layout;
    this.#frame = frame;
    this.#turn = turn;
    this.#cells = new Cells(pen, layout);
    this.#labels = (table.group ?? []).map(({ label }) => label);
    this.#liner = new Liner(table);
    this.#heads = table.heads ?? 1;
    this.#headHeight = this.#measureHead();
  }

  #headOf(column: Column, width: number): Cell {
    const label = drawable(column.label).replaceAll('\n', ' ');
    const room = width - this.#cells.margin * 2 + 0.1;
    const usual = 7.5 * this.#layout.scale;
    const size = usual * wordShare(label, room, (text) => this.#pen.width(text, usual, 600));
    return { lines: wrap(label, room, 4, (text) => this.#pen.width(text, size, 600)), size };
  }

  #measureHead(): number {
    const lines = this.#layout.bands.flatMap((band) =>
      band.map((placed) => this.#headOf(placed.column, placed.width).lines.length),
    );
    return Math.max(1, ...lines) * 9.6 * this.#layout.scale + 9 * this.#layout.scale;
  }

  #drawHead(band: Band, top: number): void {
    const { scale } = this.#layout;
    const last = band.at(-1);
    const left = band[0]?.x ?? 0;
    const width = last ? last.x + last.width - left : 0;
    this.#pen.box(left, top, width, this.#headHeight, ink.tint);
    this.#pen.line(left, top + this.#headHeight, width, 1, this.#frame.primary);
    for (const placed of band) {
      const { lines, size } = this.#headOf(placed.column, placed.width);
      const align = placed.column.align ?? alignOf(placed.column.type);
      let y = top + this.#headHeight - 5 * scale - (lines.length - 1) * 9.6 * scale;
      for (const line of lines) {
        const slack = align === 'left' ? 0 : placed.width - this.#cells.margin * 2 - this.#pen.width(line, size, 600);
        this.#pen.text(line, placed.x + this.#cells.margin + (align === 'center' ? slack / 2 : slack), y, size, ink.text, 600);
        y += 9.6 * scale;
      }
    }
  }

  get #capacity(): number {
    return this.#frame.body(this.#first).height - this.#headHeight;
  }

  #push(item: Item): void {
    this.#items.push(item);
    this.#used += item.height;
  }

  /** Prints the present page, once for each band of columns. */
  async #flush(): Promise<void> {
    const { bands } = this.#layout;
    let from = this.#heads;
    for (const [i, band] of bands.entries()) {
      const until = from + band.length - (bands.length > 1 ? this.#heads + 1 : 1);
      const note = bands.length > 1 ? `parte ${i + 1} de ${bands.length} · colunas ${from + 1} a ${until + 1}` : '';
      const first = this.#first && i === 0;
      this.#frame.page(first, note);
      const { top } = this.#frame.body(first);
      this.#drawHead(band, top);
      let y = top + this.#headHeight;
      for (const item of this.#items) {
        item.draw(band, y);
        y += item.height;
      }
      from = until + 1;
      await this.#turn();
    }
    this.#first = false;
    this.#items = [];
    this.#used = 0;
  }

  /** A heading never stands alone at the foot; a group that continues repeats its heading at the top. */
  async #makeRoom(height: number, depth: number): Promise<void> {
    if (this.#used + height <= this.#capacity || this.#items.length === 0) return;
    await this.#flush();
    for (const [level, value] of this.#named.slice(0, depth).entries()) this.#push(this.#heading(level, value, true));
  }

  #heading(level: number, value: string, again: boolean): Item {
    const { scale } = this.#layout;
    const size = (level === 0 ? 9 : 8) * scale;
    const pen = this.#pen;
    const height = (level === 0 ? 20 : 16) * scale;
    const label = `${drawable(this.#labels[level] ?? '')}: `;
    const tail = again ? ' (continuação)' : '';
    return {
      height,
      draw: (band, y) => {
        const left = band[0]?.x ?? 0;
        const last = band.at(-1);
        const width = (last ? last.x + last.width : 0) - left;
        const x = left + this.#cells.margin + (4 + level * 9) * scale;
        const base = y + height - 5.6 * scale;
        if (level === 0) pen.box(left, y + 4 * scale, 2.4 * scale, height - 6 * scale, this.#frame.primary);
        pen.text(label, x, base, size, ink.soft);
        const at = x + pen.width(label, size);
        const room = left + width - at - pen.width(tail, size) - this.#cells.margin;
        const shown = shorten(value, room, (text) => pen.width(text, size, 600));
        pen.text(shown, at, base, size, ink.strong, 600);
        if (tail) pen.text(tail, at + pen.width(shown, size, 600), base, size, ink.soft);
        pen.line(left, y + height, width, 0.5, ink.rule);
      },
    };
  }

  #row(row: Row): Item {
    const cells = this.#cells.row(this.#columns, row);
    const height = this.#cells.height(cells);
    return {
      height,
      draw: (band, y) => {
        for (const placed of band) {
          const cell = cells[placed.index];
          if (cell) this.#cells.draw(cell, placed, y, ink.text);
        }
        const last = band.at(-1);
        if (last && band[0]) this.#pen.line(band[0].x, y + height, last.x + last.width - band[0].x, 0.4, ink.rule);
      },
    };
  }

  /** Sums under their columns, the words in the free space before the first of them or, where there is none, above. */
  #totals(line: TotalLine): Item {
    const { scale } = this.#layout;
    const grand = line.level === null;
    const words = drawable(line.words);
    const cells = this.#columns.map(({ key }, index) => {
      const column = line.columns[key];
      const total = line.values[key] ?? null;
      return column === undefined || total === null ? null : this.#cells.cell(column, index, total, 600);
    });
    const free = (band: Band) => {
      const until = band.find((placed) => cells[placed.index]) ?? null;
      const last = band.at(-1);
      const end = until?.x ?? (last ? last.x + last.width : 0);
      return end - (band[0]?.x ?? 0) - this.#cells.margin * 2;
    };
    const size = 8 * scale;
    const width = (text: string) => this.#pen.width(text, size, 600);
    const stacked = this.#layout.bands.some((band) => free(band) < Math.min(width(words), 110 * scale));
    const single = this.#cells.leading + this.#cells.padding * 2;
    const lead = stacked ? this.#cells.leading : 0;
    const height = single + lead + (grand ? 2 : 0) * scale;
    return {
      height,
      draw: (band, y) => {
        const left = band[0]?.x ?? 0;
        const last = band.at(-1);
        const full = (last ? last.x + last.width : 0) - left;
        const top = y + (grand ? 1 : 0) * scale;
        if (grand) this.#pen.box(left, y, full, height, ink.tint);
        this.#pen.line(left, y, full, grand ? 1 : 0.7, grand ? this.#frame.primary : '#9ca3af');
        const room = stacked ? full - this.#cells.margin * 2 : free(band);
        this.#pen.text(
          shorten(words, room, width),
          left + this.#cells.margin,
          top + this.#cells.padding + size * 0.98,
          size,
          ink.strong,
          600,
        );
        for (const placed of band) {
          const cell = cells[placed.index];
          if (cell) this.#cells.draw(cell, placed, top + lead, ink.strong, 600);
        }
      },
    };
  }

  async add(row: Row): Promise<void> {
    await this.#print(this.#liner.add(row));
    this.rows += 1;
  }

  /** Headings stay together with the row below them. */
  async #print(lines: Line[]): Promise<void> {
    let ahead: { level: number; value: string; item: Item }[] = [];
    for (const line of lines) {
      if (line.kind === 'heading') {
        const value = drawable(line.value);
        ahead.push({ level: line.level, value, item: this.#heading(line.level, value, false) });
        continue;
      }
      const item = line.kind === 'row' ? this.#row(line.row) : this.#totals(line);
      const height = ahead.reduce((sum, heading) => sum + heading.item.height, item.height);
      const depth = line.kind === 'total' ? (line.level ?? -1) + 1 : (ahead[0]?.level ?? this.#named.length);
      await this.#makeRoom(height, depth);
      for (const heading of ahead) {
        this.#push(heading.item);
        this.#named = [...this.#named.slice(0, heading.level), heading.value];
      }
      this.#push(item);
      ahead = [];
    }
  }

  async finish(): Promise<void> {
    await this.#print(this.#liner.end());
    if (this.#items.length || this.#first) await this.#flush();
  }
}
