import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { terminalMessage } from './command-error.server.ts';

const fault = (values: object) => Object.assign(new Error('what the system says'), values);
const embedded = { VINCULO_DATA: '/dados' };
const server = { DATABASE_URL: 'postgres://quem:segredo@banco:5432/vinculo' };
const data = { syscall: 'mkdir', path: '/dados/temporarios' };

it.each([
  [{ ...data, code: 'ENOTDIR' }, embedded, 'A pasta de dados /dados não é uma pasta. Informe outra em VINCULO_DATA.'],
  [{ ...data, code: 'EEXIST' }, embedded, 'A pasta de dados /dados não é uma pasta. Informe outra em VINCULO_DATA.'],
  [{ ...data, code: 'EACCES' }, embedded, /^A pasta de dados \/dados não pode ser escrita .* outra em VINCULO_DATA\.$/],
  [{ ...data, code: 'EROFS' }, embedded, /^A pasta de dados \/dados não pode ser escrita, .* outra em VINCULO_DATA\.$/],
  [{ ...data, code: 'ENOENT' }, embedded, /^A pasta de dados \/dados não existe e não pode ser criada\./],
  [{ ...data, code: 'ENOSPC' }, embedded, /^Falta espaço no disco da pasta de dados \/dados\. Libere espaço, ou informe outra/],
  [
    { ...data, path: resolve('data/x'), code: 'ENOSPC' },
    {},
    new RegExp(`^Falta espaço no disco da pasta de dados ${resolve('data')}\\.`),
  ],
  [{ ...data, path: '/copias/hoje', code: 'ENOTDIR' }, embedded, '/copias/hoje não é uma pasta. Escolha outro lugar.'],
  [{ code: 'EADDRINUSE', syscall: 'listen', port: 3000 }, embedded, /^A porta 3000 já está em uso\./],
  [{ code: 'EACCES', syscall: 'listen', port: 80 }, embedded, /^O programa não pode usar a porta 80\..*PORT/],
  [
    { code: 'EADDRNOTAVAIL', syscall: 'listen', address: '10.9.9.9' },
    embedded,
    /^O endereço 10\.9\.9\.9 não é deste computador\..*HOST/,
  ],
  [{ code: 'ECONNREFUSED', syscall: 'connect' }, server, /^Nenhum banco de dados atende no endereço de DATABASE_URL\./],
  [{ code: 'ENOTFOUND', syscall: 'getaddrinfo' }, server, /^O servidor de DATABASE_URL não foi encontrado\./],
  [{ code: 'ETIMEDOUT', syscall: 'connect' }, server, /^O banco de dados de DATABASE_URL não respondeu\./],
  [{ code: '28P01' }, server, /^O banco de dados recusou o usuário ou a senha de DATABASE_URL\./],
  [{ code: '3D000' }, server, /^O banco de dados que DATABASE_URL nomeia não existe/],
  [{ code: '53300' }, server, /^O banco de dados não aceita mais conexões\..*DATABASE_POOL/],
  [{ code: '28P01' }, { ...server, DATABASE_OWNER_URL: 'postgres://b@c/d' }, /de DATABASE_URL ou DATABASE_OWNER_URL\./],
])('tells who started the program what to change: %o', (values, env, sentence) => {
  const message = terminalMessage(fault(values), env);
  expect(message).toEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence));
  expect(String(message)).not.toMatch(/segredo|what the system says|\n/);
});

it.each([
  ['timeout exceeded when trying to connect', /não respondeu\./],
  ['SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string', /recusou o usuário ou a senha/],
  ['The server does not support SSL connections', /sslmode/],
])('knows what the driver says without a code: %s', (message, sentence) => {
  expect(terminalMessage(new Error(message), server)).toMatch(sentence);
});

it('shows where a bug is', () => {
  expect(terminalMessage(new TypeError('x is not a function'), server)).toBeInstanceOf(Error);
  expect(terminalMessage(fault({ code: 'ENOENT', syscall: 'open', path: '/programa/migrations' }), {})).toBeInstanceOf(Error);
});
