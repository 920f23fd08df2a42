import { describe, expect, test } from 'vitest';
import { choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional } from '#kit/fields/field.ts';
import { cpf, pis } from '#kit/fields/identity.ts';
import { money } from '#kit/fields/number.ts';
import { ref, refs } from '#kit/fields/reference.ts';
import { email, text } from '#kit/fields/text.ts';
import { findHeading, headingKey, remap } from './heading.ts';
import { notFound, parseRow } from './import.ts';

const fields = {
  nome: text('Nome', 60),
  dataAdmissao: text('Data de Admissão', 10),
  salario: optional(money('Salário')),
  tipo: choice('Tipo', { P: 'Percentual', V: 'Valor' }),
  area: ref('Área', 'x/areas'),
};
const atOnce = () => undefined;
const mapped = async (rows: (string | number | null)[][]) => {
  const { dataFrom, colunas } = await findHeading(rows, fields, atOnce);
  return [dataFrom, colunas.map(({ campo }) => campo)];
};

describe('the heading of a file', () => {
  test('is known by label or name, whatever case, accents and marks', async () => {
    expect(headingKey('  Data de Admissão * (obrigatória):')).toBe('data de admissao');
    expect(['C.P.F.', 'C. P. F.', 'R.G. *'].map(headingKey)).toEqual(['cpf', 'cpf', 'rg']);
    expect(headingKey('Dt.Admissão')).toBe('dt admissao');
    expect(await mapped([['NOME*', 'dataAdmissao', 'data_admissao', ' salario ']])).toEqual([
      1,
      ['nome', 'dataAdmissao', null, 'salario'],
    ]);
  });

  test('tells columns of one title apart, also from one that is called so', async () => {
    const titles = async (row: string[]) => (await findHeading([row], fields, atOnce)).colunas.map(({ coluna }) => coluna);
    expect(await titles(['Nota', 'Nota (2)', 'Nota', 'Nota', 'Nota (2)'])).toEqual([
      'Nota',
      'Nota (2)',
      'Nota (3)',
      'Nota (4)',
      'Nota (2) (2)',
    ]);
  });

  test('is known without the words that people add or leave out, unless two fields would fit', async () => {
    expect(await mapped([['NOME COMPLETO ', 'Admissão', 'Nº', 'Completo']])).toEqual([1, ['nome', 'dataAdmissao', null, null]]);
    expect(await mapped([['Nome do colaborador', 'Dt. Admissão']])).toEqual([1, ['nome', 'dataAdmissao']]);
    const two = { rg: text('Data do RG', 10), numero: text('Número do RG', 20) };
    expect((await findHeading([['RG', 'Número do RG', 'x']], two, atOnce)).colunas.map(({ campo }) => campo)).toEqual([
      'rg',
      'numero',
      null,
    ]);
    expect(
      (await findHeading([['Dt. CNH', 'y']], { a: text('Data da CNH', 10), b: text('Número da CNH', 9) }, atOnce)).colunas[0]
        ?.campo,
    ).toBeNull();
  });

  test('is known by other usual titles, which fields declare or kinds have, without units', async () => {
    const staff = {
      nome: having(text('Nome', 60), { alsoCalled: ['Colaborador', 'Funcionário'] }),
      nascimento: having(date('Data de nascimento'), { alsoCalled: ['Nasc.'] }),
      salario: having(money('Salário'), { alsoCalled: ['Salário base', 'Remuneração'] }),
      matricula: having(text('Matrícula', 9), { alsoCalled: ['Registro'] }),
      registro: text('Registro da habilitação', 9),
      pis: pis(),
      email: email('E-mail'),
    };
    const of = async (...titles: string[]) => (await findHeading([titles], staff, atOnce)).colunas.map(({ campo }) => campo);
    expect(await of('FUNCIONÁRIO', 'Dt. Nasc.', 'Salário R$', 'Registro', 'NIT', 'Email')).toEqual([
      'nome',
      'nascimento',
      'salario',
      'matricula',
      'pis',
      'email',
    ]);
    expect(await of('Data Nasc', 'Salário (R$)', 'Nascimento', 'SALARIO BASE', 'Remuneração (em reais)')).toEqual([
      'nascimento',
      'salario',
      null,
      null,
      null,
    ]);
    expect((await findHeading([['Salário', 'Salário Base', 'PIS']], staff, atOnce)).colunas).toEqual([
      { coluna: 'Salário', campo: 'salario' },
      { coluna: 'Salário Base', campo: null, disputa: 'salario' },
      { coluna: 'PIS', campo: 'pis' },
    ]);
  });

  test('leaves to the cells what a title does not say, if they fit one field only', async () => {
    const staff = { nome: text('Nome', 60), cpf: cpf(), sexo: choice('Sexo', { M: 'Masculino', F: 'Feminino' }) };
    const of = async (titles: string[], ...rows: (string | number)[][]) =>
      (await findHeading([titles, ...rows], staff, atOnce)).colunas;
    expect(
      await of(
        ['Nome', 'Documento', 'Grupo', 'Nota'],
        ['Ana', 52998224725, 'Fem.', 'Feminino'],
        ['Bruno', '111.444.777-35', 'Masculino', 'x'],
      ),
    ).toEqual([
      { coluna: 'Nome', campo: 'nome' },
      { coluna: 'Documento', campo: 'cpf', porque: 'conteudo' },
      { coluna: 'Grupo', campo: 'sexo', porque: 'conteudo' },
      { coluna: 'Nota', campo: null },
    ]);
    expect((await of(['Nome', 'Um', 'Outro'], ['Ana', '52998224725', '11144477735'])).map(({ campo }) => campo)).toEqual([
      'nome',
      null,
      null,
    ]);
    expect((await of(['Nome', 'Documento'], ['Ana', '52998224725'], ['Bruno', '111'])).map(({ campo }) => campo)).toEqual([
      'nome',
      null,
    ]);
    const faulty = ['52998224725', '11144477735', '11111111111', '39053344705'].map((number) => ['Ana', number]);
    expect((await of(['Nome', 'Documento'], ...faulty))[1]).toMatchObject({ campo: 'cpf', porque: 'conteudo' });
  });

  test('is looked for below titles', async () => {
    expect(await mapped([['Relação de pessoal'], ['Emitida em', '01/01/2026'], ['Nome', 'Área'], ['Nome', 'x']])).toEqual([
      3,
      ['nome', 'area'],
    ]);
  });

  test('may take two rows', async () => {
    expect(
      await mapped([
        ['Nome', 'Contrato', null],
        [null, 'Salário', 'Tipo'],
        ['Ana', 1, 'P'],
      ]),
    ).toEqual([2, ['nome', 'salario', 'tipo']]);
    expect(
      await mapped([
        ['Nome', 'Área', null, null],
        [null, null, 'Salário', 'Tipo'],
        ['Ana', 'x', 1, 'P'],
      ]),
    ).toEqual([2, ['nome', 'area', 'salario', 'tipo']]);
  });

  test('is the first row when no cell is known, and empty headings are named by their letter', async () => {
    const { dataFrom, colunas } = await findHeading(
      [
        ['a', null, 'a'],
        [1, 2, 3],
      ],
      fields,
      atOnce,
    );
    expect([dataFrom, colunas]).toEqual([
      1,
      [
        { coluna: 'a', campo: null },
        { coluna: 'Coluna B', campo: null },
        { coluna: 'a (2)', campo: null },
      ],
    ]);
  });

  test('lets others work between the cells of wide rows', async () => {
    const wide = Array.from({ length: 11 }, (_, y) => Array.from({ length: 500 }, (_, x) => `${x}:${y} ${'é '.repeat(30)}`));
    let pauses = 0;
    await findHeading(wide, fields, () => {
      pauses += 1;
      return undefined;
    });
    expect(pauses).toBeGreaterThan(5_000);
  });

  test('takes no field twice when the user maps it anew', () => {
    const colunas = [
      { coluna: 'A', campo: 'nome' },
      { coluna: 'B', campo: null },
    ];
    expect(remap(colunas, { B: 'nome' })).toEqual([
      { coluna: 'A', campo: null },
      { coluna: 'B', campo: 'nome' },
    ]);
  });
});

describe('a row', () => {
  const colunas = Object.keys(fields).map((campo) => ({ coluna: campo, campo }));

  test.each(['#REF!', '#DIV/0!', '#N/D', '#NÚM!', '########'])('takes no error of the spreadsheet as a value: %s', (cell) => {
    expect(parseRow(fields, colunas, [cell], null)).toEqual({
      input: {},
      names: {},
      faults: [{ campo: 'nome', valor: cell, mensagem: `Nome: a célula traz um erro da planilha (${cell})` }],
    });
    expect(parseRow(fields, colunas, [`Obra ${cell}`], null).faults).toEqual([]);
  });

  test('keeps what its cells say, leaves out what they do not, and names what it cannot read', () => {
    expect(parseRow(fields, colunas, ['Ana', null, 0.1 + 0.2, 'x', 'Produção'], null)).toEqual({
      input: { nome: 'Ana', salario: 0.3 },
      names: { area: ['Produção'] },
      faults: [{ campo: 'tipo', valor: 'x', mensagem: 'Tipo inválido: "x": use Percentual, Valor' }],
    });
  });

  test('takes no more names of a cell than a record does', () => {
    const many = { areas: refs('Áreas', 'x/y') };
    const read = (cell: string) => parseRow(many, [{ coluna: 'Áreas', campo: 'areas' }], [cell], null);
    expect(read('a,'.repeat(2_000)).names.areas).toHaveLength(2_000);
    expect(read('a,'.repeat(16_000))).toMatchObject({
      names: {},
      faults: [{ campo: 'areas', mensagem: 'Áreas: São permitidos no máximo 2000 itens' }],
    });
  });

  test('takes a correction over its cell', () => {
    expect(parseRow(fields, colunas, ['Ana', '', '', 'x'], { tipo: 'valor' })).toMatchObject({
      input: { tipo: 'V' },
      faults: [],
    });
  });
});

test('a name that is not found agrees with its label', () => {
  expect(notFound(fields.area, 'X')).toBe('Área "X" não encontrada');
  expect(notFound(ref('Cargo', 'x/y'), 'X')).toBe('Cargo "X" não encontrado');
});
