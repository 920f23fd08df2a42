import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { fold } from '#kit/br/text.ts';
import { askedBy, asker } from '#kit/lanes/lanes.server.ts';
import { Places } from '#kit/lanes/places.ts';
import { Refusal } from '#kit/refusal/refusal.ts';

// Argon2id, 64 MiB and three passes (stack.md); the library's default algorithm is argon2id.
const cost = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

type Owner = number | string | undefined;

const placesOf = (size: number) =>
  new Places<Owner>({
    size,
    fits: (_mine, free) => free > 0,
    waiting: [500, 20],
    patience: 15_000,
    refusal: () =>
      new Refusal('OCUPADO', 'Muitas senhas estão sendo conferidas ao mesmo tempo. Tente de novo em instantes.', 503, {
        retryAfter: 5,
      }),
  });

/**
 * Hashes run on the four threads that compress answers and read files too, and hold 64 MiB each: two at a time, and one more for users and for
 * browsers in which the person has logged in before, whom strangers from many networks would keep waiting. The rest waits, each address, browser
 * and user in turn.
 */
const strangers = placesOf(2);
const known = placesOf(1);
const BROWSER = 'aparelho:';
const isKnown = (owner: Owner) => typeof owner === 'number' || owner?.startsWith(BROWSER) === true;
const inTurn = <T>(work: () => Promise<T>) => {
  const owner = asker();
  return (isKnown(owner) ? known : strangers).hold(owner, work);
};

/** Compares passwords as asked by a browser in which their owner has logged in before. */
export const fromKnownBrowser = <T>(key: string, work: () => Promise<T>): Promise<T> => askedBy(`${BROWSER}${key}`, work);

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, cost));

let nobodys: Promise<string> | undefined;

/** The hash of a password that nobody knows, which costs as much to compare as any. */
export const nobodysHash = (): Promise<string> => (nobodys ??= hash(randomBytes(32).toString('base64url'), cost));

/** True when the password is right. Without a hash it takes as long, so that nobody learns who has an account. */
export const isPassword = (stored: string | undefined, password: string): Promise<boolean> =>
  inTurn(async () => {
    const nobodys = await nobodysHash();
    const fits = await verify(stored ?? nobodys, password);
    return stored !== undefined && fits;
  });

/** Public data about the owner of a password. */
export interface Known {
  /** names of the person and of their companies */
  nomes: readonly string[];
  cpf: string;
  email: string;
}

/** What is typed, or pasted from another script, in place of a letter. */
const LOOKALIKES = {
  a: '@4аα',
  b: '8вβ',
  e: '3€еεє',
  g: '9',
  h: 'нһ',
  i: '1!|lіιıӏ',
  j: 'ј',
  k: 'кκ',
  m: 'м',
  n: 'η',
  o: '0оο',
  p: 'рρ',
  s: '5$§ѕcс¢',
  t: '7+тτ',
  u: 'υ',
  v: 'ν',
  x: 'хχ×',
  y: 'уγ',
  z: '2',
};
const LETTERS = new Map(
  Object.entries(LOOKALIKES).flatMap(([letter, signs]) => [...signs].map((sign) => [sign, letter] as const)),
);

const NEITHER = /[^\p{L}\p{N}]/gu;
const read = (text: string) =>
  [...text]
    .map((sign) => LETTERS.get(sign) ?? sign)
    .join('')
    .replace(NEITHER, '');
/** A text as guessed: without accents, case and separators, and a sign that looks like a letter is that letter. */
const asLetters = (text: string) => read(fold(text.normalize('NFKC')));
/** The same, where a sign that is neither letter nor digit stands for nothing. */
const plain = (text: string) => read(fold(text.normalize('NFKC')).replace(NEITHER, ''));

/** Words that passwords in Brazil are made of, with a year or a few digits after them; of two letters, with a common password after them. */
const WORDS =
  `senha mudar mudei trocar brasil brasileiro vinculo teste acesso sistema admin administrador gerente usuario empresa escritorio trabalho recrutador
  gestor candidato padrao inicial provisoria provisorio temporaria segredo secreta bemvindo computador internet windows google gmail hotmail password qwerty
  asdfgh abcdef flamengo corinthians palmeiras santos vasco gremio cruzeiro atletico botafogo fluminense internacional saopaulo timao mengao verdao futebol
  deus jesus cristo senhor deusefiel amor teamo teadoro amovoce familia felicidade gatinha gatinho princesa saudade vitoria
  rh recursoshumanos recrutamento departamentopessoal salario emprego curriculo estagio funcionario colaborador
  verao outono inverno primavera natal pascoa carnaval ferias anonovo
  janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro segunda terca quarta quinta sexta sabado domingo`.split(
    /\s+/,
  );

/** Letters and digits that must remain without the public data; a run of the same one counts once. */
const LEFT = 6;

let loading: Promise<ReadonlySet<string>> | undefined;

/** The most common passwords. The list is long, so it is read when the first password is chosen. */
const common = () =>
  (loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map((one) => asLetters(String(one)))),
  ));

/** The rest of a password without these words, the longest first. */
const without = (password: string, words: readonly string[]) =>
  words
    .map(plain)
    .sort((a, b) => b.length - a.length)
    .reduce((left, word) => left.replaceAll(word, ''), password);

/** The fault of a new password; null when there is none. */
export async function weakness(password: unknown, { nomes, cpf, email }: Known): Promise<string | null> {
  if (typeof password !== 'string' || password.length < 8) return 'A senha deve ter pelo menos 8 caracteres';
  if (password.length > 200) return 'A senha deve ter no máximo 200 caracteres';
  if (!/\p{L}/u.test(password) || !/\d/.test(password)) return 'A senha deve ter letras e números';
  const guessed = await common();
  const forms = [asLetters(password), plain(password)];
  const isMade = (words: readonly string[]) =>
    forms.some((form) => {
      const left = without(form, words);
      if (left === form) return false;
      return guessed.has(left) || (form.length - left.length > 2 && left.replace(/(.)\1{2,}/gu, '$1').length < LEFT);
    });
  const digits = cpf.replace(/\D/g, '');
  const known = [...nomes.flatMap((nome) => [nome, ...nome.split(/\s+/)]), email.split('@')[0] ?? '', digits, digits.slice(0, 9)];
  if (isMade(known.filter((word) => plain(word).length >= 3)))
    return 'A senha não pode ser formada pelo seu nome, CPF ou e-mail nem pelo nome da empresa';
  if (isMade(WORDS) || new Set(forms[0]).size < 4 || forms.some((form) => guessed.has(form)))
    return 'Esta senha é fácil de adivinhar, pois é muito usada. Escolha outra';
  return null;
}
