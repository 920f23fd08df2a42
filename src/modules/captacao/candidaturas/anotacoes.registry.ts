import { instant } from '#kit/fields/date.ts';
import { having, optional, readOnly } from '#kit/fields/field.ts';
import { ref, refs } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { naSuaCandidatura } from './na-sua.ts';

/** What recruiters write to each other about an application; whoever is named is told. */
export const anotacoes = defineRegistry({
  id: 'anotacoes',
  table: 'candidaturas_anotacoes',
  title: 'Anotações sobre Candidatos',
  singular: 'Anotação',
  authority: 'ROLE_CAD_ANOTACAO_CANDIDATO',
  scope: 'empresa',
  empty: { why: 'O que os recrutadores escrevem uns aos outros sobre cada candidato. O candidato nunca as lê.' },
  fields: {
    candidatura: ref('Candidatura', 'captacao/candidaturas'),
    texto: longText('Anotação', 4_000),
    mencionados: having(optional(refs('Citar', 'utilitario/usuarios', 0, 20)), { hint: 'Recebem um aviso.' }),
    autor: readOnly(ref('Autor', 'utilitario/usuarios')),
    quando: readOnly(instant('Quando')),
    resumo: readOnly(text('Sobre', 220)),
  },
  columns: ['resumo', 'texto', 'mencionados', 'autor', 'quando'],
  filters: ['candidatura', 'autor', 'quando'],
  search: ['resumo'],
  label: 'resumo',
  privateNames: true,
  sort: { field: 'quando', order: 'desc' },
  lockedWhen: naSuaCandidatura,
  visibleWhen: { resumo: () => false },
  menu: false,
  bulkEdit: false,
});
