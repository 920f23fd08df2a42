import { describe, expect, it } from 'vitest';
import { program } from '#kit/acting/world.ts';
import { check } from '#kit/form/check.ts';
import { avaliacoesExperiencia } from './avaliacoes-experiencia.registry.ts';
import { avisoDaProrrogacao, faltaDoModelo, faltasDaData, resultadoDe } from './experiencia.rules.ts';

describe('evaluation of a trial', () => {
  const avaliacao = { colaborador: 1, periodo: 2, data: '2026-11-20', avaliador: 'Ana Lima', parecer: 'EFETIVAR' };
  const faltas = (mais: object) => {
    const checked = check(avaliacoesExperiencia, { ...avaliacao, ...mais }, { today: '2026-11-20', settings: {}, can: program });
    return checked.ok ? [] : checked.issues;
  };
  it.each([
    ['takes one of today without a model', {}, []],
    ['takes none of tomorrow', { data: '2026-11-21' }, [{ field: 'data', message: 'A data da avaliação não pode ser futura.' }]],
    [
      'asks the percentage that a model measures',
      { modelo: 3 },
      [{ field: 'percentual', message: 'Percentual obtido é obrigatório' }],
    ],
    ['takes 0 % as a percentage', { modelo: 3, percentual: 0 }, []],
    ['knows no other decision', { parecer: 'PROMOVER' }, [{ field: 'parecer', message: 'Valor inválido' }]],
  ])('%s', (_sentence, mais, esperadas) => expect(faltas(mais)).toEqual(esperadas));
});

it.each([
  [70, 70, 'A'],
  [69.99, 70, 'R'],
  [0, 0, 'A'],
  [null, 70, null],
  [70, null, null],
])('%d %% of at least %d %% is %s', (percentual, minimo, esperado) => expect(resultadoDe(percentual, minimo)).toBe(esperado));

it('stands between admission and dismissal, both included', () => {
  const talento = { dataAdmissao: '2026-10-01', dataDesligamento: '2026-11-01' };
  const campos = (data: string) => [...faltasDaData(data, talento)].map(({ message }) => message);
  expect(campos('2026-09-30')).toEqual(['Data da avaliação inferior à data de admissão do talento.']);
  expect(campos('2026-10-01')).toEqual([]);
  expect(campos('2026-11-01')).toEqual([]);
  expect(campos('2026-11-02')).toEqual(['Data da avaliação posterior à data de desligamento do talento.']);
  expect([...faltasDaData('2026-11-02', { ...talento, dataDesligamento: null })]).toEqual([]);
});

it.each([
  [{ isExperiencia: true, ativo: true, periodo: 2 }, undefined],
  [{ isExperiencia: false, ativo: true, periodo: null }, 'Escolha um modelo de acompanhamento do período de experiência.'],
  [{ isExperiencia: true, ativo: true, periodo: 9 }, 'Este modelo de avaliação é de outro período de experiência.'],
  [{ isExperiencia: true, ativo: false, periodo: 2 }, 'Este modelo de avaliação está inativo.'],
])('a model is of trials, of the period and active: %j', (modelo, esperada) =>
  expect(faltaDoModelo(modelo, 2)?.message).toBe(esperada),
);

describe('what the law says to a prolongation (CLT, arts. 445 and 451)', () => {
  const linhas = [
    { periodo: 1, dataAdmissao: '2026-11-01', dias: 45, parecer: null },
    { periodo: 2, dataAdmissao: '2026-11-01', dias: 90, parecer: null },
  ];
  it.each([
    ['the last day of 90, that of admission included', 1, linhas, /: a deste talento pode ir até 29\/01\/2027\.$/],
    ['that a period of 90 days is the end', 2, linhas, /\. Este período já vai até o limite\.$/],
    [
      'that a second one is none',
      2,
      [{ ...linhas[0], parecer: 'PRORROGAR' }, linhas[1]] as typeof linhas,
      /\. Outra avaliação deste talento já pediu a prorrogação\.$/,
    ],
    ['the law alone of a talent that is not known', null, [], /90 dias no total \(CLT, arts\. 445 e 451\)\.$/],
  ])('tells %s', (_what, periodo, quais, esperado) => expect(avisoDaProrrogacao(periodo, quais)).toMatch(esperado));
});
