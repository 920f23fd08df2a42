import { boolean } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { integer, percentage } from '#kit/fields/number.ts';
import { text } from '#kit/fields/text.ts';
import { defineReport } from '#kit/report/report.ts';
import { doQuadro, porEmpresa } from './filtros.ts';

export const geracoesReport = defineReport({
  id: 'geracoes',
  title: 'Gerações',
  description: 'Talentos ativos por geração, pelo ano em que nasceram.',
  authority: 'ROLE_REL_GERACOES',
  filter: { ...doQuadro, exibirListaColaboradores: boolean('Exibir a lista de talentos', true) },
  row: {
    empresa: text('Empresa', 100),
    geracao: text('Geração', 100),
    talento: text('Talento', 100),
    matricula: text('Matrícula', 30),
    dataNascimento: date('Nascimento'),
    idade: integer('Idade'),
    area: text('Área Organizacional', 2_000),
    cargo: text('Cargo', 100),
    quantidade: integer('Quantidade'),
    percentual: percentage('% dos talentos', 2),
  },
  groups: (filtro) => [...porEmpresa(filtro), ...(filtro.exibirListaColaboradores ? (['geracao'] as const) : [])],
  columns: ({ exibirListaColaboradores }) =>
    exibirListaColaboradores
      ? ['talento', 'matricula', 'dataNascimento', 'idade', 'area', 'cargo']
      : ['geracao', 'quantidade', 'percentual'],
  // The shares are of each company: their sum over several would be meaningless.
  totals: { idade: 'average', quantidade: 'sum' },
});
