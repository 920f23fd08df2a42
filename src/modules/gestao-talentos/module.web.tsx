import { defineModuleWeb } from '#kit/module/module.web.tsx';
import { laterScreen } from '#kit/ui/later.web.tsx';
import { desligamentosView } from './desligamentos/desligamentos.web.tsx';
import { gestaoTalentos } from './module.ts';
import { tipoOcorrenciaView } from './ocorrencias/tipo-ocorrencia.web.tsx';
import { talentosView } from './talentos/talentos.web.tsx';

const acompanhamento = laterScreen(() => import('./experiencia/acompanhamento.web.tsx').then((m) => m.AcompanhamentoPage));

export const module = defineModuleWeb({
  declaration: gestaoTalentos,
  views: {
    talentos: talentosView,
    'configuracoes-niveis-competencia-colaborador': {
      record: () => import('./niveis-competencia/config-niveis-talentos.web.tsx').then((m) => m.registro),
    },
    desligamentos: desligamentosView,
    'tipo-ocorrencia': tipoOcorrenciaView,
    'colaboradores-periodos-experienciais-avaliacoes': {
      list: acompanhamento,
      record: () => import('./experiencia/avaliacao.web.tsx').then((m) => m.registro),
    },
    'colaboradores-periodos-experienciais-avaliacoes/acompanhamento': { list: acompanhamento },
  },
  screens: {
    'relatorios/talento-dinamico': laterScreen(() =>
      import('./relatorios/talento-dinamico.web.tsx').then((m) => m.TalentoDinamico),
    ),
    'relatorios/certificadoTalento': laterScreen(() =>
      import('./relatorios/certificado.web.tsx').then((m) => m.CertificadoTalento),
    ),
    'talentos/importacao-colaborador': laterScreen(() =>
      import('./talentos/importacao.web.tsx').then((m) => m.ImportacaoDeTalentos),
    ),
    ocorrencias: laterScreen(() => import('./ocorrencias/ocorrencias.web.tsx').then((m) => m.Ocorrencias)),
    'ocorrencia-providencia': laterScreen(() =>
      import('./ocorrencias/ocorrencia-providencia.web.tsx').then((m) => m.OcorrenciaProvidencia),
    ),
    'talentos/:talentoId/entrevista-desligamento': laterScreen(() =>
      import('./desligamentos/entrevista-desligamento.web.tsx').then((m) => m.EntrevistaDesligamento),
    ),
    cotas: laterScreen(() => import('./cotas/cotas.web.tsx').then((m) => m.CotasPage)),
    'transparencia-salarial': laterScreen(() => import('./transparencia/transparencia.web.tsx').then((m) => m.TransparenciaPage)),
  },
});
