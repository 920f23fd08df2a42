import { defineModuleWeb } from '#kit/module/module.web.tsx';
import { CotasPage } from './cotas/cotas.web.tsx';
import { desligamentosView } from './desligamentos/desligamentos.web.tsx';
import { EntrevistaDesligamento } from './desligamentos/entrevista-desligamento.web.tsx';
import { acompanhamentoView, avaliacoesExperienciaView } from './experiencia/avaliacao.web.tsx';
import { gestaoTalentos } from './module.ts';
import { CompetenciasDoTalento, configNiveisTalentosView } from './niveis-competencia/config-niveis-talentos.web.tsx';
import { OcorrenciaProvidencia } from './ocorrencias/ocorrencia-providencia.web.tsx';
import { Ocorrencias } from './ocorrencias/ocorrencias.web.tsx';
import { tipoOcorrenciaView } from './ocorrencias/tipo-ocorrencia.web.tsx';
import { imprimirFicha, imprimirFichas } from './relatorios/ficha-talento.web.tsx';
import { imprimirOrdemServico } from './relatorios/ordem-servico.web.tsx';
import { CertificadoTalento, TalentoDinamico } from './relatorios/screens.web.tsx';
import { ImportacaoDeTalentos } from './talentos/importacao.web.tsx';
import { respostasDoPessoal } from './talentos/integracao.web.tsx';
import { talentosView } from './talentos/talentos.web.tsx';
import { TransparenciaPage } from './transparencia/transparencia.web.tsx';

export const module = defineModuleWeb({
  declaration: gestaoTalentos,
  views: {
    talentos: {
      ...talentosView,
      bulkActions: [...(talentosView.bulkActions ?? []), imprimirFichas],
      rowActions: (row) => [imprimirFicha(row), ...imprimirOrdemServico(row), ...respostasDoPessoal(row)],
      panels: [{ title: 'Competências', content: CompetenciasDoTalento }, ...(talentosView.panels ?? [])],
    },
    'configuracoes-niveis-competencia-colaborador': configNiveisTalentosView,
    desligamentos: desligamentosView,
    'tipo-ocorrencia': tipoOcorrenciaView,
    'colaboradores-periodos-experienciais-avaliacoes': avaliacoesExperienciaView,
    'colaboradores-periodos-experienciais-avaliacoes/acompanhamento': acompanhamentoView,
  },
  screens: {
    'relatorios/talento-dinamico': TalentoDinamico,
    'relatorios/certificadoTalento': CertificadoTalento,
    'talentos/importacao-colaborador': ImportacaoDeTalentos,
    ocorrencias: Ocorrencias,
    'ocorrencia-providencia': OcorrenciaProvidencia,
    'talentos/:talentoId/entrevista-desligamento': EntrevistaDesligamento,
    cotas: CotasPage,
    'transparencia-salarial': TransparenciaPage,
  },
});
