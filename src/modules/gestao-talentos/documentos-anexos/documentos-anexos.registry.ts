import { choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional, readOnly } from '#kit/fields/field.ts';
import { file } from '#kit/fields/file.ts';
import { ref } from '#kit/fields/reference.ts';
import { longText, text, url } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** The origin of an attached document (ENU-073). */
const origensDeDocumento = { COLABORADOR: 'Talento', CANDIDATO: 'Candidato' } as const;

/** Documents attached to a talent (ENT-029, CALL-637). */
export const documentosAnexos = defineRegistry({
  id: 'documentos-anexos',
  title: 'Documentos Anexos',
  singular: 'Documento Anexo',
  authority: 'ROLE_CAD_DOCUMENTO_ANEXO',
  scope: 'empresa',
  fields: {
    descricao: text('Descrição', 100),
    colaborador: ref('Talento', 'gestao-talentos/talentos'),
    tipoDocumento: optional(ref('Tipo de documento', 'gestao-talentos/tipo-documento')),
    data: optional(date('Data')),
    anexo: having(optional(file('Anexo')), { span: 12 }),
    url: having(optional(url('Endereço do documento')), { hint: 'Quando o documento fica em outro lugar.' }),
    observacao: optional(longText('Observação', 2_000)),
    origem: readOnly(choice('Origem', origensDeDocumento)),
  },
  columns: ['descricao', 'colaborador', 'tipoDocumento', 'data', 'anexo'],
  filters: ['descricao', 'colaborador', 'tipoDocumento', 'data'],
  sort: { field: 'data', order: 'desc' },
  privateNames: true,
  // RUL-506: required for a new document; an old one keeps its file, or stays without if the file was lost.
  requiredWhen: { anexo: (_documento, { before }) => before === undefined },
});
