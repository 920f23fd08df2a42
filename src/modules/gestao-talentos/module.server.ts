import type { FastifyInstance } from 'fastify';
import sql from 'sql-template-tag';
import { today } from '#kit/br/date.ts';
import { faultsLast } from '#kit/jobs/faults-last.server.ts';
import { titled } from '#kit/jobs/jobs.server.ts';
import type { Services } from '#kit/module/module.server.ts';
import { defineModuleServer } from '#kit/module/module.server.ts';
import { endWhatWasBegun } from '#platform/questionario/tickets.server.ts';
import { carreiraRoutes } from './carreira/carreira.server.ts';
import { cbosAprendizHooks } from './cbos-aprendiz/cbos-aprendiz.server.ts';
import { cotasRoutes } from './cotas/cotas.server.ts';
import { desligamentosRoutes } from './desligamentos/desligamentos.routes.server.ts';
import { desligamentosHooks } from './desligamentos/desligamentos.server.ts';
import { ENTREVISTAS, entrevistasJobs, modelosEntrevistaHooks } from './desligamentos/entrevista.server.ts';
import { documentosAnexosHooks, documentosAnexosRoutes } from './documentos-anexos/documentos-anexos.server.ts';
import { acompanhamentoHooks, avaliacoesExperienciaHooks } from './experiencia/experiencia.server.ts';
import { fatiasDoInicio, indicadoresRoutes } from './indicadores/indicadores.server.ts';
import { linhaDoTempoRoutes } from './linha-do-tempo/linha-do-tempo.server.ts';
import { gestaoTalentos } from './module.ts';
import { configNiveisTalentosHooks, configNiveisTalentosRoutes } from './niveis-competencia/config-niveis-talentos.server.ts';
import { colaboradoresOcorrenciasHooks, colaboradoresOcorrenciasRoutes } from './ocorrencias/colaboradores-ocorrencias.server.ts';
import { fatiasDeOcorrencias } from './ocorrencias/fatias.server.ts';
import { paraFazer, terminosDeExperiencia } from './para-fazer.server.ts';
import { fichasTalentosDocumento, fichaTalentoDocumento } from './relatorios/ficha-talento.server.ts';
import { ordemServicoDados } from './relatorios/ordem-servico.server.ts';
import { consultasDeTalentos } from './relatorios/relatorios.server.ts';
import { esqueceEscolha, talentoDinamicoRoutes } from './relatorios/talento-dinamico.routes.server.ts';
import { emailsDoCpf } from './talentos/aberto-pelo-cpf.server.ts';
import { atosRoutes } from './talentos/atos.server.ts';
import { atualizaAtuais } from './talentos/atuais.server.ts';
import { colaboradoresRoutes } from './talentos/colaboradores.routes.server.ts';
import { integracaoRoutes } from './talentos/integracao.server.ts';
import { pessoaPorCpfRoutes } from './talentos/pessoa-por-cpf.routes.server.ts';
import { proximaMatriculaRoutes } from './talentos/proxima-matricula.server.ts';
import { pessoaDe } from './talentos/quem.server.ts';
import { importacaoDeTalentos } from './talentos/talentos.import.ts';
import { talentosHooks, talentosRoutes } from './talentos/talentos.server.ts';
import { transferirVariosRoutes } from './talentos/transferir-varios.server.ts';
import { transparenciaSalarialQuery } from './transparencia/transparencia.report.server.ts';
import { transparenciaRoutes } from './transparencia/transparencia.server.ts';
import { motivoDesligamentoHooks, providenciasHooks, tipoOcorrenciaHooks } from './usos.server.ts';

export const gestaoTalentosServer = defineModuleServer({
  declaration: gestaoTalentos,
  hooks: {
    talentos: talentosHooks,
    'colaboradores-ocorrencias': colaboradoresOcorrenciasHooks,
    desligamentos: desligamentosHooks,
    'motivo-desligamento': motivoDesligamentoHooks,
    'tipo-ocorrencia': tipoOcorrenciaHooks,
    providencias: providenciasHooks,
    'modelos-entrevista-desligamento': modelosEntrevistaHooks,
    'documentos-anexos': documentosAnexosHooks,
    'cbos-aprendiz': cbosAprendizHooks,
    'colaboradores-periodos-experienciais-avaliacoes': avaliacoesExperienciaHooks,
    'colaboradores-periodos-experienciais-avaliacoes/acompanhamento': acompanhamentoHooks,
    'configuracoes-niveis-competencia-colaborador': configNiveisTalentosHooks,
  },
  queries: {
    'ficha-talento': fichaTalentoDocumento,
    'fichas-talentos': fichasTalentosDocumento,
    'ordem-servico': ordemServicoDados,
    ...consultasDeTalentos,
    'transparencia-salarial': transparenciaSalarialQuery,
  },
  imports: { talentos: importacaoDeTalentos },
  addressesOfCpf: emailsDoCpf,
  follows: { 'utilitario/usuarios': esqueceEscolha },
  // What they have begun to answer and not sent, also in confidence, would open to whoever enters.
  cpfEntered: async (tx, cpf) => {
    const talentos = await tx.query<{ id: number; empresa: number }>(
      sql`select id, empresa_id as empresa from talentos where cpf = ${cpf} order by id`,
    );
    for (const { id, empresa } of talentos) await endWhatWasBegun(tx, empresa, [pessoaDe(id)]);
  },
  jobs: (services) => ({
    ...entrevistasJobs(services),
    // Entries and dismissals take effect on their day, even if nobody opens the record.
    'talentos.atualizar': titled('Atualizar os dados atuais dos talentos', async ({ signal }) =>
      faultsLast(signal, async (part) => {
        const empresas = await services.db.query<{ id: number }>(sql`select id from empresas order by id`);
        for (const { id } of empresas)
          await part(() => services.db.tx((tx) => atualizaAtuais(tx, today(), sql`x.empresa_id = ${id}`)));
      }),
    ),
  }),
  todos: paraFazer,
  slices: [fatiasDoInicio, fatiasDeOcorrencias],
  days: [terminosDeExperiencia],
  recurring: [
    { tipo: 'talentos.atualizar', dailyAt: '00:05' },
    // What was asked for while the last run was at work.
    { tipo: ENTREVISTAS, everyMinutes: 10 },
  ],
  routes(app: FastifyInstance, services: Services) {
    talentosRoutes(app, services);
    transferirVariosRoutes(app, services);
    colaboradoresRoutes(app, services);
    pessoaPorCpfRoutes(app, services);
    proximaMatriculaRoutes(app, services);
    atosRoutes(app, services);
    integracaoRoutes(app, services);
    carreiraRoutes(app, services);
    linhaDoTempoRoutes(app, services);
    documentosAnexosRoutes(app, services);
    indicadoresRoutes(app, services);
    cotasRoutes(app, services);
    transparenciaRoutes(app, services);
    colaboradoresOcorrenciasRoutes(app, services);
    desligamentosRoutes(app, services);
    configNiveisTalentosRoutes(app, services);
    talentoDinamicoRoutes(app, services);
  },
});
