import { obrigatorio } from '#kit/br/text.ts';

interface FiltroDeTalentos {
  filtrarPor: '1' | '2';
  areasIds: readonly number[] | null;
  cargosIds: readonly number[] | null;
}

/** Document 2 §5: areas when filtered by area; positions when filtered by group (the sentence names the groups). */
export function* faltasDoFiltroDeTalentos({ filtrarPor, areasIds, cargosIds }: FiltroDeTalentos) {
  if (filtrarPor === '1' && !areasIds?.length) yield { field: 'areasIds', message: obrigatorio('Áreas Organizacionais') };
  if (filtrarPor === '2' && !cargosIds?.length) yield { field: 'cargosIds', message: obrigatorio('Grupos Ocupacionais') };
}
