import { having, optional } from '#kit/fields/field.ts';
import { integer } from '#kit/fields/number.ts';
import { ref, refId, rows } from '#kit/fields/reference.ts';
import { longText } from '#kit/fields/text.ts';

/** Lines of a dated configuration, of a band and of a talent alike: competency, weight and level. */
export const itensDeNivel = () =>
  rows('Competências', {
    competencia: ref('Competência', 'cargo-salario/competencias'),
    competenciaPeso: having(integer('Peso', { min: 1, max: 99_999 }), { initial: 1 }),
    nivelCompetenciaId: refId('Nível', 'cargo-salario/niveis-competencia'),
    comentario: optional(longText('Comentário', 1_000)),
  });
