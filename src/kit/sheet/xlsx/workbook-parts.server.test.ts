import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { workbookParts } from './workbook-parts.server.ts';
import { zipDirectory, zipText } from './zip-directory.server.ts';

test('the parts of a workbook are its sheets in their order, and the texts and styles that they share', async () => {
  const rows = [['Nome', new Date(0)]];
  const file = Buffer.from(await writeXlsx({ sheets: ['A', 'B'].map((name) => ({ name, rows })) }));
  const parts = zipDirectory(file) ?? new Map();
  const path = 'xl/workbook.xml';
  const { sheets, shared } = workbookParts(file, parts, path, zipText(file, parts.get(path), 1e6) ?? '');
  const nameOf = (part: unknown) => [...parts].find(([, one]) => one === part)?.[0];
  expect(sheets.map(nameOf)).toEqual(['xl/worksheets/sheet1.xml', 'xl/worksheets/sheet2.xml']);
  expect(shared.map(nameOf)).toEqual(['xl/sharedStrings.xml', 'xl/styles.xml']);
});
