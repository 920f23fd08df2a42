import { formatDate } from '#kit/br/date.ts';
import { nameIn } from '#kit/fields/bare.ts';
import { labelIn } from '#kit/fields/by-name.ts';
import type { Lifecycle } from '#kit/registry/lifecycle.ts';
import { motivosEstabilidade } from '../pessoa/codigos.ts';
import { desligamentoCancelado, desligamentoConfirmado } from './desligamentos.messages.ts';

export const tiposDeDesligamento = {
  SEM_JUSTA_CAUSA: 'Sem justa causa',
  JUSTA_CAUSA: 'Por justa causa',
  PEDIDO: 'A pedido do talento',
  ACORDO: 'Acordo entre as partes',
  TERMINO_CONTRATO: 'Término de contrato',
  APOSENTADORIA: 'Aposentadoria',
  FALECIMENTO: 'Falecimento',
  TRANSFERENCIA: 'Transferência para outra empresa',
  OUTRO: 'Outro',
} as const;

export const avisosPrevios = {
  TRABALHADO: 'Trabalhado',
  INDENIZADO: 'Indenizado',
  DISPENSADO: 'Dispensado',
  NAO_SE_APLICA: 'Não se aplica',
} as const;

/** Document 2 §4: U is the code of a talent whose dismissal waits to be confirmed. */
export const estadosDoDesligamento = { U: 'Aguardando confirmação', D: 'Confirmado', C: 'Cancelado' } as const;

export type EstadoDoDesligamento = keyof typeof estadosDoDesligamento;

const CONFIRMAR = 'ROLE_CONFIRMAR_DESLIGAMENTO';
const SO_AGUARDANDO = 'Somente desligamentos aguardando confirmação podem ser alterados.';
const nomeDe = ({ colaborador }: Readonly<Record<string, unknown>>) => nameIn(colaborador) ?? 'este talento';

/** STA-024: a request is confirmed or cancelled; a confirmed dismissal is undone by cancelling it, never by deleting it. */
export const vidaDoDesligamento = {
  field: 'status',
  initial: 'U',
  states: {
    U: {},
    D: { edit: SO_AGUARDANDO, remove: 'Um desligamento confirmado não pode ser excluído: cancele-o.' },
    C: {
      edit: SO_AGUARDANDO,
      remove: ({ confirmadoEm }) =>
        confirmadoEm ? 'Este desligamento chegou a ser confirmado e não pode ser excluído, embora cancelado.' : undefined,
    },
  },
  transitions: {
    confirmar: {
      label: 'Confirmar desligamento',
      done: 'Desligamento confirmado com sucesso.',
      from: ['U'],
      to: 'D',
      authority: CONFIRMAR,
      why: 'Somente desligamentos aguardando confirmação podem ser confirmados.',
      ask: (desligamento) => `Confirma o desligamento de ${nomeDe(desligamento)}?`,
      danger: true,
      awaited: true,
      messages: [{ type: desligamentoConfirmado, to: ['maker'] }],
    },
    cancelar: {
      label: 'Cancelar desligamento',
      done: 'Desligamento cancelado com sucesso.',
      from: ['U', 'D'],
      to: 'C',
      authority: CONFIRMAR,
      why: 'Este desligamento já está cancelado.',
      ask: (desligamento) =>
        desligamento.status === 'D'
          ? `Cancelar o desligamento de ${nomeDe(desligamento)}? O talento volta a ficar ativo.`
          : `Cancelar o pedido de desligamento de ${nomeDe(desligamento)}?`,
      danger: true,
      messages: [{ type: desligamentoCancelado, to: ['maker'] }],
    },
  },
} as const satisfies Lifecycle;

export interface DatasDoDesligamento {
  data: string;
  dataAviso: string | null;
  avisoPrevio: keyof typeof avisosPrevios;
}

/** The notice comes before the end, and a notice that is worked has a day. */
export function* faltasDoDesligamento({ data, dataAviso, avisoPrevio }: DatasDoDesligamento) {
  if (dataAviso !== null && dataAviso > data)
    yield { field: 'dataAviso', message: 'Data do aviso prévio posterior à data de desligamento.' };
  if (avisoPrevio === 'TRABALHADO' && dataAviso === null)
    yield { field: 'dataAviso', message: 'Data do aviso prévio é obrigatória' };
}

/** The talent's own dates and history that forbid leaving on a day. */
export function* impedimentos(
  data: string,
  talento: { dataAdmissao: string; ultimoHistorico: string | null },
): Generator<{ field: string; message: string }> {
  if (data < talento.dataAdmissao) yield { field: 'data', message: 'Data de desligamento inferior à data de admissão.' };
  if (talento.ultimoHistorico !== null && talento.ultimoHistorico > data)
    yield { field: 'data', message: 'Existe histórico de cargos e salários posterior à data de desligamento.' };
}

/** The protection from dismissal on a day, as `data-estabilidade` answers it. */
export interface Protecao {
  dataEstabilidade: string | null;
  motivo: string | null;
  indeterminada: boolean;
}

/** The warning about a protection, which does not prevent the dismissal; undefined without protection. */
export function avisoDaEstabilidade({ dataEstabilidade, motivo, indeterminada }: Protecao): string | undefined {
  if (dataEstabilidade === null && !indeterminada) return undefined;
  const ate = dataEstabilidade === null ? ', sem término informado' : ` até ${formatDate(dataEstabilidade)}`;
  const porque = labelIn(motivosEstabilidade, motivo);
  return `Nesta data o talento tem estabilidade${ate}${porque ? ` (${porque})` : ''}.`;
}
