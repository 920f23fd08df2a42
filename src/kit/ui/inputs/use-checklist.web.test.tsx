// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import type { KeyboardEvent } from 'react';
import { expect, test, vi } from 'vitest';
import { toast } from '#kit/client/toast.web.ts';
import { useChecklist } from './use-checklist.web.ts';

const options = [
  { value: 1, label: 'Ácidos', group: 'Químicos' },
  { value: 2, label: 'Poeira', group: 'Químicos', disabled: true },
  { value: 3, label: 'Ruído', group: 'Físicos' },
];

function open(value: readonly number[], rest: { disabled?: boolean; max?: number } = {}) {
  const onChange = vi.fn<(value: number[]) => void>();
  const { result } = renderHook(() => useChecklist({ options, value, onChange, ...rest }));
  return { result, onChange };
}
const press = (key: string) => ({ key, preventDefault: () => {} }) as KeyboardEvent;

test('the filter finds labels and headings without accents, and counts what it hides', () => {
  const { result } = open([1, 3]);
  act(() => result.current.setSearch('quimicos'));
  expect(result.current.shown.map(({ value }) => value)).toEqual([1, 2]);
  expect(result.current).toMatchObject({ hidden: 1, isAll: false, isSome: true });
});

test('marking all takes what is shown and free, and leaves what the filter hides', () => {
  const { result, onChange } = open([3]);
  act(() => result.current.setSearch('quimicos'));
  act(() => result.current.toggleAll());
  expect(onChange).toHaveBeenCalledWith([3, 1]);
});

test('unmarking all keeps what the filter hides', () => {
  const { result, onChange } = open([1, 3]);
  act(() => result.current.setSearch('ruido'));
  expect(result.current.isAll).toBe(true);
  act(() => result.current.toggleAll());
  expect(onChange).toHaveBeenCalledWith([1]);
});

test('keys move within the list and mark what is present, but for a disabled option', () => {
  const { result, onChange } = open([]);
  act(() => result.current.onKeyDown(press('ArrowDown')));
  act(() => result.current.onKeyDown(press(' ')));
  expect(onChange).not.toHaveBeenCalled();
  act(() => result.current.onKeyDown(press('PageDown')));
  expect(result.current.present).toBe(2);
  act(() => result.current.onKeyDown(press('Enter')));
  expect(onChange).toHaveBeenCalledWith([3]);
});

test('a disabled list marks nothing', () => {
  const { result, onChange } = open([], { disabled: true });
  act(() => result.current.toggle(0));
  act(() => result.current.toggleAll());
  expect(onChange).not.toHaveBeenCalled();
});

test('RUL-172: a list that may have so many marks takes no more, and says so', () => {
  const warn = vi.spyOn(toast, 'warn').mockReturnValue(undefined);
  const { result, onChange } = open([1], { max: 1 });
  act(() => result.current.toggle(2));
  expect(onChange).toHaveBeenLastCalledWith([1]);
  act(() => result.current.toggleAll());
  expect(onChange).toHaveBeenLastCalledWith([1]);
  expect(warn.mock.calls).toEqual([['Limite de registros selecionados atingido'], ['Limite de registros selecionados atingido']]);
  act(() => result.current.toggle(0));
  expect(onChange).toHaveBeenLastCalledWith([]);
});
