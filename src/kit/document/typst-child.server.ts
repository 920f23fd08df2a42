// Runs as a process of its own (see typst.server.ts): a compilation is one call that nothing can stop, and its memory only grows.
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { serve } from '#kit/engine/serve.server.ts';
import { fontFile } from '#kit/print/fonts.server.ts';

/** One document: its files, by name. Data are a file too, never part of a template. */
export interface TypstOrder {
  main: string;
  files: Readonly<Record<string, Uint8Array>>;
}

export type TypstAnswer = { pdf: Uint8Array } | { fault: string };

// A folder that does not exist: a template sees the files of its order and nothing of the disk.
const world = path.join(tmpdir(), 'vinculo-documento-sem-disco');
const compiler = NodeCompiler.create({ workspace: world, fontArgs: [{ fontBlobs: [fontFile(400), fontFile(600)] }] });

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
