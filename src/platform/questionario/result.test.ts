import { describe, expect, it } from 'vitest';
import { fc } from '#kit/testing/fast-check.server.ts';
import { SAMPLE } from './asked.sample.server.ts';
import type { Pergunta } from './definition.ts';
import { celulasDe, nps, parteDe, resultadoDaPergunta, resultadoDe } from './result.ts';

const [acordo, nota] = SAMPLE.perguntas as [Pergunta, Pergunta];
const counted = (answers: readonly number[]) => {
  const por = new Map<number, number>();
  for (const answer of answers) por.set(answer, (por.get(answer) ?? 0) + 1);
  return { pessoas: answers.length, por };
};

describe('parteDe', () => {
  it('tells all and all but one alike, and none and one', () => {
    for (const people of [3, 5, 9, 20]) {
      expect(parteDe(people, people, false)).toEqual(parteDe(people - 1, people, false));
      expect(parteDe(0, people, false)).toEqual(parteDe(1, people, false));
    }
  });

  it('tells a bound below 5 % and above 95 % of many', () => {
    expect([0, 40, 400, 970, 1_000].map((people) => parteDe(people, 1_000, false))).toEqual([
      { valor: 5, limite: 'max' },
      { valor: 5, limite: 'max' },
      { valor: 40 },
      { valor: 95, limite: 'min' },
      { valor: 95, limite: 'min' },
    ]);
  });

  it('is exact where answers are identified', () => {
    expect([0, 1, 5].map((people) => parteDe(people, 5, true).valor)).toEqual([0, 20, 100]);
  });
});

describe('nps', () => {
  it('is promoters less detractors in percent of everybody', () => {
    expect(nps(counted([10, 9, 9, 8, 7, 6, 0, 0, 10, 10]))).toEqual({ valor: 20 });
  });

  it('is told as a bound of a group of one kind', () => {
    expect([nps(counted([9, 9, 9, 9, 9]), false), nps(counted([9, 10, 9, 9, 0]), false)]).toEqual([
      { valor: 60, limite: 'min' },
      { valor: 60, limite: 'min' },
    ]);
    expect(nps(counted([1, 1, 1, 1, 1]), false)).toEqual({ valor: -60, limite: 'max' });
    expect(nps(counted([8, 8, 8, 8, 10]), false)).toEqual({ valor: 0 });
  });
});

describe('a question', () => {
  it('has its favourable answers in the upper third of the scale', () => {
    const { fatias } = resultadoDaPergunta(acordo, counted([2, 3, 4, 5, 6]), true);
    expect(fatias.map(({ tom }) => tom)).toEqual(['desfavoravel', 'desfavoravel', 'neutro', 'favoravel', 'favoravel']);
    const notes = resultadoDaPergunta(nota, counted([0]), true).fatias;
    expect(notes.filter(({ tom }) => tom === 'favoravel').map(({ valor }) => valor)).toEqual([7, 8, 9, 10]);
  });

  it('leaves options without a weight out of the mean', () => {
    const withNone = { ...acordo, respostas: [...acordo.respostas, { id: 99, texto: 'Não se aplica', peso: null }] };
    expect(resultadoDaPergunta(withNone, counted([6, 6, 2, 2, 99, 99, 99]), true).resultado).toEqual({ valor: 50 });
  });

  it('has neither mean nor percentage where nothing counts', () => {
    const free = { ...acordo, respostas: acordo.respostas.map((opcao) => ({ ...opcao, peso: null })) };
    expect(resultadoDaPergunta(free, counted([2, 3]), true)).toMatchObject({
      resultado: null,
      favoravel: null,
      media: null,
      nps: null,
    });
  });

  it('of a group that agrees says nothing that the same group with one dissenter would not', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 60 }),
        fc.integer({ min: 0, max: 10 }),
        fc.integer({ min: 0, max: 10 }),
        (people, common, dissent) => {
          const all = Array.from({ length: people }, () => common);
          const others = [...all.slice(1), dissent];
          expect(resultadoDaPergunta(nota, counted(all), false)).toEqual(resultadoDaPergunta(nota, counted(others), false));
        },
      ),
    );
  });

  it('that is asked on a condition tells the same of one more who met it and agrees with the others', () => {
    const se = { juntas: 'todas', testes: [{ perguntaId: 8, eh: 'tem', valor: 9 }] } as const;
    const condicional = { ...SAMPLE, perguntas: SAMPLE.perguntas.map((one) => (one.id === 8 ? one : { ...one, se })) };
    const [opcao] = acordo.respostas.slice(-1);
    fc.assert(
      fc.property(
        fc.integer({ min: 3, max: 10 }),
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 0, max: 10 }),
        fc.integer({ min: 0, max: 10 }),
        (minimo, more, common, dissent) => {
          const of = (people: number) => {
            const notas = Array.from({ length: people }, (_, index) => (index === 0 ? dissent : common));
            const acordos = Array.from({ length: people }, () => opcao?.id ?? 0);
            return resultadoDe(
              condicional,
              minimo + more + minimo + 1,
              new Map([
                [1, counted(acordos)],
                [7, counted(notas)],
              ]),
              minimo,
            );
          };
          expect(of(minimo + more + 1)).toEqual(of(minimo + more));
        },
      ),
    );
  });

  it('that is asked on a condition is told in steps of five percent, so that no fraction says of how many', () => {
    const se = { juntas: 'todas', testes: [{ perguntaId: 8, eh: 'tem', valor: 9 }] } as const;
    const condicional = { ...SAMPLE, perguntas: SAMPLE.perguntas.map((one) => (one.id === 8 ? one : { ...one, se })) };
    const of = (definicao: typeof SAMPLE) =>
      resultadoDe(
        definicao,
        20,
        new Map([
          [1, counted([2, 2, 2, 5, 5, 6, 6])],
          [7, counted([10, 10, 9, 3, 3, 7, 8])],
        ]),
        5,
      ).perguntas;
    expect(of(SAMPLE)[0]?.fatias.map(({ parte }) => parte.valor)).toContain(43);
    const [primeira, notas] = of(condicional);
    expect(primeira).toMatchObject({ deCincoEmCinco: true });
    const numeros = [primeira, notas].flatMap((one) => [
      ...(one?.fatias.map(({ parte }) => parte.valor) ?? []),
      one?.resultado?.valor,
      one?.favoravel?.valor,
      one?.nps?.valor ?? 0,
    ]);
    expect(numeros.filter((numero) => numero === undefined || numero % 5 !== 0)).toEqual([]);
    expect(notas).toMatchObject({ media: { valor: 7 }, nps: { valor: 15 } });
  });

  it('that is asked on a condition has a mean within its own scale, wherever that begins', () => {
    const mean = (notaMinima: number, notaMaxima: number, most: number, two: number) =>
      resultadoDaPergunta(
        { ...nota, notaMinima, notaMaxima },
        counted([...Array.from({ length: 98 }, () => most), two, two]),
        false,
        { condicional: true },
      ).media?.valor;
    expect([mean(1, 10, 1, 2), mean(1, 10, 10, 9), mean(1, 4, 1, 2), mean(1, 4, 4, 3)]).toEqual([1, 10, 1, 4]);
    // So has the result of a choice, whose scale begins at its smallest weight.
    const respostas = [1, 3, 6].map((peso) => ({ id: peso, texto: String(peso), peso }));
    const result = (most: number) =>
      resultadoDaPergunta({ ...acordo, respostas }, counted([...Array.from({ length: 98 }, () => most), 3, 3]), false, {
        condicional: true,
      }).resultado?.valor;
    expect([result(1), result(6)]).toEqual([16.7, 100]);
  });

  it('tells none and one without a weight alike, also in the share of favourable answers', () => {
    const withNone = { ...acordo, respostas: [...acordo.respostas, { id: 99, texto: 'Não se aplica', peso: null }] };
    const of = (answers: readonly number[]) =>
      resultadoDe({ ...SAMPLE, perguntas: [withNone] }, answers.length, new Map([[1, counted(answers)]]), 3);
    const eleven = Array.from({ length: 11 }, () => 6);
    expect(of([...eleven, 99])).toEqual(of([...eleven, 6]));
    // Of many the bound is as narrow as ever.
    const many = Array.from({ length: 200 }, () => 6);
    expect(of([...many, 99]).perguntas[0]?.favoravel).toEqual({ valor: 95, limite: 'min' });
  });

  it('that a few left out tells the same, however many of these few they were', () => {
    const of = (people: number) => resultadoDe(SAMPLE, 12, new Map([[7, counted(Array.from({ length: people }, () => 9))]]), 5);
    expect([of(10), of(9)]).toEqual([of(11), of(11)]);
  });

  it('has as many cells as notes', () => {
    expect(celulasDe(nota).map(({ parte }) => parte)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]);
  });
});
