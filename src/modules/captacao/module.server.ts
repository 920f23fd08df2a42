import sql from 'sql-template-tag';
import { z } from 'zod';
import { withAnswer } from '#kit/http/openapi.server.ts';
import { queryOf } from '#kit/http/query.server.ts';
import { titled } from '#kit/jobs/jobs.server.ts';
import { defineModuleServer } from '#kit/module/module.server.ts';
import { asks } from '#platform/questionario/asker.server.ts';
import { registerPerguntas } from '#platform/questionario/perguntas.routes.server.ts';
import { anunciosHooks, anunciosRoutes } from './anuncios/anuncios.server.ts';
import { avaliacoesHooks, avaliacoesJobs, avaliacoesPerguntam, avaliacoesRoutes } from './avaliacoes/avaliacoes.server.ts';
import { buscasCandidatosHooks, guardaBuscas } from './buscas/buscas-candidatos.server.ts';
import { novosRoutes } from './buscas/novos.server.ts';
import { atosDeCandidatos } from './candidatos/atos.routes.server.ts';
import { candidatosHooks } from './candidatos/candidatos.server.ts';
import { chamadasDeCandidatos } from './candidatos/chamadas.routes.server.ts';
import { segueConta } from './candidatos/segue-conta.server.ts';
import { horariosDeCandidatos, tarefasDeCandidatos } from './candidatos/tarefas.server.ts';
import { textoLido } from './candidatos/textos.server.ts';
import { admissaoRoutes } from './candidaturas/admissao.server.ts';
import { candidaturasHooks, historicoHooks } from './candidaturas/candidaturas.server.ts';
import { cartasRoutes } from './candidaturas/cartas.routes.server.ts';
import { desfazContratacao } from './candidaturas/desfaz-contratacao.server.ts';
import { doCandidatoRoutes } from './candidaturas/do-candidato.routes.server.ts';
import { entrevistasHooks } from './candidaturas/entrevistas.server.ts';
import { LEMBRA_ENTREVISTAS, lembraEntrevistas } from './candidaturas/lembretes.server.ts';
import { anotacoesHooks, pareceresHooks } from './candidaturas/notas.server.ts';
import { recusaRoutes } from './candidaturas/recusa.routes.server.ts';
import { RESPONDE_PRAZOS, respostasJobs } from './candidaturas/respostas.server.ts';
import { selecaoRoutes } from './candidaturas/selecao.routes.server.ts';
import { vincularRoutes } from './candidaturas/vincular.routes.server.ts';
import { cargoRoutes } from './cargo/cargo.server.ts';
import { comoFicouSabendoVagaHooks } from './como-ficou-sabendo-vaga.server.ts';
import { competenciasRoutes } from './competencias/competencias.server.ts';
import { curriculoDocumento } from './curriculo/curriculo.server.ts';
import { curriculosRoutes } from './curriculos/curriculos.routes.server.ts';
import { documentosCandidatosHooks, documentosCandidatosRoutes } from './documentos-anexos/documentos-candidatos.server.ts';
import { estatisticasRoutes } from './estatisticas/estatisticas.server.ts';
import { examesPalograficoHooks, examesPalograficoRoutes } from './exames-palografico/exames-palografico.server.ts';
import { modelosAvaliacaoCandidato } from './modelos/modelos-avaliacao-candidato.registry.ts';
import { captacao } from './module.ts';
import { paginasDoPortal } from './portal/cabecas.server.ts';
import { portasDoPortal, tarefasDoPortal, temposDoPortal } from './portal/portal.server.ts';
import { registerReferencias } from './portal/referencias.server.ts';
import { consultasDaCaptacao } from './relatorios/relatorios.server.ts';
import { daAreaRoutes } from './solicitacoes/da-area.routes.server.ts';
import { LEMBRA_APROVACOES, prazosJobs, solicitacoesPorAprovar } from './solicitacoes/prazos.server.ts';
import { solicitacaoImpressaDocumento } from './solicitacoes/solicitacao.report.server.ts';
import { solicitacaoImpressa } from './solicitacoes/solicitacao.report.ts';
import { solicitacoesRoutes } from './solicitacoes/solicitacoes.routes.server.ts';
import { solicitacoesPessoalHooks } from './solicitacoes/solicitacoes-pessoal.server.ts';

asks(avaliacoesPerguntam);

const MODELOS = 'captacao/modelos-avaliacao-candidato';

export const captacaoServer = defineModuleServer({
  declaration: captacao,
  hooks: {
    'solicitacoes-pessoal': solicitacoesPessoalHooks,
    anuncios: anunciosHooks,
    'como-ficou-sabendo-vaga': comoFicouSabendoVagaHooks,
    candidatos: candidatosHooks,
    candidaturas: candidaturasHooks,
    historico: historicoHooks,
    'etapas-seletivas': { goesWith: [{ table: 'candidaturas_pareceres_leituras', column: 'etapa_seletiva_id' }] },
    pareceres: pareceresHooks,
    anotacoes: anotacoesHooks,
    entrevistas: entrevistasHooks,
    avaliacoes: avaliacoesHooks,
    'exames-palografico': examesPalograficoHooks,
    'documentos-candidatos': documentosCandidatosHooks,
    'buscas-candidatos': buscasCandidatosHooks,
  },
  queries: {
    ...consultasDaCaptacao,
    [solicitacaoImpressa.id]: solicitacaoImpressaDocumento,
    'curriculo-candidato': curriculoDocumento,
  },
  keptAlone: guardaBuscas,
  textRead: textoLido,
  accountChanged: segueConta,
  followsRemovals: { 'gestao-talentos/talentos': desfazContratacao },
  jobs: (services) => ({
    ...prazosJobs,
    [LEMBRA_ENTREVISTAS]: titled('Lembrar entrevistas com candidatos', lembraEntrevistas),
    ...respostasJobs(services),
    ...avaliacoesJobs(services),
    ...tarefasDeCandidatos(services),
    ...tarefasDoPortal(services),
  }),
  recurring: [
    { tipo: LEMBRA_APROVACOES, dailyAt: '07:15' },
    { tipo: LEMBRA_ENTREVISTAS, dailyAt: '08:00' },
    { tipo: RESPONDE_PRAZOS, dailyAt: '09:00' },
    ...horariosDeCandidatos,
    ...temposDoPortal,
  ],
  todos: [solicitacoesPorAprovar],
  doors: portasDoPortal,
  pages: paginasDoPortal,
  routes(app, services) {
    const { db } = services;
    registerPerguntas(app, services, { path: MODELOS, dono: MODELOS, authority: modelosAvaliacaoCandidato.authority });
    solicitacoesRoutes(app, services);
    anunciosRoutes(app, services);
    cargoRoutes(app, services);
    daAreaRoutes(app, services);
    competenciasRoutes(app, services);
    chamadasDeCandidatos(app, services);
    novosRoutes(app, services);
    atosDeCandidatos(app, services);
    curriculosRoutes(app, services);
    examesPalograficoRoutes(app, services);
    documentosCandidatosRoutes(app, services);
    selecaoRoutes(app, services);
    vincularRoutes(app, services);
    doCandidatoRoutes(app, services);
    cartasRoutes(app, services);
    recusaRoutes(app, services);
    admissaoRoutes(app, services);
    avaliacoesRoutes(app, services);
    estatisticasRoutes(app, services);

    registerReferencias(app, services);
    app.get(
      '/api/captacao/etapas-seletivas/proxima-ordem',
      withAnswer(
        { config: { authority: 'ROLE_CAD_ETAPA_SELETIVA' }, schema: { tags: ['Etapas Seletivas'] } },
        z.object({ ordem: z.int() }),
      ),
      async (request) => {
        queryOf(request, {});
        const row = await db.one<{ ordem: number }>(
          sql`select least(coalesce(max(ordem), 0) + 1, 999) as ordem from etapas_seletivas where empresa_id = ${request.acting.empresaId}`,
        );
        return { ordem: row?.ordem ?? 1 };
      },
    );
  },
});
