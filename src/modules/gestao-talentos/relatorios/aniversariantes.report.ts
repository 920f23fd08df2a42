import { date } from '#kit/fields/date.ts';
import { integer } from '#kit/fields/number.ts';
import { text } from '#kit/fields/text.ts';
import { defineReport } from '#kit/report/report.ts';
import { comPadrao, doQuadro, mesAtual, mesDoAno, porEmpresa } from './filtros.ts';

const pessoa = {
  empresa: text('Empresa', 100),
  dia: integer('Dia', { min: 1, max: 31 }),
  talento: text('Talento', 100),
  matricula: text('Matrícula', 30),
};
const lugar = {
  area: text('Área Organizacional', 2_000),
  cargo: text('Cargo', 100),
  estabelecimento: text('Estabelecimento', 100),
};

export const aniversariantesMes = defineReport({
  id: 'aniversariantes-mes',
  title: 'Aniversariantes do Mês',
  description: 'Talentos ativos que fazem anos num mês, na ordem dos dias.',
  authority: 'ROLE_REL_ANIVERSARIANTES_MES',
  filter: { mes: mesDoAno, ...doQuadro },
  row: { ...pessoa, dataNascimento: date('Nascimento'), idade: integer('Completa'), ...lugar, email: text('E-mail', 200) },
  groups: porEmpresa,
  columns: () => ['dia', 'talento', 'matricula', 'dataNascimento', 'idade', 'area', 'cargo', 'estabelecimento', 'email'],
  orientation: 'landscape',
  defaults: mesAtual,
});

export const aniversariantesTempoDeEmpresa = defineReport({
  id: 'aniversariantes-tempo-de-empresa',
  title: 'Aniversariantes por Tempo de Empresa',
  description: 'Talentos ativos que completam anos de empresa num mês.',
  authority: 'ROLE_REL_ANIVERSARIANTES_TEMPO_DE_EMPRESA',
  filter: {
    mes: mesDoAno,
    tempoMinimo: comPadrao(integer('A partir de (anos)', { min: 1, max: 80 }), 1),
    ...doQuadro,
  },
  row: { ...pessoa, dataAdmissao: date('Admissão'), anos: integer('Completa (anos)'), ...lugar },
  groups: porEmpresa,
  columns: () => ['dia', 'talento', 'matricula', 'dataAdmissao', 'anos', 'area', 'cargo', 'estabelecimento'],
  orientation: 'landscape',
  defaults: mesAtual,
});
