import { describe, expect, test } from 'vitest';
import { avisoDaReadmissao, faltasDoPeriodo, valeEm } from './vinculos.rules.ts';

const periodo = (dataAdmissao: string, dataDesligamento: string | null) => ({ dataAdmissao, dataDesligamento });
const antes = { ...periodo('2015-03-01', '2018-06-30'), visivel: true };
const agora = { ...periodo('2020-01-10', null), visivel: true };

describe('employments of one person', () => {
  const campos = (este: ReturnType<typeof periodo> & { novo?: boolean }, outros: (typeof antes | typeof agora)[]) =>
    [...faltasDoPeriodo(este, outros)].map(({ field }) => field);

  test.each([
    ['after the last day', periodo('2018-07-01', null), [antes], []],
    ['on the last day, which is worked', periodo('2018-06-30', null), [antes], ['dataAdmissao']],
    ['between two', periodo('2018-07-01', '2020-01-09'), [antes, agora], []],
    ['until the day on which the next one begins', periodo('2018-07-01', '2020-01-10'), [antes, agora], ['dataDesligamento']],
    ['taken back though the next one began', periodo('2018-07-01', null), [antes, agora], ['dataDesligamento']],
    ['hired a second time', { ...periodo('2018-07-01', null), novo: true }, [antes, agora], ['cpf']],
    ['hired later than who works here', { ...periodo('2024-01-01', null), novo: true }, [antes, agora], ['cpf']],
    ['of nobody else', periodo('2000-01-01', null), [], []],
  ])('%s', (_name, este, outros, fields) => {
    expect(campos(este, outros)).toEqual(fields);
  });

  test('that are not seen are told by neither day nor name, nor as over or running', () => {
    const semVer = (este: Parameters<typeof faltasDoPeriodo>[0], outro: typeof antes | typeof agora) => [
      ...faltasDoPeriodo(este, [{ ...outro, visivel: false }]),
    ];
    for (const outro of [antes, agora])
      for (const este of [periodo('2018-06-30', null), periodo('2010-01-01', null), periodo('2021-01-01', null)])
        for (const { message } of semVer(este, outro)) expect(message).not.toMatch(/\d|trabalh|readmitida|registro/);
    expect(semVer({ ...periodo('2018-06-30', null), novo: true }, antes)).toEqual(
      semVer({ ...periodo('2021-01-01', null), novo: true }, agora),
    );
  });
});

describe('what the law says of hiring again', () => {
  test.each([
    ['SEM_JUSTA_CAUSA', '2026-05-01', true],
    ['SEM_JUSTA_CAUSA', '2026-05-02', false],
    ['TERMINO_CONTRATO', '2026-07-31', true],
    ['TERMINO_CONTRATO', '2026-08-01', false],
    ['PEDIDO', '2026-02-01', false],
    ['SEM_JUSTA_CAUSA', '2026-01-31', false],
  ])('%s, from %s: %s', (tipo, dia, avisa) => {
    const aviso = avisoDaReadmissao('2026-01-31', tipo);
    expect(aviso !== null && valeEm(aviso, dia)).toBe(avisa);
  });
});
