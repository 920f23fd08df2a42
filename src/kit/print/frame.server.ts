import { printableLogo } from '#kit/picture/picture.server.ts';
import { formatCell } from '#kit/sheet/format.ts';
import { paper, type TableLayout } from './layout.ts';
import { drawable, type Pen } from './pen.server.ts';
import { shorten, wrap } from './text-lines.ts';

/** The frame of the table on every printed report. */
export interface PdfFrame {
  company: string;
  /** any image that sharp reads; another one is left out */
  logo?: Buffer;
  printedBy: string;
  /** an ISO instant, or text that prints as it is */
  printedAt: string;
  filters: [label: string, value: string][];
  /** by default chosen by the width of the columns */
  orientation?: 'portrait' | 'landscape';
  /** '#rrggbb', the company's colour for lines and marks */
  primary?: string;
}

export const ink = { strong: '#111827', text: '#1f2937', soft: '#6b7280', rule: '#e5e7eb', tint: '#f4f5f7' } as const;

interface Logo {
  image: PDFKit.Mixins.ImageSrc;
  width: number;
  height: number;
}

async function loadLogo(pen: Pen, bytes: Buffer | undefined): Promise<Logo | null> {
  const logo = await printableLogo(bytes);
  if (!logo) return null;
  const image = (pen.doc as unknown as { openImage(source: Buffer): PDFKit.Mixins.ImageSrc }).openImage(logo.png);
  return { image, width: logo.width, height: logo.height };
}

/** Heads, filters, feet and page numbers of one printed report. */
export class Frame {
  readonly #pen: Pen;
  readonly #frame: PdfFrame;
  readonly #title: string;
  readonly #layout: TableLayout;
  readonly #logo: Logo | null;
  readonly #numbers: ((text: string) => void)[] = [];
  readonly #filters: { label: string; lines: string[]; x: number; y: number; labelWidth: number }[] = [];
  #filterHeight = 0;
  #titleLines: string[] = [];

  private constructor(pen: Pen, frame: PdfFrame, title: string, layout: TableLayout, logo: Logo | null) {
    this.#pen = pen;
    this.#frame = frame;
    this.#title = drawable(title).replaceAll('\n', ' ');
    this.#layout = layout;
    this.#logo = logo;
    this.#titleLines = wrap(this.#title, this.#room - (logo ? logo.width + 14 : 0), 2, (text) => pen.width(text, 15, 600));
    this.#placeFilters();
  }

  static async open(pen: Pen, frame: PdfFrame, title: string, layout: TableLayout): Promise<Frame> {
    return new Frame(pen, frame, title, layout, await loadLogo(pen, frame.logo));
  }

  get #room(): number {
    return this.#layout.width - paper.side * 2;
  }

  get primary(): string {
    return /^#[0-9a-f]{6}$/i.test(this.#frame.primary ?? '') ? (this.#frame.primary as string) : '#6b7280';
  }

  get pages(): number {
    return this.#numbers.length;
  }

  /** Filters flow like words: each line takes as many as fit, a long value breaks below itself. */
  #placeFilters(): void {
    const pen = this.#pen;
    const inner = this.#room - 20;
    let x = 0;
    let y = 0;
    let lineHeight = 0;
    for (const [rawLabel, rawValue] of this.#frame.filters) {
      const label = `${drawable(rawLabel).replaceAll('\n', ' ')}: `;
      const value = drawable(rawValue);
      if (value.trim() === '') continue;
      const labelWidth = Math.min(pen.width(label, 7.5), inner / 2);
      const whole = labelWidth + pen.width(value, 7.5, 600);
      if (x > 0 && x + whole > inner) {
        y += lineHeight;
        x = 0;
        lineHeight = 0;
      }
      const lines = wrap(value, inner - x - labelWidth, 4, (text) => pen.width(text, 7.5, 600));
      this.#filters.push({ label, lines, x, y, labelWidth });
      lineHeight = Math.max(lineHeight, lines.length * 10.5 + 2);
      x += Math.max(...lines.map((line) => pen.width(line, 7.5, 600))) + labelWidth + 20;
    }
    this.#filterHeight = this.#filters.length ? y + lineHeight + 11 : 0;
  }

  /** Where the table may begin and how high it may be. */
  body(first: boolean): { top: number; height: number } {
    const top = first ? paper.top + this.#headHeight + (this.#filterHeight ? this.#filterHeight + 10 : 0) + 12 : paper.top + 26;
    return { top, height: this.#layout.height - paper.bottom - top };
  }

  get #headHeight(): number {
    return Math.max(this.#logo?.height ?? 0, 12 + this.#titleLines.length * 18) + 8;
  }

  /** Opens a page and draws its frame; `note` stands in the middle of the foot. */
  page(first: boolean, note = ''): void {
    this.#pen.page(this.#layout.width, this.#layout.height);
    if (first) this.#firstHead();
    else this.#nextHead();
    this.#foot(note);
  }

  #firstHead(): void {
    const pen = this.#pen;
    let x: number = paper.side;
    let y: number = paper.top;
    const block = this.#headHeight - 8;
    if (this.#logo) {
      pen.flush();
      pen.doc.image(this.#logo.image, x, y + (block - this.#logo.height) / 2, {
        width: this.#logo.width,
        height: this.#logo.height,
      });
      x += this.#logo.width + 14;
      y += (block - 12 - this.#titleLines.length * 18) / 2;
    }
    const company = drawable(this.#frame.company).replaceAll('\n', ' ');
    pen.text(
      shorten(company, this.#room - (x - paper.side), (text) => pen.width(text, 8.5)),
      x,
      y + 8,
      8.5,
      ink.soft,
    );
    this.#titleLines.forEach((line, i) => pen.text(line, x, y + 26 + i * 18, 15, ink.strong, 600));
    const rule = paper.top + this.#headHeight + 2;
    pen.line(paper.side, rule, this.#room, 0.6, ink.rule);
    pen.line(paper.side, rule, 42, 2, this.primary);
    if (!this.#filterHeight) return;
    const top = rule + 8;
    pen.box(paper.side, top, this.#room, this.#filterHeight, ink.tint);
    for (const filter of this.#filters) {
      const left = paper.side + 10 + filter.x;
      const base = top + 14 + filter.y;
      pen.text(
        shorten(filter.label, filter.labelWidth + 0.1, (text) => pen.width(text, 7.5)),
        left,
        base,
        7.5,
        ink.soft,
      );
      filter.lines.forEach((line, i) => pen.text(line, left + filter.labelWidth, base + i * 10.5, 7.5, ink.text, 600));
    }
  }

  #nextHead(): void {
    const pen = this.#pen;
    const company = shorten(drawable(this.#frame.company).replaceAll('\n', ' '), this.#room * 0.4, (text) =>
      pen.width(text, 7.5),
    );
    const taken = pen.width(company, 7.5);
    pen.text(
      shorten(this.#title, this.#room - taken - 16, (text) => pen.width(text, 8.5, 600)),
      paper.side,
      paper.top + 8,
      8.5,
      ink.strong,
      600,
    );
    pen.text(company, paper.side + this.#room - taken, paper.top + 8, 7.5, ink.soft);
    pen.line(paper.side, paper.top + 15, this.#room, 0.6, ink.rule);
    pen.line(paper.side, paper.top + 15, 42, 1.4, this.primary);
  }

  #foot(note: string): void {
    const pen = this.#pen;
    const y = this.#layout.height - 24;
    const right = paper.side + this.#room;
    pen.line(paper.side, y - 12, this.#room, 0.6, ink.rule);
    const when = formatCell('instant', this.#frame.printedAt);
    const who = `Impresso por ${drawable(this.#frame.printedBy).replaceAll('\n', ' ')}`;
    const tail = when ? ` em ${drawable(when)}` : '';
    const room = this.#room - 90 - (note ? pen.width(note, 7) + 24 : 0) - pen.width(tail, 7);
    const left = shorten(who, room, (text) => pen.width(text, 7)) + tail;
    pen.text(left, paper.side, y, 7, ink.soft);
    if (note) pen.text(note, right - 80 - pen.width(note, 7), y, 7, ink.soft);
    this.#numbers.push(pen.later(right, y, 7, ink.soft));
  }

  /** Writes 'página x de y' on all pages, once y is known. */
  number(): void {
    this.#numbers.forEach((fill, i) => fill(`página ${i + 1} de ${this.#numbers.length}`));
  }
}
