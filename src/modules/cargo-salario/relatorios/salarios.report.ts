import { choice } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional } from '#kit/fields/field.ts';
import { integer, money, number, percentage } from '#kit/fields/number.ts';
import { refId } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { monthsUpToToday, period, periodFaults } from '#kit/report/period.ts';
import { defineReport } from '#kit/report/report.ts';
import { statusDoHistorico, tiposSalario } from '#modules/estrutura/public.ts';
import { dataBase, hojeNaDataBase, recorte, salarial } from './recorte.ts';

const segredo = { sensitive: 'ROLE_VER_SALARIO' } as const;
const { areasIds, soAreas, gruposOcupacionaisIds, cargosIds } = recorte;

export const historicosFaixasSalariais = defineReport({
  id: 'historicos-faixas-salariais',
  title: 'Histórico das Faixas Salariais',
  description: 'Cada valor que as faixas tiveram no período, também os que mudaram porque o índice mudou, e a variação.',
  authority: 'ROLE_REL_HISTORICOS_FAIXAS_SALARIAIS',
  filter: { ...period, areasIds, soAreas, gruposOcupacionaisIds, cargosIds },
  row: {
    cargo: text('Cargo', 100),
    faixa: text('Faixa Salarial', 30),
    data: date('A partir de'),
    tipo: choice('Tipo', tiposSalario),
    indice: text('Índice', 40),
    quantidade: number('Quantidade', 4),
    valorDoIndice: money('Valor do índice'),
    valor: money('Valor'),
    variacao: percentage('Variação (%)'),
    status: choice('Status', statusDoHistorico),
    realinhamento: text('Realinhamento', 100),
  },
  groups: ['cargo', 'faixa'],
  orientation: 'landscape',
  rules: periodFaults,
  defaults: monthsUpToToday(6),
});

export const analiseTabelasSalariais = defineReport({
  id: 'analise-tabelas-salariais',
  title: 'Análise de Tabelas Salariais',
  description:
    'O valor de cada faixa ao lado do que se paga nela: menor, médio e maior salário, quem está abaixo e acima, e a diferença.',
  authority: 'ROLE_REL_ANALISE_TABELAS_SALARIAIS',
  filter: {
    dataBase,
    ...recorte,
    agruparPor: having(choice('Agrupar por', { CARGO: 'Cargo', GRUPO: 'Grupo Ocupacional' }), { initial: 'CARGO' }),
  },
  row: {
    grupo: text('Grupo Ocupacional', 100),
    cargo: text('Cargo', 100),
    faixa: text('Faixa Salarial', 30),
    valor: money('Valor da faixa'),
    talentos: integer('Talentos'),
    menor: salarial('Menor salário'),
    medio: salarial('Salário médio'),
    maior: salarial('Maior salário'),
    abaixo: having(integer('Abaixo da faixa'), segredo),
    acima: having(integer('Acima da faixa'), segredo),
    compaRatio: having(percentage('Média / faixa (%)'), segredo),
    diferenca: salarial('Folha menos faixas'),
  },
  groups: ({ agruparPor }) => (agruparPor === 'GRUPO' ? ['grupo', 'cargo'] : ['cargo']),
  columns: () => ['faixa', 'valor', 'talentos', 'menor', 'medio', 'maior', 'abaixo', 'acima', 'compaRatio', 'diferenca'],
  totals: ['talentos', 'abaixo', 'acima', 'diferenca'],
  orientation: 'landscape',
  defaults: hojeNaDataBase,
  also: { path: 'relatorios/analise-tabelas-salariais-previa', format: 'json' },
});

export const projecoesSalariaisTalentos = defineReport({
  id: 'projecoes-salariais-talentos',
  title: 'Projeções Salariais de Talentos',
  description:
    'O salário de hoje e o de uma data futura: pelos históricos já lançados, por um planejamento de realinhamento ou por um percentual.',
  authority: 'ROLE_REL_PROJECOES_SALARIAIS_TALENTOS',
  filter: {
    dataBase: having(date('Data da projeção'), { hint: 'Com um planejamento, o dia a partir do qual ele valeria.' }),
    tabelaReajusteId: optional(refId('Planejamento de Realinhamento', 'cargo-salario/tabelas-reajustes-colaboradores')),
    percentual: having(optional(number('Percentual de reajuste', 3, { min: -100, max: 999.999 })), {
      hint: 'Aplicado por cima do que a data e o planejamento dizem.',
    }),
    ...recorte,
    agruparPor: having(choice('Agrupar por', { AREA: 'Área Organizacional', GRUPO: 'Grupo Ocupacional', CARGO: 'Cargo' }), {
      initial: 'AREA',
    }),
  },
  row: {
    area: text('Área Organizacional', 2_000),
    grupo: text('Grupo Ocupacional', 100),
    cargo: text('Cargo', 100),
    matricula: text('Matrícula', 30),
    nome: text('Talento', 100),
    faixa: text('Faixa projetada', 140),
    salarioAtual: salarial('Salário atual'),
    salarioProjetado: salarial('Salário projetado'),
    diferenca: salarial('Diferença'),
    percentual: having(percentage('Diferença (%)'), segredo),
  },
  groups: ({ agruparPor }) => [agruparPor === 'AREA' ? 'area' : agruparPor === 'GRUPO' ? 'grupo' : 'cargo'],
  columns: ({ agruparPor }) => [
    'matricula',
    'nome',
    ...(agruparPor === 'CARGO' ? [] : (['cargo'] as const)),
    'faixa',
    'salarioAtual',
    'salarioProjetado',
    'diferenca',
    'percentual',
  ],
  totals: { salarioAtual: 'sum', salarioProjetado: 'sum', diferenca: 'sum' },
  orientation: 'landscape',
  defaults: hojeNaDataBase,
});
