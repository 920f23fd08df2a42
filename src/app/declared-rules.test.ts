import { describe, expect, it } from 'vitest';
import { program } from '#kit/acting/world.ts';
import { type Field, type Fields, fieldOf, isList, MOST_ITEMS } from '#kit/fields/field.ts';
import { check } from '#kit/form/check.ts';
import { listed } from '#kit/query/list-column.ts';
import type { AnyRegistry } from '#kit/registry/registry.ts';
import { modules } from './modules.server.ts';

const context = { today: '2026-11-20', settings: {}, can: program };

/** What somebody with every authority opens: lists that may be edited, reports and screens. */
const maintained = modules.flatMap((module) =>
  module.registries.filter(({ readOnly, view }) => !readOnly && !view).map((registry) => `${module.id}/${registry.id}`),
);
const offered = modules.flatMap(({ id, reports, screens = [] }) => [
  ...reports.map((report) => `${id}/relatorios/${report.id}`),
  ...screens.map(({ path }) => `${id}/${path}`),
]);

it('RUL-010: areas, positions, salary bands, indices and competencies with their levels are maintained', () =>
  expect(maintained).toEqual(
    expect.arrayContaining([
      'cargo-salario/areas-organizacionais',
      'cargo-salario/cargos',
      'cargo-salario/faixas-salariais',
      'cargo-salario/indices',
      'cargo-salario/conhecimentos',
      'cargo-salario/habilidades',
      'cargo-salario/atitudes',
      'cargo-salario/niveis-competencia',
    ]),
  ));

it('RUL-013: talents, occurrences, terminations and exit interviews are maintained; birthdays, turnover and absenteeism are reported', () => {
  expect(maintained).toEqual(
    expect.arrayContaining([
      'gestao-talentos/talentos',
      'gestao-talentos/colaboradores-ocorrencias',
      'gestao-talentos/modelos-entrevista-desligamento',
    ]),
  );
  expect(modules.flatMap((module) => module.registries.map((registry) => `${module.id}/${registry.id}`))).toContain(
    'gestao-talentos/desligamentos',
  );
  expect(offered).toEqual(
    expect.arrayContaining([
      'gestao-talentos/relatorios/aniversariantes-mes',
      'gestao-talentos/relatorios/indicador-turnover',
      'gestao-talentos/relatorios/absenteismo',
    ]),
  );
});

describe('every report of a period', () => {
  const reports = modules.flatMap(({ reports: all }) => all.filter(({ filter }) => 'dataIni' in filter && 'dataFim' in filter));
  const faultsOf = (report: (typeof reports)[number], input: object) => {
    const begun = Object.entries<Field>(report.filter).map(([name, { initial }]) => [name, initial ?? null]);
    const filled = { ...Object.fromEntries(begun), ...report.defaults?.(context), ...input };
    const checked = check(report.filterForm, filled, context);
    return checked.ok ? [] : checked.issues.filter(({ field }) => field.startsWith('data'));
  };

  it('is a report there is', () => expect(reports.length).toBeGreaterThan(8));

  it.each(reports.filter(({ filter }) => filter.dataIni?.required))('RUL-073: $id asks both days', (report) =>
    expect(faultsOf(report, { dataIni: null, dataFim: null })).toEqual([
      { field: 'dataIni', message: 'Data inicial é obrigatória' },
      { field: 'dataFim', message: 'Data final é obrigatória' },
    ]),
  );

  it.each(reports)('RUL-074: $id wants them in their order', (report) => {
    expect(faultsOf(report, { dataIni: '2026-05-02', dataFim: '2026-05-01' })).toContainEqual({
      field: 'dataFim',
      message: 'Data final inferior à data inicial.',
    });
    expect(faultsOf(report, { dataIni: '2026-05-01', dataFim: '2026-05-01' })).toEqual([]);
  });
});

it('a column about a talent has no name for whoever may not open the talent', () => {
  const ofTalents = modules.flatMap(({ registries }) =>
    registries.filter(
      ({ fields, view }) =>
        !view && Object.values<Field>(fields).some(({ target, required }) => target === 'gestao-talentos/talentos' && required),
    ),
  );
  expect(ofTalents.length).toBeGreaterThan(5);
  expect(ofTalents.filter(({ privateNames }) => !privateNames).map(({ id }) => id)).toEqual([]);
});

it('whoever opens what refers to a registry may choose among its names, where these are for some', () => {
  const referring = new Map<string, Set<string>>();
  const walk = (fields: Fields, authority: string) => {
    for (const { target, readOnly, fields: inside } of Object.values<Field>(fields)) {
      // Nobody chooses what the program fills.
      if (target && !readOnly) referring.set(target, (referring.get(target) ?? new Set()).add(authority));
      if (inside) walk(inside, authority);
    }
  };
  for (const { registries, reports } of modules) {
    for (const { fields, authority } of registries) walk(fields, authority);
    for (const { filter, authority } of reports) walk(filter, authority);
  }
  const chosen = modules.flatMap(({ id, registries }) =>
    registries
      .filter(({ privateNames, people }) => Array.isArray(privateNames) && !people)
      .map((of) => [`${id}/${of.id}`, of] as const),
  );
  expect(chosen.length).toBeGreaterThan(5);
  for (const [target, { authority, privateNames }] of chosen)
    expect([target, [authority, ...(privateNames as string[])]]).toEqual([
      target,
      expect.arrayContaining([...(referring.get(target) ?? [])]),
    ]);
});

describe.each(modules.map((module) => [module.id, module] as const))(
  'the menu of %s',
  (_id, { menu = [], about = {}, registries, screens = [] }) => {
    const known = [...registries.map(({ id }) => id), ...screens.map(({ path }) => path)];
    const named = menu.flatMap(({ items }) => items.flat());

    it('names what the module has, once, in at most six groups', () => {
      expect(named.filter((path) => !known.includes(path))).toEqual([]);
      expect(new Set(named).size).toBe(named.length);
      expect(menu.length).toBeLessThanOrEqual(6);
    });

    it('says what its registries are for, and none that it does not have', () => {
      expect(Object.keys(about).filter((path) => !known.includes(path))).toEqual([]);
    });
  },
);

it('each module has a letter of its own, none of them that of the start page', () => {
  const keys = modules.flatMap(({ key }) => key ?? []);
  expect(new Set(['i', ...keys]).size).toBe(keys.length + 1);
});

/** What grows with people and time. All else is settings, read whole at many places and multiplied by people: it says the most that there may be. */
const grows = [
  'avaliacao/metas',
  'avaliacao/participante-avaliacao-desempenho',
  'avaliacao/planos-acao',
  'captacao/anotacoes',
  'captacao/anuncios',
  'captacao/buscas-candidatos',
  'captacao/candidatos',
  'captacao/candidaturas',
  'captacao/documentos-candidatos',
  'captacao/entrevistas',
  'captacao/exames-palografico',
  'captacao/historico',
  'captacao/pareceres',
  'captacao/solicitacoes-pessoal',
  'cargo-salario/configuracoes-niveis-competencia',
  'cargo-salario/reajustes-colaboradores',
  'cargo-salario/reajustes-faixas-salariais',
  'cargo-salario/reajustes-indices',
  'gestao-talentos/colaboradores-ocorrencias',
  'gestao-talentos/colaboradores-periodos-experienciais-avaliacoes',
  'gestao-talentos/configuracoes-niveis-competencia-colaborador',
  'gestao-talentos/desligamentos',
  'gestao-talentos/documentos-anexos',
  'gestao-talentos/talentos',
  'pesquisa/entrevistas',
  'pesquisa/pesquisas/documentos-anexos',
  'sst/colaborador-afastamentos',
  'utilitario/modelos-mensagens',
  'utilitario/parametros-sistema',
  'utilitario/usuarios',
];

it('a list shows few links of each record, so that a page of it stays short', () => {
  const long = modules.flatMap(({ id, registries }) =>
    registries.flatMap((registry: AnyRegistry) =>
      listed(registry)
        .filter((name) => isList(fieldOf(registry, name)) && (fieldOf(registry, name).max ?? MOST_ITEMS) > 50)
        .map((name) => `${id}/${registry.id} ${name}`),
    ),
  );
  expect(long).toEqual([]);
});

it('a list of settings has a bound', () => {
  const unbounded = modules.flatMap(({ id, registries }) =>
    registries.filter(({ readOnly, view, most }) => !readOnly && !view && most === undefined).map((one) => `${id}/${one.id}`),
  );
  expect(unbounded.toSorted()).toEqual(grows.toSorted());
});
