import { expect, it } from 'vitest';
import { createHttp } from './server.server.ts';

const options = {
  origins: [],
  version: '0',
  logLevel: 'silent',
  trustProxy: false,
  bodyLimit: 1_000,
  isSecure: false,
};

it.each(['/api/x/%', '/api/x/%zz', '/api/x/%E0%A4%A'])('a malformed %s is told in a sentence', async (url) => {
  const app = await createHttp(options);
  app.get('/api/x/:id', { config: { authority: 'publico' } }, async () => ({}));
  const answer = await app.inject({ url });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({
    code: 'ENDERECO_INVALIDO',
    message: expect.stringContaining('endereço está malformado'),
  });
  await app.close();
});
