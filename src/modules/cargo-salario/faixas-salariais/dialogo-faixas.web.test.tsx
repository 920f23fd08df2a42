// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { DialogoFaixas } from './dialogo-faixas.web.tsx';

const open = (faults: Record<string, string>) =>
  render(
    <MantineProvider env="test">
      <DialogoFaixas
        title="Copiar Faixa Salarial"
        action="Copiar"
        isBusy={false}
        faults={faults}
        onSubmit={vi.fn<() => void>()}
        onCancel={vi.fn<() => void>()}
      >
        campos
      </DialogoFaixas>
    </MantineProvider>,
  );

test('MSG-197: a dialog with faulty fields says so', () => {
  open({ nome: 'Nome é obrigatório' });
  expect(screen.getByRole('alert').textContent).toBe('Preencha os campos indicados');
});

test('a dialog without faults says nothing', () => {
  open({});
  expect(screen.queryByRole('alert')).toBeNull();
});
