import { choice, choices } from '#kit/fields/choice.ts';
import { optional } from '#kit/fields/field.ts';
import { refIds } from '#kit/fields/reference.ts';
import { text } from '#kit/fields/text.ts';
import { defineReport } from '#kit/report/report.ts';
import { escolaridades } from '#modules/estrutura/public.ts';
import { situacoesFormacao, tiposFormacao } from '../pessoa/codigos.ts';
import { comPadrao, doQuadro, porEmpresa } from './filtros.ts';

export const formacaoEscolar = defineReport({
  id: 'formacao-escolar',
  title: 'Formação Escolar',
  description: 'Escolaridade e formações dos talentos ativos.',
  authority: 'ROLE_REL_FORMACAO_ESCOLAR',
  filter: {
    agruparPor: comPadrao(
      choice('Agrupar por', { ESCOLARIDADE: 'Escolaridade', AREA_ORGANIZACIONAL: 'Área organizacional', TALENTO: 'Talento' }),
      'ESCOLARIDADE',
    ),
    escolaridades: optional(choices('Escolaridades', escolaridades, 0)),
    areasFormacaoIds: optional(refIds('Áreas de Formação', 'captacao/areas-formacao', 0)),
    tipos: optional(choices('Tipos de formação', tiposFormacao, 0)),
    situacoes: optional(choices('Situações', situacoesFormacao, 0)),
    ...doQuadro,
  },
  row: {
    empresa: text('Empresa', 100),
    escolaridade: text('Escolaridade', 80),
    area: text('Área Organizacional', 2_000),
    talento: text('Talento', 100),
    matricula: text('Matrícula', 30),
    cargo: text('Cargo', 100),
    curso: text('Curso', 100),
    areaFormacao: text('Área de Formação', 100),
    instituicao: text('Instituição', 100),
    tipo: choice('Tipo', tiposFormacao),
    situacao: choice('Situação', situacoesFormacao),
    conclusao: text('Conclusão', 20),
  },
  groups: (filtro) => [
    ...porEmpresa(filtro),
    ...({ ESCOLARIDADE: ['escolaridade'], AREA_ORGANIZACIONAL: ['area'], TALENTO: ['talento'] } as const)[filtro.agruparPor],
  ],
  columns: ({ agruparPor }) => [
    ...(agruparPor === 'TALENTO' ? [] : (['talento', 'matricula'] as const)),
    'cargo',
    ...(agruparPor === 'ESCOLARIDADE' ? [] : (['escolaridade'] as const)),
    'curso',
    'areaFormacao',
    'instituicao',
    'tipo',
    'situacao',
    'conclusao',
  ],
  orientation: 'landscape',
});
