import { describe, expect, it } from 'vitest';
import { findHeading } from '#kit/import/heading.ts';
import { importFields } from '#kit/import/import.ts';
import { importacaoDeTalentos } from './talentos.import.ts';
import { talentos } from './talentos.registry.ts';

type Registro = Record<string, unknown>;

const row = { nome: 'Ana', dataAdmissao: '2024-02-01', areaOrganizacional: 3, faixaSalarial: 9 };
const historicos = (input: Registro, before?: Registro) =>
  importacaoDeTalentos.compose(input, before).historicos as Registro[] | undefined;
const faltas = (input: Registro, before: Registro) =>
  [...(importacaoDeTalentos.faults?.(input, before) ?? [])].map(({ campo }) => campo);

describe('a new talent', () => {
  it('begins its history on the day of admission', () => {
    expect(historicos(row)).toMatchObject([
      { data: '2024-02-01', motivo: 'C', areaOrganizacional: 3, faixaSalarial: 9, tipoSalario: '1' },
    ]);
  });

  it('takes a salary in the row as an amount of its own', () => {
    expect(historicos({ ...row, salario: 2_500.5 })).toMatchObject([{ tipoSalario: '3', salario: 2_500.5 }]);
  });
});

describe('telephones in one cell', () => {
  it.each([
    [{ telefone: '8532221100' }, { ddd: '85', foneFixo: '32221100' }],
    [{ telefone: '(85) 98888-7777' }, { dddCelular: '85', foneCelular: '988887777' }],
    [
      { telefone: '8532221100', celular: '85988887777' },
      { ddd: '85', foneFixo: '32221100', dddCelular: '85', foneCelular: '988887777' },
    ],
    [{ foneCelular: '(85) 98800-1210' }, { dddCelular: '85', foneCelular: '988001210' }],
    [{ foneFixo: '85 3222-1100' }, { ddd: '85', foneFixo: '32221100' }],
    [
      { dddCelular: '88', foneCelular: '98800-1210' },
      { dddCelular: '88', foneCelular: '98800-1210' },
    ],
    [
      { dddCelular: '88', foneCelular: '85988001210' },
      { dddCelular: '88', foneCelular: '85988001210' },
    ],
  ])('%j', (cells, expected) => {
    const record = importacaoDeTalentos.compose({ ...row, ...cells }, undefined);
    expect(record).toMatchObject(expected);
    expect(record).not.toHaveProperty('telefone');
  });
});

describe('a talent that stands', () => {
  const linha = {
    id: 71,
    data: '2024-02-01',
    ate: null,
    motivo: 'C',
    areaOrganizacional: { id: 3, nome: 'Produção' },
    faixaSalarial: { id: 9, nome: 'Operador I' },
    estabelecimento: { id: 2, nome: 'Matriz' },
    tipoSalario: '1',
    indice: null,
    quantidadeIndice: null,
    salario: null,
    ambiente: { id: 5, nome: 'Forno' },
  };
  const before = { nome: 'Ana', historicos: [linha], salarioAtual: 2_000 };

  it('keeps its history when the row says nothing of it, or what stands', () => {
    expect(historicos({ nome: 'Ana Maria' }, before)).toBeUndefined();
    const same = { areaOrganizacional: 3, faixaSalarial: 9, estabelecimento: 2, salario: 2_000 };
    expect(historicos(same, before)).toBeUndefined();
    expect(faltas(same, before)).toEqual([]);
  });

  it('gets a further entry from the date of the change, which keeps what the row does not say', () => {
    const changed = { areaOrganizacional: 4, dataHistorico: '2025-01-01' };
    expect(historicos(changed, before)).toEqual([
      linha,
      {
        ...Object.fromEntries(Object.entries(linha).filter(([nome]) => nome !== 'id' && nome !== 'ate')),
        data: '2025-01-01',
        motivo: 'T',
        areaOrganizacional: 4,
      },
    ]);
    expect(faltas(changed, before)).toEqual([]);
  });

  it.each([
    [{ faixaSalarial: 10 }, { motivo: 'P', tipoSalario: '1', salario: null }],
    [{ salario: 2_500 }, { motivo: 'R', tipoSalario: '3', salario: 2_500 }],
    [{ salario: 2_500, motivo: 'O' }, { motivo: 'O' }],
    [{ funcao: 8 }, { motivo: 'O', funcao: 8, ambiente: { id: 5, nome: 'Forno' } }],
  ])('%j makes %j', (said, made) => {
    expect(historicos({ ...said, dataHistorico: '2025-01-01' }, before)?.at(-1)).toMatchObject(made);
  });

  it('asks for the date of a change, and never writes over an entry of the same day', () => {
    expect(historicos({ areaOrganizacional: 4 }, before)).toBeUndefined();
    expect(faltas({ areaOrganizacional: 4 }, before)).toEqual(['dataHistorico']);
    expect(faltas({ areaOrganizacional: 4, dataHistorico: '2024-02-01' }, before)).toEqual(['dataHistorico']);
  });

  it('compares with the entry in force on the date that the row says', () => {
    const later = {
      ...before,
      historicos: [linha, { ...linha, id: 72, data: '2025-06-01', areaOrganizacional: { id: 4, nome: 'Vendas' } }],
    };
    expect(historicos({ areaOrganizacional: 3, dataHistorico: '2025-01-01' }, later)).toBeUndefined();
    expect(historicos({ areaOrganizacional: 4, dataHistorico: '2025-01-01' }, later)).toHaveLength(3);
  });
});

it('blames the column for a fault of the history, and the admission for the first date', () => {
  const blame = (path: string, input: Registro = {}) => importacaoDeTalentos.blame?.(path, input);
  expect(blame('historicos.0.areaOrganizacional')).toBe('areaOrganizacional');
  expect(blame('historicos.0.data', { dataHistorico: '2024-01-01' })).toBe('dataHistorico');
  expect(blame('historicos.0.data')).toBe('dataAdmissao');
  expect(blame('historicos')).toBe('faixaSalarial');
  expect(blame('nome')).toBeUndefined();
});

it('the usual titles of a list of employees find their field', async () => {
  const fields = importFields(talentos, importacaoDeTalentos, {});
  const titles = {
    Funcionário: 'nome',
    Registro: 'matricula',
    CPF: 'cpf',
    'Dt. Nasc.': 'dataNascimento',
    'Dt. Admissão': 'dataAdmissao',
    Sexo: 'sexo',
    'Estado Civil': 'estadoCivil',
    Setor: 'areaOrganizacional',
    Cargo: 'faixaSalarial',
    'Salário Base (R$)': 'salario',
    NIT: 'pis',
    CTPS: 'ctpsNumero',
    'E-mail': 'email',
    Fone: 'telefone',
    // The form's own number takes an area code too.
    Celular: 'foneCelular',
    CEP: 'cep',
  };
  const found = (await findHeading([Object.keys(titles)], fields, () => undefined)).colunas;
  expect(Object.fromEntries(found.map(({ coluna, campo }) => [coluna, campo]))).toEqual(titles);
});
