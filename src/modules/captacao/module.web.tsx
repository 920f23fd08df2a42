import { today } from '#kit/br/date.ts';
import { defineModuleWeb } from '#kit/module/module.web.tsx';
import { namedInAddress } from '#kit/registry/named-in-address.web.ts';
import { laterScreen } from '#kit/ui/later.web.tsx';
import { anunciosView } from './anuncios/anuncios.web.tsx';
import { candidatosView } from './candidatos/candidatos.web.tsx';
import { candidaturasView } from './candidaturas/candidaturas.web.tsx';
import { captacao } from './module.ts';
import { solicitacoesView } from './solicitacoes/solicitacoes.web.tsx';

export const module = defineModuleWeb({
  declaration: captacao,
  views: {
    'solicitacoes-pessoal': solicitacoesView,
    anuncios: anunciosView,
    avaliacoes: { record: () => import('./avaliacoes/avaliacoes.web.tsx').then((m) => m.avaliacoesRegistro) },
    candidatos: candidatosView,
    candidaturas: candidaturasView,
    'exames-palografico': { begin: (copied) => copied ?? namedInAddress('candidato') },
    historico: { begin: (copied) => ({ ...copied, data: today() }) },
    'buscas-candidatos': { record: () => import('./buscas/registro.web.tsx').then((m) => m.registro) },
    'modelos-avaliacao-candidato': { record: () => import('./modelos/registro.web.tsx').then((m) => m.registro) },
  },
  screens: {
    cargo: laterScreen(() => import('./cargo/cargo.web.tsx').then((m) => m.CargosNaCaptacao)),
    'niveis-competencia': laterScreen(() => import('./competencias/competencias.web.tsx').then((m) => m.NiveisDoCandidato)),
    selecao: laterScreen(() => import('./candidaturas/quadro.web.tsx').then((m) => m.SelecaoPage)),
    'selecao/comparar': laterScreen(() => import('./candidaturas/comparar.web.tsx').then((m) => m.CompararPage)),
    'estatisticas-preenchimento-vaga': laterScreen(() =>
      import('./estatisticas/estatisticas.web.tsx').then((m) => m.EstatisticasPage),
    ),
    'relatorios/analise-etapa-seletiva': laterScreen(() =>
      import('./relatorios/analise.web.tsx').then((m) => m.AnaliseEtapaSeletiva),
    ),
    'exclusao-candidatos': laterScreen(() => import('./candidatos/exclusao.web.tsx').then((m) => m.ExclusaoDeCandidatos)),
    'modelos-avaliacao-candidato/:id/perguntas': laterScreen(() =>
      import('./modelos/perguntas.web.tsx').then((m) => m.PerguntasDoModelo),
    ),
  },
});
