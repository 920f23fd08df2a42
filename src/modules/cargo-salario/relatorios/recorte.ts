import { choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional } from '#kit/fields/field.ts';
import { money } from '#kit/fields/number.ts';
import { refIds } from '#kit/fields/reference.ts';
import type { Context } from '#kit/form/form.ts';
import { areasDoFiltro } from '#modules/estrutura/public.ts';

const cargosIds = optional(refIds('Cargos', 'cargo-salario/cargos', 0));
const gruposOcupacionaisIds = optional(refIds('Grupos Ocupacionais', 'cargo-salario/grupos-ocupacionais', 0));
const estabelecimentosIds = optional(refIds('Estabelecimentos', 'utilitario/estabelecimentos', 0));

/** The filter of most reports of positions and salaries; empty lists do not filter. */
export const recorte = { ...areasDoFiltro('areasIds'), gruposOcupacionaisIds, cargosIds, estabelecimentosIds };

export const statusSolicitacao = having(choice('Situação', { T: 'Todos', A: 'Ativos', D: 'Desligados' }), { initial: 'T' });

/** Document 2 §3: the group headings of lists of talents. */
const agrupamentos = {
  AREA_ORGANIZACIONAL: 'Área Organizacional',
  MES_ANO: 'Mês/ano',
  TALENTO: 'Talento',
} as const;
export type Agrupamento = keyof typeof agrupamentos;

export const agruparPor = (initial: Agrupamento = 'AREA_ORGANIZACIONAL') =>
  having(choice('Agrupar por', agrupamentos), { initial });

const campoDe: Readonly<Record<Agrupamento, 'area' | 'mesAno' | 'talento'>> = {
  AREA_ORGANIZACIONAL: 'area',
  MES_ANO: 'mesAno',
  TALENTO: 'talento',
};

/** The column of the group headings. */
export const grupoDe = ({ agruparPor: por }: { agruparPor: Agrupamento }) => [campoDe[por]] as const;

export const dataBase = date('Na data de');
export const hojeNaDataBase = ({ today }: Context) => ({ dataBase: today });

/** An amount that tells somebody's salary. */
export const salarial = (label: string) => having(money(label), { sensitive: 'ROLE_VER_SALARIO' });
