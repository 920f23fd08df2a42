import { boolean } from '#kit/fields/choice.ts';
import { having, optional } from '#kit/fields/field.ts';
import { longText } from '#kit/fields/text.ts';
import { defineForm } from '#kit/form/form.ts';
import type { Lifecycle } from '#kit/registry/lifecycle.ts';

export const CONTRATAR = 'ROLE_CONTRATAR_CANDIDATO';
const EDITAR = 'ROLE_CAD_CANDIDATURA_EDITAR';
const ANDAMENTO = 'A candidatura já terminou.';
const motivo = having(longText('Motivo', 2_000), { hint: 'Fica na seleção, à vista do RH. O candidato não o lê.' });

const sai = ({ resumo }: Readonly<Record<string, unknown>>) => `${String(resumo)} sai da seleção.`;

/** STA-009: an application runs until somebody is hired, is not chosen, or withdraws; it may be taken up again. */
export const transicoesDaCandidatura: Lifecycle['transitions'] = {
  // The deed `admitir` asks for the contract, makes the talent, and moves the application.
  contratar: {
    label: 'Contratar',
    done: 'Candidato contratado.',
    from: ['A'],
    to: 'C',
    authority: CONTRATAR,
    why: ANDAMENTO,
    refuses: () => 'O candidato é contratado com os dados do contrato, que fazem o seu cadastro de talento.',
  },
  recusar: {
    label: 'Não selecionar',
    done: 'Candidatura encerrada.',
    from: ['A'],
    to: 'N',
    authority: EDITAR,
    why: ANDAMENTO,
    ask: sai,
    form: defineForm({
      fields: {
        motivo,
        avisar: boolean('Avisar o candidato por e-mail', true),
        recado: having(optional(longText('Recado ao candidato', 2_000)), {
          hint: 'Opcional: vai no e-mail, depois do agradecimento, e fica no portal do candidato. O texto do e-mail é o de Utilitário → Modelos de Mensagens.',
        }),
      },
      visibleWhen: { recado: ({ avisar }) => avisar === true },
    }),
    bulk: true,
  },
  desistir: {
    label: 'Registrar desistência',
    done: 'Desistência registrada.',
    from: ['A'],
    to: 'D',
    authority: EDITAR,
    why: ANDAMENTO,
    ask: sai,
    form: defineForm({ fields: { motivo } }),
  },
  retomar: {
    label: 'Retomar',
    done: 'Candidatura retomada.',
    from: ['N', 'D'],
    to: 'A',
    authority: EDITAR,
    why: 'Só uma candidatura encerrada sem contratação pode ser retomada.',
  },
};
