import { formatDate } from '#kit/br/date.ts';
import { boolean, choices } from '#kit/fields/choice.ts';
import { having, optional } from '#kit/fields/field.ts';
import { defineForm } from '#kit/form/form.ts';
import type { Lifecycle } from '#kit/registry/lifecycle.ts';

export const situacoesDeTabela = { P: 'Em planejamento', A: 'Aplicada', C: 'Cancelada' } as const;

/** By the letter of document 2 §9, in the order in which they are applied: values that pay people, and then people. */
export const nomesDosTipos = { I: 'Índices', F: 'Faixas salariais', C: 'Colaboradores' } as const;

const CANCELADO = 'Este planejamento foi cancelado. Copie-o para aplicar de novo.';
const NADA_AGUARDA = 'Este planejamento não aguarda resposta do sistema de pessoal.';

/** The form of applying a plan. */
export const pedidoDeAplicacao = defineForm({
  fields: {
    tipos: having(optional(choices('Linhas', nomesDosTipos, 0)), {
      hint: 'Sem nenhuma marcada, todas as que aguardam. Tudo ou nada: primeiro os índices, depois as faixas e, por fim, os colaboradores.',
      span: 12,
    }),
    autorizarTeto: having(boolean('Autorizar o aumento acima do teto'), {
      hint: 'Só vale para quem tem autorização para passar do teto.',
      span: 12,
    }),
  },
});

const nomeDe = ({ nome }: Readonly<Record<string, unknown>>) => `“${String(nome)}”`;
const esperam = ({ partes }: Readonly<Record<string, unknown>>) =>
  Array.isArray(partes) && partes.some((parte) => String(parte).endsWith('P'));
const nadaAguarda = ({ aguardaPessoal }: Readonly<Record<string, unknown>>) => (aguardaPessoal ? undefined : NADA_AGUARDA);

/** RUL-252: a plan is applied, at once or one kind of line after the other, and cancelled as a whole. */
export const vidaDoPlanejamento = {
  field: 'situacao',
  initial: 'P',
  states: { P: {}, A: {}, C: {} },
  transitions: {
    aplicar: {
      label: 'Aplicar',
      done: 'Reajuste aplicado com sucesso.',
      from: ['P', 'A'],
      to: 'A',
      authority: 'ROLE_APLICAR_REAJUSTE',
      why: CANCELADO,
      refuses: (plano) =>
        plano.situacao === 'A' && !esperam(plano) ? 'Os reajustes deste planejamento já foram aplicados.' : undefined,
      ask: (plano) =>
        `Aplicar o reajuste ${nomeDe(plano)}? Os novos valores passam a valer em ${formatDate(String(plano.data))}.`,
      form: pedidoDeAplicacao,
    },
    cancelar: {
      label: 'Cancelar reajuste',
      done: 'Reajuste cancelado com sucesso.',
      from: ['A'],
      to: 'C',
      authority: 'ROLE_CANCELAR_REAJUSTE',
      why: 'Só um reajuste aplicado pode ser cancelado.',
      ask: 'Cancelar este reajuste? Os históricos que ele criou são excluídos e os salários, faixas e índices voltam exatamente ao que eram.',
      danger: true,
    },
    confirmar: {
      label: 'Confirmar reajuste',
      done: 'Reajuste confirmado com sucesso.',
      from: ['A'],
      to: 'A',
      authority: 'ROLE_INTEGRACAO_PESSOAL',
      blind: true,
      why: NADA_AGUARDA,
      refuses: nadaAguarda,
      ask: 'Confirmar este reajuste pelo sistema de pessoal? Depois disso ele não pode mais ser cancelado aqui, e os históricos que criou só mudam nele.',
    },
    recusar: {
      label: 'Recusar pelo sistema de pessoal',
      done: 'Reajuste recusado e cancelado com sucesso.',
      from: ['A'],
      to: 'C',
      authority: 'ROLE_INTEGRACAO_PESSOAL',
      blind: true,
      why: NADA_AGUARDA,
      refuses: nadaAguarda,
      ask: 'Recusar este reajuste pelo sistema de pessoal? Ele é cancelado: os salários, faixas e índices voltam exatamente ao que eram.',
      danger: true,
    },
  },
} as const satisfies Lifecycle;
