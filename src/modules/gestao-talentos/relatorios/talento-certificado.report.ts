import { choice, choices } from '#kit/fields/choice.ts';
import { date } from '#kit/fields/date.ts';
import { having, optional } from '#kit/fields/field.ts';
import { number } from '#kit/fields/number.ts';
import { text } from '#kit/fields/text.ts';
import { backwards } from '#kit/form/period.ts';
import { defineReport } from '#kit/report/report.ts';
import { tiposTreinamento } from '../pessoa/codigos.ts';
import { comPadrao, doQuadro, porEmpresa } from './filtros.ts';

/** Called `talento-certificado`; its screen is at `certificadoTalento` too, because the spec uses both spellings. */
export const talentoCertificado = defineReport({
  id: 'talento-certificado',
  title: 'Certificados do Talento',
  description: 'Certificados dos talentos ativos, com a validade.',
  authority: 'ROLE_REL_TALENTO_CERTIFICADO',
  filter: {
    dataIni: having(optional(date('Concluídos a partir de')), { hint: 'Pela data de término.' }),
    dataFim: optional(date('Concluídos até')),
    tipos: optional(choices('Tipos', tiposTreinamento, 0)),
    validade: comPadrao(choice('Validade', { T: 'Todos', V: 'Vencidos', A: 'Válidos' }), 'T'),
    ...doQuadro,
  },
  row: {
    empresa: text('Empresa', 100),
    talento: text('Talento', 100),
    matricula: text('Matrícula', 30),
    titulo: text('Título', 150),
    organizacao: text('Organização', 150),
    tipo: choice('Tipo', tiposTreinamento),
    dataInicio: date('Início'),
    dataFim: date('Término'),
    validade: date('Validade'),
    cargaHorariaTotal: number('Carga horária'),
  },
  groups: (filtro) => [...porEmpresa(filtro), 'talento'],
  columns: () => ['titulo', 'organizacao', 'tipo', 'dataInicio', 'dataFim', 'validade', 'cargaHorariaTotal'],
  totals: ['cargaHorariaTotal'],
  orientation: 'landscape',
  rules: ({ dataIni, dataFim }) => backwards('dataFim', dataIni, dataFim),
});
