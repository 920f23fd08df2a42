// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import type { Analysis, FaultGroup } from './analysis.ts';
import { FaultGroups } from './fault-groups.web.tsx';

const pessoas = defineRegistry({
  id: 'pessoas',
  title: 'Pessoas',
  singular: 'Pessoa',
  authority: 'ROLE_CAD_PESSOA',
  scope: 'empresa',
  fields: { nome: text('Nome', 60) },
  columns: ['nome'],
});

const unknown = (valor: string): FaultGroup => ({
  campo: 'area',
  coluna: 'Setor',
  mensagem: `Área "${valor}" não encontrada`,
  tipo: 'inexistente',
  sugestao: null,
  total: 2,
  valores: 1,
  valor,
  opcional: false,
  linhas: [],
});

const show = (...names: string[]) =>
  render(
    <MantineProvider env="test">
      <FaultGroups
        registry={pessoas}
        busy={false}
        onChange={() => undefined}
        analysis={
          {
            grupos: names.map(unknown),
            campos: [],
            total: 2,
            validos: 0,
            criaveis: [{ campo: 'area', rotulo: 'Área', singular: 'Área', total: names.length, nomes: names, criar: false }],
          } as unknown as Analysis
        }
      />
    </MantineProvider>,
  );
afterEach(cleanup);

test('of several unknown names each may be made alone; a single one is asked for once, in the box of all names', () => {
  show('Forno', 'Pátio');
  expect(screen.getAllByRole('button', { name: /^Criar/ }).map((button) => button.textContent)).toEqual([
    'Criar "Forno"',
    'Criar "Pátio"',
  ]);
  cleanup();
  show('Forno');
  expect(screen.queryByRole('button', { name: /^Criar/ })).toBeNull();
});

test('rows that wait for one confirmation have it at once', () => {
  const onChange = vi.fn<() => void>();
  const mensagem = 'Confira se é a mesma pessoa.';
  const group: FaultGroup = { ...unknown(''), campo: null, coluna: null, mensagem, tipo: 'confirmar' };
  render(
    <MantineProvider env="test">
      <FaultGroups
        registry={pessoas}
        busy={false}
        onChange={onChange}
        analysis={{ grupos: [group], campos: [], total: 2, validos: 0 } as unknown as Analysis}
      />
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Confirmar todas' }));
  expect(onChange).toHaveBeenCalledWith({ confirmar: [{ mensagem }] });
});
