import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCep } from './cep.server.ts';

/** A double that speaks as the public service does. */
let service: Server;
let template: string;

beforeAll(async () => {
  service = createServer((request, response) => {
    const cep = request.url?.split('/')[1];
    response.setHeader('content-type', 'application/json');
    if (cep === '60160230')
      response.end(
        JSON.stringify({
          logradouro: 'Avenida Dom Luís',
          complemento: '',
          bairro: 'Meireles',
          localidade: 'Fortaleza',
          uf: 'CE',
          ibge: '2304400',
        }),
      );
    else if (cep === '99999999') response.end(JSON.stringify({ erro: 'true' }));
    else if (cep === '33333333') response.end(JSON.stringify({ resto: 'x'.repeat(100_000) }));
    else if (cep === '11111111') response.end('"lixo"');
    else response.writeHead(500).end();
  });
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
  template = `http://127.0.0.1:${(service.address() as AddressInfo).port}/{cep}/json/`;
});
afterAll(() => new Promise((done) => service.close(done)));

describe('findCep', () => {
  it('answers the address in the words of the product', async () => {
    expect(await findCep(template, '60160230')).toEqual({
      cep: '60160230',
      logradouro: 'Avenida Dom Luís',
      complemento: '',
      bairro: 'Meireles',
      cidade: 'Fortaleza',
      uf: 'CE',
      estado: 'Ceará',
      codigoIbge: '2304400',
    });
  });

  it('answers null for a CEP that nobody knows, and for nonsense', async () => {
    expect(await findCep(template, '99999999')).toBeNull();
    expect(await findCep(template, '11111111')).toBeNull();
  });

  it('fails when the service does, or says too much', async () => {
    await expect(findCep(template, '22222222')).rejects.toThrow('500');
    await expect(findCep(template, '33333333')).rejects.toThrow('too long');
  });
});
