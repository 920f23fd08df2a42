import path from 'node:path';
import { type ZipPart, zipText } from './zip-directory.server.ts';

/** The parts of an archive that a reader of the workbook opens. */
interface WorkbookParts {
  /** the sheets in their order; undefined for one that is not there */
  sheets: (ZipPart | undefined)[];
  /** texts and styles, which all sheets share */
  shared: ZipPart[];
}

const MOST_RELATIONS = 4 * 1024 * 1024;

export function workbookParts(file: Buffer, parts: Map<string, ZipPart>, workbookPath: string, workbook: string): WorkbookParts {
  const folder = path.posix.dirname(workbookPath);
  const relations = zipText(file, parts.get(`${folder}/_rels/${path.posix.basename(workbookPath)}.rels`), MOST_RELATIONS) ?? '';
  const related = [...relations.matchAll(/<(?:\w+:)?Relationship\s[^<>]*>/g)].map(([entry]) => {
    const value = (name: string) => new RegExp(`\\b${name}\\s*=\\s*["']([^"']*)["']`).exec(entry)?.[1] ?? '';
    const target = value('Target');
    const at = target.startsWith('/') ? target.slice(1) : path.posix.join(folder, target);
    return { id: value('Id'), kind: path.posix.basename(value('Type')), part: parts.get(at) };
  });
  const ids = [...workbook.matchAll(/<(?:\w+:)?sheet\s[^<>]*?\b\w+:id\s*=\s*["']([^"']*)["']/g)].map(([, id = '']) => id);
  // Of several with one id the reader takes the last.
  const sheets = new Map(related.filter(({ kind }) => kind === 'worksheet').map(({ id, part }) => [id, part]));
  return {
    sheets: ids.map((id) => sheets.get(id)),
    shared: ['sharedStrings', 'styles'].flatMap((kind) => related.find((one) => one.kind === kind)?.part ?? []),
  };
}
