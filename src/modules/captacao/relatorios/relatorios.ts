import {
  analiseEtapasSeletivas,
  avaliacaoCandidato,
  candidatoSelecao,
  divulgacaoVaga,
  indicacaoCandidato,
} from './selecao.report.ts';
import { duracaoVaga, talentosCargoArea, vagaMotivo } from './vagas.report.ts';

/** The reports of document 1 §2, in its order. */
export const relatoriosDaCaptacao = [
  candidatoSelecao,
  analiseEtapasSeletivas,
  talentosCargoArea,
  avaliacaoCandidato,
  divulgacaoVaga,
  vagaMotivo,
  duracaoVaga,
  indicacaoCandidato,
] as const;
