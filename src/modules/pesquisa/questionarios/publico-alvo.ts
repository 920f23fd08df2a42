import { choice, choices, onlyThese } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional } from '#kit/fields/field.ts';
import { refs } from '#kit/fields/reference.ts';
import { vinculos } from '#modules/gestao-talentos/public.ts';

/** How the people who answer are chosen. */
export const alcances = { T: 'Todos os talentos', F: 'Por área, cargo e vínculo', L: 'Uma lista de talentos' } as const;

const CARGO = 'cargo-salario';

/** The fields that say who is asked. Names that are empty leave everybody in. */
export const camposDoPublico = {
  alcance: having(choice('Quem responde', alcances), { initial: 'T' }),
  areas: optional(refs('Áreas organizacionais', `${CARGO}/areas-organizacionais`, 0)),
  soAreas: onlyThese('areas', 'Só as áreas escolhidas'),
  estabelecimentos: optional(refs('Estabelecimentos', 'utilitario/estabelecimentos', 0)),
  cargos: optional(refs('Cargos', `${CARGO}/cargos`, 0)),
  vinculos: optional(choices('Vínculos', vinculos, 0)),
  admitidosAte: having(optional(date('Admitidos até')), { hint: 'Deixa de fora quem chegou há pouco.' }),
  // A list names people of every area, so only those who see all of them read it.
  talentos: having(optional(refs('Talentos', 'gestao-talentos/talentos', 0)), { sensitive: 'ROLE_VER_TODAS_AREAS' }),
};

const porFiltro = ({ alcance }: { alcance?: unknown }) => alcance === 'F';

export const publicoVisivel = {
  areas: porFiltro,
  soAreas: porFiltro,
  estabelecimentos: porFiltro,
  cargos: porFiltro,
  vinculos: porFiltro,
  admitidosAte: porFiltro,
  talentos: ({ alcance }: { alcance?: unknown }) => alcance === 'L',
};

interface Publico {
  alcance: string;
  areas: readonly unknown[];
  estabelecimentos: readonly unknown[];
  cargos: readonly unknown[];
  vinculos: readonly unknown[];
  admitidosAte: string | null;
  talentos: readonly unknown[];
}

/** A filter that filters nothing, and a list of nobody, are slips. */
export function* faltasDoPublico(publico: Publico): Generator<{ field: string; message: string }> {
  const { alcance, areas, estabelecimentos, cargos, vinculos: quais, admitidosAte, talentos } = publico;
  if (alcance === 'F' && [areas, estabelecimentos, cargos, quais].every(({ length }) => length === 0) && admitidosAte === null)
    yield { field: 'areas', message: 'Escolha ao menos uma área, um cargo, um vínculo ou um dia de admissão' };
  if (alcance === 'L' && talentos.length === 0)
    yield { field: 'talentos', message: 'É necessário selecionar ao menos 1 talento.' };
}

/** Whom a questionnaire would reach. */
export interface PreviaDoPublico {
  total: number;
  /** without an e-mail: they answer with their login, or where a poster leads */
  semEmail: number;
  /** with a login of this company */
  comAcesso: number;
  pessoas: { id: number; nome: string; area: string | null }[];
}
