import { z } from 'zod';
import { namesOf } from '#kit/fields/by-name.ts';
import { choice } from '#kit/fields/choice.ts';
import { type Field, having, optional } from '#kit/fields/field.ts';
import { percentage } from '#kit/fields/number.ts';
import { refIds } from '#kit/fields/reference.ts';
import type { Context } from '#kit/form/form.ts';
import { areasDoFiltro } from '#modules/estrutura/public.ts';

/** An optional filter whose default is also the initial value of the form. */
export const comPadrao = <S extends z.ZodType>(of: Field<S>, padrao: z.output<S>): Field<z.ZodType<z.output<S>>> => ({
  ...of,
  required: false,
  initial: padrao,
  schema: z.preprocess((valor) => (valor === undefined || valor === null || valor === '' ? padrao : valor), of.schema),
});

/** The filters of every report of talents. */
export const doQuadro = {
  empresasIds: having(optional(refIds('Empresas', 'utilitario/empresas', 0)), {
    hint: 'Nenhuma: a empresa atual. Só contam as empresas em que você pode emitir este relatório.',
  }),
  estabelecimentosIds: optional(refIds('Estabelecimentos', 'utilitario/estabelecimentos', 0)),
  ...areasDoFiltro('areasOrganizacionaisIds'),
  cargosIds: optional(refIds('Cargos', 'cargo-salario/cargos', 0)),
};

export interface FiltroDoQuadro {
  empresasIds: readonly number[] | null;
  estabelecimentosIds: readonly number[] | null;
  areasOrganizacionaisIds: readonly number[] | null;
  soAreas: boolean;
  cargosIds: readonly number[] | null;
}

export const meta = having(optional(percentage('Meta (%)', 2)), { hint: 'Aparece ao lado do resultado.' });

const mesesDoAno = {
  '1': 'Janeiro',
  '2': 'Fevereiro',
  '3': 'Março',
  '4': 'Abril',
  '5': 'Maio',
  '6': 'Junho',
  '7': 'Julho',
  '8': 'Agosto',
  '9': 'Setembro',
  '10': 'Outubro',
  '11': 'Novembro',
  '12': 'Dezembro',
} as const;

export const mesDoAno = choice('Mês', mesesDoAno);

export const mesAtual = ({ today }: Context) => ({ mes: namesOf(mesesDoAno)[Number(today.slice(5, 7)) - 1] });

/** The company is the group heading when several were requested. */
export const porEmpresa = ({ empresasIds }: { empresasIds: readonly number[] | null }) =>
  (empresasIds?.length ?? 0) > 1 ? (['empresa'] as const) : [];

/** Admissions or dismissals: by month, by area, or one by one. */
export const agrupamentosDoMovimento = {
  MES_ANO: 'Mês/ano',
  AREA_ORGANIZACIONAL: 'Área organizacional',
  TALENTO: 'Talento',
} as const;
export type AgrupamentoDoMovimento = keyof typeof agrupamentosDoMovimento;
export const gruposDoMovimento = { MES_ANO: ['mes'], AREA_ORGANIZACIONAL: ['area'], TALENTO: [] } as const;
