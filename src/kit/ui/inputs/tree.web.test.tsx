// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Tree, type TreeNode } from './tree.web.tsx';

// A virtual list draws the lines that fit, and happy-dom gives every element the height 0.
vi.mock('@tanstack/react-virtual', () => ({
  useVirtualizer: ({ count, estimateSize }: { count: number; estimateSize: () => number }) => ({
    getTotalSize: () => count * estimateSize(),
    getVirtualItems: () => Array.from({ length: count }, (_, index) => ({ key: index, index, start: index * estimateSize() })),
    scrollToIndex: () => undefined,
  }),
}));
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);

const nodes: readonly TreeNode[] = [
  { id: 1, label: 'Diretoria', children: [{ id: 2, label: 'Produção', children: [{ id: 3, label: 'Forno' }] }] },
  { id: 4, label: 'Comercial' },
];
const shown = () =>
  screen
    .getAllByRole('treeitem')
    .map((item) => [item.textContent, item.getAttribute('aria-level'), item.getAttribute('aria-expanded')]);

test('arrows open, close and walk through a tree, and Enter chooses', () => {
  const onSelect = vi.fn<(node: TreeNode) => void>();
  render(<Tree label="Áreas" nodes={nodes} onSelect={onSelect} />);
  const tree = screen.getByRole('tree', { name: 'Áreas' });
  const press = (...keys: string[]) => {
    for (const key of keys) fireEvent.keyDown(tree, { key });
  };
  expect(shown()).toEqual([
    ['Diretoria', '1', 'true'],
    ['Produção', '2', 'false'],
    ['Comercial', '1', null],
  ]);
  press('ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter');
  expect(onSelect).toHaveBeenLastCalledWith(expect.objectContaining({ label: 'Forno' }));
  press('ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
  expect(shown().map(([label]) => label)).toEqual(['Diretoria', 'Comercial']);
  press('End', ' ');
  expect(onSelect).toHaveBeenLastCalledWith(expect.objectContaining({ label: 'Comercial' }));
});

test('a click chooses a node and leaves it open', () => {
  const onSelect = vi.fn<(node: TreeNode) => void>();
  render(<Tree label="Áreas" nodes={nodes} selected={4} onSelect={onSelect} />);
  fireEvent.click(screen.getByText('Diretoria'));
  expect(onSelect).toHaveBeenCalledWith(expect.objectContaining({ id: 1 }));
  expect(shown()).toHaveLength(3);
  expect(screen.getByRole('treeitem', { selected: true }).textContent).toBe('Comercial');
});

test('a node tells more in a second line', () => {
  render(<Tree label="Pessoas das áreas" nodes={[{ id: 1, label: 'Diretoria', detail: '3 talentos · Ana' }]} />);
  expect(screen.getByRole('treeitem', { name: /Diretoria.*3 talentos · Ana/ })).toBeTruthy();
});
