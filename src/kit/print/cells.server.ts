import type { Column, Row } from '#kit/sheet/column.ts';
import { alignOf, formatCell } from '#kit/sheet/format.ts';
import type { Weight } from './fonts.server.ts';
import { cellPadding, type PlacedColumn, type TableLayout } from './layout.ts';
import { drawable, type Pen } from './pen.server.ts';
import { wordShare, wrap } from './text-lines.ts';

/** One cell ready to draw: its lines and the size that fits. */
export interface Cell {
  lines: string[];
  size: number;
}

const maxLines = 3;

/** Measures and draws the cells of a table at the layout's scale. */
export class Cells {
  readonly #pen: Pen;
  readonly scale: number;
  readonly size: number;
  readonly leading: number;
  readonly padding: number;
  readonly margin: number;
  readonly #rooms: number[] = [];

  constructor(pen: Pen, layout: TableLayout) {
    this.#pen = pen;
    this.scale = layout.scale;
    this.size = 8 * layout.scale;
    this.leading = 10.6 * layout.scale;
    this.padding = 3.6 * layout.scale;
    this.margin = cellPadding * layout.scale;
    for (const band of layout.bands) {
      for (const { index, width } of band)
        this.#rooms[index] = Math.min(width - this.margin * 2, this.#rooms[index] ?? Number.POSITIVE_INFINITY);
    }
  }

  /** Text breaks into lines; a number or a date stays whole and gets smaller instead. */
  cell(column: Column, index: number, value: unknown, weight: Weight = 400): Cell | null {
    const text = drawable(formatCell(column.type, value, column.decimals)).trimEnd();
    if (text === '') return null;
    const room = this.#rooms[index] ?? 0;
    const width = (part: string) => this.#pen.width(part, this.size, weight);
    if (column.type === 'text') return this.#words(text, room, weight);
    const taken = width(text);
    if (taken <= room) return { lines: [text], size: this.size };
    const size = (this.size * room) / taken;
    return size >= 4.5 ? { lines: [text], size } : { lines: wrap(text, room, maxLines, width), size: this.size };
  }

  #words(text: string, room: number, weight: Weight): Cell {
    const size = this.size * wordShare(text, room, (part) => this.#pen.width(part, this.size, weight));
    return { lines: wrap(text, room, maxLines, (part) => this.#pen.width(part, size, weight)), size };
  }

  row(columns: Column[], row: Row): (Cell | null)[] {
    return columns.map((column, index) => this.cell(column, index, row[column.key]));
  }

  height(cells: (Cell | null)[]): number {
    let lines = 1;
    for (const cell of cells) if (cell && cell.lines.length > lines) lines = cell.lines.length;
    return lines * this.leading + this.padding * 2;
  }

  /** Draws a cell with the top of its row at `y`. */
  draw(cell: Cell, placed: PlacedColumn, y: number, colour: string, weight: Weight = 400): void {
    const align = placed.column.align ?? alignOf(placed.column.type);
    let base = y + this.padding + this.size * 0.98;
    for (const line of cell.lines) {
      const slack = align === 'left' ? 0 : placed.width - this.margin * 2 - this.#pen.width(line, cell.size, weight);
      const x = placed.x + this.margin + (align === 'center' ? slack / 2 : slack);
      this.#pen.text(line, x, base, cell.size, colour, weight);
      base += this.leading;
    }
  }
}
