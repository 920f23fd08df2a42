import { expect, it } from 'vitest';
import type { Campo, Dados } from './dados.ts';
import { faltasDe, ondeParou } from './passos.ts';

const campo = (nome: string, more: Partial<Campo> = {}): Campo => ({
  nome,
  rotulo: nome,
  tipo: 'text',
  obrigatorio: false,
  ...more,
});
const secao = (id: string, ...nomes: string[]) => ({ id, titulo: id, campos: nomes.map((nome) => campo(nome)) });
const secoes = [secao('a', 'cv'), secao('b', 'nome', 'sexo', 'fone'), secao('c', 'cep'), secao('d', 'cargos'), secao('e', 'obs')];

it.each<[string, Dados, number]>([
  ['nothing was answered', {}, 0],
  ['only what stood there from the start', { nome: 'Iracema', sexo: 'I', cv: [], cep: '' }, 0],
  ['the CV alone', { cv: [{}] }, 1],
  ['no CV, but the name corrected', { nome: 'Iracema Sobral' }, 2],
  ['a step left out in the middle', { cv: [{}], fone: '1', cargos: [1] }, 2],
  ['the last step', { cv: [{}], fone: '1', cep: '1', cargos: [1], obs: 'sim' }, 4],
])('a registration goes on where it was left: %s', (_, rascunho, passo) => {
  expect(ondeParou(secoes, rascunho, 'Iracema')).toBe(passo);
});

it('a step tells what it lacks, its rows too, of what is asked of this person', () => {
  const campos = [
    campo('nome', { obrigatorio: true }),
    campo('primeiro', { tipo: 'boolean', obrigatorio: true }),
    campo('jobs', {
      tipo: 'rows',
      obrigatorio: true,
      quando: ['primeiro', false],
      campos: [campo('empresa', { obrigatorio: true }), campo('outro', { obrigatorio: true, quando: ['semLista', true] })],
    }),
  ];
  const onde = (dados: Dados) => faltasDe(campos, dados).map(({ field }) => field);
  expect(onde({})).toEqual(['nome', 'jobs']);
  expect(onde({ nome: 'Iracema', primeiro: true })).toEqual([]);
  expect(onde({ nome: '', jobs: [{ empresa: 'Sol' }, {}, { empresa: 'Lua', semLista: true }] })).toEqual([
    'nome',
    'jobs.1.empresa',
    'jobs.2.outro',
  ]);
});

it('RUL-113 to 117: an address that was begun is asked for whole, before the next step', () => {
  const campos = ['cep', 'logradouro', 'numero', 'complemento', 'bairro', 'uf', 'cidade'].map((nome) => campo(nome));
  const falta = (dados: Dados) => faltasDe(campos, dados).map(({ field }) => field);
  expect(falta({ cep: '60160-230', complemento: 'Casa 2' })).toEqual([]);
  expect(
    falta({ cep: '60160-230', logradouro: 'Avenida Dom Luís', bairro: 'Meireles', uf: { id: 6 }, cidade: { id: 9 } }),
  ).toEqual(['numero']);
});

it('RUL-101: a step asks for each field in its gender, as the server does', () => {
  const campos = [
    campo('Cidade', { obrigatorio: true }),
    campo('Data de nascimento', { obrigatorio: true }),
    campo('CEP', { obrigatorio: true }),
  ];
  expect(faltasDe(campos, {}).map(({ message }) => message)).toEqual([
    'Cidade é obrigatória',
    'Data de nascimento é obrigatória',
    'CEP é obrigatório',
  ]);
});
