import { writeXlsx } from 'hucre/xlsx';
import { anyOf, messyCpf, messyDay } from '#app/messy-cells.ts';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { addDays } from '#kit/br/date.ts';

/** A list of employees as a personnel department keeps it. The same for the same numbers: every mistake in it is known. */
export interface MessySheet {
  file: Buffer;
  rows: number;
  /** row of the sheet → field, of every mistake */
  wrong: ReadonlyMap<number, string>;
  /** the same people, as they should have been, for the rows that somebody asks for */
  mended(rows: readonly number[]): Promise<Buffer>;
}

type Cell = string | number | Date | null;

/** Above the data: a title, the day of printing, a row of groups, the heading. */
const FIRST = 5;
const headings = [
  'Nome *',
  'CPF',
  'Data de nascimento',
  'Sexo',
  'MATRICULA',
  'Vínculo',
  'Data de admissão',
  'Área Organizacional',
  'Faixa Salarial',
  'Salário',
  'Observações do RH',
];

/** `from` is the first number of a CPF that nobody in the database has; `areas` and `faixas` are names that are there once. */
export async function messySheet(
  people: number,
  from: number,
  areas: readonly string[],
  faixas: readonly string[],
): Promise<MessySheet> {
  const number = (n: number): Cell => messyCpf(CPF.sample(from + n), n);
  const area = (n: number) => anyOf(areas, Math.floor(n / 3));
  const person = (n: number): Cell[] => [
    anyOf([`Pessoa  da Planilha ${n}`, `Pessoa da Planilha\u00a0${n} `, `\u200bPessoa da Planilha ${n}`], n),
    number(n),
    messyDay(addDays('1960-03-01', (n * 11) % 14_000), n),
    anyOf(['masc.', 'Feminino', 'F', 'FEM', 'm'], n),
    `PL${from}-${n}`,
    anyOf(['Emprego', 'e', 'EMPREGO '], n),
    messyDay(addDays('2019-01-31', (n * 7) % 2_500), n + 3),
    anyOf([area(n), area(n).toUpperCase(), `${area(n)}  `], n),
    anyOf(faixas, n),
    n % 4 === 0 ? anyOf<Cell>(['R$ 2.500,00', 2_500, '2500,5'], n) : null,
    n % 7 === 0 ? 'conferir' : null,
  ];
  const mistakes: { of(n: number): boolean; column: number; value(n: number): Cell; campo: string }[] = [
    { of: (n) => n % 40 === 33, column: 1, value: (n) => CPF.format(CPF.sample(from + n - 30)), campo: 'cpf' },
    { of: (n) => n % 50 === 7, column: 6, value: () => '31/02/2023', campo: 'dataAdmissao' },
    { of: (n) => n % 60 === 11, column: 7, value: () => 'Depto. de Protótipos', campo: 'areaOrganizacional' },
    { of: (n) => n % 100 === 15, column: 1, value: () => '111.444.777-30', campo: 'cpf' },
    { of: (n) => n % 120 === 17, column: 0, value: () => '   ', campo: 'nome' },
    { of: (n) => n % 90 === 19, column: 3, value: () => 'indefinido', campo: 'sexo' },
    { of: (n) => n % 110 === 24, column: 9, value: () => 'a combinar', campo: 'salario' },
  ];
  const wrong = new Map<number, string>();
  const people_ = Array.from({ length: people }, (_, n) => {
    const row = person(n);
    const mistake = mistakes.find(({ of }) => of(n));
    if (mistake) {
      row[mistake.column] = mistake.value(n);
      wrong.set(FIRST + n, mistake.campo);
    }
    return row;
  });
  const write = async (rows: Cell[][]) => Buffer.from(await writeXlsx({ sheets: [{ name: 'Relação', rows }] }));
  const file = await write([
    ['INDÚSTRIA EXEMPLO LTDA — RELAÇÃO DE EMPREGADOS'],
    ['Emitida em', new Date('2026-11-20T00:00:00Z')],
    ['', 'Documento', 'Pessoa', null, 'Contrato'],
    headings,
    ...people_,
  ]);
  return { file, rows: people, wrong, mended: (rows) => write([headings, ...rows.map((row) => person(row - FIRST))]) };
}
