import { describe, expect, it } from 'vitest';
import { program } from '#kit/acting/world.ts';
import { deedsOf } from '#kit/registry/lifecycle.ts';
import { desligamentos } from './desligamentos.registry.ts';
import { avisoDaEstabilidade, type DatasDoDesligamento, faltasDoDesligamento, impedimentos } from './desligamentos.rules.ts';
import { faltasDasPerguntas, opcoesDe, type Pergunta } from './perguntas.rules.ts';

describe('estados do desligamento', () => {
  it.each([
    ['U', ['editar', 'excluir', 'confirmar', 'cancelar']],
    ['D', ['cancelar']],
    ['C', ['excluir']],
  ])('STA-024: %s allows %j', (status, esperadas) => {
    expect(deedsOf(desligamentos, { status }, { today: '2026-11-20', settings: {}, can: program })).toEqual(esperadas);
  });
});

describe('datas do desligamento', () => {
  const datas: DatasDoDesligamento = { data: '2026-06-30', dataAviso: null, avisoPrevio: 'NAO_SE_APLICA' };
  const campos = (mais: Partial<DatasDoDesligamento>) =>
    [...faltasDoDesligamento({ ...datas, ...mais })].map(({ field }) => field);
  it.each([
    ['takes a dismissal without notice', {}, []],
    ['wants the notice before the end', { dataAviso: '2026-07-01' }, ['dataAviso']],
    ['takes a notice given on the last day', { dataAviso: '2026-06-30' }, []],
    ['asks the day of a worked notice', { avisoPrevio: 'TRABALHADO' }, ['dataAviso']],
  ] as const)('%s', (_sentence, mais, esperado) => {
    expect(campos(mais)).toEqual(esperado);
  });

  it('keeps the last day between admission and history', () => {
    const talento = { dataAdmissao: '2026-01-05', ultimoHistorico: '2026-05-01' };
    expect([...impedimentos('2026-01-04', talento)].map(({ message }) => message)).toEqual([
      'Data de desligamento inferior à data de admissão.',
      'Existe histórico de cargos e salários posterior à data de desligamento.',
    ]);
    expect([...impedimentos('2026-05-01', talento)]).toEqual([]);
    expect([...impedimentos('2026-01-05', { ...talento, ultimoHistorico: null })]).toEqual([]);
  });
});

describe('perguntas da entrevista', () => {
  const pergunta: Pergunta = {
    texto: 'Por que saiu?',
    tipo: '3',
    opcoes: null,
    notaMinima: 0,
    notaMaxima: 10,
    exigirComentario: false,
    comentario: null,
  };
  const campos = (mais: Partial<Pergunta>) => [...faltasDasPerguntas([{ ...pergunta, ...mais }])].map(({ field }) => field);
  it.each([
    ['takes an open question', {}, []],
    ['asks options of a single choice', { tipo: '1', opcoes: 'Só uma' }, ['perguntas.0.opcoes']],
    ['asks options of a multiple choice', { tipo: '5' }, ['perguntas.0.opcoes']],
    ['refuses the same option twice', { tipo: '1', opcoes: 'Sim\nSim\nNão' }, ['perguntas.0.opcoes']],
    ['takes two options', { tipo: '1', opcoes: 'Sim\nNão' }, []],
    [
      'asks the scale of a note',
      { tipo: '4', notaMinima: null, notaMaxima: null },
      ['perguntas.0.notaMinima', 'perguntas.0.notaMaxima'],
    ],
    ['wants a scale that rises', { tipo: '4', notaMinima: 5, notaMaxima: 5 }, ['perguntas.0.notaMaxima']],
    ['asks the text of a comment that is demanded', { exigirComentario: true }, ['perguntas.0.comentario']],
  ] as const)('%s', (_sentence, mais, esperado) => {
    expect(campos(mais)).toEqual(esperado);
  });

  it.each([
    [
      'more options than one question has',
      { tipo: '1', opcoes: Array.from({ length: 51 }, (_, n) => n).join('\n') },
      'No máximo 50 opções de resposta',
    ],
    [
      'an option that is too long',
      { tipo: '5', opcoes: `Sim\n${'x'.repeat(256)}` },
      'Opção de resposta deve ter no máximo 255 caracteres',
    ],
    ['options that read alike', { tipo: '1', opcoes: 'Sim\nsim' }, 'Esta opção de resposta já existe na pergunta'],
  ] as const)('refuses what nobody can be asked: %s', (_sentence, mais, message) => {
    expect([...faltasDasPerguntas([pergunta, { ...pergunta, ...mais }])]).toEqual([{ field: 'perguntas.1.opcoes', message }]);
  });

  it('refuses more questions, and more options in all, than the engine asks', () => {
    const muitas = (quantas: number, mais: Partial<Pergunta> = {}) => [
      ...faltasDasPerguntas(Array.from({ length: quantas }, () => ({ ...pergunta, ...mais }))),
    ];
    const opcoes = Array.from({ length: 50 }, (_, n) => n).join('\n');
    expect(muitas(200)).toEqual([]);
    expect(muitas(201)).toEqual([{ field: 'perguntas', message: 'No máximo 200 perguntas' }]);
    expect(muitas(41, { tipo: '1', opcoes })).toEqual([
      { field: 'perguntas', message: 'No máximo 2.000 opções de resposta em todas as perguntas' },
    ]);
  });

  it('reads options line by line', () => {
    expect(opcoesDe(' Sim \n\n Não')).toEqual(['Sim', 'Não']);
    expect(opcoesDe(null)).toEqual([]);
  });
});

describe('warning of a protection from dismissal', () => {
  it.each([
    [{ dataEstabilidade: null, motivo: null, indeterminada: false }, undefined],
    [
      { dataEstabilidade: '2027-12-31', motivo: 'CIPA', indeterminada: false },
      'Nesta data o talento tem estabilidade até 31/12/2027 (Membro da CIPA).',
    ],
    [
      { dataEstabilidade: null, motivo: 'GESTANTE', indeterminada: true },
      'Nesta data o talento tem estabilidade, sem término informado (Gestante).',
    ],
  ])('%j', (protecao, expected) => expect(avisoDaEstabilidade(protecao)).toBe(expected));
});
