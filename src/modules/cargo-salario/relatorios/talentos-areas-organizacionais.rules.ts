import { obrigatorio } from '#kit/br/text.ts';

interface FiltroDeTalentos {
  filtrarPor: '1' | '2';
  areasIds: readonly number[] | null;
  cargosIds: readonly number[] | null;
  gruposOcupacionaisIds: readonly number[] | null;
}

/**
 * Document 2 §5: areas are required when filtering by area; positions when filtering by group, where a group stands for its
 * positions. The spec's sentence mentions the groups.
 */
export function* faltasDoFiltroDeTalentos({ filtrarPor, areasIds, cargosIds, gruposOcupacionaisIds }: FiltroDeTalentos) {
  if (filtrarPor === '1' && !areasIds?.length) yield { field: 'areasIds', message: obrigatorio('Áreas Organizacionais') };
  if (filtrarPor === '2' && !cargosIds?.length && !gruposOcupacionaisIds?.length) {
    const message = obrigatorio('Grupos Ocupacionais');
    yield { field: 'gruposOcupacionaisIds', message };
    yield { field: 'cargosIds', message: `${message}, ou os cargos` };
  }
}
