import { defineModuleWeb } from '#kit/module/module.web.tsx';
import { later } from '#kit/ui/later.web.tsx';
import { desligamentosView } from './desligamentos/desligamentos.web.tsx';
import { gestaoTalentos } from './module.ts';
import { tipoOcorrenciaView } from './ocorrencias/tipo-ocorrencia.web.tsx';
import { talentosView } from './talentos/talentos.web.tsx';

const acompanhamento = later(() => import('./experiencia/acompanhamento.web.tsx').then((m) => m.AcompanhamentoPage));

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
    'relatorios/talento-dinamico': later(() => import('./relatorios/talento-dinamico.web.tsx').then((m) => m.TalentoDinamico)),
    'relatorios/certificadoTalento': later(() => import('./relatorios/certificado.web.tsx').then((m) => m.CertificadoTalento)),
    'talentos/importacao-colaborador': later(() => import('./talentos/importacao.web.tsx').then((m) => m.ImportacaoDeTalentos)),
    ocorrencias: later(() => import('./ocorrencias/ocorrencias.web.tsx').then((m) => m.Ocorrencias)),
    'ocorrencia-providencia': later(() =>
      import('./ocorrencias/ocorrencia-providencia.web.tsx').then((m) => m.OcorrenciaProvidencia),
    ),
    'talentos/:talentoId/entrevista-desligamento': later(() =>
      import('./desligamentos/entrevista-desligamento.web.tsx').then((m) => m.EntrevistaDesligamento),
    ),
    cotas: later(() => import('./cotas/cotas.web.tsx').then((m) => m.CotasPage)),
    'transparencia-salarial': later(() => import('./transparencia/transparencia.web.tsx').then((m) => m.TransparenciaPage)),
  },
});
