// Runs as a process of its own (see typst.server.ts): a compilation is one call that nothing can stop, and its memory only grows.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { serve } from '#kit/engine/serve.server.ts';
import { trueType } from '#kit/print/woff.server.ts';

/** One document: the files of its little world, by name. Data are a file too, never part of a template. */
export interface TypstOrder {
  main: string;
  files: Readonly<Record<string, Uint8Array>>;
}

export type TypstAnswer = { pdf: Uint8Array } | { fault: string };

const packages = createRequire(import.meta.url);
const alphabets = { latin: 'Inter', 'latin-ext': 'Inter Ext', greek: 'Inter Greek', cyrillic: 'Inter Cyrillic' } as const;
const weights = { 400: 'Regular', 600: 'SemiBold' } as const;

const fontBlobs = Object.entries(alphabets).flatMap(([alphabet, family]) =>
  Object.entries(weights).map(([weight, name]) => {
    const file = packages.resolve(`@fontsource/inter/files/inter-${alphabet}-${weight}-normal.woff`);
    return trueType(readFileSync(file), family, name);
  }),
);

// A folder that nobody makes: a template sees the files of its order and nothing of the disk.
const world = path.join(tmpdir(), 'vinculo-documento-sem-disco');
const compiler = NodeCompiler.create({ workspace: world, fontArgs: [{ fontBlobs }] });

function compile({ main, files }: TypstOrder): TypstAnswer {
  try {
    for (const [name, content] of Object.entries(files)) compiler.mapShadow(path.join(world, name), Buffer.from(content));
    const compiled = compiler.compile({ mainFilePath: path.join(world, main), resetRead: true });
    if (compiled.result) return { pdf: compiler.pdf(compiled.result, { pdfTags: true }) };
    const error = compiled.takeError();
    return { fault: error ? JSON.stringify(compiler.fetchDiagnostics(error)) : 'no result' };
  } catch (error) {
    return { fault: String(error) };
  } finally {
    compiler.resetShadow();
    compiler.evictCache(0);
  }
}

serve(compile);
