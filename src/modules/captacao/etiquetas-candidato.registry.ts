import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** Words of the company's own by which recruiters find candidates again. */
export const etiquetasCandidato = defineRegistry({
  id: 'etiquetas-candidato',
  title: 'Etiquetas de Candidatos',
  singular: 'Etiqueta',
  authority: 'ROLE_CAD_ETIQUETA_CANDIDATO',
  scope: 'empresa',
  most: 5_000,
  fields: { nome: text('Nome', 60) },
  columns: ['nome'],
  unique: [['nome']],
});
