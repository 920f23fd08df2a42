import { choice } from '#kit/fields/choice.ts';
import { having, optional } from '#kit/fields/field.ts';
import { integer, money } from '#kit/fields/number.ts';
import { refIds } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineReport } from '#kit/report/report.ts';
import { areasDoFiltro } from '#modules/estrutura/public.ts';

const situacaoDoCargo = { T: 'Todos', A: 'Ativos', I: 'Inativos' } as const;

const filter = {
  ...areasDoFiltro('areasIds'),
  gruposOcupacionaisIds: optional(refIds('Grupos Ocupacionais', 'cargo-salario/grupos-ocupacionais', 0)),
  cargosIds: optional(refIds('Cargos', 'cargo-salario/cargos', 0)),
  situacao: having(choice('Situação', situacaoDoCargo), { initial: 'T' }),
};

const oCargo = {
  cargo: text('Cargo', 100),
  nomeMercado: text('Nomenclatura de Mercado', 100),
  grupoOcupacional: text('Grupo Ocupacional', 100),
};

/** Detalhado of the radio Detalhado/Resumido: one line a band, under its position. */
export const cargosDetalhado = defineReport({
  id: 'cargos',
  title: 'Cargos',
  description: 'Cargos com áreas, escolaridade e missão, e as faixas salariais de cada um; ou um resumo por cargo.',
  authority: 'ROLE_REL_CARGOS',
  choice: { at: 'cargos', label: 'Detalhado' },
  filter,
  row: {
    ...oCargo,
    areas: longText('Áreas Organizacionais'),
    escolaridade: text('Escolaridade', 60),
    missao: longText('Missão'),
    faixa: text('Faixa Salarial', 30),
    codigoCBO: text('CBO', 6),
    valorAtual: money('Valor atual'),
  },
  groups: ['cargo'],
  orientation: 'landscape',
});

/** Resumido: one line a position. */
export const cargosResumido = defineReport({
  id: 'cargos-resumidos',
  title: 'Cargos (resumido)',
  authority: 'ROLE_REL_CARGOS',
  choice: { at: 'cargos', label: 'Resumido' },
  filter,
  row: {
    ...oCargo,
    faixas: integer('Faixas'),
    menorValor: money('Menor valor'),
    maiorValor: money('Maior valor'),
    talentos: integer('Talentos ativos'),
  },
  totals: ['talentos'],
});
