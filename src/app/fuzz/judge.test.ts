import { expect, it } from 'vitest';
import { faultOf } from './judge.ts';

const json = (status: number, body: object, said = '') =>
  faultOf({ status, type: 'application/json; charset=utf-8', text: JSON.stringify(body) }, said);
const ours = (message: string, more: object = {}) => ({ message, code: 'CODIGO', ...more });

it('a fault of the server is one, but busy or without room is an answer', () => {
  expect(json(500, ours('Erro'))).toMatch(/^500/);
  expect(json(503, ours('O sistema está ocupado.'))).toBeNull();
  expect(json(507, ours('Não há espaço.'))).toBeNull();
  expect(json(503, ours('O sistema está ocupado com outra gravação. Tente de novo em instantes.'))).toMatch(/^503/);
  expect(faultOf({ status: 503, type: 'text/plain', text: 'Service Unavailable' }, '')).toMatch(/no JSON/);
});

it('a refusal says a Portuguese sentence and a code', () => {
  expect(
    json(400, ours('Preencha os campos indicados', { errors: [{ field: 'nome', message: 'Nome é obrigatório' }] })),
  ).toBeNull();
  expect(json(400, { message: 'Preencha' })).toMatch(/without message and code/);
  expect(json(400, ours('Invalid input: expected string'))).toMatch(/no Portuguese/);
  expect(json(400, ours('Preencha', { errors: [{ field: 'a', message: 'Required' }] }))).toMatch(/no Portuguese/);
  expect(json(400, ours('Preencha', { errors: [{ field: 'a', message: '' }] }))).toMatch(/says nothing/);
  expect(json(404, ours('O recurso solicitado não foi encontrado. Empresa inválida, expirada.'))).toBeNull();
});

it('stacks, SQL, paths and constraints are leaks, unless the client said them itself', () => {
  expect(json(400, ours('Valor', { detalhe: 'at f (/work/x.ts:1:2)' }))).toMatch(/tells/);
  expect(json(400, ours('Valor', { detalhe: 'talentos_cpf_key' }))).toMatch(/tells/);
  expect(json(400, ours('Valor', { detalhe: 'ENOENT: no such file' }))).toMatch(/tells/);
  expect(json(400, ours('Parâmetro desconhecido: select a from b where c'), '?select a from b where c=1')).toBeNull();
});
