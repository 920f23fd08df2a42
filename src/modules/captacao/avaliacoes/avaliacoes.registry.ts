import { date } from '#kit/fields/date.ts';
import { optional, readOnly } from '#kit/fields/field.ts';
import { percentage } from '#kit/fields/number.ts';
import { ref } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** SCR-051: what candidates were asked in selections, and what their answers come to. Asked on the page of an application. */
export const avaliacoes = defineRegistry({
  id: 'avaliacoes',
  table: 'avaliacoes_candidatos',
  title: 'Avaliações de Candidatos',
  singular: 'Avaliação do Candidato',
  authority: 'ROLE_CAD_AVALIACAO_CANDIDATO',
  scope: 'empresa',
  readOnly: true,
  empty: {
    why: 'Aqui ficam as avaliações que os candidatos respondem. Elas são pedidas na candidatura de cada um.',
    next: { label: 'Abrir a seleção', to: '/captacao/selecao', authority: 'ROLE_CAD_CANDIDATURA' },
  },
  fields: {
    resumo: readOnly(text('Candidato', 220)),
    candidatura: readOnly(ref('Candidatura', 'captacao/candidaturas')),
    modelo: readOnly(ref('Modelo', 'captacao/modelos-avaliacao-candidato')),
    pedidaEm: readOnly(date('Pedida em')),
    respondidaEm: optional(readOnly(date('Respondida em'))),
    // Null: no question that scores was answered yet.
    percentual: optional(readOnly(percentage('Resultado'))),
  },
  columns: ['resumo', 'modelo', 'pedidaEm', 'respondidaEm', 'percentual'],
  filters: ['candidatura', 'modelo', 'pedidaEm', 'respondidaEm'],
  search: ['resumo'],
  label: 'resumo',
  privateNames: true,
  sort: { field: 'pedidaEm', order: 'desc' },
});
