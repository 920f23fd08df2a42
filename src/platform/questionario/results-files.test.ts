import { expect, test } from 'vitest';
import { formatCell } from '#kit/sheet/format.ts';
import type { Resultado } from './result.ts';
import { ARREDONDADOS, type Resultados, type ResultadosPorPergunta } from './results.ts';
import { documentOf, tableOfResults } from './results-files.ts';

const asked = { id: 1, texto: 'Que nota você dá?', aspectoId: null };
const told = {
  id: 1,
  pessoas: 4,
  fatias: [],
  favoravel: { valor: 75 },
  resultado: { valor: 80 },
  media: { valor: 8 },
  nps: null,
};
const total = { pessoas: 4, geral: { favoravel: 75, resultado: 80 }, aspectos: [], perguntas: [told] } as unknown as Resultado;
const found = {
  rodada: { titulo: 'Clima', modo: 'I', versao: 3 },
  perguntas: [asked],
  aspectos: [],
  dimensoes: [],
  grupos: [],
  por: null,
  convidados: 4,
  total,
} as unknown as Resultados & ResultadosPorPergunta;

test('a mean has one decimal on paper and in the sheet, whole ones too, and paper says which version was answered', async () => {
  const { data, filters } = documentOf(found, {}, []);
  expect(data.perguntas[0]?.linha).toContain('média 8,0');
  expect(filters).toEqual([['Perguntas', 'versão 3']]);
  const { columns, rows } = tableOfResults(found);
  const line = (await Array.fromAsync(rows)).flat().at(-1);
  const said = (key: string) => {
    const column = columns.find((one) => one.key === key);
    return column && formatCell(column.type, line?.[key], column.decimals);
  };
  expect([said('media'), said('resultado'), said('favoravel')]).toEqual(['8,0', '80,0', '75']);
});

test('ADR 58: every line of the sheet whose numbers go in steps says so, those of groups and of answers too', async () => {
  const fatias = [{ valor: 8, rotulo: '8', parte: { valor: 20, limite: 'max' }, tom: null }];
  const rounded = { ...told, fatias, deCincoEmCinco: true };
  const { fatias: _, pessoas: __, ...ofGroup } = rounded;
  const { rows } = tableOfResults({
    ...found,
    rodada: { ...found.rodada, modo: 'A' },
    total: { ...total, perguntas: [rounded] },
    grupos: [{ id: 1, nome: 'Loja', nivel: 0, resultado: { ...total, perguntas: [ofGroup] } }],
  } as unknown as ResultadosPorPergunta);
  const limits = (await Array.fromAsync(rows)).flat().map(({ grupo, limite }) => [grupo, limite]);
  expect(limits.filter(([, limite]) => limite !== undefined)).toEqual([
    ['Todos', ARREDONDADOS],
    ['Todos', `Parte: no máximo; ${ARREDONDADOS}`],
    ['Loja', ARREDONDADOS],
  ]);
});
