import { boolean, choice } from '#kit/fields/choice.ts';
import { optional } from '#kit/fields/field.ts';
import { ref } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { tiposDeCompetencia } from '#modules/estrutura/public.ts';

/**
 * What is said of a competency whatever its kind: one row beside each knowledge, skill and attitude, under the same id.
 * The database keeps it (triggers of the migration), so that levels and criteria can name any of the three by a foreign key.
 */
export const competencias = defineRegistry({
  id: 'competencias',
  title: 'Competências',
  singular: 'Competência',
  authority: 'ROLE_CAD_COMPETENCIA',
  scope: 'empresa',
  readOnly: true,
  fields: {
    nome: text('Nome', 100),
    tipo: choice('Tipo', tiposDeCompetencia),
    solicitarComentario: boolean('Solicitar comentário'),
    observacao: optional(longText('Observação', 2_000)),
    conhecimento: optional(ref('Conhecimento', 'cargo-salario/conhecimentos')),
    habilidade: optional(ref('Habilidade', 'cargo-salario/habilidades')),
    atitude: optional(ref('Atitude', 'cargo-salario/atitudes')),
  },
  columns: ['nome', 'tipo', 'solicitarComentario'],
  filters: ['nome', 'tipo', 'solicitarComentario'],
});
