// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { AuthorityProvider } from '#kit/acting/authority.web.tsx';
import { today } from '#kit/br/date.ts';
import { RecordForm } from '#kit/record/record-form.web.tsx';
import { AcompanhamentoPage } from './acompanhamento.web.tsx';
import { registro } from './avaliacao.web.tsx';
import { avaliacoesExperiencia } from './avaliacoes-experiencia.registry.ts';

const PATH = `gestao-talentos/${avaliacoesExperiencia.id}`;
const EDITAR = `${avaliacoesExperiencia.authority}_EDITAR`;
const EXCLUIR = `${avaliacoesExperiencia.authority}_EXCLUIR`;
const HOJE = today();

const linha = {
  colaborador: { id: 7, nome: 'Ana Lima' },
  nome: 'Ana Lima',
  dataAdmissao: '2026-11-01',
  situacao: 'P',
  parecer: null,
};
const primeiro = { ...linha, id: 71, periodo: { id: 1, nome: 'Primeiro' }, dias: 45, termino: '2026-12-15', avaliacao: null };
const segundo = { ...linha, id: 72, periodo: { id: 2, nome: 'Segundo' }, dias: 90, termino: '2027-01-29', avaliacao: null };
const feita = {
  ...primeiro,
  id: 81,
  nome: 'Davi Reis',
  situacao: 'A',
  parecer: 'DESLIGAR',
  avaliacao: { id: 5, nome: 'Davi Reis – Primeiro' },
};
const modelos = [
  { id: 11, titulo: 'De 45 dias', percentualMinimoAprovacao: 70, periodoAcompanhamentoExperienciaId: 1 },
  { id: 12, titulo: 'De 90 dias', percentualMinimoAprovacao: 80, periodoAcompanhamentoExperienciaId: 2 },
];

/** Answers as the server would; keeps what was asked. */
function serve() {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(String(url));
    const { pathname, searchParams } = new URL(String(url), 'http://localhost');
    const lista = { content: [primeiro, feita], totalElements: 2, totalPages: 1 };
    const answer = pathname.endsWith('/detail')
      ? { questionarios: [] }
      : pathname.endsWith('/acompanhamento')
        ? searchParams.has('page')
          ? lista
          : [primeiro, segundo]
        : pathname.endsWith('periodo-experiencias')
          ? modelos
          : pathname.endsWith('/periodos-experiencia/opcoes')
            ? [primeiro, segundo]
                .map(({ periodo }) => periodo)
                .filter(({ nome }) => nome.startsWith(searchParams.get('busca') ?? ''))
            : [];
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
  });
  return asked;
}

function show(element: React.ReactNode, authorities: readonly string[], at = '/') {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [at] });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <AuthorityProvider authorities={authorities} user={{ id: 1 }}>
          <RouterProvider router={router} />
        </AuthorityProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
}
afterEach(cleanup);

const box = (name: string) => screen.getByRole('combobox', { name }) as HTMLInputElement;
const type = (name: string, value: string) => fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
const choose = async (name: string, option: string) => {
  fireEvent.click(box(name));
  fireEvent.change(box(name), { target: { value: option } });
  await screen.findByRole('listbox', { name, hidden: true });
  fireEvent.keyDown(box(name), { key: 'Enter' });
};

it('tells what a percentage comes to, what the law says to a prolongation, and keeps no model of another period', async () => {
  serve();
  show(
    <RecordForm
      path={PATH}
      registry={avaliacoesExperiencia}
      view={registro}
      title="Inserir"
      initial={{
        id: 0,
        colaborador: linha.colaborador,
        periodo: primeiro.periodo,
        modelo: { id: 11, nome: 'De 45 dias' },
        data: HOJE,
      }}
    />,
    [EDITAR],
  );
  await screen.findByText('De 01/11/2026, a admissão, a 15/12/2026.');
  await screen.findByText('O mínimo é 70,00%.');
  type('Percentual obtido', '69,99');
  await screen.findByText('Reprovado: o mínimo é 70,00%.');
  type('Percentual obtido', '70');
  await screen.findByText('Aprovado: o mínimo é 70,00%.');
  expect(screen.queryByText(/CLT/)).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: 'Prorrogar' }));
  await screen.findByText(/a deste talento pode ir até 29\/01\/2027\.$/);

  expect(box('Modelo de avaliação').value).toBe('De 45 dias');
  await choose('Período de Experiência', 'Segundo');
  await waitFor(() => expect(box('Modelo de avaliação').value).toBe(''));
  expect(screen.queryByText(/o mínimo é/i)).toBeNull();
  await screen.findByText(/Este período já vai até o limite\.$/);
  await choose('Modelo de avaliação', 'De 90 dias');
  await screen.findByText('Reprovado: o mínimo é 80,00%.');
});

const openList = (authorities: readonly string[], query = '') =>
  show(<AcompanhamentoPage path={PATH} registry={avaliacoesExperiencia} />, authorities, `/${PATH}${query}`);

it('asks for who is to be evaluated, and offers each line what may be done with it', async () => {
  const asked = serve();
  openList([EDITAR, EXCLUIR, 'ROLE_CAD_DESLIGAMENTO_EDITAR']);
  const avaliar = await screen.findByRole('link', { name: 'Avaliar: Ana Lima, Primeiro' });
  expect(avaliar.getAttribute('href')).toBe(`/${PATH}/new?colaborador=7&periodo=1`);
  expect(screen.getByRole('link', { name: 'Editar: Davi Reis' }).getAttribute('href')).toBe(`/${PATH}/5`);
  expect(screen.getByRole('link', { name: 'Desligar: Davi Reis' }).getAttribute('href')).toBe(
    '/gestao-talentos/desligamentos/new?colaborador=7',
  );
  expect(screen.getByRole('button', { name: 'Excluir: Davi Reis' })).toBeTruthy();
  const perguntas = () => asked.filter((url) => url.includes('/acompanhamento?')).map((url) => decodeURIComponent(url));
  expect(perguntas().at(-1)).toContain('sort=termino,asc&situacao=V,P,E');
  fireEvent.click(screen.getByRole('radio', { name: 'Avaliados' }));
  await waitFor(() => expect(perguntas().at(-1)).toContain('sort=data,desc&situacao=A&'));
});

it('offers who only reads neither to evaluate nor to remove', async () => {
  serve();
  openList([]);
  await screen.findByRole('link', { name: 'Visualizar: Davi Reis' });
  expect(screen.queryByRole('link', { name: /^Avaliar/ })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Inserir' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^(Excluir|Importar)/ })).toBeNull();
});

it('shows the last page there is when the last line of a further one was evaluated', async () => {
  const asked = serve();
  openList([EDITAR], '?page=1');
  await waitFor(() => expect(asked.findLast((url) => url.includes('page='))).toContain('page=0'));
});
