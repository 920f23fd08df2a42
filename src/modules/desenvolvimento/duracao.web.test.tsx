// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { type FieldValues, useForm, useWatch } from 'react-hook-form';
import { beforeEach, expect, test, vi } from 'vitest';
import { certificacao } from './certificacao.registry.ts';
import { DuracaoInput } from './duracao.web.tsx';

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});

function Form({ meses }: { meses: number | null }) {
  const { control } = useForm<FieldValues>({ defaultValues: { periodicidade: meses } });
  const valor = useWatch({ control, name: 'periodicidade' }) as number | null;
  return (
    <MantineProvider env="test">
      <DuracaoInput
        name="periodicidade"
        path="periodicidade"
        field={certificacao.fields.periodicidade}
        control={control as never}
      />
      <output>{String(valor)}</output>
    </MantineProvider>
  );
}
const typed = () => (screen.getByRole('textbox', { name: /Periodicidade/ }) as HTMLInputElement).value;
const months = () => screen.getByText(/^(\d+|null)$/, { selector: 'output' }).textContent;

test('ENU-054: whole years are shown as years, and typed years are kept as months', async () => {
  render(<Form meses={24} />);
  expect(typed()).toBe('2');
  await act(async () => fireEvent.change(screen.getByRole('textbox', { name: /Periodicidade/ }), { target: { value: '3' } }));
  expect(months()).toBe('36');
});

test('other durations are shown as months', () => {
  render(<Form meses={18} />);
  expect(typed()).toBe('18');
});
