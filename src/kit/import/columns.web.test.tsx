// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Analysis } from './analysis.ts';
import { Disputes, Remembered } from './columns.web.tsx';

it('who taught how a file is read did so on the day that it was here, not in Greenwich', () => {
  const analysis = { colunas: [], lembrado: { por: 'Mariana', em: '2026-12-01T01:30:00.000Z', trocas: 1 } };
  render(
    <MantineProvider>
      <Remembered analysis={analysis as unknown as Analysis} busy={false} onChange={() => {}} />
    </MantineProvider>,
  );
  expect(screen.getByText('Planilha lida como Mariana ensinou em 30/11/2026, com 1 troca de valor.')).toBeTruthy();
});

it('two columns are asked about only while one of them fills the field', () => {
  const draw = (campo: string) => {
    const colunas = [
      { coluna: 'Cargo', campo },
      { coluna: 'Faixa', campo: null, disputa: 'faixa' },
    ];
    const analysis = { colunas, campos: [{ nome: 'faixa', rotulo: 'Faixa Salarial' }] } as unknown as Analysis;
    return render(
      <MantineProvider>
        <Disputes analysis={analysis} busy={false} onChange={() => {}} />
      </MantineProvider>,
    );
  };
  const { unmount } = draw('faixa');
  expect(screen.getByText('Faixa Salarial pode vir de "Cargo" ou de "Faixa". Qual vale?')).toBeTruthy();
  unmount();
  draw('funcao');
  expect(screen.queryByRole('status')).toBeNull();
});
