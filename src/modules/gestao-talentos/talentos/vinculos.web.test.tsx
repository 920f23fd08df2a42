// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { AuthorityProvider } from '#kit/acting/authority.web.tsx';
import { RegistryFormPage } from '#kit/record/registry-form.web.tsx';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { registro as doRegistro } from './registro.web.tsx';
import { talentos } from './talentos.registry.ts';
import { OutrosVinculos } from './vinculos.web.tsx';

// The whole form has a hundred inputs more.
const { nome, cpf, sexo, mae, matricula, vinculo, dataAdmissao, dependentes, historicos, situacao } = talentos.fields;
const poucos = {
  ...talentos,
  fields: { nome, cpf, sexo, mae, matricula, vinculo, dataAdmissao, dependentes, historicos, situacao },
  sections: [{ title: 'Tudo', fields: ['nome', 'cpf', 'mae', 'matricula', 'dataAdmissao', 'dependentes', 'historicos'] }],
} as unknown as AnyRegistry;

const PATH = 'gestao-talentos/talentos';
const saiu = {
  id: 7,
  nome: 'Rita Prado',
  matricula: 'A1',
  situacao: 'D',
  dataAdmissao: '2020-03-02',
  dataDesligamento: '2022-05-31',
};
const avisoDaReadmissao = {
  depoisDe: '2022-05-31',
  ate: '2022-08-29',
  mensagem: 'A readmissão até 29/08/2022, dentro de 90 dias da dispensa sem justa causa, é presumida fraudulenta.',
};
const registro = {
  ...saiu,
  versao: 3,
  cpf: '52998224725',
  vinculo: 'A',
  sexo: 'F',
  mae: 'Marta Prado',
  historicos: [{ id: 70, data: '2020-03-02', motivo: 'C', tipoSalario: '3', salario: 2_000 }],
  dependentes: [{ id: 71, nome: 'Davi Prado', dataNascimento: '2015-01-01' }],
};
let resposta: object = {};

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.stubGlobal(
    'fetch',
    vi.fn<(url: string) => Promise<Response>>(async (url) =>
      Response.json(url.includes('pessoas/cpf') ? resposta : url.includes(`${PATH}/7`) ? registro : []),
    ),
  );
});

function open(address = `/${PATH}/new`, page = <RegistryFormPage path={PATH} registry={poucos} view={doRegistro} />) {
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: [address] });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <AuthorityProvider authorities={['ROLE_CAD_TALENTO', 'ROLE_CAD_TALENTO_EDITAR', 'ROLE_VER_DOCUMENTOS']} user={{ id: 1 }}>
          <RouterProvider router={router} />
        </AuthorityProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return router;
}

const input = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`) as HTMLInputElement;
const digita = (name: string, value: string) => fireEvent.input(input(name), { target: { value } });

test('somebody who has left is offered to be hired again, with all that is their own', async () => {
  resposta = { existe: true, ativo: false, pessoa: saiu, vinculos: [saiu], avisoDaReadmissao };
  const router = open();
  digita('cpf', '529.982.247-25');
  await screen.findByText('Rita Prado trabalhou aqui de 02/03/2020 a 31/05/2022 (matrícula A1).');
  fireEvent.click(screen.getByRole('link', { name: 'Readmitir' }));
  await waitFor(() => expect(router.state.location.search).toBe('?copiarDe=7'));
  await waitFor(() => expect(input('nome').value).toBe('Rita Prado'));
  await screen.findByText(/^Readmissão: Rita Prado trabalhou aqui/);
  expect(screen.queryByRole('link', { name: 'Readmitir' })).toBeNull();
  expect([input('cpf').value, input('mae').value, input('matricula').value, input('dataAdmissao').value]).toEqual([
    '529.982.247-25',
    'Marta Prado',
    '',
    '',
  ]);
  expect(screen.getByText('Davi Prado')).toBeTruthy();
  // The history begins anew, as a hire, on the day of admission.
  fireEvent.change(input('dataAdmissao'), { target: { value: '10/06/2022' } });
  await waitFor(() => expect(input('historicos.0.data').value).toBe('10/06/2022'));
  expect(screen.getByDisplayValue('Contratação')).toBeTruthy();
  expect(screen.getByText(/dentro de 90 dias da dispensa sem justa causa/)).toBeTruthy();
  fireEvent.change(input('dataAdmissao'), { target: { value: '01/02/2024' } });
  await waitFor(() => expect(input('historicos.0.data').value).toBe('01/02/2024'));
  expect(screen.queryByText(/dentro de 90 dias/)).toBeNull();
});

test('somebody who works here already is named, with a link to the record for those who may see it', async () => {
  resposta = { existe: true, ativo: true, pessoa: saiu, vinculos: [{ ...saiu, situacao: 'A', dataDesligamento: null }] };
  open();
  digita('cpf', '529.982.247-25');
  await screen.findByText('Rita Prado trabalha aqui desde 02/03/2020 (matrícula A1).');
  expect(screen.getByRole('link', { name: 'Abrir cadastro' }).getAttribute('href')).toBe(`/${PATH}/7`);
  expect(screen.queryByRole('link', { name: 'Readmitir' })).toBeNull();
});

test.each([
  [true, 'Já existe um talento ativo com este CPF.'],
  [false, 'Esta pessoa já trabalhou na empresa: preencha os dados para readmiti-la.'],
])('of who is not seen (works here: %s) nothing but that is told', async (ativo, sentenca) => {
  resposta = { existe: true, ativo, pessoa: null, vinculos: [] };
  open();
  digita('cpf', '529.982.247-25');
  await screen.findByText(sentenca);
  expect(screen.queryByRole('link', { name: /Readmitir|Abrir cadastro/ })).toBeNull();
});

test('the page that is read tells the other employments, with the way to each', async () => {
  resposta = { existe: true, ativo: false, pessoa: saiu, vinculos: [{ ...saiu, id: 6 }] };
  open(`/${PATH}/7`, <OutrosVinculos record={registro} />);
  await screen.findByText(/^Outro vínculo: de 02\/03\/2020 a 31\/05\/2022 \(matrícula A1\)/);
  expect(screen.getByRole('link', { name: 'Abrir cadastro' }).getAttribute('href')).toBe(`/${PATH}/6`);
});
