import {
  analiseEtapasSeletivasQuery,
  avaliacaoCandidatoQuery,
  candidatoSelecaoQuery,
  divulgacaoVagaQuery,
  indicacaoCandidatoQuery,
} from './selecao.report.server.ts';
import { duracaoVagaQuery, talentosCargoAreaQuery, vagaMotivoQuery } from './vagas.report.server.ts';

/** The query of each report of `relatorios.ts`. */
export const consultasDaCaptacao = {
  'candidato-selecao': candidatoSelecaoQuery,
  'analise-etapas-seletivas': analiseEtapasSeletivasQuery,
  cargo: talentosCargoAreaQuery,
  'avaliacao-candidato': avaliacaoCandidatoQuery,
  'divulgacao-vaga': divulgacaoVagaQuery,
  'vaga-motivo': vagaMotivoQuery,
  'duracao-vaga': duracaoVagaQuery,
  'indicacao-candidato': indicacaoCandidatoQuery,
};
