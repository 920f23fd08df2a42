// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { TreePicker } from './tree-picker.web.tsx';

// A virtual list draws the lines that fit, and happy-dom gives every element the height 0.
vi.mock('@tanstack/react-virtual', () => ({
  useVirtualizer: ({ count, estimateSize }: { count: number; estimateSize: () => number }) => ({
    getTotalSize: () => count * estimateSize(),
    getVirtualItems: () =>
      Array.from({ length: Math.min(count, 20) }, (_, index) => ({ key: index, index, start: index * estimateSize() })),
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

const tree = [
  { value: 1, label: 'Diretoria', above: null },
  { value: 2, label: 'Administração', above: 1 },
  { value: 3, label: 'Jurídico', above: 2 },
  { value: 4, label: 'Operações', above: 1 },
  { value: 5, label: 'Usinagem', above: 4 },
];
const chosen = vi.fn<(ids: number[]) => void>();
beforeEach(() => chosen.mockClear());

function Trial({ multiple = true, options = tree }: { multiple?: boolean; options?: typeof tree }) {
  const [value, setValue] = useState<number[]>([]);
  return (
    <MantineProvider env="test">
      <TreePicker
        label="Área"
        multiple={multiple}
        options={options}
        value={value}
        onChange={(picked) => {
          const ids = picked.map((one) => one.value);
          setValue(ids);
          chosen(ids);
        }}
      />
    </MantineProvider>
  );
}
const open = (props = {}) => {
  render(<Trial {...props} />);
  const box = screen.getByRole('combobox', { name: 'Área' });
  fireEvent.click(box);
  return { box, press: (...keys: string[]) => keys.forEach((key) => fireEvent.keyDown(box, { key })) };
};
const lines = () => screen.getAllByRole('treeitem').map((line) => `${line.getAttribute('aria-level')} ${line.textContent}`);
const active = (box: HTMLElement) => document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent;

test('a tree that nobody has opened yet does not say that it is loading', () => {
  const { container } = render(
    <MantineProvider env="test">
      <TreePicker label="Área" options={undefined} value={[]} onChange={() => undefined} />
    </MantineProvider>,
  );
  const loaders = () => container.querySelectorAll('.mantine-Loader-root').length;
  expect(loaders()).toBe(0);
  fireEvent.click(screen.getByRole('combobox', { name: 'Área' }));
  expect(loaders()).toBe(1);
});

test('each line stands below what is above it, and the arrows fold, unfold and walk', () => {
  const { box, press } = open();
  expect(lines()).toEqual(['1 Diretoria', '2 Administração', '3 Jurídico', '2 Operações', '3 Usinagem']);
  press('ArrowDown', 'ArrowDown', 'ArrowLeft');
  expect(lines()).toEqual(['1 Diretoria', '2 Administração', '2 Operações', '3 Usinagem']);
  expect(active(box)).toBe('Administração');
  press('ArrowRight', 'ArrowRight');
  expect(active(box)).toBe('Jurídico');
  press('ArrowLeft', 'ArrowLeft', 'ArrowLeft');
  expect(active(box)).toBe('Diretoria');
  press('End');
  expect(active(box)).toBe('Usinagem');
  press('Home', 'Enter');
  expect(chosen).toHaveBeenLastCalledWith([1]);
});

test('a search shows what it finds with what stands above, and Enter takes what was found', () => {
  const { box, press } = open();
  fireEvent.change(box, { target: { value: 'juridico' } });
  expect(lines()).toEqual(['1 Diretoria', '2 Administração', '3 Jurídico']);
  expect(active(box)).toBe('Jurídico');
  press('Enter');
  expect(chosen).toHaveBeenLastCalledWith([3]);
  fireEvent.change(box, { target: { value: 'usin' } });
  press('Enter');
  expect(chosen).toHaveBeenLastCalledWith([3, 5]);
  fireEvent.change(box, { target: { value: 'nada disso' } });
  expect(screen.getByText('Sem resultados encontrados')).toBeTruthy();
});

test('a click on the arrow folds and chooses nothing; one choice closes the list', () => {
  const { box } = open({ multiple: false });
  const [twist] = screen.getAllByRole('treeitem').map((line) => line.querySelector('[aria-hidden]'));
  fireEvent.click(twist as Element);
  expect(lines()).toEqual(['1 Diretoria']);
  expect(chosen).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('treeitem', { name: 'Diretoria' }));
  expect(chosen).toHaveBeenCalledWith([1]);
  expect(box.getAttribute('aria-expanded')).toBe('false');
  expect((box as HTMLInputElement).value).toBe('Diretoria');
});

test('a tree of 3,000 opens with its top, and a parent that is not there, or a circle, hides nobody else', () => {
  const many = Array.from({ length: 3_000 }, (_, index) => ({
    value: index + 1,
    label: `Área ${index + 1}`,
    above: index === 0 ? null : Math.ceil(index / 3),
  }));
  open({ options: [...many, { value: 9_001, label: 'Órfã', above: 9_999 }] });
  expect(lines()).toEqual(['1 Área 1', '2 Área 2', '2 Área 3', '2 Área 4', '1 Órfã']);
});
