import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { answering, type Database } from '#kit/db/database.server.ts';
import type { Files } from '#kit/files/files.server.ts';
import { leaveLastRoom } from '#kit/files/last-room.server.ts';
import { limitRequests } from '#kit/http/requests-at-once.server.ts';
import { createHttp } from '#kit/http/server.server.ts';
import { forAnybody, SERVES } from '#kit/http/serves.server.ts';
import { networkOf, throttleDoors } from '#kit/http/throttle.server.ts';
import { askedBy } from '#kit/lanes/lanes.server.ts';
import { serveDoors } from '#kit/module/module-doors.server.ts';
import { refuse } from '#kit/refusal/refusal.ts';
import { registerRegistry } from '#kit/routes/routes.server.ts';
import { parametrosSistema } from '#modules/utilitario/parametros-sistema.registry.ts';
import { registerSlices } from '#platform/analytics/slices.server.ts';
import { registerHistory } from '#platform/audit/history.server.ts';
import { registerLog } from '#platform/audit/log.server.ts';
import { registerPerfisProntos } from '#platform/authority/perfis-prontos.server.ts';
import { registerPorQue } from '#platform/authority/por-que.server.ts';
import { registerQuemAutoriza } from '#platform/authority/quem-autoriza.server.ts';
import { registerQuemTem } from '#platform/authority/quem-tem.server.ts';
import { registerUserLinks } from '#platform/authority/user-links.server.ts';
import { registerVerComo } from '#platform/authority/ver-como.server.ts';
import { registerBusca } from '#platform/busca/busca.server.ts';
import { registerCalendario } from '#platform/calendario/calendario.server.ts';
import { type Config, publicAddressOf } from '#platform/config.server.ts';
import { registerCamposExtras } from '#platform/empresa/campos-extras.server.ts';
import { registerPublicCompany } from '#platform/empresa/public-company.server.ts';
import { registerCep } from '#platform/endereco/cep.server.ts';
import { registerCandidateLink } from '#platform/externo/candidate-link.server.ts';
import { registerExternalFiles } from '#platform/externo/external-files.server.ts';
import { registerExternal } from '#platform/externo/external-routes.server.ts';
import { candidates, createExternalSessions } from '#platform/externo/external-session.server.ts';
import { registerInstallable } from '#platform/externo/installable.server.ts';
import { actingAtDoor, countedAs } from '#platform/externo/outsiders.server.ts';
import { registerPuzzles } from '#platform/externo/puzzle.server.ts';
import { registerRobots } from '#platform/externo/robots.server.ts';
import { registerFirstSteps } from '#platform/home/first-steps.server.ts';
import { registerParaFazer } from '#platform/home/para-fazer.server.ts';
import { registerPendencias } from '#platform/integracao/pendencias.server.ts';
import { registerLixeira } from '#platform/lixeira/lixeira.server.ts';
import { registerOutbox } from '#platform/mail/outbox.server.ts';
import { registerCaixas } from '#platform/mensagens/caixas.server.ts';
import { findsAwaited, registerEsperando } from '#platform/mensagens/esperando.server.ts';
import { registerModelosMensagens } from '#platform/mensagens/modelos-mensagens.server.ts';
import { registerFavoritos } from '#platform/menu/favoritos.server.ts';
import { registerNoticias } from '#platform/noticias/noticias.server.ts';
import { registerResponder } from '#platform/questionario/answering.routes.server.ts';
import { createAccounts } from '#platform/session/accounts.server.ts';
import { users } from '#platform/session/audience.server.ts';
import { registerElsewhere } from '#platform/session/elsewhere.server.ts';
import { registerLogin } from '#platform/session/login.server.ts';
import { registerOwnData } from '#platform/session/own-data.server.ts';
import { createSessions, type Sessions } from '#platform/session/session.server.ts';
import { registerUserinfo } from '#platform/session/userinfo.server.ts';
import { registerSuporte } from '#platform/suporte/suporte.server.ts';
import { registerVisoes } from '#platform/visoes/visoes.server.ts';
import { authorities, messages, readyProfiles, VERSION } from './declared.server.ts';
import { registerDocs } from './docs.server.ts';
import { registerHealth } from './health.server.ts';
import { createMachinery } from './machinery.server.ts';
import { moduleServers, modules } from './modules.server.ts';
import { openRecords } from './open-records.server.ts';
import { type AppServices, accountFollowers, cpfEntered, createServices, openedByCpf, slices } from './services.server.ts';

/** Every report, by the path of its screen. */
const reportsByPath = new Map(
  modules.flatMap(({ id, reports }) => reports.map((report) => [`${id}/relatorios/${report.id}`, report] as const)),
);

export interface Assembled {
  app: FastifyInstance;
  sessions: Sessions;
  services: AppServices;
  files: Files;
}

/** The whole server without its port: modules mounted, every route guarded. Tests use it through `inject`. */
export async function assemble(opened: Database, config: Config, connection: pg.ClientConfig): Promise<Assembled> {
  const db = answering(opened);
  const app = await createHttp({
    origins: config.VINCULO_ORIGINS,
    host: config.HOST,
    version: VERSION,
    logLevel: config.LOG_LEVEL,
    trustProxy: config.VINCULO_TRUST_PROXY,
    bodyLimit: 2 * 1024 * 1024,
    isSecure: config.VINCULO_HTTPS,
    cookies: { [SERVES.users]: users.cookie, [SERVES.externals]: candidates.cookie },
  });
  const lasting = {
    hours: config.VINCULO_SESSION_HOURS,
    maxHours: config.VINCULO_SESSION_MAX_HOURS,
    isSecure: config.VINCULO_HTTPS,
  };
  const sessions = createSessions(db, lasting);
  const external = createExternalSessions(db, lasting);
  const services = createServices(db, {
    mostOpen: config.VINCULO_TAREFAS_ABERTAS,
    publicAddress: publicAddressOf(config),
    colabore: { url: config.COLABORE_URL, token: config.COLABORE_TOKEN },
  });
  const accounts = createAccounts(db, users, sessions.devices, services.jobs);
  app.decorate('authorities', authorities);
  app.decorate('external', external);
  sessions.guard(app, external.recognise);
  throttleDoors(app, db, ({ conta }) => conta && countedAs(conta));
  const ownerOf = ({ usuario, conta, ip }: FastifyRequest) => usuario?.id ?? (conta ? countedAs(conta) : networkOf(ip));
  limitRequests(app, (request) => ({ owner: ownerOf(request), isPerson: Boolean(request.usuario ?? request.conta) }));
  // Attributes the work of a request to its actor, or to the network of an anonymous client. The body has arrived by now.
  app.addHook('preHandler', (request, { raw }, done) =>
    askedBy(ownerOf(request), done, {
      isGone: () => raw.destroyed && !raw.writableFinished,
      isWide: request.routeOptions.config.wide ?? false,
    }),
  );
  registerLogin(app, db, sessions, accounts);
  registerExternal(app, db, external, createAccounts(db, candidates, external.devices, services.jobs), accountFollowers);
  registerOwnData(app, db, accounts);
  registerUserinfo(app, db, sessions, modules, Object.keys(parametrosSistema.fields), {
    version: VERSION,
    emailSuporte: config.SUPPORT_EMAIL ?? null,
    enviaEmail: config.SMTP_URL !== undefined,
  });
  registerElsewhere(app, db, sessions, services.stores);
  registerFavoritos(app, db, services.stores);
  registerQuemAutoriza(app, db);
  registerPerfisProntos(app, db, readyProfiles);
  registerQuemTem(app, db);
  registerUserLinks(app, services, { openedByCpf, cpfEntered }, { enviaEmail: config.SMTP_URL !== undefined });
  registerPorQue(app, services, sessions, modules);
  registerVerComo(app, services, sessions, openedByCpf);
  registerCep(app, config.CEP_URL);
  registerPuzzles(app, db);
  registerRobots(app, db, config);
  registerPendencias(app, db, openRecords(services));
  registerCamposExtras(app);
  registerFirstSteps(app, db, moduleServers, { enviaEmail: config.SMTP_URL !== undefined });
  registerSuporte(app, db, { email: config.SUPPORT_EMAIL, hasSmtp: config.SMTP_URL !== undefined });
  registerOutbox(app, db, services.store('utilitario/caixa-saida'));
  registerCandidateLink(app, services);
  registerCaixas(app, db, modules, messages);
  registerBusca(app, db, services.stores);
  const awaitedBy = findsAwaited(services.stores);
  registerEsperando(app, db, awaitedBy);
  registerParaFazer(app, db, { modules: moduleServers, awaitedBy });
  registerCalendario(app, db, { sessions, stores: services.stores, modules: moduleServers, address: services.address });
  registerNoticias(app, db);
  registerModelosMensagens(app, db, messages);
  registerVisoes(app, db, services.stores, reportsByPath);
  registerSlices(app, db, slices);
  registerLixeira(app, db, services.stores);
  registerLog(app, db, services.stores, modules);
  registerResponder(app, db);
  const machinery = createMachinery(services, config);
  leaveLastRoom(app, machinery.files);
  await machinery.mount(app);
  registerPublicCompany(app, db, machinery.files);
  registerInstallable(app, db, machinery.files);
  const keeper = { db, files: machinery.files, actingAt: actingAtDoor(db, sessions.accessOf) };
  registerExternalFiles(app, keeper);
  for (const server of moduleServers) {
    const root = `/api/${server.declaration.id}`;
    // Static paths of a module are beside `/{id}`; the router prefers them, whatever the order.
    await server.routes?.(app, services);
    serveDoors(app, server, services, keeper);
    for (const registry of server.declaration.registries) {
      const store = services.store(`${server.declaration.id}/${registry.id}`);
      registerRegistry(app, db, `${root}/${registry.id}`, store, services.jobs);
      if (registry.trail !== 'none') registerHistory(app, db, `${root}/${registry.id}`, store);
    }
  }
  registerHealth(app, connection);
  registerDocs(app);
  const nowhere = async () => {
    throw refuse.notFound();
  };
  // Before its body is read.
  app.all('/api/*', { config: { ...forAnybody, limits: 'free' }, schema: { hide: true } as never, onRequest: nowhere }, nowhere);
  return { app, sessions, services, files: machinery.files };
}
