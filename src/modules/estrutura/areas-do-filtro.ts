import { onlyThese } from '#kit/fields/choice.ts';
import { optional } from '#kit/fields/field.ts';
import { refIds } from '#kit/fields/reference.ts';

const areas = optional(refIds('Áreas Organizacionais', 'cargo-salario/areas-organizacionais', 0));

/** The switch beside the areas of a form; it counts them without those below. */
export const soAreas = (name: string) => onlyThese(name, 'Só as áreas escolhidas');

/** The areas of a report's or dashboard's filter, under the given name; `nosRamos` on the server applies them. */
export const areasDoFiltro = <N extends string>(name: N) =>
  ({ [name]: areas, soAreas: soAreas(name) }) as Record<N, typeof areas> & { soAreas: ReturnType<typeof soAreas> };

/** `limited` of a report over talents. */
export const asQueRespondo = {
  without: 'ROLE_VER_TODAS_AREAS',
  says: 'Só entram os talentos das áreas pelas quais você responde.',
} as const;
