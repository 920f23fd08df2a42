import { z } from 'zod';
import { defineDoor } from '#kit/door/door.ts';
import { date } from '#kit/fields/date.ts';
import { type Field, having, optional } from '#kit/fields/field.ts';
import { file } from '#kit/fields/file.ts';
import { longText, text, url } from '#kit/fields/text.ts';
import { defineForm } from '#kit/form/form.ts';
import { proprio } from './proprio.ts';

/** Kinds of file that a CV or a document may be. */
export const TIPOS_DE_CURRICULO = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.oasis.opendocument.text',
  'image/png',
  'image/jpeg',
  'image/webp',
];

/** What a candidate says of a document that they attach; type and stage are HR's. */
const doDocumento = <F extends Field>(anexo: F) => ({
  descricao: text('Descrição', 100),
  data: optional(date('Data')),
  observacao: optional(longText('Observação', 2_000)),
  url: optional(url('Endereço do documento')),
  anexo,
});

const qualquer = z.looseObject({});

/** The documents that a candidate attaches to their own record. */
export const portasDeDocumentos = {
  documentos: defineDoor({
    ...proprio,
    method: 'GET',
    path: '/api/externo/candidatos/:id/documentos-anexos',
    summary: 'Meus documentos',
    answers: z.array(qualquer),
  }),
  incluirDocumento: defineDoor({
    ...proprio,
    method: 'POST',
    path: '/api/externo/candidatos/:id/documentos-anexos',
    summary: 'Anexar um documento',
    form: defineForm({ fields: doDocumento(having(file('Anexo'), { accept: TIPOS_DE_CURRICULO })) }),
    answers: z.object({ id: z.int() }),
  }),
  verDocumento: defineDoor({
    ...proprio,
    method: 'GET',
    path: '/api/externo/candidatos/:id/documentos-anexos/:documento',
    summary: 'Um documento meu',
    answers: qualquer,
  }),
  editarDocumento: defineDoor({
    ...proprio,
    method: 'PUT',
    path: '/api/externo/candidatos/:id/documentos-anexos/:documento',
    summary: 'Editar um documento meu',
    form: defineForm({ fields: doDocumento(optional(having(file('Anexo'), { accept: TIPOS_DE_CURRICULO }))) }),
    answers: z.object({ id: z.int() }),
  }),
  excluirDocumento: defineDoor({
    ...proprio,
    method: 'DELETE',
    path: '/api/externo/candidatos/:id/documentos-anexos/:documento',
    summary: 'Excluir um documento meu',
    answers: 'nothing',
  }),
  baixarDocumento: defineDoor({
    ...proprio,
    method: 'GET',
    path: '/api/externo/candidatos/:id/documentos-anexos/:documento/download',
    summary: 'Baixar um documento meu',
    answers: 'file',
  }),
};
