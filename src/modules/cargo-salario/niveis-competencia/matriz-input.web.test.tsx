// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { AuthorityProvider } from '#kit/acting/authority.web.tsx';
import { RecordForm } from '#kit/record/record-form.web.tsx';
import { ConfirmHost } from '#kit/ui/confirm.web.tsx';
import type { LinhaDaMatriz, Matriz } from '#modules/estrutura/public.ts';
import { aoEsvaziar, MatrizDaFaixa, RadarDeCompetencias } from '#modules/estrutura/public.web.tsx';
import { configNiveisFaixas } from './config-niveis-faixas.registry.ts';
import { niveisCompetenciaHistorico } from './niveis-competencia-historico.registry.ts';
import { NiveisInput } from './niveis-input.web.tsx';

const linha = (
  id: number,
  nome: string,
  nivelCompetenciaId: number | null,
  more: Partial<LinhaDaMatriz> = {},
): LinhaDaMatriz => ({
  dataKey: `C-${id}`,
  competencia: { id, nome },
  competenciaTipo: 'C',
  competenciaObservacao: null,
  competenciaPeso: nivelCompetenciaId === null ? null : 3,
  solicitarComentario: false,
  nivelCompetenciaId,
  nivelCompetenciaOrdem: null,
  nivelCompetenciaIndicacaoId: null,
  nivelCompetencia: nivelCompetenciaId === null ? null : { id: nivelCompetenciaId, descricao: 'Pleno' },
  ordem: null,
  percentual: null,
  comentario: null,
  performance: null,
  criteria: [],
  comportamentos: [],
  doCargo: true,
  ...more,
});

const matriz: Matriz = {
  id: null,
  versao: null,
  data: '2026-01-01',
  faixaSalarial: { id: 1, nome: 'Analista I' },
  niveisCompetencias: [
    { id: 7, descricao: 'Básico', ordem: 1, percentual: null },
    { id: 8, descricao: 'Pleno', ordem: 2, percentual: null },
  ],
  configsNiveisCompetencias: [
    linha(10, 'Excel', 8, { solicitarComentario: true }),
    linha(11, 'Ouvir', null, { competenciaTipo: 'H', dataKey: 'H-11' }),
  ],
  exibiNivelCompetenciaExigido: true,
  considerarPercentualMinimo: false,
  ordemMaxima: 2,
  exibirPerformance: false,
};

/** Answers every call by its path, as the server would; what was posted is kept. */
function serve(answers: Readonly<Record<string, unknown>>) {
  const posted: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (init?.method === 'POST' && typeof init.body === 'string') posted.push(JSON.parse(init.body));
    const path = Object.keys(answers).find((part) => String(url).includes(part));
    return new Response(JSON.stringify(path === undefined ? [] : answers[path]), {
      headers: { 'content-type': 'application/json' },
    });
  });
  return posted;
}

function show(element: React.ReactNode) {
  const router = createMemoryRouter([{ path: '*', element }]);
  const authorities = ['ROLE_CAD_CONFIGURACAO_NIVEL_COMPETENCIA_EDITAR', 'ROLE_CAD_NIVEL_COMPETENCIA_HISTORICO_EDITAR'];
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <AuthorityProvider authorities={authorities} user={{ id: 1 }}>
          <ConfirmHost header="RH" />
          <RouterProvider router={router} />
        </AuthorityProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const save = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Salvar' })));

const openMatrix = () =>
  show(
    <RecordForm
      path="cargo-salario/configuracoes-niveis-competencia"
      registry={configNiveisFaixas}
      view={{ inputs: { configsNiveisCompetencias: MatrizDaFaixa }, asksBeforeSave: aoEsvaziar }}
      title="Inserir"
      initial={{ id: 1, faixaSalarial: { id: 1, nome: 'Analista I' }, data: '2026-01-01' }}
    />,
  );

it('RUL-233: one column a level, the weight editable for what is selected, and a row without a level invalid', async () => {
  const posted = serve({ '/info': matriz });
  openMatrix();
  await screen.findByText('1 de 2 competências configuradas');
  expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'Competência',
    'Peso',
    'Básico1',
    'Pleno2',
  ]);
  // It begins with what is in force.
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Excel: Pleno' }).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Peso de Excel' }).value).toBe('3');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Peso de Ouvir' }).disabled).toBe(true);

  fireEvent.click(screen.getByRole('checkbox', { name: 'Ouvir' }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Peso de Ouvir' }).disabled).toBe(false);
  expect(screen.getByText('Escolha o nível')).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Ouvir: Básico' }).getAttribute('aria-invalid')).toBe('true');
  await save();
  expect(screen.getByText('Nível é obrigatório')).toBeTruthy();
  expect(posted).toEqual([]);

  fireEvent.click(screen.getByRole('radio', { name: 'Ouvir: Básico' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Comentário sobre Excel' }), { target: { value: 'Até dezembro' } });
  await save();
  await waitFor(() => expect(posted).toHaveLength(1));
  expect(posted[0]).toMatchObject({
    faixaSalarial: 1,
    data: '2026-01-01',
    configsNiveisCompetencias: [
      { competencia: 10, competenciaPeso: 3, nivelCompetenciaId: 8, comentario: 'Até dezembro' },
      { competencia: 11, competenciaPeso: 1, nivelCompetenciaId: 7 },
    ],
  });
});

it('asks before an empty matrix takes the place of a filled one', async () => {
  const posted = serve({ '/info': matriz });
  openMatrix();
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Excel' }));
  await save();
  expect(await screen.findByText('1 competência configurada será retirada. Deseja salvar mesmo assim?')).toBeTruthy();
  await act(async () => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancelar' })));
  expect(posted).toEqual([]);
  await save();
  await act(async () => fireEvent.click(await screen.findByRole('button', { name: 'Salvar mesmo assim' })));
  await waitFor(() => expect(posted).toMatchObject([{ configsNiveisCompetencias: [] }]));
});

it('says what to do first when the day has no levels', async () => {
  serve({ '/info': { ...matriz, niveisCompetencias: [] } });
  openMatrix();
  expect(await screen.findByText('Não há histórico dos níveis de competência nesta data')).toBeTruthy();
});

it('RUL-232: the minimum percentage is disabled unless it is considered', async () => {
  const posted = serve({
    'niveis-competencia?': { content: [{ id: 7, descricao: 'Básico', ordem: 1, percentual: null }] },
    'niveis-competencia/opcoes': [{ id: 7, nome: 'Básico' }],
  });
  show(
    <RecordForm
      path="cargo-salario/niveis-competencia-historico"
      registry={niveisCompetenciaHistorico}
      view={{ inputs: { configHistoricosNiveis: NiveisInput } }}
      title="Inserir"
      initial={{ id: 1, data: '2026-01-01' }}
    />,
  );
  const percentual = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Percentual Mínimo (%) de Básico' });
  expect(
    screen
      .getAllByRole('columnheader')
      .map((head) => head.textContent)
      .slice(0, 3),
  ).toEqual(['Descrição', 'Peso', 'Percentual Mínimo (%)']);
  expect(percentual.disabled).toBe(true);
  fireEvent.click(screen.getByRole('switch', { name: /Considerar percentual mínimo/ }));
  expect(percentual.disabled).toBe(false);
  await save();
  expect(screen.getByText('Percentual Mínimo (%) é obrigatório')).toBeTruthy();
  expect(posted).toEqual([]);
});

it('RUL-229 RUL-230: the radar is 400 px high, and absent while a side is empty', async () => {
  const serie = { labels: ['Excel'], competenciasColaborador: [1], competenciasFaixaSalarial: [2], ordemMaxima: 2 };
  show(<RadarDeCompetencias serie={serie} talento="Ana" faixa="Analista I" />);
  await waitFor(() => expect(document.querySelector('section [style*="400px"]')).toBeTruthy());
  cleanup();
  show(<RadarDeCompetencias serie={{ ...serie, competenciasColaborador: [] }} talento="Ana" faixa="Analista I" />);
  expect(document.querySelector('section')).toBeNull();
});
