import type { World } from '#kit/acting/world.ts';
import { isOneOf } from '#kit/fields/by-name.ts';
import { choice, choices } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { type Field, type Fields, fieldsIn, having, optional } from '#kit/fields/field.ts';
import { integer } from '#kit/fields/number.ts';
import { isHidden } from '#kit/fields/sensitive.ts';
import { text } from '#kit/fields/text.ts';
import { traits } from '#kit/fields/traits.ts';
import { backwards } from '#kit/form/period.ts';
import { defineReport } from '#kit/report/report.ts';
import { titulosDosExtras } from '../pessoa/campos-extras.ts';
import { vinculos } from '../talentos/codigos.ts';
import { secoes } from '../talentos/secoes.ts';
import { talentos } from '../talentos/talentos.registry.ts';
import { comPadrao, doQuadro, porEmpresa } from './filtros.ts';

const derivadas = { idade: integer('Idade'), tempoDeEmpresa: text('Tempo de empresa', 30) } satisfies Fields;

/** Every column that the report may have: the talent's own fields, each with its authority, and values computed from dates. */
export const colunasDoTalento: Readonly<Record<string, Field>> = {
  ...Object.fromEntries(
    Object.entries(talentos.fields)
      .filter(([, field]) => traits[field.kind].isSortable)
      .map(([nome, field]) => [nome, { ...field, readOnly: false }]),
  ),
  ...derivadas,
};

const rotulos = Object.fromEntries(Object.entries(colunasDoTalento).map(([nome, { label }]) => [nome, label]));

/** The heading of the form under which the screen lists a column. */
export const grupoDaColuna = (nome: string): string =>
  secoes.find(({ fields }) => isOneOf(fields, nome))?.title ?? (Object.hasOwn(derivadas, nome) ? 'Calculados' : 'Outros');

/** The columns that a company uses, under its own titles, and that the user may read. */
export const colunasDe = ({ settings, can }: World): Fields =>
  Object.fromEntries(
    Object.entries(fieldsIn({ fields: colunasDoTalento, called: titulosDosExtras }, settings)).filter(
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
} as const;

export const COLUNAS_PADRAO = ['nome', 'matricula', 'areaAtual', 'cargoAtual', 'dataAdmissao'];

/** The user chooses columns, title, order and filter; a column that the user may not read is neither offered nor printed. */
const row: Fields = { empresa: text('Empresa', 100), ...colunasDoTalento };

export const talentoDinamico = defineReport({
  id: 'talento-dinamico',
  title: 'Relatório Dinâmico de Talentos',
  description: 'Escolha as colunas, a ordem e o título, e guarde a escolha para a próxima vez.',
  authority: 'ROLE_REL_TALENTO_DINAMICO',
  filter: {
    titulo: optional(text('Título', 100)),
    colunasDinamicas: having(choices('Colunas', rotulos), { span: 12 }),
    ordenarPor: optional(choice('Ordenar por', rotulos)),
    ordem: comPadrao(choice('Ordem', { asc: 'Crescente', desc: 'Decrescente' }), 'asc'),
    agruparPor: optional(choice('Agrupar por', agrupadores)),
    situacao: comPadrao(choice('Situação', { A: 'Ativos', D: 'Desligados', T: 'Todos' }), 'A'),
    vinculos: optional(choices('Vínculos', vinculos, 0)),
    admissaoIni: optional(date('Admitidos a partir de')),
    admissaoFim: optional(date('Admitidos até')),
    ...doQuadro,
  },
  row,
  called: titulosDosExtras,
  groups: (filtro) => [...porEmpresa(filtro), ...(filtro.agruparPor === null ? [] : [filtro.agruparPor])],
  columns: ({ colunasDinamicas }) => colunasDinamicas,
  titleOf: ({ titulo }) => titulo,
  unheaded: ['titulo', 'colunasDinamicas'],
  orientation: 'landscape',
  rules: ({ admissaoIni, admissaoFim }) => backwards('admissaoFim', admissaoIni, admissaoFim),
});
