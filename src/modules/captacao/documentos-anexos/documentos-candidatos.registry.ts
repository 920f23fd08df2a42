import { date } from '#kit/fields/date.ts';
import { having, optional } from '#kit/fields/field.ts';
import { file } from '#kit/fields/file.ts';
import { ref } from '#kit/fields/reference.ts';
import { longText, text, url } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** Documents attached to a candidate (ENT-029 of origin CANDIDATO, CALL-636). */
export const documentosCandidatos = defineRegistry({
  id: 'documentos-candidatos',
  title: 'Documentos de Candidatos',
  singular: 'Documento do Candidato',
  authority: 'ROLE_CAD_DOCUMENTO_CANDIDATO',
  scope: 'empresa',
  fields: {
    descricao: text('Descrição', 100),
    candidato: ref('Candidato', 'captacao/candidatos'),
    tipoDocumento: optional(ref('Tipo de documento', 'gestao-talentos/tipo-documento')),
    etapaSeletiva: optional(ref('Etapa', 'captacao/etapas-seletivas')),
    data: optional(date('Data')),
    anexo: having(optional(file('Anexo')), { span: 12 }),
    url: having(optional(url('Endereço do documento')), { hint: 'Quando o documento fica em outro lugar.' }),
    observacao: optional(longText('Observação', 2_000)),
  },
  columns: ['descricao', 'candidato', 'tipoDocumento', 'etapaSeletiva', 'data', 'anexo'],
  filters: ['descricao', 'candidato', 'tipoDocumento', 'etapaSeletiva', 'data'],
  sort: { field: 'data', order: 'desc' },
  privateNames: true,
  // RUL-506: required for a new document; an old one keeps its file, or stays without if the file was lost.
  requiredWhen: { anexo: (_documento, { before }) => before === undefined },
});
