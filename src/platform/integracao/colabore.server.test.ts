import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import type { Acting } from '#kit/acting/acting.server.ts';
import { createColabore } from './colabore.server.ts';

const acting = { settings: { statusColabore: 'Ativo' }, empresaId: 1 } as unknown as Acting;

it('an installation that knows no address says so', () =>
  expect(createColabore({}).envia(acting, 'areas', {})).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('COLABORE_URL'),
  }));

it('an answer that breaks off is none, and one that is no JSON is nothing', async () => {
  const cuts = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    if (request.url?.startsWith('/odd')) response.end('<html>');
    else response.write('{"respostas": [', () => response.destroy());
  });
  await new Promise<void>((resolve) => void cuts.listen(0, '127.0.0.1', resolve));
  const { port } = cuts.address() as AddressInfo;
  const colabore = createColabore({ url: `http://127.0.0.1:${port}`, token: 'segredo' });
  await expect(colabore.busca(acting, 'cut')).rejects.toMatchObject({
    status: 503,
    message: 'O ponto mobile não respondeu. Tente novamente mais tarde.',
  });
  expect(await colabore.busca(acting, 'odd')).toBeUndefined();
  cuts.close();
});
