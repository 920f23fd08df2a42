import { today } from '#kit/br/date.ts';
import { date } from '#kit/fields/date.ts';
import { optional } from '#kit/fields/field.ts';
import { longText } from '#kit/fields/text.ts';
import { defineForm } from '#kit/form/form.ts';
import type { Lifecycle } from '#kit/registry/lifecycle.ts';

export const APROVAR = 'ROLE_APROVAR_SOLICITACAO_PESSOAL';
const EDITAR = 'ROLE_CAD_SOLICITACAO_PESSOAL_EDITAR';
export const TERMINADA = 'Uma solicitação encerrada ou cancelada não muda mais.';

type Row = Readonly<Record<string, unknown>>;
const decidida = ({ status }: Row) =>
  status === 'I' ? undefined : `Esta solicitação já foi ${status === 'A' ? 'aprovada' : 'reprovada'}.`;

/**
 * STA-006, STA-007 (matrix 33): a request is judged while it is open, stands still while it is suspended, and ends closed or
 * cancelled.
 */
export const transicoesDaSolicitacao: Lifecycle['transitions'] = {
  aprovar: {
    label: 'Aprovar',
    done: 'Aprovação registrada.',
    from: ['A'],
    to: 'A',
    authority: APROVAR,
    why: 'Só uma solicitação aberta pode ser aprovada.',
    refuses: decidida,
    form: defineForm({ fields: { observacaoLiberador: optional(longText('Observação', 2_000)) } }),
    bulk: true,
  },
  reprovar: {
    label: 'Reprovar',
    done: 'Solicitação reprovada.',
    from: ['A'],
    to: 'A',
    authority: APROVAR,
    why: 'Só uma solicitação aberta pode ser reprovada.',
    refuses: decidida,
    form: defineForm({ fields: { observacaoLiberador: longText('Motivo', 2_000) } }),
    danger: true,
  },
  suspender: {
    label: 'Suspender',
    done: 'Solicitação suspensa.',
    from: ['A'],
    to: 'S',
    authority: EDITAR,
    why: 'Só uma solicitação aberta pode ser suspensa.',
    ask: 'O anúncio sai do portal enquanto a solicitação estiver suspensa.',
    form: defineForm({ fields: { obsSuspensao: optional(longText('Motivo', 2_000)) } }),
  },
  liberar: {
    label: 'Liberar',
    done: 'Solicitação liberada.',
    from: ['S'],
    to: 'A',
    authority: EDITAR,
    why: 'Só uma solicitação suspensa pode ser liberada.',
  },
  encerrar: {
    label: 'Encerrar',
    done: 'Solicitação encerrada.',
    from: ['A'],
    to: 'E',
    authority: EDITAR,
    why: 'Só uma solicitação aberta pode ser encerrada.',
    form: defineForm({
      fields: {
        dataEncerramento: date('Data de encerramento'),
        obsEncerra: optional(longText('Observação do encerramento', 2_000)),
      },
    }),
    start: () => ({ dataEncerramento: today() }),
  },
  reabrir: {
    label: 'Reabrir',
    done: 'Solicitação reaberta.',
    from: ['E'],
    to: 'A',
    authority: EDITAR,
    why: 'Só uma solicitação encerrada pode ser reaberta.',
    form: defineForm({ fields: { obsReabertura: optional(longText('Motivo', 2_000)) } }),
  },
  cancelar: {
    label: 'Cancelar solicitação',
    done: 'Solicitação cancelada.',
    from: ['A', 'S'],
    to: 'C',
    authority: EDITAR,
    why: 'Só uma solicitação aberta ou suspensa pode ser cancelada.',
    form: defineForm({ fields: { obsCancelamento: longText('Motivo do cancelamento', 2_000) } }),
    danger: true,
  },
  analisar: {
    label: 'Voltar para análise',
    done: 'A solicitação voltou para análise.',
    from: ['A'],
    to: 'A',
    authority: APROVAR,
    why: 'Só uma solicitação aberta volta para análise.',
    refuses: ({ status }) => (status === 'I' ? 'Esta solicitação já está em análise.' : undefined),
    ask: 'A aprovação recomeça, e o anúncio sai do portal até que ela seja aprovada de novo.',
  },
};
