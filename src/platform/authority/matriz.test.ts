import { expect, it } from 'vitest';
import { type Autoridade, completadas, daLinha, marcadas, matrizDe, mudancaDoPerfil, semEfeito } from './matriz.ts';

const uma = (autoridade: string, ato: Autoridade['ato'], more: Partial<Autoridade> = {}): Autoridade => ({
  autoridade,
  descricao: autoridade,
  grupo: 'SST',
  parte: 'cadastro',
  recurso: 'Vacinas',
  ato,
  valeCom: [],
  concedivel: true,
  ...more,
});
const vacinas = [uma('V', 'ver'), uma('E', 'editar'), uma('X', 'excluir')];
const outra = uma('O', null, { parte: 'outra', recurso: 'Ver dados de saúde' });
const linhas = matrizDe([outra, ...vacinas]).flatMap((grupo) => grupo.linhas);
const depois = (antes: string[], nomes: string[], marca: boolean, de = linhas) => [
  ...marcadas(de, new Set(antes), new Set(nomes), marca),
];

it('a resource is one row with its deeds, and what is no deed comes after the registries', () =>
  expect(linhas.map((linha) => [linha.titulo, daLinha(linha).map(({ autoridade }) => autoridade)])).toEqual([
    ['Vacinas', ['V', 'E', 'X']],
    ['Ver dados de saúde', ['O']],
  ]));

it('whoever edits also sees', () => {
  expect(depois([], ['E'], true)).toEqual(['E', 'V']);
  expect(depois([], ['X'], true)).toEqual(['X', 'V']);
});

it('whoever does not see neither edits nor removes', () => {
  expect(depois(['V', 'E', 'X', 'O'], ['V'], false)).toEqual(['O']);
  expect(depois(['V', 'E', 'X'], ['E'], false)).toEqual(['V', 'X']);
});

it('nobody marks or unmarks what they cannot grant', () => {
  const estranhas = matrizDe([uma('V', 'ver', { concedivel: false }), uma('E', 'editar')]).flatMap((grupo) => grupo.linhas);
  expect(depois([], ['V', 'E'], true, estranhas)).toEqual(['E']);
  expect(depois(['V', 'E'], ['V'], false, estranhas)).toEqual(['V', 'E']);
});

it('a change of a profile says what its people gain and lose, and nothing when nobody holds it', () => {
  const diz = (pessoas: number, antes: string[], agora: string[]) => mudancaDoPerfil(pessoas, (one) => `“${one}”`, antes, agora);
  expect(diz(12, ['A'], ['A', 'B'])).toBe('12 pessoas passam a poder: “B”.');
  expect(diz(1, ['A', 'C'], ['B'])).toBe('1 pessoa passa a poder: “B”; e deixa de poder: “A”; “C”.');
  expect(diz(0, ['A'], ['B'])).toBeUndefined();
  expect(diz(3, ['A', 'B'], ['B', 'A'])).toBeUndefined();
  expect(diz(2, [], ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])).toContain('“f” e mais 2.');
});

it('a mark without the one that opens what it changes has no effect, and one click completes it', () => {
  const edita = uma('E', 'editar', { valeCom: ['V'] });
  const exclui = uma('X', 'excluir', { valeCom: ['V'] });
  const como = uma('C', null, { valeCom: ['U', 'P'] });
  const all = [uma('V', 'ver'), edita, exclui, como, uma('U', 'ver', { concedivel: false }), uma('P', 'ver')];
  const sem = (...marcadas: string[]) => semEfeito(all, new Set(marcadas));
  expect(
    sem('E', 'X', 'C').map(({ marcadas: de, faltam }) => [de, faltam].map((them) => them.map((one) => one.autoridade))),
  ).toEqual([
    [['E', 'X'], ['V']],
    [['C'], ['U', 'P']],
  ]);
  expect(sem('E', 'V', 'C', 'U', 'de outra versão')).toEqual([]);
  expect([...completadas(sem('E', 'C'), new Set(['E', 'C']))]).toEqual(['E', 'C', 'V', 'P']);
});
