import { date } from '#kit/fields/date.ts';
import { having, optional, readOnly } from '#kit/fields/field.ts';
import { ref } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { backwards } from '#kit/form/period.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

export const colaboradoresOcorrencias = defineRegistry({
  id: 'colaboradores-ocorrencias',
  title: 'Ocorrências do Talento',
  singular: 'Ocorrência do Talento',
  authority: 'ROLE_CAD_COLABORADOR_OCORRENCIA',
  scope: 'empresa',
  empty: { why: 'Aqui ficam faltas, advertências, elogios e o que mais acontecer com um talento.' },
  fields: {
    colaborador: ref('Talento', 'gestao-talentos/talentos'),
    ocorrencia: ref('Ocorrência', 'gestao-talentos/tipo-ocorrencia'),
    dataIni: date('Data inicial'),
    dataFim: having(optional(date('Data final')), { hint: 'Vazia: a ocorrência durou um só dia.' }),
    providencia: optional(ref('Providência', 'gestao-talentos/providencias')),
    observacao: optional(longText('Observação', 2_000)),
    // Labels the record in references and serves the search: the names of talent and kind at the time of the save.
    resumo: readOnly(text('Talento e ocorrência', 220)),
  },
  sample: () => ({ dataIni: '2024-03-01', dataFim: '2024-03-02' }),
  columns: ['colaborador', 'ocorrencia', 'dataIni', 'dataFim', 'providencia'],
  search: ['resumo', 'observacao'],
  label: 'resumo',
  privateNames: true,
  sort: { field: 'dataIni', order: 'desc' },
  calendar: { from: 'dataIni', to: 'dataFim', title: 'colaborador' },
  rules: ({ dataIni, dataFim }) => backwards('dataFim', dataIni, dataFim),
});
