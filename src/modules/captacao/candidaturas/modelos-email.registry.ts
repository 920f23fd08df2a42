import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { daCarta, variaveisDesconhecidas } from './cartas.ts';

/** Letters that recruiters write again and again. */
export const modelosEmailCandidato = defineRegistry({
  id: 'modelos-email-candidato',
  title: 'Modelos de E-mail ao Candidato',
  singular: 'Modelo de E-mail ao Candidato',
  authority: 'ROLE_CAD_MODELO_EMAIL_CANDIDATO',
  scope: 'empresa',
  most: 500,
  // Drafts, too, have titles: they are for whoever chooses among them.
  privateNames: ['ROLE_CAD_CANDIDATURA'],
  empty: { why: 'Textos prontos para escrever a candidatos na Seleção, um a um ou a vários.' },
  fields: { titulo: text('Título', 100), ...daCarta },
  columns: ['titulo', 'assunto'],
  unique: [['titulo']],
  rules: variaveisDesconhecidas,
});
