import { describe, expect, it } from 'vitest';
import { fc } from '#kit/testing/fast-check.server.ts';
import { DEFINICAO_VAZIA, type Definicao, type Pergunta, type Teste } from './definition.ts';
import { difference } from './difference.ts';
import { adopted, duplicated, moved, newQuestion, pastedLines, shuffled, tidy, withoutQuestion, withQuestions } from './edits.ts';
import { faultsOfDefinition, faultsToAsk } from './faults.ts';
import { neverShown } from './reach.ts';
import { score } from './score.ts';

const opcoes = (...pesos: (number | null)[]) => pesos.map((peso, n) => ({ id: 100 + n, texto: `Opção ${n}`, peso }));
const pergunta = (id: number, mais: Partial<Pergunta> = {}): Pergunta => ({
  ...newQuestion(id, mais.tipo ?? '4'),
  texto: `Pergunta ${id}`,
  ...mais,
});
const de = (perguntas: readonly Pergunta[], mais: Partial<Definicao> = {}): Definicao => ({
  ...DEFINICAO_VAZIA,
  perguntas,
  proximoId: 1_000,
  ...mais,
});
const faltas = (definicao: Definicao) => faultsOfDefinition(definicao).map(({ field, message }) => `${field}: ${message}`);
const se = (juntas: 'todas' | 'alguma', ...testes: Teste[]) => ({ juntas, testes });
const teste = (perguntaId: number, eh: Teste['eh'], valor: number | null = null): Teste => ({ perguntaId, eh, valor });
const ids = ({ perguntas }: Definicao) => perguntas.map(({ id }) => id);

describe('faultsOfDefinition', () => {
  it('RUL-299, RUL-300, RUL-301: a question has its text, a choice its options, an asked comment its text', () => {
    const comOpcoes = { tipo: '1', respostas: [{ id: 9, texto: ' ', peso: 1 }] } as const;
    expect(faltas(de([pergunta(1, { texto: ' ' }), pergunta(2, comOpcoes), pergunta(3, { exigirComentario: true })]))).toEqual([
      'perguntas.0.texto: Pergunta é obrigatória',
      'perguntas.1.respostas: Opção de resposta: informe ao menos duas',
      'perguntas.1.respostas.0.texto: Opção de resposta é obrigatória',
      'perguntas.2.comentario: Texto do comentário é obrigatório',
    ]);
  });

  it('CON-145: the name of an aspect has at most 100 characters and is there once', () => {
    const aspectos = ['x'.repeat(101), 'Líder', ' lider'].map((nome, n) => ({ id: n + 1, nome }));
    expect(faltas(de([], { aspectos }))).toEqual([
      'aspectos.0.nome: Aspecto deve ter no máximo 100 caracteres',
      'aspectos.2.nome: Já existe um aspecto com este nome',
    ]);
  });

  it.each([
    [{ notaMinima: 5, notaMaxima: 5 }, 'Nota máxima deve ser maior que a nota mínima'],
    [{ notaMinima: 10, notaMaxima: 0 }, 'Nota máxima deve ser maior que a nota mínima'],
    [{ notaMinima: 0, notaMaxima: 101 }, 'Nota máxima deve ser um número inteiro de 0 a 100'],
    [{ notaMinima: 0, notaMaxima: 5, escala: 'E' }, 'Estrelas: as notas vão de 1 a, no máximo, 10'],
    [{ notaMinima: 1, notaMaxima: 7, escala: 'C' }, 'Carinhas: no máximo 5 notas'],
  ] as const)('a scale goes up, as far as it can be drawn: %o', (nota, message) =>
    expect(faltas(de([pergunta(1, nota)]))).toEqual([`perguntas.0.notaMaxima: ${message}`]),
  );

  it('options are different, and weights are numbers from 0', () => {
    const respostas = [
      { id: 9, texto: 'Sim', peso: -1 },
      { id: 8, texto: 'SIM ', peso: 0.333 },
    ];
    expect(faltas(de([pergunta(1, { tipo: '5', respostas, peso: Number.NaN })]))).toEqual([
      'perguntas.0.peso: Peso deve ser de 0 a 99.999',
      'perguntas.0.respostas.0.peso: Peso deve ser de 0 a 99.999',
      'perguntas.0.respostas.1.peso: Peso deve ter no máximo 2 casas decimais',
      'perguntas.0.respostas.1.texto: Esta opção de resposta já existe na pergunta',
    ]);
  });

  it('has at most 2,000 options in all, because each is counted and compared', () => {
    const escolhas = (quantas: number) =>
      Array.from({ length: quantas }, (_, n) =>
        pergunta(n + 1, {
          tipo: '5',
          respostas: Array.from({ length: 50 }, (_opcao, k) => ({ id: 1_000 + n * 50 + k, texto: `${k}`, peso: null })),
        }),
      );
    expect(faltas(de(escolhas(40), { proximoId: 5_000 }))).toEqual([]);
    expect(faltas(de(escolhas(41), { proximoId: 5_000 }))).toEqual([
      'perguntas: No máximo 2.000 opções de resposta em todas as perguntas',
    ]);
  });

  it('a condition looks backward, at what the question can answer', () => {
    const escolha = pergunta(1, { tipo: '1', respostas: opcoes(1, 0) });
    const com = (condicao: Teste) => faltas(de([escolha, pergunta(2, { se: se('todas', condicao) }), pergunta(3)]));
    expect(com(teste(1, 'tem', 100))).toEqual([]);
    expect(com(teste(1, 'tem', 999))).toEqual([
      'perguntas.1.se.testes.0: A condição depende de uma opção de resposta que não existe mais',
    ]);
    expect(com(teste(3, 'respondida'))).toEqual([
      'perguntas.1.se.testes.0: A condição depende de uma pergunta que vem depois: mude a ordem ou a condição',
    ]);
    expect(com(teste(2, 'respondida'))).toHaveLength(1);
    expect(com(teste(77, 'respondida'))).toEqual([
      'perguntas.1.se.testes.0: A condição depende de uma pergunta que não existe mais',
    ]);
    expect(com(teste(1, 'minimo', 3))).toEqual([
      'perguntas.1.se.testes.0: A condição compara uma nota com uma pergunta que não tem nota',
    ]);
  });

  it('a section depends on what stands before it, and its questions stand together', () => {
    const secoes = [{ id: 50, titulo: 'Um', texto: null, se: se('todas', teste(2, 'respondida')) }];
    const [um, dois, tres] = [pergunta(1), pergunta(2, { secaoId: 50 }), pergunta(3, { secaoId: 50 })];
    expect(faltas(de([um, dois, tres], { secoes }))).toEqual([
      'secoes.0.se.testes.0: A condição depende de uma pergunta que vem depois: mude a ordem ou a condição',
    ]);
    const livres = secoes.map((secao) => ({ ...secao, se: null }));
    expect(faltas(de([dois, um, tres], { secoes: livres }))).toEqual([
      'perguntas.2.secaoId: As perguntas de uma seção ficam juntas',
    ]);
    expect(faltas(de([dois], {}))).toEqual(['perguntas.0.secaoId: Esta seção não existe mais']);
  });

  it('conditions that many questions have are judged once', () => {
    let judged = 0;
    const escolha = {
      ...pergunta(1, { respostas: opcoes(...Array.from({ length: 20 }, () => 0)) }),
      get tipo() {
        judged += 1;
        return '1' as const;
      },
    };
    const umaDe = (from: number, to: number) =>
      se('alguma', ...escolha.respostas.slice(from, to).map(({ id }) => teste(1, 'tem', id)));
    const secoes = [{ id: 900, titulo: 'Uma', texto: null, se: umaDe(0, 10) }];
    // Only the last way of the first ones is one of the section, and none of the last question.
    const muitas = Array.from({ length: 150 }, (_, n) =>
      pergunta(n + 2, { secaoId: 900, se: se('alguma', ...umaDe(9, 20).testes.toReversed()) }),
    );
    const nunca = pergunta(200, { secaoId: 900, se: umaDe(10, 20) });
    expect(neverShown(de([escolha, ...muitas, nunca], { secoes }))).toEqual([151]);
    expect(judged).toBeLessThan(500);
  });

  it.each([
    ['two answers to one choice', se('todas', teste(1, 'tem', 100), teste(1, 'tem', 101))],
    ['an answer and its opposite', se('todas', teste(1, 'tem', 100), teste(1, 'nao-tem', 100))],
    ['none of all options', se('todas', teste(1, 'nao-tem', 100), teste(1, 'nao-tem', 101))],
    ['a note above the scale', se('alguma', teste(2, 'minimo', 11))],
    ['a note below and above', se('todas', teste(2, 'maximo', 3), teste(2, 'minimo', 4))],
  ])('a question that can never be shown is a fault: %s', (_, condicao) => {
    const escolha = pergunta(1, { tipo: '1', respostas: opcoes(1, 0) });
    expect(faltas(de([escolha, pergunta(2), pergunta(3, { se: condicao })]))).toEqual([
      'perguntas.2.se: Esta pergunta nunca aparece: a condição não pode ser verdadeira',
    ]);
  });

  it('what depends on a question that is never shown is never shown', () => {
    const nunca = pergunta(2, { se: se('todas', teste(1, 'minimo', 11)) });
    expect(faltas(de([pergunta(1), nunca, pergunta(3, { se: se('alguma', teste(2, 'respondida')) })]))).toHaveLength(2);
  });

  it('ids are one of a kind, and a definition without questions cannot be asked', () => {
    expect(faltas(de([pergunta(1), pergunta(1)]))).toEqual(['proximoId: Há identificadores inválidos ou repetidos']);
    expect(faltas(de([pergunta(1)], { proximoId: 1 }))).toHaveLength(1);
    expect(faltas(DEFINICAO_VAZIA)).toEqual([]);
    expect(faultsToAsk(DEFINICAO_VAZIA)).toEqual([{ field: 'perguntas', message: 'Inclua ao menos uma pergunta' }]);
  });
});

describe('score', () => {
  const aspectos = [
    { id: 1, nome: 'Técnica' },
    { id: 2, nome: 'Convívio' },
  ];
  const empresa = de(
    [
      pergunta(11, { notaMinima: 1, notaMaxima: 5, aspectoId: 1, peso: 2 }),
      pergunta(12, { tipo: '1', respostas: opcoes(0, 1, 2, null), aspectoId: 1 }),
      pergunta(13, { tipo: '5', respostas: opcoes(3, 1, 0).map((uma) => ({ ...uma, id: uma.id + 100 })), aspectoId: 2 }),
      pergunta(14, { tipo: '3' }),
      pergunta(15, { peso: 0 }),
    ],
    { aspectos },
  );
  const dadas = [
    { perguntaId: 11, nota: 4 },
    { perguntaId: 12, respostaId: 101 },
    { perguntaId: 13, respostasIds: [200, 202] },
    { perguntaId: 14, comentario: 'Nada' },
    { perguntaId: 15, nota: 10 },
  ];

  it('is what paper says: notes between their bounds, points of the most, weights of questions', () => {
    // 4 of 1 to 5 is 75%, with weight 2; 1 of 2 points is 50%; 3 of 4 points is 75%.
    const { total, perguntas, aspectos: por } = score(empresa, dadas);
    expect(Object.fromEntries(perguntas)).toEqual({ 11: 75, 12: 50, 13: 75 });
    expect(por.get(1)).toBeCloseTo((2 * 75 + 50) / 3, 10);
    expect(por.get(2)).toBe(75);
    expect(total).toBeCloseTo((2 * 75 + 50 + 75) / 4, 10);
  });

  it('what is absent, or chosen without a weight, is no zero', () => {
    expect(score(empresa, [])).toEqual({ total: null, perguntas: new Map(), aspectos: new Map() });
    expect(score(empresa, [{ perguntaId: 12, respostaId: 103 }]).total).toBeNull();
    expect(score(empresa, [{ perguntaId: 11, nota: 1 }]).total).toBe(0);
  });

  it('stays between 0 and 100', () =>
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.subarray([200, 201, 202]), fc.nat(3), (nota, respostasIds, n) => {
        const { total } = score(empresa, [
          { perguntaId: 11, nota },
          { perguntaId: 12, respostaId: 100 + n },
          { perguntaId: 13, respostasIds },
        ]);
        expect(total).toBeGreaterThanOrEqual(0);
        expect(total).toBeLessThanOrEqual(100);
      }),
    ));
});

describe('changes', () => {
  const tres = de([pergunta(1), pergunta(2, { secaoId: 50 }), pergunta(3, { secaoId: 50 })], {
    secoes: [{ id: 50, titulo: 'Um', texto: null, se: null }],
  });

  it('a question that is moved joins the section that it comes into', () => {
    const secoes = (d: Definicao) => d.perguntas.map(({ id, secaoId }) => `${id}${secaoId === null ? '' : '*'}`);
    expect(secoes(moved(1, 1)(tres))).toEqual(['2*', '1*', '3*']);
    expect(secoes(moved(3, 0)(tres))).toEqual(['3', '1', '2*']);
    expect(secoes(moved(2, 99)(tres))).toEqual(['1', '3*', '2*']);
    expect(secoes(moved(77, 0)(tres))).toEqual(secoes(tres));
  });

  it('however questions are moved, none is lost and sections stay together', () =>
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat(3)), { maxLength: 10 }), (moves) => {
        const depois = moves.reduce((agora, [id, lugar]) => moved(id, lugar)(agora), tres);
        expect(ids(depois).toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
        expect(faltas(depois)).toEqual([]);
      }),
    ));

  it('new and duplicated questions get ids that were never there', () => {
    const escolha = de([pergunta(1, { tipo: '1', respostas: opcoes(1, 0) })], { proximoId: 200 });
    const depois = duplicated(1)(withQuestions([pergunta(0)])(escolha));
    expect(ids(depois)).toEqual([1, 201, 200]);
    expect(depois.perguntas[1]?.respostas.map(({ id }) => id)).toEqual([202, 203]);
    expect(depois.proximoId).toBe(204);
  });

  it('reads one question a line, without numbers and bullets', () =>
    expect(pastedLines('1. Como foi?\n\n  2) E agora?\n- Por quê?\n• Sim?\n10 anos bastam?')).toEqual([
      'Como foi?',
      'E agora?',
      'Por quê?',
      'Sim?',
      '10 anos bastam?',
    ]));

  it('RUL-302: options are kept for choices alone, notes for notes alone', () => {
    const tudo = { respostas: opcoes(1, 2), notaMinima: 0, notaMaxima: 10, exigirComentario: true, comentario: ' Por quê? ' };
    expect(tidy(pergunta(1, { ...tudo, tipo: '3' }))).toMatchObject({
      respostas: [],
      notaMinima: null,
      notaMaxima: null,
      exigirComentario: false,
      comentario: null,
    });
    expect(tidy(pergunta(1, { ...tudo, tipo: '1' }))).toMatchObject({ notaMinima: null, comentario: 'Por quê?' });
    expect(tidy(pergunta(1, { ...tudo, tipo: '4' }))).toMatchObject({ respostas: [], notaMaxima: 10 });
  });

  it('an id that the saved definition does not have gets a new one, everywhere; the others stay', () => {
    const salva = de([pergunta(1, { tipo: '1', respostas: opcoes(1, 0) })], { proximoId: 300 });
    const [um] = salva.perguntas as [Pergunta];
    const minha = de([
      { ...um, respostas: [...um.respostas, { id: 500, texto: 'Talvez', peso: null }] },
      pergunta(7, { se: se('todas', teste(1, 'tem', 500)), aspectoId: 8 }),
    ]);
    const feita = adopted({ ...minha, aspectos: [{ id: 8, nome: 'A' }] }, salva, true);
    expect(feita.aspectos).toEqual([{ id: 300, nome: 'A' }]);
    expect(feita.perguntas[0]?.respostas.map(({ id }) => id)).toEqual([100, 101, 301]);
    expect(feita.perguntas[1]).toMatchObject({ id: 302, aspectoId: 300, se: { testes: [{ perguntaId: 1, valor: 301 }] } });
    expect(feita.proximoId).toBe(303);
    expect(adopted(feita, feita, true)).toEqual(feita);
  });

  it('a copy begins with the least ids, whatever was taken away before', () => {
    const usada = de(
      [pergunta(9_001, { tipo: '1', respostas: opcoes(1, 0) }), pergunta(9_990, { se: se('todas', teste(9_001, 'tem', 101)) })],
      { proximoId: 10_000 },
    );
    expect(faltas(withQuestions([pergunta(0)])(usada))).toEqual([expect.stringContaining('já mudou muitas vezes')]);
    const copia = adopted(usada, DEFINICAO_VAZIA, false);
    expect(copia).toMatchObject({
      proximoId: 5,
      perguntas: [{ id: 1 }, { id: 4, se: { testes: [{ perguntaId: 1, valor: 3 }] } }],
    });
    expect(faltas(withQuestions([pergunta(0)])(copia))).toEqual([]);
  });

  it('after somebody was asked, a question of another type is another question', () => {
    const salva = de([pergunta(1)], { proximoId: 300 });
    const outra = { ...salva, perguntas: [pergunta(1, { tipo: '3' })] };
    expect(ids(adopted(outra, salva, false))).toEqual([1]);
    expect(ids(adopted(outra, salva, true))).toEqual([300]);
  });

  it('a saved definition stays valid and keeps its questions when they are mixed', () =>
    fc.assert(
      fc.property(fc.string(), (semente) => {
        const depois = shuffled(semente)(tres);
        expect(ids(depois).toSorted((a, b) => a - b)).toEqual([1, 2, 3]);
        expect(faltas(depois)).toEqual([]);
      }),
    ));

  it('the trail tells what changed, question by question', () => {
    const depois = moved(
      3,
      0,
    )(withoutQuestion(1)(withQuestions([pergunta(0, { texto: 'E o café?', obrigatoria: false })])(tres)));
    expect(difference(tres, { ...depois, introducao: 'Olá' })).toMatchObject({
      'pergunta 1 (removida)': ['Pergunta 1 · Nota de 0 a 10', null],
      'pergunta 3 (nova)': [null, 'E o café? · Nota de 0 a 10 · facultativa'],
      introdução: [null, 'Olá'],
      'ordem das perguntas': ['2, 3', '3, 2'],
    });
    expect(difference(tres, tres)).toEqual({});
  });
});
