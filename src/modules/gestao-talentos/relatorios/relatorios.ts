import { admitidosReport } from './admitidos.report.ts';
import { aniversariantesMes, aniversariantesTempoDeEmpresa } from './aniversariantes.report.ts';
import { cboEfeitoAprendiz } from './cbo-efeito-aprendiz.report.ts';
import { desligamentosReport } from './desligamentos.report.ts';
import { formacaoEscolar } from './formacao-escolar.report.ts';
import { geracoesReport } from './geracoes.report.ts';
import { absenteismoReport, indicadorTurnover, taxaDemissao } from './indicadores.report.ts';
import { ocorrenciasReport } from './ocorrencias.report.ts';
import { resultadosEntrevistasDesligamentos } from './resultados-entrevistas-desligamentos.report.ts';
import { talentoCertificado } from './talento-certificado.report.ts';
import { talentoDinamico } from './talento-dinamico.report.ts';

/** The reports of document 2 §2, in its order. */
export const relatoriosDeTalentos = [
  ocorrenciasReport,
  desligamentosReport,
  resultadosEntrevistasDesligamentos,
  aniversariantesMes,
  aniversariantesTempoDeEmpresa,
  geracoesReport,
  admitidosReport,
  indicadorTurnover,
  absenteismoReport,
  formacaoEscolar,
  talentoCertificado,
  taxaDemissao,
  talentoDinamico,
  cboEfeitoAprendiz,
] as const;
