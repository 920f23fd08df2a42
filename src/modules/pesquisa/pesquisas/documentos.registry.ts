import { date } from '#kit/fields/date.ts';
import { having, optional } from '#kit/fields/field.ts';
import { file } from '#kit/fields/file.ts';
import { ref } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** Documents of a survey: what was agreed about it, its presentation, the plan that followed. */
export const documentosDaPesquisa = defineRegistry({
  id: 'pesquisas/documentos-anexos',
  table: 'pesquisas_documentos',
  title: 'Documentos Anexos da Pesquisa',
  singular: 'Documento Anexo',
  authority: 'ROLE_CAD_DOCUMENTO_PESQUISA',
  scope: 'empresa',
  menu: false,
  fields: {
    descricao: text('Descrição', 100),
    pesquisa: ref('Pesquisa', 'pesquisa/pesquisas'),
    data: optional(date('Data')),
    anexo: having(optional(file('Anexo')), { span: 12 }),
    observacao: optional(longText('Observação', 2_000)),
  },
  columns: ['descricao', 'pesquisa', 'data', 'anexo'],
  filters: ['descricao', 'pesquisa', 'data'],
  sort: { field: 'data', order: 'desc' },
  // Required for a new document; an old one stays without if the file was lost.
  requiredWhen: { anexo: (_documento, { before }) => before === undefined },
});
