import { expect, test } from 'vitest';
import { BOX, layoutOrg, lineTo, type OrgNode, openingView } from './org-layout.web.ts';

const branch = (id: string, ...children: OrgNode[]): OrgNode => ({ id, label: id, children });
const area = branch('Diretoria', branch('Operações', branch('Logística', branch('Expedição')), branch('Produção')), branch('TI'));
const placed = (roots: readonly OrgNode[]) => new Map(layoutOrg(roots).nodes.map((node) => [node.node.id, node]));
const at = (roots: readonly OrgNode[], id: string) => {
  const found = placed(roots).get(id);
  if (!found) throw new Error(`${id} has no place`);
  return found;
};

test('the first levels stand across, the others in indented columns below', () => {
  expect(at([area], 'TI').y).toBe(at([area], 'Operações').y);
  expect(at([area], 'TI').x).toBeGreaterThan(at([area], 'Operações').x);
  expect(at([area], 'Logística').x).toBe(at([area], 'Operações').x + BOX.indent);
  expect(at([area], 'Produção').x).toBe(at([area], 'Logística').x);
  expect(at([area], 'Produção').y).toBeGreaterThan(at([area], 'Expedição').y);
});

test('no two boxes lie upon each other, with several roots as well', () => {
  const wide = branch(
    'a',
    ...Array.from({ length: 5 }, (_, index) => branch(`a${index}`, branch(`b${index}`, area), branch(`c${index}`))),
  );
  const { nodes, width, height } = layoutOrg([wide, area]);
  for (const [index, one] of nodes.entries()) {
    expect(one.x + BOX.width).toBeLessThanOrEqual(width);
    expect(one.y + BOX.height).toBeLessThanOrEqual(height);
    for (const other of nodes.slice(index + 1))
      expect(Math.abs(one.x - other.x) >= BOX.width || Math.abs(one.y - other.y) >= BOX.height).toBe(true);
  }
});

test('a line ends at the top of a box that stands across and at the left of one in a column', () => {
  const [parent, across] = [at([area], 'Diretoria'), at([area], 'TI')];
  expect(lineTo(across, parent)).toMatch(new RegExp(`H${across.x + BOX.width / 2}V${across.y}$`));
  const stacked = at([area], 'Produção');
  expect(lineTo(stacked, at([area], 'Operações'))).toMatch(new RegExp(`V${stacked.y + BOX.height / 2}H${stacked.x}$`));
});

test.each([400, 1200, 3000])('a chart of %i px opens with its whole width in sight, and never larger than it is', (width) => {
  const { zoom, x } = openingView({ width, height: 900 }, { width: 1000, height: 600 });
  expect(zoom).toBeLessThanOrEqual(1);
  expect(x).toBeGreaterThan(0);
  expect(x + width * zoom).toBeLessThan(1000);
});
