import { expect, test } from 'vitest';
import { BOX, foldedFor, layoutOrg, lineTo, type OrgNode, openingView, unfolded } from './org-layout.web.ts';

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

const rows = (n: number, ...children: OrgNode[]) =>
  Array.from({ length: n }, (_, index) =>
    branch(`${n}-${index}`, ...children.map((child) => ({ ...child, id: `${index}-${child.id}` }))),
  );

test.each([1, 4, 12])('a chart of %i boxes across opens readable, and never larger than it is', (n) => {
  const layout = layoutOrg([branch('Diretoria', ...rows(n))]);
  const { zoom, x } = openingView(layout, { width: 1000 });
  expect(zoom).toBeLessThanOrEqual(1);
  expect(zoom).toBeGreaterThanOrEqual(0.9);
  const top = layout.nodes[0];
  expect(x + ((top?.x ?? 0) + BOX.width / 2) * zoom).toBeCloseTo(500, 0);
});

test('a large tree opens with the levels that are readable, and the branches below them folded', () => {
  const deep = branch('Diretoria', ...rows(4, branch('b', branch('c', branch('d', branch('e'))))));
  const ids = (width: number) => layoutOrg(unfolded([deep], foldedFor([deep], width))).nodes.map(({ node }) => String(node.id));
  expect(ids(4_000)).toContain('3-b');
  expect(ids(4_000)).toHaveLength(21);
  expect(ids(1_000)).toHaveLength(9);
  expect(ids(100)).toHaveLength(5);
});
