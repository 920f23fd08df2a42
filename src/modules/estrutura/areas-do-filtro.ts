import { having, optional } from '#kit/fields/field.ts';
import { refIds } from '#kit/fields/reference.ts';

/** The areas of a report's or dashboard's filter; `nosRamos` on the server applies them. */
export const areasDoFiltro = having(optional(refIds('Áreas Organizacionais', 'cargo-salario/areas-organizacionais', 0)), {
  hint: 'Contam também as áreas que ficam abaixo das escolhidas.',
});
