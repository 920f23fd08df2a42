import { admitidosQuery } from './admitidos.report.server.ts';
import { aniversariantesMesQuery, aniversariantesTempoDeEmpresaQuery } from './aniversariantes.report.server.ts';
import { cboEfeitoAprendizQuery } from './cbo-efeito-aprendiz.report.server.ts';
import { desligamentosQuery } from './desligamentos.report.server.ts';
import { formacaoEscolarQuery } from './formacao-escolar.report.server.ts';
import { geracoesQuery } from './geracoes.report.server.ts';
import { absenteismoQuery, indicadorTurnoverQuery, taxaDemissaoQuery } from './indicadores.report.server.ts';
import { ocorrenciasQuery } from './ocorrencias.report.server.ts';
import { resultadosEntrevistasDesligamentosQuery } from './resultados-entrevistas-desligamentos.report.server.ts';
import { talentoCertificadoQuery } from './talento-certificado.report.server.ts';
import { talentoDinamicoQuery } from './talento-dinamico.report.server.ts';

/** The query of each report of `relatorios.ts`. */
export const consultasDeTalentos = {
  ocorrencias: ocorrenciasQuery,
  desligamentos: desligamentosQuery,
  'resultados-entrevistas-desligamentos': resultadosEntrevistasDesligamentosQuery,
  'aniversariantes-mes': aniversariantesMesQuery,
  'aniversariantes-tempo-de-empresa': aniversariantesTempoDeEmpresaQuery,
  geracoes: geracoesQuery,
  admitidos: admitidosQuery,
  'indicador-turnover': indicadorTurnoverQuery,
  absenteismo: absenteismoQuery,
  'taxa-demissao': taxaDemissaoQuery,
  'formacao-escolar': formacaoEscolarQuery,
  'talento-certificado': talentoCertificadoQuery,
  'cbo-efeito-aprendiz': cboEfeitoAprendizQuery,
  'talento-dinamico': talentoDinamicoQuery,
};
