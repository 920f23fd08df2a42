import { boolean, choice } from '#kit/fields/choice.ts';
import { optional } from '#kit/fields/field.ts';
import { ref } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { tiposDeCompetencia } from '#modules/estrutura/public.ts';

/**
 * The common part of all competencies: one row beside each knowledge, skill and attitude, under the same id. Triggers of the
 * migration maintain it, so that a foreign key of levels and criteria can refer to any of the three.
 */
export const competencias = defineRegistry({
  id: 'competencias',
  title: 'Competências',
  singular: 'Competência',
  authority: 'ROLE_CAD_COMPETENCIA',
  scope: 'empresa',
  empty: {
    why: 'As competências são a soma de Conhecimentos, Habilidades e Atitudes: cada registro de lá aparece aqui.',
    next: { label: 'Ir para Conhecimentos', to: '/cargo-salario/conhecimentos' },
  },
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
  findable: { detail: ['tipo'] },
  filters: ['nome', 'tipo', 'solicitarComentario'],
});
