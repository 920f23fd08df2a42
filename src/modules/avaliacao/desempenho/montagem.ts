import { counted } from '#kit/br/text.ts';
import { boolean, choice, onlyThese } from '#kit/fields/choice.ts';
import { having, optional } from '#kit/fields/field.ts';
import { integer } from '#kit/fields/number.ts';
import { refs } from '#kit/fields/reference.ts';
import { defineForm } from '#kit/form/form.ts';
import { type Papel, papeis } from './papeis.ts';

/** How the evaluated are chosen. */
const alcances = { L: 'Talentos escolhidos', F: 'Por área, estabelecimento e cargo', J: 'Quem já é avaliado' } as const;

/** The most pairs that are made at once; more have to be included in parts, by area. */
export const MAIS_PARES = 200_000;

/** Nobody but oneself is in a self-evaluation. */
const { U: _propria, ...papeisDosOutros } = papeis;

const porFiltro = ({ alcance }: { alcance?: unknown }) => alcance === 'F';
/** Peers, and subordinates, of one evaluated when nobody says how many. */
export const MAXIMO_USUAL = 5;
const MAXIMO = { min: 1, max: 50 } as const;

/** Who is evaluated, and by whom, before the evaluation puts its roles into it. */
export const montagem = defineForm({
  fields: {
    alcance: having(choice('Quem é avaliado', alcances), { initial: 'F', span: 12 }),
    talentos: having(optional(refs('Talentos', 'gestao-talentos/talentos', 0)), { span: 12 }),
    areas: having(optional(refs('Áreas organizacionais', 'cargo-salario/areas-organizacionais', 0)), { span: 12 }),
    soAreas: onlyThese('areas', 'Só as áreas escolhidas'),
    estabelecimentos: optional(refs('Estabelecimentos', 'utilitario/estabelecimentos', 0)),
    cargos: optional(refs('Cargos', 'cargo-salario/cargos', 0)),
    autoavaliacao: having(boolean('A própria pessoa'), { hint: 'Autoavaliação.', span: 6 }),
    lider: having(boolean('O líder', true), {
      hint: 'Quem responde pela área; de quem responde por ela, quem responde pela área acima.',
      span: 6,
    }),
    pares: having(boolean('Pares'), { hint: 'Pessoas da mesma área.', span: 6 }),
    subordinados: having(boolean('Subordinados'), { hint: 'Pessoas cujo líder é quem se avalia.', span: 6 }),
    maximo: having(optional(integer('No máximo, de cada papel', MAXIMO)), {
      initial: MAXIMO_USUAL,
      span: 12,
      hint: 'Numa avaliação com nomes, cada um avalia o mesmo número de pares. Numa anônima eles são sorteados, e uns avaliam mais que outros: assim ninguém deduz quem o avalia.',
    }),
    avaliadores: having(optional(refs('Outros avaliadores', 'gestao-talentos/talentos', 0)), {
      hint: 'Cada um avalia todos os escolhidos.',
      span: 12,
    }),
    papel: having(optional(choice('Papel deles', papeisDosOutros)), { initial: 'R' }),
  },
  visibleWhen: {
    talentos: ({ alcance }) => alcance === 'L',
    areas: porFiltro,
    soAreas: porFiltro,
    estabelecimentos: porFiltro,
    cargos: porFiltro,
    maximo: ({ pares, subordinados }) => pares === true || subordinados === true,
    papel: ({ avaliadores }) => (avaliadores?.length ?? 0) > 0,
  },
  requiredWhen: {
    // RUL-325
    talentos: ({ alcance }) => alcance === 'L' && 'É necessário selecionar ao menos 1 talento.',
    papel: ({ avaliadores }) => (avaliadores?.length ?? 0) > 0,
  },
});

/** What a choice of participants added. */
export const dizIncluidos = ({ avaliados, pares }: { avaliados: number; pares: number }): string =>
  avaliados + pares === 0
    ? 'Todos já estavam incluídos.'
    : `${counted(avaliados, 'avaliado incluído', 'avaliados incluídos')}, com ${counted(pares, 'avaliação', 'avaliações')} a responder.`;

/** What a choice of participants would add. */
export interface PreviaDaMontagem {
  /** the evaluated that are new, and those that the choice reaches in all */
  novos: number;
  avaliados: number;
  /** new pairs, by role */
  papeis: { tipo: Papel; pares: number }[];
  pares: number;
  /** of those reached, nobody would evaluate them */
  semAvaliador: number;
  /** the first of those reached, with the first of their evaluators and how many there are besides */
  pessoas: {
    id: number;
    nome: string;
    area: string | null;
    avaliadores: { nome: string; tipo: Papel; novo: boolean }[];
    outros: number;
    /** whoever asks, in an anonymous evaluation: who else evaluates them is left out */
    reservado: boolean;
  }[];
}

/** The part of the form that makes sense where the evaluation has these roles; in 1.0 a leader is an evaluator. */
export function montagemPara(permitidos: readonly Papel[]) {
  const tem = (papel: Papel) => permitidos.includes(papel);
  const fora = [
    ...(tem('U') ? [] : ['autoavaliacao']),
    ...(tem('L') || tem('R') ? [] : ['lider']),
    ...(tem('P') ? [] : ['pares']),
    ...(tem('A') ? [] : ['subordinados']),
    ...(tem('P') || tem('A') ? [] : ['maximo']),
  ];
  const outros = permitidos.filter((papel) => papel !== 'U');
  const fields = Object.fromEntries(Object.entries(montagem.fields).filter(([nome]) => !fora.includes(nome)));
  const papel = having(optional(choice('Papel deles', Object.fromEntries(outros.map((um) => [um, papeis[um]])))), {
    initial: outros.at(-1),
  });
  return { ...montagem, fields: { ...fields, papel } };
}
