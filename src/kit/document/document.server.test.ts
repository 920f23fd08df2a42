import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { gathered, type PdfDocument, writeDocument } from './document.server.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'vinculo-documentos-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let files = 0;
function document(source: string, data: Record<string, unknown>, title = 'Prova', more = ''): PdfDocument {
  const file = path.join(folder, `${++files}.typ`);
  writeFileSync(file, `#import "/frame.typ": *\n#let d = json("/dados.json")\n#show: documento.with(d${more})\n${source}`);
  return {
    title,
    template: pathToFileURL(file),
    data,
    frame: {
      company: 'Aurora S.A.',
      printedBy: 'Maria *Luz*',
      printedAt: '2026-11-20T17:05:00Z',
      filters: [['Situação', 'Ativo #eval("1+1")']],
      primary: '#FF850A',
    },
  };
}

const has = (program: string) => {
  try {
    execFileSync(program, ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
function read(pdf: Buffer, program: string, ...args: string[]): string {
  const file = path.join(folder, 'lido.pdf');
  writeFileSync(file, pdf);
  return execFileSync(program, args.at(-1) === '-' ? [...args.slice(0, -1), file, '-'] : [file, ...args]).toString();
}

test('user text is data: what looks like source prints as it is, inside of the shared frame', async () => {
  const nome = '#import "/etc/passwd" João $x$ *a* _b_ <c> @d';
  const logo = await sharp({ create: { width: 200, height: 60, channels: 3, background: '#FF850A' } })
    .png()
    .toBuffer();
  const order = document('#campos((("Nome", d.nome), ("Vazio", none)), colunas: 1)\n#pagebreak()\nFim', { nome });
  const pdf = await writeDocument({ ...order, frame: { ...order.frame, logo } });
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.toString('latin1')).toContain('(pt-BR)');
  if (!has('pdftotext')) return;
  const text = read(pdf, 'pdftotext', '-layout', '-').replace(/\s+/g, ' ');
  for (const said of [nome, 'Aurora S.A.', 'Prova', 'Ativo #eval("1+1")', 'Impresso por Maria *Luz* em 20/11/2026 14:05'])
    expect(text).toContain(said);
  expect(text).toContain('página 1 de 2');
  expect(text).toContain('página 2 de 2');
});

test('letters to several people: each begins with the company, in our type, and none tells of the others', async () => {
  const carta = '#timbre(d)\nA #d.nome';
  const pdf = await writeDocument(document(`${carta}\n#pagebreak()\n${carta}`, { nome: 'Luís' }, 'Cartas', ', cartas: true'));
  if (!has('pdftotext') || !has('pdffonts')) return;
  for (const page of ['1', '2']) {
    const text = read(pdf, 'pdftotext', '-f', page, '-l', page, '-').replace(/\s+/g, ' ');
    expect(text).toMatch(/Aurora S\.A\. A Luís/);
    expect(text).toContain('Impresso por Maria');
    expect(text).not.toMatch(/Cartas|Situação|página/);
  }
  for (const font of read(pdf, 'pdffonts').split('\n').slice(2).filter(Boolean)) expect(font).toContain('+Inter');
});

test.runIf(has('pdffonts'))('letters of the alphabets of our fonts are printed with them', async () => {
  const pdf = await writeDocument(document('#d.nome *#d.nome*', { nome: 'Ação Łódź Ωμέγα Привет' }));
  const fonts = read(pdf, 'pdffonts').split('\n').slice(2).filter(Boolean);
  // Regular and bold, each with all of these alphabets: nothing is set in a type of another system.
  expect(fonts).toHaveLength(2);
  for (const font of fonts) expect(font).toMatch(/^[A-Z]{6}\+Inter/);
});

test('a broken template is a bug, an endless one is ended, and the next document comes as if nothing was', async () => {
  await expect(writeDocument(document('#inexistente()', {}))).rejects.toThrow('unknown variable: inexistente');
  await expect(writeDocument(document('#read("/../../etc/passwd")', {}))).rejects.toThrow('template fails');
  const endless = document('#for i in range(400000) { [#i ] ; parbreak() }', {});
  await expect(writeDocument(endless, { patience: 300 })).rejects.toMatchObject({ code: 'DOCUMENTO_DEMORADO', status: 503 });
  const left = new AbortController();
  const asked = writeDocument(endless, { signal: left.signal });
  setTimeout(() => left.abort(new Error('cancelada')), 200);
  await expect(asked).rejects.toThrow('cancelada');
  const many = await Promise.all(Array.from({ length: 6 }, (_, i) => writeDocument(document(`Documento ${i}`, {}))));
  expect(many).toHaveLength(6);
});

test('a document about several records refuses more than it holds, before it has read all of them', async () => {
  const read: number[] = [];
  const long = (n: number) => {
    read.push(n);
    return Promise.resolve('a'.repeat(6_000_000));
  };
  expect(await gathered([1, 2], long)).toHaveLength(2);
  await expect(gathered([3, 4, 5, 6, 7], long)).rejects.toMatchObject({ code: 'DOCUMENTO_GRANDE', status: 422 });
  expect(read).toEqual([1, 2, 3, 4, 5]);
});
