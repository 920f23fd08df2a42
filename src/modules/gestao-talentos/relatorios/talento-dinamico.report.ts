import type { World } from '#kit/acting/world.ts';
import { isOneOf } from '#kit/fields/by-name.ts';
import { fieldsIn } from '#kit/fields/called.ts';
import { choice, choices } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { type Field, type Fields, having, optional } from '#kit/fields/field.ts';
import { integer } from '#kit/fields/number.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import { text } from '#kit/fields/text.ts';
import { traits } from '#kit/fields/traits.ts';
import { backwards } from '#kit/form/period.ts';
import { defineReport } from '#kit/report/report.ts';
import { extrasDe } from '../pessoa/campos-extras.ts';
import { vinculos } from '../talentos/codigos.ts';
import { secoes } from '../talentos/secoes.ts';
import { talentos } from '../talentos/talentos.registry.ts';
import { comPadrao, doQuadro, porEmpresa } from './filtros.ts';
import { ehLista, listasDoTalento } from './listas-do-talento.ts';

const derivadas = { idade: integer('Idade'), tempoDeEmpresa: text('Tempo de empresa', 30) } satisfies Fields;

/** Every column that the report may have: the talent's own fields, each with its authority, and values computed from dates. */
export const colunasDoTalento: Readonly<Record<string, Field>> = {
  ...Object.fromEntries(
    Object.entries(talentos.fields)
      .filter(([, field]) => traits[field.kind].isSortable)
      .map(([nome, field]) => [nome, { ...field, readOnly: false }]),
  ),
  ...derivadas,
  ...listasDoTalento,
};

const rotulos = Object.fromEntries(Object.entries(colunasDoTalento).map(([nome, { label }]) => [nome, label]));
/** What a report may be sorted by: a list has no order among talents. */
const deUmValor = Object.fromEntries(Object.entries(rotulos).filter(([nome]) => !ehLista(nome)));

/** The heading of the form under which the screen lists a column. */
export const grupoDaColuna = (nome: string): string =>
  (ehLista(nome) ? undefined : secoes.find(({ fields }) => isOneOf(fields, nome))?.title) ??
  (Object.hasOwn(derivadas, nome) ? 'Calculados' : ehLista(nome) ? 'Listas' : 'Outros');

/** The columns that a company uses, under its own titles, and that the user may read. */
export const colunasDe = ({ settings, can }: World): Fields =>
  Object.fromEntries(
    Object.entries(fieldsIn({ fields: colunasDoTalento, called: extrasDe('talento').titulos }, settings)).filter(
      ([, field]) => !field.unused && !isHidden(field, can),
    ),
  );

const agrupadores = {
  areaAtual: 'Área Organizacional',
  cargoAtual: 'Cargo',
  estabelecimentoAtual: 'Estabelecimento',
  vinculo: 'Vínculo',
  situacao: 'Situação',
  sexo: 'Sexo',
  escolaridade: 'Escolaridade',
  faixaAtual: 'Faixa Salarial',
} as const;

/** The levels of groups, from the outermost; one that repeats an outer one counts once. */
export const niveisDe = (filtro: Niveis): string[] => [
  ...new Set([filtro.agruparPor, filtro.depoisPor, filtro.porFimPor].filter((grupo) => grupo !== null)),
];

interface Niveis {
  agruparPor: string | null;
  depoisPor: string | null;
  porFimPor: string | null;
}

const subtotais = { count: 'Quantidade', sum: 'Soma', average: 'Média' } as const;
const somados: ReadonlySet<string> = new Set(['money']);
const numeros: ReadonlySet<string> = new Set(['money', 'number', 'integer', 'percentage']);

/** Sums and means of the chosen columns that have them: nobody adds ages. */
const totaisDe = ({
  colunasDinamicas,
  subtotais: quais,
}: {
  colunasDinamicas: readonly string[];
  subtotais: readonly string[] | null;
}) =>
  Object.fromEntries(
    colunasDinamicas.flatMap((nome) => {
      const kind = colunasDoTalento[nome]?.kind ?? '';
      const tipos = (['sum', 'average'] as const).filter(
        (tipo) => quais?.includes(tipo) && (tipo === 'sum' ? somados : numeros).has(kind),
      );
      return tipos.length > 0 ? [[nome, tipos]] : [];
    }),
  );

function* faltasDasListas({
  listasComo,
  colunasDinamicas,
  subtotais: quais,
}: {
  listasComo: string;
  colunasDinamicas: readonly string[];
  subtotais: readonly string[] | null;
}) {
  const listas = colunasDinamicas.filter(ehLista);
  if (listasComo !== 'L' || listas.length === 0) return;
  if (listas.length > 1) yield { field: 'listasComo', message: 'Com um item por linha, escolha uma lista só entre as colunas' };
  if (quais?.length)
    yield { field: 'subtotais', message: 'Com um item por linha, os subtotais contariam a mesma pessoa mais de uma vez' };
}

export const COLUNAS_PADRAO = ['nome', 'matricula', 'areaAtual', 'cargoAtual', 'dataAdmissao'];

/** The user chooses columns, title, order and filter; a column that the user may not read is neither offered nor printed. */
const row: Fields = { empresa: text('Empresa', 100), ...colunasDoTalento };

export const talentoDinamico = defineReport({
  id: 'talento-dinamico',
  title: 'Relatório Dinâmico de Talentos',
  description: 'Escolha as colunas, a ordem e o título, e guarde a escolha para a próxima vez.',
  authority: 'ROLE_REL_TALENTO_DINAMICO',
  filter: {
    titulo: having(optional(text('Título', 100)), { span: 12 }),
    colunasDinamicas: having(choices('Colunas', rotulos), { span: 12 }),
    ordenarPor: having(optional(choice('Ordenar por', deUmValor)), { span: 6 }),
    ordem: having(comPadrao(choice('Ordem', { asc: 'Crescente', desc: 'Decrescente' }), 'asc'), { span: 6 }),
    agruparPor: having(optional(choice('Agrupar por', agrupadores)), { span: 4 }),
    depoisPor: having(optional(choice('Depois por', agrupadores)), { span: 4 }),
    porFimPor: having(optional(choice('Por fim, por', agrupadores)), { span: 4 }),
    listasComo: having(comPadrao(choice('Colunas de listas', { C: 'Tudo numa célula', L: 'Um item por linha' }), 'C'), {
      hint: 'Formações, idiomas, dependentes, experiências, histórico.',
      span: 12,
    }),
    subtotais: having(optional(choices('Subtotais', subtotais, 0)), {
      hint: 'De cada grupo e ao todo; soma e média, das colunas de números.',
      span: 12,
    }),
    // One row, whatever stands above: the two days of a period are read together.
    situacao: having(comPadrao(choice('Situação', { A: 'Ativos', D: 'Desligados', T: 'Todos' }), 'A'), { span: 4 }),
    admissaoIni: having(optional(date('Admitidos a partir de')), { span: 4 }),
    admissaoFim: having(optional(date('Admitidos até')), { span: 4 }),
    vinculos: having(optional(choices('Vínculos', vinculos, 0)), { span: 6 }),
    ...doQuadro,
  },
  row,
  called: extrasDe('talento').titulos,
  visibleWhen: {
    depoisPor: ({ agruparPor }) => Boolean(agruparPor),
    porFimPor: ({ agruparPor, depoisPor }) => Boolean(agruparPor && depoisPor),
    listasComo: ({ colunasDinamicas }) =>
      Array.isArray(colunasDinamicas) && colunasDinamicas.some((nome) => ehLista(String(nome))),
  },
  groups: (filtro) => [...porEmpresa(filtro), ...niveisDe(filtro)],
  totals: totaisDe,
  countsGroups: ({ subtotais: quais }) => quais?.includes('count') === true,
  columns: ({ colunasDinamicas }) => colunasDinamicas,
  orderedBy: ({ ordenarPor }) => (ordenarPor === null ? [] : [ordenarPor]),
  titleOf: ({ titulo }) => titulo,
  unheaded: ['titulo', 'colunasDinamicas'],
  orientation: 'landscape',
  *rules(filtro) {
    yield* backwards('admissaoFim', filtro.admissaoIni, filtro.admissaoFim);
    yield* faltasDasListas(filtro);
  },
});
