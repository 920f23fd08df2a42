import type { Writable } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import { ExactSum } from '#kit/sheet/amount.ts';
import type { Column, Row, Table } from '#kit/sheet/column.ts';
import { endOf, sendTo } from '#kit/sheet/drain.server.ts';
import { alignOf, formatCell } from '#kit/sheet/format.ts';
import { Cells } from './cells.server.ts';
import { Frame, ink, type PdfFrame } from './frame.server.ts';
import { type Band, layoutTable, type TableLayout } from './layout.ts';
import { Pen, printable } from './pen.server.ts';
import { shorten, wrap } from './text-lines.ts';

export interface PdfWriteOptions {
  signal?: AbortSignal;
  /** Told after each batch how many rows have gone out. */
  onRows?(rows: number): void;
}

interface Item {
  height: number;
  draw(band: Band, y: number): void;
}

interface Tally {
  sums: (ExactSum | null)[];
  rows: number;
}

interface Group {
  key: string;
  label: string;
  column: Column | undefined;
}

/** Lays rows out page by page; nothing older than the page at hand stays in memory. */
class TableWriter {
  readonly #pen: Pen;
  readonly #table: Table;
  readonly #columns: Column[];
  readonly #groups: Group[];
  readonly #layout: TableLayout;
  readonly #cells: Cells;
  readonly #frame: Frame;
  readonly #headHeight: number;
  readonly #turn: () => Promise<void>;
  readonly #tallies: Tally[];
  #open: string[] = [];
  #items: Item[] = [];
  #used = 0;
  #first = true;
  rows = 0;

  constructor(pen: Pen, table: Table, columns: Column[], layout: TableLayout, frame: Frame, turn: () => Promise<void>) {
    this.#pen = pen;
    this.#table = table;
    this.#columns = columns;
    this.#layout = layout;
    this.#frame = frame;
    this.#turn = turn;
    this.#cells = new Cells(pen, layout);
    this.#groups = (table.group ?? []).map((group) => ({
      ...group,
      column: table.columns.find((column) => column.key === group.key),
    }));
    this.#tallies = [...this.#groups, null].map(() => this.#tally());
    this.#headHeight = this.#measureHead();
  }

  #tally(): Tally {
    return { sums: this.#columns.map((column) => (column.total ? new ExactSum() : null)), rows: 0 };
  }

  get #sums(): boolean {
    return this.#table.totals !== false && this.#columns.some((column) => column.total);
  }

  #headLines(column: Column, width: number): string[] {
    const size = 7.5 * this.#layout.scale;
    return wrap(printable(column.label).replaceAll('\n', ' '), width - this.#cells.margin * 2 + 0.1, 4, (text) =>
      this.#pen.width(text, size, 600),
    );
  }

  #measureHead(): number {
    const lines = this.#layout.bands.flatMap((band) => band.map((placed) => this.#headLines(placed.column, placed.width).length));
    return Math.max(1, ...lines) * 9.6 * this.#layout.scale + 9 * this.#layout.scale;
  }

  #drawHead(band: Band, top: number): void {
    const { scale } = this.#layout;
    const size = 7.5 * scale;
    const last = band.at(-1);
    const left = band[0]?.x ?? 0;
    const width = last ? last.x + last.width - left : 0;
    this.#pen.box(left, top, width, this.#headHeight, ink.tint);
    this.#pen.line(left, top + this.#headHeight, width, 1, this.#frame.primary);
    for (const placed of band) {
      const lines = this.#headLines(placed.column, placed.width);
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

  /** Prints the page at hand, once for each band of columns. */
  async #flush(): Promise<void> {
    const { bands } = this.#layout;
    let from = 1;
    for (const [i, band] of bands.entries()) {
      const until = from + band.length - (bands.length > 1 ? 2 : 1);
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

  /** A heading never stands alone at the foot; a group that goes on is named again at the top. */
  async #makeRoom(height: number): Promise<void> {
    if (this.#used + height <= this.#capacity || this.#items.length === 0) return;
    await this.#flush();
    this.#open.forEach((value, level) => this.#push(this.#heading(level, value, true)));
  }

  #heading(level: number, value: string, again: boolean): Item {
    const { scale } = this.#layout;
    const size = (level === 0 ? 9 : 8) * scale;
    const pen = this.#pen;
    const height = (level === 0 ? 20 : 16) * scale;
    const label = `${printable(this.#groups[level]?.label ?? '')}: `;
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
  #sumsRow(words: string, tally: Tally, grand: boolean): Item {
    const { scale } = this.#layout;
    const cells = this.#columns.map((column, index) => {
      const sum = tally.sums[index]?.value() ?? null;
      return sum === null ? null : this.#cells.cell(column, index, sum, 600);
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
    const line = this.#cells.leading + this.#cells.padding * 2;
    const lead = stacked ? this.#cells.leading : 0;
    const height = line + lead + (grand ? 2 : 0) * scale;
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

  /** Closes groups from the innermost up to `level`. */
  async #close(level: number): Promise<void> {
    for (let i = this.#open.length - 1; i >= level; i--) {
      const tally = this.#tallies[i];
      const value = this.#open[i] ?? '';
      if (tally && this.#sums) {
        const item = this.#sumsRow(`Total de ${value} (${formatCell('integer', tally.rows)})`, tally, false);
        await this.#makeRoom(item.height);
        this.#push(item);
      }
      this.#tallies[i] = this.#tally();
      this.#open.pop();
    }
  }

  async add(row: Row): Promise<void> {
    const values = this.#groups.map(
      ({ key, column }) => printable(formatCell(column?.type ?? 'text', row[key], column?.decimals)).replaceAll('\n', ' ') || '—',
    );
    let level = values.findIndex((value, i) => value !== this.#open[i]);
    const item = this.#row(row);
    if (level >= 0) {
      await this.#close(level);
      const headings = values.slice(level).map((value, i) => this.#heading(level + i, value, false));
      await this.#makeRoom(headings.reduce((sum, heading) => sum + heading.height, item.height));
      for (const heading of headings) this.#push(heading);
      while (level < values.length) this.#open.push(values[level++] ?? '');
    } else {
      await this.#makeRoom(item.height);
    }
    this.#push(item);
    for (const tally of this.#tallies) {
      tally.rows += 1;
      tally.sums.forEach((sum, i) => sum?.add(row[this.#columns[i]?.key ?? '']));
    }
    this.rows += 1;
  }

  async finish(): Promise<void> {
    await this.#close(0);
    const whole = this.#tallies.at(-1);
    if (this.#table.totals && whole) {
      const item = this.#sumsRow(`Total geral (${formatCell('integer', whole.rows)})`, whole, true);
      await this.#makeRoom(item.height);
      this.#push(item);
    }
    if (this.#items.length || this.#first) await this.#flush();
  }
}

/**
 * Prints a table of any length as PDF and ends `out`: head with logo, filters, columns named on each page, groups with
 * exact sums, 'Impresso por' and 'página x de y'. Rows come sorted by their groups; a grouped column prints in the heading only.
 */
export async function writePdfTable(
  table: Table,
  frame: PdfFrame,
  out: Writable,
  opts: PdfWriteOptions = {},
): Promise<{ pages: number; rows: number }> {
  const pen = new Pen({
    pdfVersion: '1.7',
    lang: 'pt-BR',
    displayTitle: true,
    info: { Title: printable(table.title), Author: printable(frame.company), Creator: printable(frame.company) },
  });
  const grouped = new Set((table.group ?? []).map((group) => group.key));
  const rest = table.columns.filter((column) => !grouped.has(column.key));
  const columns = rest.length ? rest : table.columns;
  const layout = layoutTable(columns, (word) => pen.width(printable(word), 7.5, 600), frame.orientation);
  const chunks: Uint8Array[] = [];
  pen.doc.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  // After each page the reader takes what is there, and the process gets a turn for other work.
  const turn = async () => {
    await breathe();
    for (const chunk of chunks.splice(0)) await sendTo(out, chunk, opts.signal);
  };
  const around = await Frame.open(pen, frame, table.title, layout);
  const writer = new TableWriter(pen, table, columns, layout, around, turn);
  for await (const batch of table.rows) {
    opts.signal?.throwIfAborted();
    for (const row of batch) await writer.add(row);
    opts.onRows?.(writer.rows);
  }
  await writer.finish();
  around.number();
  pen.flush();
  const ended = new Promise<void>((resolve, reject) => pen.doc.once('end', resolve).once('error', reject));
  pen.doc.end();
  await ended;
  await turn();
  await endOf(out);
  return { pages: around.pages, rows: writer.rows };
}
