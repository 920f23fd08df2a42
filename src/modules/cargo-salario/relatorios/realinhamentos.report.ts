import { choice } from '#kit/fields/choice.ts';
import { having, optional } from '#kit/fields/field.ts';
import { percentage } from '#kit/fields/number.ts';
import { refId, refIds } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineDocument, defineReport } from '#kit/report/report.ts';
import { recorte, salarial } from './recorte.ts';

const tabelaReajusteId = refId('Planejamento de Realinhamento', 'cargo-salario/tabelas-reajustes-colaboradores');

/** REP-018: the people whose pay a plan changes, and by how much. */
export const planejamentosRealinhamentos = defineReport({
  id: 'planejamentos-realinhamentos',
  title: 'Planejamento de Realinhamentos',
  description:
    'Talentos que um planejamento de realinhamento alcança, por linha própria, pela faixa ou pelo índice, com o salário atual, o proposto e a diferença.',
  authority: 'ROLE_REL_PLANEJAMENTOS_REALINHAMENTOS',
  filter: {
    tabelaReajusteId,
    ...recorte,
    agruparPor: having(choice('Agrupar por', { AREA: 'Área Organizacional', CARGO: 'Cargo' }), { initial: 'AREA' }),
  },
  row: {
    area: text('Área Organizacional', 2_000),
    cargo: text('Cargo', 100),
    matricula: text('Matrícula', 30),
    nome: text('Talento', 100),
    faixaAtual: text('Faixa atual', 140),
    faixaProposta: text('Faixa proposta', 140),
    salarioAtual: salarial('Salário atual'),
    salarioProposto: salarial('Salário proposto'),
    diferenca: salarial('Diferença'),
    percentual: having(percentage('Diferença (%)', 3), { sensitive: 'ROLE_VER_SALARIO' }),
    aviso: text('Aviso', 60),
  },
  groups: ({ agruparPor }) => [agruparPor === 'AREA' ? 'area' : 'cargo'],
  columns: ({ agruparPor }) => [
    agruparPor === 'AREA' ? 'area' : 'cargo',
    'matricula',
    'nome',
    'faixaAtual',
    'faixaProposta',
    'salarioAtual',
    'salarioProposto',
    'diferenca',
    'percentual',
    'aviso',
  ],
  totals: ['salarioAtual', 'salarioProposto', 'diferenca'],
  orientation: 'landscape',
});

/** One page for each talent of a plan: position, date and salary. */
export const cartasDeReajuste = defineDocument({
  id: 'cartas-reajuste',
  title: 'Cartas de Reajuste',
  description: 'Uma carta para cada talento de um planejamento, com o salário que passa a receber.',
  authority: 'ROLE_REL_CARTAS_REAJUSTE',
  filter: {
    tabelaReajusteId,
    local: optional(text('Local', 60)),
    areasIds: recorte.areasIds,
    soAreas: recorte.soAreas,
    talentosIds: optional(refIds('Talentos', 'gestao-talentos/talentos', 0)),
    assinante: optional(text('Quem assina', 100)),
    cargoAssinante: optional(text('Cargo de quem assina', 100)),
  },
});
