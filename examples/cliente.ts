import createClient from 'openapi-fetch';
import type { paths } from './api.ts';

/**
 * Um programa que usa a API: entra, diz o que espera por quem entrou, conta quem foi admitido desde um dia, muda um registro sem passar por cima de ninguém e baixa uma lista.
 *
 *   npx openapi-typescript http://127.0.0.1:3000/api/openapi.json -o examples/api.ts
 *   VINCULO=http://127.0.0.1:3000 CPF=… SENHA=… EMPRESA=1 node examples/cliente.ts
 */
const { VINCULO = 'http://127.0.0.1:3000', CPF = '', SENHA = '', EMPRESA = '1' } = process.env;
const headers: Record<string, string> = { origin: VINCULO };
const api = createClient<paths>({ baseUrl: VINCULO, headers });

const login = await api.POST('/api/login', { body: { cpf: CPF, senha: SENHA, empresaId: Number(EMPRESA) } });
if (login.error) throw new Error(login.error.message);
const cookie = login.response.headers
  .getSetCookie()
  .map((one) => one.split(';')[0])
  .join('; ');
api.use({
  onRequest({ request }) {
    request.headers.set('cookie', cookie);
    return request;
  },
});

const waiting = await api.GET('/api/geral/para-fazer');
if (!waiting.data) throw new Error(waiting.error?.message);
console.log(waiting.data.map(({ titulo, total }) => `${titulo}: ${total}`).join(', '));

const since = await api.GET('/api/gestao-talentos/talentos', {
  params: { query: { page: 0, size: 5, dataAdmissaoIni: '2020-01-01', situacao: ['A'], sort: ['dataAdmissao,desc', 'id,asc'] } },
});
if (!since.data || Array.isArray(since.data)) throw new Error('esperava uma página');
console.log(`${since.data.totalElements} admitidos desde 2020`);

const doses = { quantidadeDoses: 1, doses: [{ numeroDose: 1, diasProximaDose: 30 }] };
const made = await api.POST('/api/sst/vacinas', {
  params: { header: { 'idempotency-key': crypto.randomUUID() } },
  body: { nome: `Vacina ${Date.now()}`, ...doses },
});
if (made.error) throw new Error('errors' in made.error ? made.error.errors?.[0]?.message : made.error.message);
const { id, versao } = made.data;
const one = { params: { path: { id: String(id) } } };
await api.PUT('/api/sst/vacinas/{id}', { ...one, body: { nome: `Outro nome ${Date.now()}`, ...doses, versao } });
const late = await api.PUT('/api/sst/vacinas/{id}', { ...one, body: { nome: 'Atrasado', ...doses, versao } });
console.log(late.response.status, late.error && 'registro' in late.error ? late.error.registro?.nome : '');
await api.DELETE('/api/sst/vacinas/{id}', { params: { ...one.params, query: { versao: versao + 1 } } });

const sheet = await api.GET('/api/gestao-talentos/talentos/exportar', {
  params: { query: { formato: 'csv', colunas: ['nome', 'dataAdmissao'] } },
  parseAs: 'text',
});
console.log(sheet.data?.split('\n')[0]);
