import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { askedBy } from '#kit/lanes/lanes.server.ts';
import { fromKnownBrowser, hashPassword, weakness } from './password.server.ts';

const hashing = vi.hoisted(() => ({ done: [] as string[], now: [] as (() => void)[] }));
vi.mock('@node-rs/argon2', () => ({
  hash: async (password: string) => {
    await new Promise<void>((resolve) => hashing.now.push(resolve));
    hashing.done.push(password);
    return password;
  },
}));

const known = {
  nomes: ['Mariana de Sá Borges', 'Indústria Aurora'],
  cpf: '52998224725',
  email: 'm.borges84@aurora.exemplo.com.br',
};
const GUESSED = 'Esta senha é fácil de adivinhar, pois é muito usada. Escolha outra';
const KNOWN = 'A senha não pode ser formada pelo seu nome, CPF ou e-mail nem pelo nome da empresa';

describe('a new password', () => {
  it.each([
    ['short1', 'A senha deve ter pelo menos 8 caracteres'],
    [undefined, 'A senha deve ter pelo menos 8 caracteres'],
    [`${'a1'.repeat(100)}b`, 'A senha deve ter no máximo 200 caracteres'],
    ['semnumeros', 'A senha deve ter letras e números'],
    ['1234567890', 'A senha deve ter letras e números'],
    ['senha123', GUESSED],
    ['Senha@2026', GUESSED],
    ['mudar123', GUESSED],
    ['Brasil2026!', GUESSED],
    ['Vinculo#2026', GUESSED],
    ['vínculo12345', GUESSED],
    ['flamengo1', GUESSED],
    ['Deus e amor 1', GUESSED],
    ['PASSWORD1', GUESSED],
    ['p-a-s-s-w-o-r-d-1', GUESSED],
    ['1q2w3e4r', GUESSED],
    ['aaaaaaa1', GUESSED],
    ['zzzzzzzz9', GUESSED],
    ['P@ssw0rd1', GUESSED],
    ['P@ssw0rd!!!!!!1', GUESSED],
    ['pa$$word-2027', GUESSED],
    ['S3nh@123', GUESSED],
    ['Senha@@@@@@@1', GUESSED],
    ['senha00000000', GUESSED],
    ['senha123456', GUESSED],
    ['сenha123', GUESSED],
    ['cenha2027', GUESSED],
    ['ＳＥＮＨＡ123', GUESSED],
    ['V1nculo2026', GUESSED],
    ['f1@meng0 2027', GUESSED],
    ['teamo123', GUESSED],
    ['deusefiel1', GUESSED],
    ['Natal2025', GUESSED],
    ['verão2026', GUESSED],
    ['inv3rn0#27', GUESSED],
    ['rh123456', GUESSED],
    ['recursoshumanos1', GUESSED],
    ['@urora2026', KNOWN],
    ['M4r1an@#2026', KNOWN],
    ['bоrgеs-2026', KNOWN],
    ['Mariana1990', KNOWN],
    ['borges-mariana-1', KNOWN],
    ['INDUSTRIA aurora 27', KNOWN],
    ['mborges84!', KNOWN],
    ['cpf52998224725', KNOWN],
    ['529.982.247-25x', KNOWN],
  ])('%s is refused', async (password, sentence) => {
    expect(await weakness(password, known)).toBe(sentence);
  });

  it.each([
    'Canoa-Verde-58',
    'três tigres 3 pratos',
    'mariana gosta de 7 jabuticabas',
    'Outra#2027',
    'x9$kQ2!v',
    'Natal-Chuva-58',
    'te amo muito, vó Nena 3',
    'verão em Olinda 8',
    'amor-chuva-4',
    '3Rh0r5@R',
    'L1vro-Azul-7',
    'rhododendro 47',
    '4 pães e 1 café!',
    'dois rios, 11 pontes',
    'senha do cofre da vovó 9',
    'k7Wq1lI0Oz',
    'три медведя 3 дома',
    '日本語のパスワード8つ',
  ])('%s is taken', async (password) => {
    expect(await weakness(password, known)).toBeNull();
  });
});

describe('hashes of passwords', () => {
  it('are made two at a time, each address in turn, and whoever asks for too many is refused', async () => {
    const crowd = Array.from({ length: 25 }, (_, n) => askedBy('203.0.113.7', () => hashPassword(`muitas ${n}`)));
    const answers = Promise.allSettled(crowd);
    const one = askedBy('203.0.113.8', () => hashPassword('uma'));
    await setImmediate();
    while (hashing.now.length > 0) {
      expect(hashing.now.length).toBeLessThanOrEqual(2);
      hashing.now.shift()?.();
      await setImmediate();
    }
    await one;
    expect(hashing.done.indexOf('uma')).toBeLessThan(5);
    const refused = (await answers).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(3);
    expect(refused[0]).toMatchObject({ reason: { code: 'OCUPADO', status: 503, extra: { retryAfter: 5 } } });
  });

  it('of a browser in which the person has logged in before do not wait for strangers from however many networks', async () => {
    const networks = Array.from({ length: 30 }, (_, n) => n);
    const crowd = networks.flatMap((n) =>
      Array.from({ length: 20 }, () => askedBy(`198.51.100.${n}`, () => hashPassword('de longe'))),
    );
    const answers = Promise.allSettled(crowd);
    const mine = fromKnownBrowser('meu', () => hashPassword('daqui'));
    await setImmediate();
    expect(hashing.now).toHaveLength(3);
    hashing.now.pop()?.();
    expect(await mine).toBe('daqui');
    while (hashing.now.length > 0) {
      hashing.now.shift()?.();
      await setImmediate();
    }
    expect((await answers).filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
  });
});
