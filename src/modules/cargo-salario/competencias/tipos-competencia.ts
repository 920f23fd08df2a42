import { boolean } from '#kit/fields/choice.ts';
import { computed, having, optional } from '#kit/fields/field.ts';
import { refs, rows } from '#kit/fields/reference.ts';
import { longText, text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

/** Behaviours of one: whoever evaluates reads all of them, of each competency that is required. */
const MAIS_COMPORTAMENTOS = 100;

/** Knowledge, skill and attitude share one shape. */
const tipoDeCompetencia = <const N extends { id: string; title: string; singular: string; authority: `ROLE_CAD_${string}` }>(
  names: N,
) =>
  defineRegistry({
    ...names,
    scope: 'empresa',
    most: 10_000,
    fields: {
      nome: text('Nome', 100),
      areasOrganizacionais: refs('Áreas Organizacionais', 'cargo-salario/areas-organizacionais'),
      cursos: optional(refs('Cursos', 'desenvolvimento/cursos', 0)),
      solicitarComentario: having(boolean('Solicitar comentário'), {
        hint: 'Quem configura os níveis de um talento é convidado a comentar esta competência.',
      }),
      observacao: optional(longText('Observação', 2_000)),
      competencias: optional(rows('Comportamentos', { descricao: text('Descrição', 250) }, 0, { max: MAIS_COMPORTAMENTOS })),
      existeNivelCompetencia: computed(boolean('Tem nível de competência configurado')),
    },
    columns: ['nome', 'solicitarComentario'],
    filters: ['nome', 'areasOrganizacionais', 'cursos', 'solicitarComentario'],
    unique: [['nome']],
  });

export const conhecimentos = tipoDeCompetencia({
  id: 'conhecimentos',
  title: 'Conhecimentos',
  singular: 'Conhecimento',
  authority: 'ROLE_CAD_CONHECIMENTO',
});
export const habilidades = tipoDeCompetencia({
  id: 'habilidades',
  title: 'Habilidades',
  singular: 'Habilidade',
  authority: 'ROLE_CAD_HABILIDADE',
});
export const atitudes = tipoDeCompetencia({
  id: 'atitudes',
  title: 'Atitudes',
  singular: 'Atitude',
  authority: 'ROLE_CAD_ATITUDE',
});
