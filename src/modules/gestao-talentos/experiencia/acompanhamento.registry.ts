import { choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional } from '#kit/fields/field.ts';
import { integer } from '#kit/fields/number.ts';
import { ref } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';
import { avaliacoesExperiencia } from './avaliacoes-experiencia.registry.ts';

export const situacoes = {
  V: 'Atrasada',
  P: 'Termina em até 10 dias',
  E: 'No prazo',
  A: 'Avaliado',
  N: 'Não avaliado',
} as const;

/**
 * The situations of talents still to be evaluated. N ended more than 30 days ago and is no longer pending; after a year its line
 * disappears.
 */
export const A_AVALIAR: readonly (keyof typeof situacoes)[] = ['V', 'P', 'E'];

/** A talent in one of the trial periods of their contract. */
export const periodoDoTalento = {
  nome: text('Talento', 100),
  colaborador: ref('Ficha', 'gestao-talentos/talentos'),
  areaAtual: ref('Área Organizacional', 'cargo-salario/areas-organizacionais'),
  cargoAtual: ref('Cargo', 'cargo-salario/cargos'),
  dataAdmissao: date('Data de admissão'),
  periodo: ref('Período', 'avaliacao/periodos-experiencia'),
  dias: integer('Dias'),
  termino: date('Término'),
  situacao: having(choice('Situação', situacoes), { tones: { V: 'bad', P: 'waiting', E: 'quiet', A: 'good', N: 'quiet' } }),
};

const { data, percentual, resultado, parecer } = avaliacoesExperiencia.fields;

/**
 * Pending evaluations with their deadlines, and results: a view with a line for each active talent and active period, and one for
 * each evaluation. Periods after an evaluation that keeps or dismisses somebody have no line.
 */
export const acompanhamentoExperiencia = defineRegistry({
  id: `${avaliacoesExperiencia.id}/acompanhamento`,
  table: 'periodos_dos_talentos',
  title: avaliacoesExperiencia.title,
  singular: 'Período de Experiência do Talento',
  authority: avaliacoesExperiencia.authority,
  scope: 'empresa',
  fields: {
    ...periodoDoTalento,
    avaliacao: optional(ref('Avaliação', `gestao-talentos/${avaliacoesExperiencia.id}`)),
    data: having(optional(data), { label: 'Avaliado em' }),
    percentual: having(percentual, { label: 'Percentual' }),
    resultado,
    parecer: optional(parecer),
  },
  columns: ['nome', 'areaAtual', 'cargoAtual', 'periodo', 'termino', 'situacao', 'resultado', 'parecer'],
  filters: ['nome', 'areaAtual', 'cargoAtual', 'periodo', 'termino', 'resultado', 'parecer'],
  search: ['nome'],
  sort: { field: 'termino', order: 'asc' },
  readOnly: true,
  view: true,
  menu: false,
});
