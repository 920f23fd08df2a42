import { describe, expect, it } from 'vitest';
import { fc } from '#kit/testing/fast-check.server.ts';
import type { Definicao, Pergunta, Resposta, Teste } from './definition.ts';
import { DEFINICAO_VAZIA } from './definition.ts';
import { newQuestion } from './edits.ts';
import { evaluate, fromSlots, orderFor, toDraft, toSlots } from './evaluate.ts';
import { faultsOfDefinition } from './faults.ts';

const pergunta = (id: number, tipo: Pergunta['tipo'], mais: Partial<Pergunta> = {}): Pergunta => ({
  ...newQuestion(id, tipo),
  texto: `Pergunta ${id}`,
  ...(tipo === '1' || tipo === '5'
    ? { respostas: [1, 2, 3].map((n) => ({ id: id * 100 + n, texto: `Opção ${n}`, peso: n })) }
    : {}),
  ...mais,
});
const definicao = (perguntas: readonly Pergunta[], mais: Partial<Definicao> = {}): Definicao => ({
  ...DEFINICAO_VAZIA,
  perguntas,
  proximoId: 9_999,
  ...mais,
});
const se = (...testes: Teste[]): Pergunta['se'] => ({ juntas: 'todas', testes });

/** Valid definitions: conditions look at earlier questions. */
const definicoes = fc
  .array(
    fc.record({
      tipo: fc.constantFrom('1', '3', '4', '5' as const),
      obrigatoria: fc.boolean(),
      exigirComentario: fc.boolean(),
      alguma: fc.boolean(),
      testes: fc.array(
        fc.record({
          de: fc.nat(20),
          eh: fc.constantFrom('respondida', 'tem', 'nao-tem', 'minimo', 'maximo' as const),
          n: fc.integer({ min: 0, max: 10 }),
        }),
        { maxLength: 2 },
      ),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((todas) =>
    definicao(
      todas.reduce<Pergunta[]>((antes, { testes, alguma, tipo, obrigatoria, exigirComentario }, lugar) => {
        const dela = testes.flatMap(({ de, eh, n }): Teste[] => {
          const outra = antes[de % Math.max(1, antes.length)];
          if (!outra) return [];
          const { id: perguntaId, respostas, tipo: dela } = outra;
          if (dela === '4' && (eh === 'minimo' || eh === 'maximo')) return [{ perguntaId, eh, valor: n }];
          if (respostas.length > 0 && (eh === 'tem' || eh === 'nao-tem'))
            return [{ perguntaId, eh, valor: respostas[n % 3]?.id ?? null }];
          return [{ perguntaId, eh: 'respondida', valor: null }];
        });
        const nova = pergunta(lugar + 1, tipo, {
          obrigatoria,
          ...(exigirComentario && tipo !== '3' ? { exigirComentario, comentario: 'Por quê?' } : {}),
          se: dela.length > 0 ? { juntas: alguma ? 'alguma' : 'todas', testes: dela } : null,
        });
        return [...antes, nova];
      }, []),
    ),
  );

/** Answers of any sort, to questions that exist and to others, valid and not. */
const respostas = fc.uniqueArray(
  fc.record(
    {
      perguntaId: fc.integer({ min: 1, max: 15 }),
      respostaId: fc.option(fc.integer({ min: 101, max: 1_303 })),
      respostasIds: fc.array(fc.integer({ min: 101, max: 1_303 }), { maxLength: 4 }),
      nota: fc.option(fc.integer({ min: -1, max: 12 })),
      comentario: fc.option(fc.string({ maxLength: 8 })),
    },
    { requiredKeys: ['perguntaId'] },
  ),
  { selector: ({ perguntaId }) => perguntaId },
);

/** Answers that fit each question of a definition. */
const respondidas = (de: Definicao) =>
  fc.tuple(
    ...de.perguntas.map(({ id, tipo, respostas: opcoes }) =>
      fc.option(
        fc.record({
          perguntaId: fc.constant(id),
          ...(tipo === '1' ? { respostaId: fc.constantFrom(...opcoes.map((uma) => uma.id)) } : {}),
          ...(tipo === '5'
            ? {
                respostasIds: fc.subarray(
                  opcoes.map((uma) => uma.id),
                  { minLength: 1 },
                ),
              }
            : {}),
          ...(tipo === '4' ? { nota: fc.integer({ min: 0, max: 10 }) } : {}),
          comentario: fc.constantFrom('Sim', 'Não sei'),
        }),
      ),
    ),
  );

describe('evaluate', () => {
  it('judges the same answers equally, in whatever order they came', () =>
    fc.assert(
      fc.property(definicoes, respostas, fc.infiniteStream(fc.nat()), (de, dadas, chance) => {
        const outra = dadas.toSorted(() => (Number(chance.next().value) % 2 ? 1 : -1));
        expect(evaluate(de, outra)).toEqual(evaluate(de, dadas));
        expect(toSlots(de, outra)).toEqual(toSlots(de, dadas));
      }),
    ));

  it('keeps nothing of questions that are not shown or do not exist, and judges what was kept as before', () =>
    fc.assert(
      fc.property(
        definicoes.chain((de) => fc.tuple(fc.constant(de), fc.oneof(respostas, respondidas(de)))),
        ([de, todas]) => {
          const dadas = (todas as (Resposta | null)[]).filter((uma) => uma !== null);
          const antes = evaluate(de, dadas);
          const slots = toSlots(de, dadas);
          const guardadas = fromSlots(de, slots);
          for (const { perguntaId } of guardadas) expect(antes.visiveis).toContain(perguntaId);
          for (const { perguntaId } of slots.textos) expect(antes.visiveis).toContain(perguntaId);
          const depois = evaluate(de, guardadas);
          expect(depois.visiveis).toEqual(antes.visiveis);
          expect(depois.respondidas).toBe(antes.respondidas);
          // What could not be read is missing afterwards; nothing else changes.
          expect(toSlots(de, guardadas)).toEqual(slots);
        },
      ),
    ));

  it('a comment that nobody asks for is not kept', () => {
    const de = definicao([pergunta(1, '4')]);
    expect(toSlots(de, [{ perguntaId: 1, nota: 7, comentario: 'x' }])).toEqual({ notas: [7], textos: [] });
  });

  it('an answer that became hidden reads as absent, also to what depends on it in turn', () => {
    const de = definicao([
      pergunta(1, '1'),
      pergunta(2, '4', { se: se({ perguntaId: 1, eh: 'tem', valor: 101 }) }),
      pergunta(3, '3', { se: se({ perguntaId: 2, eh: 'minimo', valor: 5 }) }),
    ]);
    const dadas = [
      { perguntaId: 2, nota: 9 },
      { perguntaId: 3, comentario: 'Porque sim' },
    ];
    const com = (respostaId: number) => evaluate(de, [...dadas, { perguntaId: 1, respostaId }]);
    expect([...com(101).visiveis]).toEqual([1, 2, 3]);
    expect([...com(102).visiveis]).toEqual([1]);
    expect(toSlots(de, [...dadas, { perguntaId: 1, respostaId: 102 }])).toEqual({ notas: [102, null, null], textos: [] });
  });

  it('an absent answer is neither zero nor another option', () => {
    const de = definicao([
      pergunta(1, '4', { obrigatoria: false }),
      pergunta(2, '1', { obrigatoria: false }),
      pergunta(3, '3', { se: se({ perguntaId: 1, eh: 'maximo', valor: 5 }) }),
      pergunta(4, '3', { se: se({ perguntaId: 2, eh: 'nao-tem', valor: 201 }) }),
    ]);
    expect([...evaluate(de, []).visiveis]).toEqual([1, 2]);
    expect([...evaluate(de, [{ perguntaId: 1, nota: 0 }]).visiveis]).toEqual([1, 2, 3]);
  });

  it('a section is shown by its own condition', () => {
    const secao = { id: 7, titulo: 'Liderança', texto: null, se: se({ perguntaId: 1, eh: 'tem', valor: 101 }) };
    const de = definicao([pergunta(1, '1'), pergunta(2, '3', { secaoId: 7 })], { secoes: [secao] });
    expect([...evaluate(de, [{ perguntaId: 1, respostaId: 102 }]).visiveis]).toEqual([1]);
    expect([...evaluate(de, [{ perguntaId: 1, respostaId: 101 }]).visiveis]).toEqual([1, 2]);
  });

  it('RUL-303, RUL-304: what is missing is said by type: Resposta, Nota, Comentário', () => {
    const comenta = { exigirComentario: true, comentario: 'Por quê?' };
    const de = definicao([pergunta(1, '1'), pergunta(2, '4'), pergunta(3, '5'), pergunta(4, '3'), pergunta(5, '4', comenta)]);
    expect(
      evaluate(de, [
        { perguntaId: 3, respostasIds: [] },
        { perguntaId: 5, nota: 3 },
      ]),
    ).toMatchObject({
      faltas: [
        { perguntaId: 1, message: 'Resposta é obrigatória' },
        { perguntaId: 2, message: 'Nota é obrigatória' },
        { perguntaId: 3, message: 'Resposta é obrigatória' },
        { perguntaId: 4, message: 'Resposta é obrigatória' },
        { perguntaId: 5, message: 'Comentário é obrigatório' },
      ],
      respondidas: 1,
      total: 5,
    });
  });

  it.each([
    ['an option of another question', '1', { respostaId: 99 }, 'Resposta inválida'],
    ['one option that exists and one that does not', '5', { respostasIds: [101, 99] }, 'Resposta inválida'],
    ['a note outside of the scale', '4', { nota: 11 }, 'Nota deve ser um número inteiro de 0 a 10'],
    ['half a note', '4', { nota: 7.5 }, 'Nota deve ser um número inteiro de 0 a 10'],
    ['no number at all', '4', { nota: Number.NaN }, 'Nota deve ser um número inteiro de 0 a 10'],
    ['a text that the database cannot hold', '3', { comentario: 'a\0b' }, 'Resposta contém caracteres inválidos'],
    ['a book', '3', { comentario: 'x'.repeat(4_001) }, 'Resposta deve ter no máximo 4.000 caracteres'],
  ] as const)('does not take %s', (_, tipo, resposta, message) => {
    const de = definicao([pergunta(1, tipo)]);
    expect(evaluate(de, [{ perguntaId: 1, ...resposta }]).faltas).toEqual([{ perguntaId: 1, message }]);
  });
});

describe('toDraft', () => {
  const de = definicao([
    pergunta(1, '1', { comentario: 'Por quê?' }),
    pergunta(2, '3', { se: se({ perguntaId: 1, eh: 'tem', valor: 102 }) }),
    pergunta(3, '4'),
    pergunta(4, '5'),
  ]);

  it('keeps what was given, also unfinished and hidden, and of one question the last', () => {
    const dadas: Resposta[] = [
      { perguntaId: 1, respostaId: 101, comentario: 'porque sim ' },
      { perguntaId: 2, comentario: 'escondida' },
      { perguntaId: 3, nota: 77 },
      { perguntaId: 4, respostasIds: [401, 403] },
    ];
    expect(toDraft(de, dadas)).toEqual(dadas);
    expect(toDraft(de, [{ perguntaId: 3, nota: 1 }, ...dadas])).toEqual(dadas);
    expect(toDraft(de, [{ perguntaId: 1, respostaId: null }])).toEqual([]);
  });

  it('drops questions, options, notes and texts that are not asked', () => {
    const lixo = 'x'.repeat(4_000);
    expect(
      toDraft(de, [
        ...Array.from({ length: 190 }, (_, n) => ({ perguntaId: n + 10, comentario: lixo })),
        { perguntaId: 1, respostaId: 201, respostasIds: [101], nota: 3 },
        { perguntaId: 2, respostaId: 101 },
        { perguntaId: 3, comentario: lixo },
        { perguntaId: 4, respostasIds: [401, 401, 101, 499], comentario: lixo },
      ]),
    ).toEqual([{ perguntaId: 4, respostasIds: [401] }]);
  });
});

describe('orderFor', () => {
  it('gives each person their own order, always the same one, without losing a question', () => {
    const de = definicao(Array.from({ length: 12 }, (_, n) => pergunta(n + 1, '4')));
    const ordem = (semente: string) => orderFor(de, semente).map(({ id }) => id);
    expect(ordem('ana')).toEqual(ordem('ana'));
    expect(ordem('ana')).not.toEqual(ordem('bia'));
    expect(ordem('ana').toSorted((a, b) => a - b)).toEqual(de.perguntas.map(({ id }) => id));
  });

  it('never asks before what its condition needs, and keeps sections together', () =>
    fc.assert(
      fc.property(definicoes, fc.string(), fc.nat(4), (de, semente, corte) => {
        const comSecoes = { perguntas: de.perguntas.map((uma, lugar) => ({ ...uma, secaoId: lugar < corte ? 1 : null })) };
        const ordem = orderFor(comSecoes, semente);
        expect(ordem.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(de.perguntas.map(({ id }) => id));
        expect(ordem.findIndex(({ secaoId }) => secaoId === null)).toBe(corte >= de.perguntas.length ? -1 : corte);
        for (const [lugar, { se: condicao }] of ordem.entries())
          for (const { perguntaId } of condicao?.testes ?? [])
            expect(ordem.slice(0, lugar).map(({ id }) => id)).toContain(perguntaId);
      }),
    ));
});

it('every definition that these tests make up is a valid one', () =>
  fc.assert(
    fc.property(definicoes, (de) => {
      expect(faultsOfDefinition(de).filter(({ message }) => !message.startsWith('Esta pergunta nunca aparece'))).toEqual([]);
    }),
  ));
