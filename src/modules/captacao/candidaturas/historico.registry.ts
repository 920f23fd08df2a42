import { choice } from '#kit/fields/choice.ts';
import { date, instant } from '#kit/fields/date.ts';
import { having, optional, readOnly } from '#kit/fields/field.ts';
import { ref } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { aptidoes } from './codigos.ts';
import { naSuaCandidatura } from './na-sua.ts';

/** What happened to a candidate in a selection, a row a step (ENT-039). */
export const historico = defineRegistry({
  id: 'historico',
  table: 'candidatos_historicos',
  title: 'Histórico de Candidatos',
  singular: 'Histórico do Candidato',
  authority: 'ROLE_CAD_CANDIDATURA',
  scope: 'empresa',
  fields: {
    candidatura: ref('Candidatura', 'captacao/candidaturas'),
    candidato: readOnly(ref('Candidato', 'captacao/candidatos')),
    solicitacao: readOnly(ref('Solicitação de Pessoal', 'captacao/solicitacoes-pessoal')),
    etapaSeletiva: having(optional(ref('Etapa', 'captacao/etapas-seletivas')), { hint: 'Vazia: fica entre os inscritos.' }),
    data: date('Data'),
    responsavel: optional(text('Responsável', 100)),
    apto: having(choice('Situação', aptidoes), { initial: 'I' }),
    observacao: optional(longText('Observação', 4_000)),
    // Until when the candidate may answer the evaluations of this step.
    dataHoraExpiracao: optional(readOnly(instant('Responder até'))),
  },
  // The panel of an application reads the observation in the list.
  columns: ['candidato', 'solicitacao', 'etapaSeletiva', 'data', 'responsavel', 'apto', 'observacao'],
  filters: ['candidato', 'solicitacao', 'etapaSeletiva', 'data', 'apto'],
  searchOf: 'candidato',
  privateNames: true,
  sort: { field: 'data', order: 'desc' },
  lockedWhen: naSuaCandidatura,
  bulkEdit: false,
});
