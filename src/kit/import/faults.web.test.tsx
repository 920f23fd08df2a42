// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Analysis } from './analysis.ts';
import { FaultGrid } from './faults.web.tsx';

afterEach(() => vi.unstubAllGlobals());

it('a phone has a card for each fault, where the cell is mended', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }));
  const analysis = {
    campos: [{ nome: 'cpf', rotulo: 'CPF' }],
    falhas: [{ linha: 4, campo: 'cpf', nome: 'Beto', valor: '123', mensagem: 'CPF inválido.' }],
  } as unknown as Analysis;
  const onChange = vi.fn<() => void>();
  render(
    <MantineProvider env="test">
      <FaultGrid analysis={analysis} busy={false} onChange={onChange} onDownload={() => {}} />
    </MantineProvider>,
  );
  expect(screen.getByRole('list', { name: 'Erros da planilha' })).toBeTruthy();
  expect(screen.getByRole('listitem').textContent).toContain('Linha 4');
  fireEvent.change(screen.getByRole('textbox', { name: 'CPF, linha 4' }), { target: { value: '111.444.777-35' } });
  fireEvent.click(screen.getByRole('button', { name: 'Conferir correções' }));
  expect(onChange).toHaveBeenCalledWith({ celulas: [{ linha: 4, campo: 'cpf', valor: '111.444.777-35' }] });
});

it('a row that waits for a confirmation has it from its fault', () => {
  const mensagem = 'Confira se é a mesma pessoa.';
  const analysis = {
    campos: [],
    falhas: [{ linha: 7, campo: null, valor: '', mensagem, tipo: 'confirmar' }],
  } as unknown as Analysis;
  const onChange = vi.fn<() => void>();
  render(
    <MantineProvider env="test">
      <FaultGrid analysis={analysis} busy={false} onChange={onChange} onDownload={() => {}} />
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Confirmar a linha 7' }));
  expect(onChange).toHaveBeenCalledWith({ confirmar: [{ linha: 7, mensagem }] });
});
