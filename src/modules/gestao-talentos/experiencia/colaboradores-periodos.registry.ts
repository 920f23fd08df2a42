import { choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having } from '#kit/fields/field.ts';
import { integer } from '#kit/fields/number.ts';
import { ref } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineRegistry } from '#kit/registry/registry.ts';

const situacoesDoPeriodo = { E: 'Em andamento', P: 'Termina em até 10 dias', V: 'Terminado' } as const;

/**
 * Active talents and the ends of their experience periods: a view, a line for each active period. The evaluation is a fact of the
 * performance module; until a talent is evaluated the line says so.
 */
export const colaboradoresPeriodos = defineRegistry({
  id: 'colaboradores-periodos-experienciais-avaliacoes',
  table: 'periodos_dos_talentos',
  title: 'Avaliações do Período de Experiência do Talento',
  singular: 'Avaliação do Período de Experiência',
  authority: 'ROLE_CAD_PERIODO_EXPERIENCIA_TALENTO',
  scope: 'empresa',
  fields: {
    nome: text('Talento', 100),
    colaborador: ref('Ficha', 'gestao-talentos/talentos'),
    areaAtual: ref('Área Organizacional', 'cargo-salario/areas-organizacionais'),
    cargoAtual: ref('Cargo', 'cargo-salario/cargos'),
    dataAdmissao: date('Data de admissão'),
    periodo: ref('Período', 'avaliacao/periodos-experiencia'),
    dias: integer('Dias'),
    termino: date('Término'),
    situacao: having(choice('Situação', situacoesDoPeriodo), { tones: { E: 'good', P: 'waiting', V: 'quiet' } }),
    avaliacao: choice('Avaliação', { N: 'Não avaliado', A: 'Avaliado' }),
  },
  columns: ['nome', 'areaAtual', 'cargoAtual', 'dataAdmissao', 'periodo', 'termino', 'situacao', 'avaliacao'],
  filters: ['nome', 'areaAtual', 'cargoAtual', 'periodo', 'termino', 'situacao'],
  search: ['nome'],
  sort: { field: 'termino', order: 'desc' },
  readOnly: true,
  view: true,
});
