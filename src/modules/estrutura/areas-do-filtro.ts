import { having, optional } from '#kit/fields/field.ts';
import { refIds } from '#kit/fields/reference.ts';

/** The areas that a report or a dashboard is narrowed to; `nosRamos` of the server says what they let through. */
export const areasDoFiltro = having(optional(refIds('Áreas Organizacionais', 'cargo-salario/areas-organizacionais', 0)), {
  hint: 'Contam também as áreas que ficam abaixo das escolhidas.',
});
