import { boolean, choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional } from '#kit/fields/field.ts';
import { refIds } from '#kit/fields/reference.ts';
import type { Context } from '#kit/form/form.ts';
import { backwards } from '#kit/form/period.ts';
import { monthsUpToToday } from '#kit/report/period.ts';
import { areasDoFiltro } from '#modules/estrutura/public.ts';
import { aptidoes } from '../candidaturas/codigos.ts';
import { historico } from '../candidaturas/historico.registry.ts';

/** ENU-015. */
export const statusNoRelatorio = {
  T: 'Todas',
  A: 'Abertas em andamento',
  S: 'Abertas suspensas',
  E: 'Encerradas',
  C: 'Canceladas',
} as const;

export const statusSolicitacao = (initial: keyof typeof statusNoRelatorio = 'T') =>
  having(choice('Status da solicitação', statusNoRelatorio), { initial });

/** A period that may be left open at either end. */
export const periodo = { dataIni: optional(date('Data inicial')), dataFim: optional(date('Data final')) };

interface Periodo {
  dataIni: string | null;
  dataFim: string | null;
}
export const faltasDoPeriodo = ({ dataIni, dataFim }: Periodo) => backwards('dataFim', dataIni, dataFim);

/** Lists of people begin with the last month, figures with the last six (matrix 13). */
export const doUltimoMes = monthsUpToToday(1);
export const dosUltimosSeisMeses = (context: Context) => monthsUpToToday(6)(context);

const lugares = {
  estabelecimentosIds: optional(refIds('Estabelecimentos', 'utilitario/estabelecimentos', 0)),
  ...areasDoFiltro('areasIds'),
  cargosIds: optional(refIds('Cargos', 'cargo-salario/cargos', 0)),
};

/** ENT-120: the filter of most reports of recruitment; an empty list does not filter. */
export const daVaga = (status?: keyof typeof statusNoRelatorio) => ({
  statusSolicitacao: statusSolicitacao(status),
  ...periodo,
  ...lugares,
});

export interface FiltroDaVaga extends Periodo {
  statusSolicitacao: keyof typeof statusNoRelatorio;
  estabelecimentosIds?: readonly number[] | null;
  areasIds?: readonly number[] | null;
  soAreas?: boolean;
  cargosIds?: readonly number[] | null;
}

/** ENT-118: the filter of the two reports of selective stages. */
export const dasEtapas = <O extends Readonly<Record<string, string>>>(ordens: O) => ({
  etapasIds: refIds('Etapas', 'captacao/etapas-seletivas'),
  statusSolicitacao: statusSolicitacao(),
  situacaoCandidato: having(choice('Situação do candidato', aptidoes), {
    initial: 'I',
    hint: 'Indiferente: todos, com ou sem parecer.',
  }),
  ...periodo,
  imprimirObservacao: boolean('Imprimir as observações'),
  ordenarPor: having(choice('Ordenar por', ordens), { initial: 'A' }),
});

/** What was noted in a step is for whoever may open the history that it stands in. */
export const soQuemAbreOHistorico = { imprimirObservacao: (_filtro: unknown, { can }: Context) => can(historico.authority) };

export interface FiltroDasEtapas extends Periodo {
  etapasIds: readonly number[];
  statusSolicitacao: FiltroDaVaga['statusSolicitacao'];
  situacaoCandidato: keyof typeof aptidoes;
  imprimirObservacao: boolean;
}
