import { expect, it } from 'vitest';
import { readConfig } from './config.server.ts';

it.each([
  ['false', false],
  ['0', false],
  ['true', 1],
  ['2', 2],
  ['127.0.0.1', ['127.0.0.1']],
  ['10.0.0.0/8, fd00::/8,loopback', ['10.0.0.0/8', 'fd00::/8', 'loopback']],
])('VINCULO_TRUST_PROXY=%s', (said, trusted) => {
  expect(readConfig({ VINCULO_TRUST_PROXY: said }).VINCULO_TRUST_PROXY).toEqual(trusted);
});

it.each([
  'sim',
  '10',
  '-1',
  '1.5',
  'proxy.empresa.com.br',
  '10.0.0.0/33',
  '10.0.0.0/8/8',
  '10.0.0.0/',
  '1,',
  '::1/129',
  '300.1.1.1',
  '10.0.0.0/0',
  '::/0',
])('VINCULO_TRUST_PROXY=%s is refused in a sentence', (said) => {
  expect(() => readConfig({ VINCULO_TRUST_PROXY: said })).toThrow(
    'VINCULO_TRUST_PROXY: deve ser false, quantos proxies há na frente',
  );
});

it('a variable of blanks alone was not said', () => {
  const { PORT, VINCULO_WORKERS, VINCULO_DISCO_MINIMO_MB, VINCULO_TRUST_PROXY } = readConfig({
    PORT: ' ',
    VINCULO_WORKERS: '\t',
    VINCULO_DISCO_MINIMO_MB: '  ',
    VINCULO_TRUST_PROXY: ' ',
  });
  expect([PORT, VINCULO_WORKERS, VINCULO_DISCO_MINIMO_MB, VINCULO_TRUST_PROXY]).toEqual([3000, 1, 512, false]);
});

it('VINCULO_ORIGINS are understood as browsers spell them, however they were typed', () => {
  const said = 'https://RH.Empresa.com.br, https://rh.empresa.com.br:443/, HTTP://rh:80, https://ação.com.br, https://[::1]:3000';
  expect(readConfig({ VINCULO_ORIGINS: said }).VINCULO_ORIGINS).toEqual([
    'https://rh.empresa.com.br',
    'https://rh.empresa.com.br',
    'http://rh',
    'https://xn--ao-siap.com.br',
    'https://[::1]:3000',
  ]);
  for (const said of ['https://quem@rh.empresa.com.br', 'https://rh.empresa.com.br?a', 'https://rh.empresa.com.br#a', 'https:rh'])
    expect(() => readConfig({ VINCULO_ORIGINS: said }), said).toThrow('VINCULO_ORIGINS: deve ter endereços');
});

it('VINCULO_ORIGINS are addresses without a path', () => {
  expect(readConfig({ VINCULO_ORIGINS: 'https://rh.empresa.com.br/, http://10.0.0.7:3000' }).VINCULO_ORIGINS).toEqual([
    'https://rh.empresa.com.br',
    'http://10.0.0.7:3000',
  ]);
  for (const said of ['rh.empresa.com.br', 'https://rh.empresa.com.br/vinculo', 'ftp://a', 'https://', '*'])
    expect(() => readConfig({ VINCULO_ORIGINS: said })).toThrow(
      'VINCULO_ORIGINS: deve ter endereços como https://rh.empresa.com.br',
    );
});
