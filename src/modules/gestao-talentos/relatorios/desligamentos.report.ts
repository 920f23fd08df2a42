import { z } from 'zod';
import { boolean, choice } from '#kit/fields/choice.ts';
import { date, month } from '#kit/fields/date.ts';
import { having } from '#kit/fields/field.ts';
import { integer, percentage } from '#kit/fields/number.ts';
import { longText, text } from '#kit/fields/text.ts';
import { monthsUpToToday, period, periodFaults } from '#kit/report/period.ts';
import { defineReport } from '#kit/report/report.ts';
import {
  type AgrupamentoDoMovimento,
  agrupamentosDoMovimento,
  comPadrao,
  doQuadro,
  gruposDoMovimento,
  porEmpresa,
} from './filtros.ts';

/** The letters that the spec's client sends besides the words; M is the default. */
const letras: Readonly<Record<string, AgrupamentoDoMovimento>> = { M: 'MES_ANO', A: 'AREA_ORGANIZACIONAL', T: 'TALENTO' };

const porPalavra = comPadrao(choice('Agrupar por', agrupamentosDoMovimento), 'MES_ANO');
const agruparPor = {
  ...porPalavra,
  schema: z.preprocess((valor) => (typeof valor === 'string' ? (letras[valor] ?? valor) : valor), porPalavra.schema),
};

/** FiltroDesligamentos of document 2 §3. */
export const desligamentosReport = defineReport({
  id: 'desligamentos',
  title: 'Desligamentos',
  description: 'Quem saiu num período e por quê, por mês, por área ou talento a talento.',
  authority: 'ROLE_REL_DESLIGAMENTOS',
  filter: {
    ...period,
    agruparPor,
    ...doQuadro,
    cargosVinculadosAreas: having(boolean('Somente cargos vinculados às áreas escolhidas'), {
      hint: 'Sem cargos escolhidos, valem os que as áreas têm em seu cadastro.',
    }),
    exibirListaColaboradores: boolean('Exibir a lista de talentos', true),
    exibirObservacao: boolean('Exibir observação'),
  },
  row: {
    empresa: text('Empresa', 100),
    mes: month('Mês/ano'),
    area: text('Área Organizacional', 2_000),
    talento: text('Talento', 100),
    matricula: text('Matrícula', 30),
    cargo: text('Cargo', 100),
    dataAdmissao: date('Admissão'),
    dataDesligamento: date('Desligamento'),
    tempo: text('Tempo de empresa', 30),
    motivo: text('Motivo', 100),
    observacao: longText('Observação'),
    quantidade: integer('Quantidade'),
    percentual: percentage('% do total', 2),
  },
  groups: (filtro) => [...porEmpresa(filtro), ...gruposDoMovimento[filtro.agruparPor]],
  columns: ({ exibirListaColaboradores, exibirObservacao }) =>
    exibirListaColaboradores
      ? [
          'talento',
          'matricula',
          'cargo',
          'dataAdmissao',
          'dataDesligamento',
          'tempo',
          'motivo',
          ...(exibirObservacao ? (['observacao'] as const) : []),
        ]
      : ['motivo', 'quantidade', 'percentual'],
  totals: { quantidade: 'sum', percentual: 'sum' },
  orientation: 'landscape',
  defaults: monthsUpToToday(1),
  rules: periodFaults,
});
