import { expect, it } from 'vitest';
import { refuse } from '#kit/refusal/refusal.ts';
import { createHttp } from './server.server.ts';

const options = { origins: [], version: '0', logLevel: 'silent', trustProxy: false, bodyLimit: 1_000, isSecure: false };

it.each([
  ['a name that somebody else took', '23505', 409, 'CONFLITO'],
  ['a record that is used, or gone', '23503', 409, 'CONFLITO'],
  ['days that somebody else took', '23P01', 409, 'CONFLITO'],
  ['a text that no column holds', '22001', 400, 'VALOR_INVALIDO'],
  ['a value that is missing', '23502', 500, 'ERRO'],
  ['a value that breaks a check', '23514', 500, 'ERRO'],
])('%s (%s), refused by the database where nobody has a sentence for it, answers %i', async (_what, code, status, said) => {
  const app = await createHttp(options as never);
  app.get('/api/x', { config: { authority: 'publico' } }, async () => {
    throw Object.assign(new Error('duplicate key value violates unique constraint "talentos_un"'), { code });
  });
  const answer = await app.inject({ url: '/api/x' });
  expect([answer.statusCode, answer.json().code]).toEqual([status, said]);
  expect(answer.body).not.toMatch(/duplicate|talentos_un|stack/);
  await app.close();
});

it('what breaks off before the first byte of a file is told as any other refusal', async () => {
  const app = await createHttp(options as never);
  app.get('/api/x', { config: { authority: 'publico' } }, async (_request, reply) => {
    reply.type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet').header('content-disposition', 'attachment');
    throw refuse.tooMuch();
  });
  const answer = await app.inject({ url: '/api/x' });
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'RESPOSTA_GRANDE']);
  expect(answer.headers['content-disposition']).toBeUndefined();
  await app.close();
});
