import { today } from '#kit/br/date.ts';
import { formatMoney, formatNumber } from '#kit/br/number.ts';
import { api } from '#kit/client/client.web.ts';
import type { RecordRow } from '#kit/registry/view.web.tsx';
import { type TipoSalario, tiposSalario } from '#modules/estrutura/public.ts';
import type { motivos } from '#modules/gestao-talentos/public.ts';

export const COLABORADORES = 'cargo-salario/colaboradores';
export const HISTORICOS = `${COLABORADORES}/historicos`;

export interface Nomeado {
  id: number;
  nome: string;
}

/** An entry of somebody's history. */
export interface Lancamento extends RecordRow {
  data: string;
  ate: string | null;
  motivo: keyof typeof motivos;
  areaOrganizacional: Nomeado;
  faixaSalarial: Nomeado;
  estabelecimento: Nomeado | null;
  ambiente: Nomeado | null;
  funcao: Nomeado | null;
  /** null for readers who may not see salaries */
  tipoSalario: TipoSalario | null;
  indice: Nomeado | null;
  quantidadeIndice: number | null;
  salario: number | null;
  salarioPago: number | null;
  status: string | null;
  tabelaReajuste: Nomeado | null;
}

export const pagamento = ({ tipoSalario, indice, quantidadeIndice, salario, salarioPago }: Lancamento): string => {
  if (tipoSalario === null) return '•••';
  const como = `${tiposSalario[tipoSalario]}: `;
  if (tipoSalario === '3') return `${como}${salario === null ? '•••' : formatMoney(salario)}`;
  const pago = salarioPago === null ? '' : ` (${formatMoney(salarioPago)})`;
  if (tipoSalario === '1') return `${como}pela faixa salarial${pago}`;
  return `${como}${quantidadeIndice === null ? '•••' : formatNumber(quantidadeIndice)} × ${indice?.nome ?? 'índice'}${pago}`;
};

/** Somebody's entries, from the newest to the oldest. */
export const dosHistoricos = (colaborador: number | string, signal?: AbortSignal) =>
  api.get<{ content: Lancamento[] }>(
    HISTORICOS,
    { colaborador, sort: 'data,desc', page: 0, size: 500 },
    { quiet: true, ...(signal ? { signal } : {}) },
  );

/** The initial values of a new entry: the one in force today (else the newest), without its day and its reason. */
export async function comecoDoLancamento(colaborador: number | string): Promise<Record<string, unknown>> {
  const { content } = await dosHistoricos(colaborador);
  const atual = content.find(({ data }) => data <= today()) ?? content[0];
  if (!atual) return {};
  const { areaOrganizacional, faixaSalarial, estabelecimento, ambiente, funcao, tipoSalario, indice, quantidadeIndice, salario } =
    atual;
  return { areaOrganizacional, faixaSalarial, estabelecimento, ambiente, funcao, tipoSalario, indice, quantidadeIndice, salario };
}
