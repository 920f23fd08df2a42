import PDFDocument from 'pdfkit';
import { composed } from '#kit/br/text.ts';
import { fontFile, type Weight } from './fonts.server.ts';

// What pdfkit 0.20 keeps about an embedded font. The public `text()` shapes and measures each string anew;
// a table of 100,000 cells wants each sign looked up once. table-pdf.server.test.ts fails if an update changes this.
interface Face {
  id: string;
  font: {
    hasGlyphForCodePoint(code: number): boolean;
    layout(text: string, features: string[]): { glyphs: { id: number; advanceWidth: number; codePoints: number[] }[] };
  };
  subset: { includeGlyph(id: number): number };
  widths: (number | undefined)[];
  unicode: (number[] | undefined)[];
  scale: number;
  ref(): unknown;
}
interface Reference {
  data: Record<string, unknown>;
  end(chunk?: string): void;
}
interface Page {
  fonts: Record<string, unknown>;
  xobjects: Record<string, unknown>;
}
type Inside = { _font: Face; page: Page; ref(data: object): Reference; addContent(text: string): void };

interface Glyph {
  face: Face;
  hex: string;
  /** thousandths of the type size */
  width: number;
}

/** Text that a font can draw: composed accents, one kind of space, no invisible direction or joining marks. */
export function drawable(text: string): string {
  if (/^[\x20-\x7e\u00a0-\u00ac\u00ae-\u00ff]*$/.test(text)) return text;
  return composed(text.toWellFormed())
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n\u00a0]/g, ' ')
    .replace(/(?!\n)[\p{Cc}\p{Cf}\ufe00-\ufe0f]/gu, '');
}

const number = (value: number) => String(Math.round(value * 100) / 100);

/** '#rrggbb' as PDF writes it; anything else becomes a quiet grey. */
function rgb(colour: string): string {
  const code = /^#([0-9a-f]{6})$/i.exec(colour)?.[1] ?? '4b5563';
  return [0, 2, 4].map((at) => number(Number.parseInt(code.slice(at, at + 2), 16) / 255)).join(' ');
}

/** The fonts as pdfkit has read them once, which it takes in place of their bytes: reading one takes 30 ms of the loop. What a document keeps of one is its own. */
const read = new Map<Weight, Face['font']>();

/** Draws text, lines and boxes in top-down points, fast; no character of any script makes it fail. */
export class Pen {
  readonly doc: PDFKit.PDFDocument;
  readonly #inside: Inside;
  readonly #faces = new Map<Weight, Face>();
  readonly #glyphs: Record<Weight, Map<number, Glyph>> = { 400: new Map(), 600: new Map() };
  #content: string[] = [];
  #forms = 0;

  constructor(options: PDFKit.PDFDocumentOptions) {
    // `font: null` keeps pdfkit from loading Helvetica; its word cache would keep every name of the table.
    this.doc = new PDFDocument({
      ...options,
      autoFirstPage: false,
      font: null as unknown as string,
      fontLayoutCache: false,
    } as PDFKit.PDFDocumentOptions);
    this.#inside = this.doc as unknown as Inside;
  }

  #face(weight: Weight): Face {
    let face = this.#faces.get(weight);
    if (!face) {
      const name = `inter-${weight}`;
      this.doc.registerFont(name, (read.get(weight) ?? fontFile(weight)) as Buffer).font(name);
      face = this.#inside._font;
      read.set(weight, face.font);
      this.#faces.set(weight, face);
    }
    return face;
  }

  #glyph(code: number, weight: Weight): Glyph {
    const known = this.#glyphs[weight].get(code);
    if (known) return known;
    const face = this.#face(weight);
    // Emoji and unsupported scripts become a question mark.
    const glyph = face.font.hasGlyphForCodePoint(code) ? this.#embed(face, code) : this.#glyph(0x3f, weight);
    this.#glyphs[weight].set(code, glyph);
    return glyph;
  }

  #embed(face: Face, code: number): Glyph {
    // Tabular figures: all digits have one width, so that columns of numbers line up; other characters keep their own width.
    const digit = code >= 0x30 && code <= 0x39;
    const glyph = face.font.layout(String.fromCodePoint(code), digit ? ['tnum'] : []).glyphs[0];
    const id = face.subset.includeGlyph(glyph?.id ?? 0);
    const width = (glyph?.advanceWidth ?? 0) * face.scale;
    face.widths[id] ??= width;
    face.unicode[id] ??= [code];
    return { face, hex: id.toString(16).padStart(4, '0'), width };
  }

  /** Width of a line of drawable text, in points. */
  width(text: string, size: number, weight: Weight = 400): number {
    let width = 0;
    for (const sign of text) width += this.#glyph(sign.codePointAt(0) ?? 0x20, weight).width;
    return (width * size) / 1000;
  }

  #show(text: string, size: number, weight: Weight, fonts: Record<string, unknown>): string {
    let out = '';
    let face: Face | null = null;
    let hex = '';
    for (const sign of text) {
      const glyph = this.#glyph(sign.codePointAt(0) ?? 0x20, weight);
      if (glyph.face !== face) {
        if (hex) out += `<${hex}> Tj `;
        hex = '';
        face = glyph.face;
        fonts[face.id] ??= face.ref();
        out += `/${face.id} ${number(size)} Tf `;
      }
      hex += glyph.hex;
    }
    return hex ? `${out}<${hex}> Tj` : out;
  }

  /** One line of drawable text with its baseline at `y`. */
  text(text: string, x: number, y: number, size: number, colour: string, weight: Weight = 400): void {
    if (text === '') return;
    this.#content.push(
      `BT ${rgb(colour)} rg 1 0 0 -1 ${number(x)} ${number(y)} Tm ${this.#show(text, size, weight, this.#inside.page.fonts)} ET`,
    );
  }

  box(x: number, y: number, width: number, height: number, colour: string): void {
    this.#content.push(`${rgb(colour)} rg ${number(x)} ${number(y)} ${number(width)} ${number(height)} re f`);
  }

  line(x: number, y: number, width: number, thickness: number, colour: string): void {
    this.box(x, y - thickness / 2, width, thickness, colour);
  }

  /**
   * Reserves a place for a text that comes later ('página 3 de 90'); the function it returns fills it, flush right at `x`. The
   * pages themselves are written meanwhile, so memory stays flat.
   */
  page(width: number, height: number): void {
    this.flush();
    this.doc.addPage({ size: [width, height], margin: 0 });
  }

  /** Hands the drawing so far to pdfkit; call it before pdfkit's own calls, to keep the order on paper. */
  flush(): void {
    if (this.#content.length) this.#inside.addContent(this.#content.join('\n'));
    this.#content = [];
  }

  /**
   * Leaves a place whose text is known only later ('página 3 de 90'); the function it returns fills it, flush right at `x`.
   * The pages themselves go out meanwhile, so memory stays flat.
   */
  later(x: number, y: number, size: number, colour: string): (text: string) => void {
    const name = `Later${++this.#forms}`;
    const fonts: Record<string, unknown> = {};
    const form = this.#inside.ref({
      Type: 'XObject',
      Subtype: 'Form',
      FormType: 1,
      BBox: [-300, -size, 0, size * 2],
      Resources: { Font: fonts },
    });
    this.#inside.page.xobjects[name] = form;
    this.#content.push(`q 1 0 0 -1 ${number(x)} ${number(y)} cm /${name} Do Q`);
    return (text) =>
      form.end(`BT ${rgb(colour)} rg ${number(-this.width(text, size))} 0 Td ${this.#show(text, size, 400, fonts)} ET`);
  }
}
