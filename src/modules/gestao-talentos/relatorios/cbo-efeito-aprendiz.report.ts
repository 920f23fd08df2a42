import { boolean } from '#kit/fields/choice.ts';
import { integer, percentage } from '#kit/fields/number.ts';
import { text } from '#kit/fields/text.ts';
import { defineReport } from '#kit/report/report.ts';
import { comPadrao, doQuadro, porEmpresa } from './filtros.ts';

/** The base of the apprentices' quota, establishment by establishment and occupation by occupation. */
export const cboEfeitoAprendiz = defineReport({
  id: 'cbo-efeito-aprendiz',
  title: 'CBO para Efeito de Aprendiz',
  description: 'Empregados por CBO em cada estabelecimento, com a base da cota de aprendizes e o mínimo e o máximo dela.',
  authority: 'ROLE_REL_CBO_EFEITO_APRENDIZ',
  filter: {
    percentualMinimo: comPadrao(percentage('Mínimo (%)', 2), 5),
    percentualMaximo: comPadrao(percentage('Máximo (%)', 2), 15),
    somenteBase: boolean('Somente os CBOs que entram na base'),
    ...doQuadro,
  },
  row: {
    empresa: text('Empresa', 100),
    estabelecimento: text('Estabelecimento', 300),
    cbo: text('CBO', 7),
    ocupacao: text('Ocupação', 200),
    empregados: integer('Empregados'),
    base: integer('Na base'),
    motivo: text('Motivo', 200),
  },
  groups: (filtro) => [...porEmpresa(filtro), 'estabelecimento'],
  columns: () => ['cbo', 'ocupacao', 'empregados', 'base', 'motivo'],
  totals: ['empregados', 'base'],
  *rules({ percentualMinimo, percentualMaximo }) {
    if (percentualMaximo < percentualMinimo) yield { field: 'percentualMaximo', message: 'Máximo inferior ao mínimo' };
  },
});
