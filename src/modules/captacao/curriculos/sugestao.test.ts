import { expect, test } from 'vitest';
import { CURRICULOS } from './curriculos-de-prova.ts';
import { proposeFromCv } from './proposta.ts';
import { diaDe, sugestoesDe } from './sugestao.server.ts';
import { aceitas, hoje, novidades } from './sugestao.ts';

const HOJE = '2026-11-23';
const listas = {
  areas: [
    { id: 1, nome: 'Administração' },
    { id: 2, nome: 'Gestão' },
    { id: 3, nome: 'Gestão de Pessoas' },
  ],
  cargos: [{ id: 7, nome: 'assistente administrativo' }],
  idiomas: [{ id: 5, nome: 'Inglês' }],
};
const de = (texto: string) => sugestoesDe(proposeFromCv(texto, HOJE), texto, listas, HOJE);
const classico = de(CURRICULOS.classico);
const daLista = (campo: string) => classico.filter((uma) => uma.campo === campo);

test('what a CV says is suggested with how it says it, in the shape of the record', () => {
  expect(classico[0]).toEqual({
    campo: 'nome',
    rotulo: 'Nome',
    dito: 'Maria Aparecida da Silva Souza',
    trecho: 'Maria Aparecida da Silva Souza',
    valores: { nome: 'Maria Aparecida da Silva Souza' },
    falta: [],
  });
  expect(daLista('foneCelular')[0]?.valores).toEqual({ dddCelular: '85', foneCelular: '988776655' });
  expect(daLista('foneFixo')[0]?.valores).toEqual({ ddd: '85', foneFixo: '32441020' });
  expect(daLista('formacoes').map(({ linha, falta }) => [linha?.areaFormacao, linha?.tipo, linha?.conclusao, falta])).toEqual([
    [listas.areas[0], 'GRADUACAO', '2013', []],
    [listas.areas[2], 'ESPECIALIZACAO', '2015', []],
  ]);
});

test('a position that the company knows is chosen from its list, another one is written', () => {
  const [analista, assistente] = daLista('experiencias').map(({ linha }) => linha);
  expect(analista).toMatchObject({
    cargo: null,
    checkNomeCargo: true,
    nomeMercado: 'Analista de Recursos Humanos',
    dataDesligamento: null,
  });
  expect(assistente).toMatchObject({
    cargo: { id: 7 },
    checkNomeCargo: false,
    nomeMercado: null,
    dataAdmissao: '2014-01-01',
    dataDesligamento: '2018-02-28',
  });
});

test('a language that is in no list is not suggested, and school is none of the courses', () => {
  expect(daLista('idiomas').map(({ dito }) => dito)).toEqual(['Inglês · Intermediário']);
  expect(
    de(CURRICULOS.emLinhas)
      .filter(({ campo }) => campo === 'formacoes')
      .map(({ dito }) => dito),
  ).toEqual(['Técnico em Segurança do Trabalho · SENAC São Paulo · Completo · 2012']);
  expect(de(CURRICULOS.emLinhas).find(({ campo }) => campo === 'formacoes')?.falta).toEqual(['Área de Formação']);
});

test('what stands already is not suggested again, however it is written', () => {
  const dados = {
    nome: 'MARIA APARECIDA DA SILVA SOUZA',
    email: 'outra@exemplo.com',
    dddCelular: '85',
    foneCelular: '98877-6655',
    idiomas: [{ idioma: { id: 5, nome: 'Inglês' }, nivel: 'BASICO' }],
    experiencias: [{ empresa: 'Tecidos Aurora Ltda', dataAdmissao: '2018-03-15' }],
  };
  const novas = novidades(classico, dados);
  expect(novas.map(({ campo }) => campo)).toEqual(['cpf', 'email', 'foneFixo', 'formacoes', 'formacoes', 'experiencias']);
  expect(hoje(novas[1] as (typeof novas)[number], dados)).toBe('outra@exemplo.com');
});

test('only what is taken changes, and rows come after those that stand', () => {
  const antes = { nome: 'Outro', primeiroEmprego: true, experiencias: [{ empresa: 'Antes' }] };
  const novos = aceitas([...daLista('foneFixo'), ...daLista('experiencias')], antes);
  expect(Object.keys(novos).sort()).toEqual(['ddd', 'experiencias', 'foneFixo', 'primeiroEmprego']);
  expect((novos.experiencias as { empresa: string }[]).map(({ empresa }) => empresa)).toEqual([
    'Antes',
    'Tecidos Aurora Ltda.',
    'Construtora Boa Vista',
  ]);
  expect(novos.primeiroEmprego).toBe(false);
});

test.each([
  ['2018', false, '2018-01-01'],
  ['2018', true, '2018-12-31'],
  ['2020-02', true, '2020-02-29'],
  ['2019-07', false, '2019-07-01'],
])('%s as a day (end: %s) is %s', (ponto, fim, dia) => expect(diaDe(ponto, fim)).toBe(dia));

test('a list is read once, however many rows a CV suggests', () => {
  let reads = 0;
  const contada = {
    id: 9,
    get nome() {
      reads += 1;
      return 'Turismo';
    },
  };
  const texto = `Formação\n${Array.from({ length: 12 }, (_, n) => `Bacharelado em Assunto ${n}, Universidade Federal do Ceará\n`).join('\n')}`;
  const lido = (quantas: readonly (typeof contada)[]) => {
    reads = 0;
    const sugeridas = sugestoesDe(proposeFromCv(texto, HOJE), texto, { ...listas, areas: [...listas.areas, ...quantas] }, HOJE);
    return { reads, formacoes: sugeridas.filter(({ campo }) => campo === 'formacoes').length };
  };
  const { reads: umaVez, formacoes } = lido([contada]);
  expect(formacoes).toBeGreaterThan(8);
  expect(umaVez).toBeLessThan(formacoes);
});
