import { describe, expect, it } from 'vitest';
import { program } from '#kit/acting/world.ts';
import { activity, choice, choices } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { type Field, having, optional } from '#kit/fields/field.ts';
import { cpf } from '#kit/fields/identity.ts';
import { integer, money } from '#kit/fields/number.ts';
import { ref, refIds, rows } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { check, eachRule } from './check.ts';

const context = { today: '2026-11-20', settings: {}, can: program };

const ambientes = defineRegistry({
  id: 'ambientes',
  title: 'Ambientes',
  singular: 'Ambiente',
  authority: 'ROLE_CAD_AMBIENTE',
  scope: 'empresa',
  fields: {
    nomeAmbiente: text('Nome', 10),
    data: date('A partir da data'),
    dataValidade: optional(date('Data Encerramento')),
    tipo: choice('Tipo', { P: 'Próprio', T: 'De terceiro' }),
    cnpj: optional(text('CNPJ do terceiro', 20)),
    contrato: text('Contrato', 10),
    ativo: activity(),
  },
  columns: ['nomeAmbiente'],
  requiredWhen: { cnpj: (ambiente) => ambiente.tipo === 'T' },
  visibleWhen: { contrato: (ambiente) => ambiente.tipo === 'T' },
  *rules(ambiente) {
    if (ambiente.dataValidade && ambiente.dataValidade < ambiente.data)
      yield { field: 'dataValidade', message: 'Data Encerramento inferior `A partir da data`.' };
  },
});

const own = { nomeAmbiente: 'Oficina', data: '2026-01-01', tipo: 'P' };
const faults = (input: unknown) => {
  const checked = check(ambientes, input, context);
  return checked.ok ? [] : checked.issues;
};

describe('a list with a most of its own', () => {
  const form = { fields: { datas: rows('Datas', { data: date('Data') }, 1, { dated: 'data', max: 3 }) } };
  const dias = (n: number) => Array.from({ length: n }, (_, day) => ({ data: `2026-01-${String(day + 1).padStart(2, '0')}` }));
  const judged = (n: number, more: object = {}) => {
    const checked = check(form, { datas: dias(n) }, { ...context, ...more });
    return checked.ok ? [] : checked.issues;
  };

  it('takes no more than that from a person', () => {
    expect(judged(3)).toEqual([]);
    expect(judged(4)).toEqual([{ field: 'datas', message: 'São permitidos no máximo 3 itens' }]);
    expect(judged(4, { before: { datas: dias(3) } })).toHaveLength(1);
  });

  it('takes what the program enters, and what it has entered before', () => {
    expect(judged(4, { enters: true })).toEqual([]);
    expect(judged(5, { before: { datas: dias(5) } })).toEqual([]);
    expect(judged(6, { before: { datas: dias(5) } })).toHaveLength(1);
  });
});

describe('a list that is far too long', () => {
  const most = 'São permitidos no máximo 2000 itens';
  const judged = (field: Field, value: unknown) => {
    const form = { fields: { lista: field } };
    const checked = check(form, { lista: value }, context);
    return checked.ok ? [] : checked.issues;
  };
  const many = (item: unknown) => Array.from({ length: 20_000 }, () => item);
  const linha = { nome: text('Nome', 10), ate: optional(date('Até')) };

  it.each<[string, Field, unknown]>([
    ['codes', choices('Tipos', { P: 'Próprio' }), 'X'],
    ['codes that may be left out', optional(choices('Tipos', { P: 'Próprio' })), 'X'],
    ['references', refIds('Áreas', 'a/b'), 'x'],
    ['rows', rows('Linhas', linha), { nome: '' }],
    ['rows with conditions of their own', rows('Linhas', linha, 0, { visibleWhen: { ate: () => true } }), { nome: '' }],
    ['rows that ask for more by what they say', rows('Linhas', linha, 0, { requiredWhen: { ate: () => true } }), { nome: '' }],
  ])('of %s is told by its length alone, whatever is in it', (_, field, item) => {
    expect(judged(field, many(item))).toEqual([{ field: 'lista', message: most }]);
  });

  it('is not looked into when it is too much together with the lists before it', () => {
    const form = { fields: { uma: rows('Uma', linha), outra: rows('Outra', linha), mais: rows('Mais', linha) } };
    const right = Array.from({ length: 1_500 }, () => ({ nome: 'a', ate: null }));
    const wrong = Array.from({ length: 1_500 }, () => ({ nome: '' }));
    expect(check(form, { uma: right, outra: right, mais: [] }, context).ok).toBe(true);
    expect(check(form, { uma: right, outra: right, mais: wrong }, context)).toEqual({
      ok: false,
      issues: [{ field: 'mais', message: 'São permitidos no máximo 3000 itens em todas as listas juntas' }],
    });
  });
});

describe('check', () => {
  it('gives back the parsed record', () => {
    expect(check(ambientes, { ...own, nomeAmbiente: '  Oficina ' }, context)).toEqual({
      ok: true,
      value: {
        nomeAmbiente: 'Oficina',
        data: '2026-01-01',
        dataValidade: null,
        tipo: 'P',
        cnpj: null,
        contrato: null,
        ativo: true,
      },
    });
  });

  it('tells every fault at once, in the words of the fields', () => {
    expect(faults({})).toEqual([
      { field: 'nomeAmbiente', message: 'Nome é obrigatório' },
      { field: 'data', message: 'A partir da data é obrigatória' },
      { field: 'tipo', message: 'Tipo é obrigatório' },
    ]);
  });

  it('yields the broken rules of a record whose fields are right', () => {
    expect(faults({ ...own, dataValidade: '2025-12-31' })).toEqual([
      { field: 'dataValidade', message: 'Data Encerramento inferior `A partir da data`.' },
    ]);
  });

  it('asks every rule whose fields are right, though others are not, and shows rules nothing else', () => {
    const seen: unknown[] = [];
    const viagens = defineRegistry({
      id: 'viagens',
      title: 'Viagens',
      singular: 'Viagem',
      authority: 'ROLE_CAD_VIAGEM',
      scope: 'empresa',
      fields: { motivo: text('Motivo', 10), ida: date('Ida'), volta: date('Volta'), custo: money('Custo'), teto: money('Teto') },
      columns: ['motivo'],
      called: () => ({ motivo: 'Razão' }),
      rules: (viagem) =>
        eachRule(
          function* () {
            yield { field: 'motivo', message: `nunca ${viagem.motivo.length}` };
          },
          function* () {
            seen.push(viagem.ida, viagem.volta);
            if (viagem.volta < viagem.ida) yield { field: 'volta', message: 'Volta antes da ida' };
          },
          function* () {
            yield { field: 'custo', message: 'até aqui' };
            if (viagem.custo > viagem.teto) yield { field: 'teto', message: 'nunca' };
          },
        ),
    });
    const given = { motivo: 'x'.repeat(11), ida: '2026-02-02', volta: '2026-02-01', custo: 5, teto: 'muito' };
    expect(check(viagens, given, context)).toEqual({
      ok: false,
      issues: [
        { field: 'motivo', message: expect.stringMatching(/^Razão /) },
        { field: 'teto', message: expect.any(String) },
        { field: 'volta', message: 'Volta antes da ida' },
        { field: 'custo', message: 'até aqui' },
      ],
    });
    expect(seen).toEqual(['2026-02-02', '2026-02-01']);
  });

  it('lets the bug of a rule through', () => {
    const broken = {
      ...ambientes,
      rules: () => {
        throw new Error('bug');
      },
    };
    expect(() => check(broken, {}, context)).toThrow('bug');
  });

  it('asks for a field only when its condition holds', () => {
    expect(faults({ ...own, tipo: 'T', contrato: 'A1' }).map(({ field }) => field)).toEqual(['cnpj']);
    expect(faults({ ...own, tipo: 'T', contrato: 'A1', cnpj: '1' })).toEqual([]);
  });

  it('empties a field that is not on the screen instead of judging it', () => {
    const checked = check(ambientes, { ...own, contrato: 'texto longo demais para caber' }, context);
    expect(checked).toMatchObject({ ok: true, value: { contrato: null } });
  });

  it.each([null, undefined, 'texto', 7, [], true])('refuses %j as a record without throwing', (input) => {
    expect(check(ambientes, input, context).ok).toBe(false);
  });

  it.each([
    ['a NUL', 'a\u0000b'],
    ['a lone surrogate', 'a\ud800'],
    ['100 kB', 'x'.repeat(100_000)],
    ['a number', 7],
    ['an object', { a: 1 }],
    ['blanks', '   '],
  ])('refuses %s as text, in Portuguese', (_name, nomeAmbiente) => {
    const [fault] = faults({ ...own, nomeAmbiente });
    expect(fault?.field).toBe('nomeAmbiente');
    expect(fault?.message).toMatch(/obrigatório|máximo|inválidos/);
  });
});

describe('fields', () => {
  const judge = (field: Field, value: unknown) => field.schema.safeParse(value);

  it('keeps an identity number bare', () => {
    expect(judge(cpf(), '529.982.247-25').data).toBe('52998224725');
    expect(judge(cpf(), '529.982.247-26').error?.issues[0]?.message).toBe('CPF inválido.');
  });

  it('takes a reference as an object or as its id', () => {
    const area = ref('Área', 'cargo-salario/areas-organizacionais');
    expect(area.schema.parse({ id: 3, nome: 'RH' })).toBe(3);
    expect(area.schema.parse(3)).toBe(3);
    expect(area.schema.safeParse({ id: '3; drop table' }).success).toBe(false);
    expect(optional(area).schema.parse('')).toBeNull();
  });

  it('takes each of several references once, and at least the fewest', () => {
    const areas = refIds('Áreas Organizacionais', 'cargo-salario/areas-organizacionais');
    expect(areas.schema.parse([2, { id: 1 }, 2])).toEqual([2, 1]);
    expect(areas.schema.safeParse([]).error?.issues[0]?.message).toBe('Áreas Organizacionais são obrigatórias');
  });

  it('says that an empty reference is required, and that nonsense is none', () => {
    const area = ref('Área', 'cargo-salario/areas-organizacionais');
    expect(area.schema.safeParse(null).error?.issues[0]?.message).toBe('Área é obrigatória');
    expect(area.schema.safeParse('x').error?.issues[0]?.message).toBe('Valor inválido');
  });

  it('lets an optional list be empty or absent, and judges its items with their places', () => {
    const areas = optional(refIds('Áreas', 'cargo-salario/areas-organizacionais'));
    expect(areas.schema.parse(undefined)).toEqual([]);
    expect(areas.schema.parse([])).toEqual([]);
    expect(areas.schema.safeParse([1, 'x']).error?.issues[0]).toMatchObject({ path: [1], message: 'Valor inválido' });
  });

  it('limits money to cents', () => {
    const valor = money('Valor');
    expect(valor.schema.safeParse(1234.56).success).toBe(true);
    expect(valor.schema.safeParse(1.234).success).toBe(false);
    expect(valor.schema.safeParse(Number.POSITIVE_INFINITY).success).toBe(false);
    expect(valor.schema.safeParse('12').success).toBe(false);
  });

  it('names the row of a fault in a child table', () => {
    const vacina = defineRegistry({
      id: 'vacinas',
      title: 'Vacinas',
      singular: 'Vacina',
      authority: 'ROLE_CAD_VACINA',
      scope: 'empresa',
      fields: { nome: text('Nome', 80), doses: rows('Doses', { dias: integer('Dias', { min: 1 }) }, 1) },
      columns: ['nome'],
    });
    const checked = check(vacina, { nome: 'Tríplice', doses: [{ dias: 1 }, { dias: 0 }] }, context);
    expect(checked).toEqual({ ok: false, issues: [{ field: 'doses.1.dias', message: 'Dias deve ser no mínimo 1' }] });
  });
});

const pago = defineRegistry({
  id: 'pagos',
  title: 'Pagos',
  singular: 'Pago',
  authority: 'ROLE_CAD_PAGO',
  scope: 'empresa',
  fields: {
    nome: text('Nome', 10),
    historicos: rows(
      'Histórico',
      {
        data: date('Data'),
        tipo: choice('Tipo', { I: 'Índice', V: 'Valor' }),
        quantidade: optional(integer('Quantidade')),
        valor: having(money('Valor'), { sensitive: 'ROLE_VER_VALOR' }),
      },
      1,
      {
        dated: 'data',
        visibleWhen: { quantidade: ({ tipo }) => tipo === 'I', valor: ({ tipo }) => tipo === 'V' },
        requiredWhen: { quantidade: ({ tipo }) => tipo === 'I' && 'Quantidade não pode ser 0 (zero) ou menor' },
      },
    ),
  },
  columns: ['nome'],
});

describe('child rows', () => {
  const judged = (historicos: unknown, more: object = {}) => check(pago, { nome: 'Ana', historicos }, { ...context, ...more });
  const paths = (historicos: unknown, more: object = {}) => {
    const checked = judged(historicos, more);
    return checked.ok ? [] : checked.issues.map(({ field, message }) => `${field}: ${message}`);
  };
  const blind = { can: () => false };

  it('show and ask their fields by what the row says', () => {
    expect(
      judged([
        { id: 7, data: '2026-01-01', tipo: 'I', quantidade: 2, valor: 9 },
        { data: '2026-02-01', tipo: 'V', quantidade: 2, valor: 9 },
      ]),
    ).toEqual({
      ok: true,
      value: {
        nome: 'Ana',
        historicos: [
          { id: 7, data: '2026-01-01', tipo: 'I', quantidade: 2, valor: null },
          { data: '2026-02-01', tipo: 'V', quantidade: null, valor: 9 },
        ],
      },
    });
    expect(
      paths([
        { data: '2026-01-01', tipo: 'I' },
        { data: '2026-02-01', tipo: 'V' },
      ]),
    ).toEqual(['historicos.0.quantidade: Quantidade não pode ser 0 (zero) ou menor', 'historicos.1.valor: Valor é obrigatório']);
  });

  it('tell every fault, their own shape included, and one date twice', () => {
    expect(paths([{ data: '2026-01-01', tipo: 'I' }, 7, { data: '2026-01-01', tipo: 'X' }])).toEqual([
      'historicos.0.quantidade: Quantidade não pode ser 0 (zero) ou menor',
      'historicos.1: Histórico é obrigatório',
      'historicos.2.tipo: Valor inválido',
      'historicos.2.data: Já existe um histórico nesta data',
    ]);
    expect(paths([])).toEqual(['historicos: Histórico é obrigatório']);
    expect(paths('x')).toEqual(['historicos: Histórico é obrigatório']);
  });

  it('neither judge nor take what the actor may not see', () => {
    const rows_ = [
      { id: 7, data: '2026-01-01', tipo: 'V', valor: 'x' },
      { id: 8, data: '2026-02-01', tipo: 'V', valor: 5 },
    ];
    expect(judged(rows_, { ...blind, before: { historicos: [{ id: 7, valor: 99 }] } })).toEqual({
      ok: true,
      value: {
        nome: 'Ana',
        historicos: [
          { id: 7, data: '2026-01-01', tipo: 'V', quantidade: null, valor: 99 },
          { id: 8, data: '2026-02-01', tipo: 'V', quantidade: null, valor: null },
        ],
      },
    });
  });

  // ADR 13: whoever sees no pay must not bring an earlier one back.
  const ofAna = {
    historicos: [
      { id: 7, data: '2020-01-01', tipo: 'V', valor: 12_000 },
      { id: 8, data: '2022-01-01', tipo: 'V', valor: 5000 },
      { id: 9, data: '2025-01-01', tipo: 'V', valor: 5000 },
    ],
  };
  const moved = (...days: [number | undefined, string][]) =>
    days.map(([id, data]) => ({ ...(id === undefined ? {} : { id }), data, tipo: 'V' }));

  it('keep hidden values of one stored row once: a second row with its id follows what is in force', () => {
    const checked = judged(moved([7, '2020-01-01'], [8, '2022-01-01'], [9, '2025-01-01'], [7, '2026-01-01']), {
      ...blind,
      before: ofAna,
    });
    expect(checked.ok && (checked.value.historicos as { valor: number }[]).map(({ valor }) => valor)).toEqual([
      12_000, 5000, 5000, 5000,
    ]);
  });

  it('of a history stay in their order for who does not see all their values', () => {
    const asked = (given: object[], more: object = blind) => paths(given, { before: ofAna, ...more });
    const order = (index: number) => [
      `historicos.${index}.data: Só quem vê todos os valores deste histórico pode mudar a ordem dele`,
    ];
    expect(asked(moved([7, '2020-02-01'], [8, '2023-01-01'], [9, '2026-01-01']))).toEqual([]);
    expect(asked(moved([7, '2022-01-01'], [8, '2024-01-01'], [9, '2025-01-01']))).toEqual([]);
    expect(asked(moved([9, '2025-01-01']))).toEqual([]);
    // past others, in another's place, past one that is removed (and put in anew)
    expect(asked(moved([8, '2022-01-01'], [9, '2025-01-01'], [7, '2026-01-01']))).toEqual(order(2));
    expect(asked(moved([7, '2020-01-01'], [9, '2022-01-01'], [8, '2025-01-01']))).toEqual(order(1));
    expect(asked(moved([7, '2026-01-01'], [undefined, '2022-01-01'], [undefined, '2025-01-01']))).toEqual(order(0));
    const seen = moved([8, '2022-01-01'], [9, '2025-01-01'], [7, '2026-01-01']).map((row) => ({ ...row, valor: 1 }));
    expect(asked(seen, {})).toEqual([]);
  });
});
