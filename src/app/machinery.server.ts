import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { EXPORT_JOB, exportJob, registerExport } from '#kit/export/export.server.ts';
import { createFiles, type Files } from '#kit/files/files.server.ts';
import { fileReadersOf } from '#kit/files/readers.server.ts';
import { acceptUploads } from '#kit/files/receive.server.ts';
import { type Limits, reserveOf } from '#kit/files/room.server.ts';
import { registerFileRoutes } from '#kit/files/routes.server.ts';
import { keepKeysIn } from '#kit/files/secrets.server.ts';
import { diskStore } from '#kit/files/store.server.ts';
import { type Importer, type Importing, importJobs } from '#kit/import/import.server.ts';
import { registerImport } from '#kit/import/routes.server.ts';
import { faultsLast } from '#kit/jobs/faults-last.server.ts';
import { type Job, type Jobs, nameKinds, type TitledJobs, titled } from '#kit/jobs/jobs.server.ts';
import { registerJobRoutes } from '#kit/jobs/routes.server.ts';
import type { Recurring } from '#kit/jobs/schedule.server.ts';
import { sweepJobs, sweepTimes } from '#kit/module/sweep.server.ts';
import type { ReportSource } from '#kit/report/report.server.ts';
import type { AnyReport } from '#kit/report/report.ts';
import { type Printing, REPORT_JOB, registerReport, reportJob } from '#kit/report/run.server.ts';
import { mixJobs, mixTimes } from '#kit/store/unnamed.server.ts';
import { textJobs, textTimes } from '#kit/text/text-jobs.server.ts';
import { TRANSITION_JOB, transitionJob } from '#kit/transition/moving.server.ts';
import { type Config, publicAddressOf } from '#platform/config.server.ts';
import { appearanceOf } from '#platform/empresa/appearance.server.ts';
import { candidates } from '#platform/externo/external-session.server.ts';
import { holdOutsider } from '#platform/externo/outsiders.server.ts';
import { lixeiraJobs, lixeiraTimes } from '#platform/lixeira/lixeira.server.ts';
import { deliverMail } from '#platform/mail/deliver.server.ts';
import { FORGET_JOB, forgetNameless } from '#platform/mail/forget.server.ts';
import { digestJobs } from '#platform/mensagens/digests.server.ts';
import { closingJobs, closingTimes } from '#platform/questionario/close.server.ts';
import { releaseRound } from '#platform/questionario/ledger.server.ts';
import { OWNED } from '#platform/questionario/versions.server.ts';
import { users } from '#platform/session/audience.server.ts';
import { RECOVERY_JOB, recoveryJob } from '#platform/session/recovery.server.ts';
import { sweepSessions } from '#platform/session/sweep.server.ts';
import { forgetReports } from '#platform/suporte/suporte.server.ts';
import { messages } from './declared.server.ts';
import { filesFolder } from './file-copies.server.ts';
import { moduleServers } from './modules.server.ts';
import type { AppServices } from './services.server.ts';

/** Reports, files, tasks, import and export: the same in the server, which serves them, and in the worker, which runs them. */
interface Machinery {
  jobs: Jobs;
  files: Files;
  handlers: TitledJobs;
  recurring: readonly Recurring[];
  /** mounts the routes */
  mount(app: FastifyInstance): Promise<void>;
}

const audiences = [users, candidates];

export function createMachinery(services: AppServices, config: Config): Machinery {
  const { db, lookup, stores, jobs } = services;
  const readers = [
    ...[...stores.values()].flatMap(({ registry, hooks }) => fileReadersOf(registry, hooks.where)),
    ...moduleServers.flatMap(({ fileReaders }) => fileReaders ?? []),
  ];
  const files = createFiles(db, diskStore(filesFolder(config)), {
    readers,
    limits: limitsOf(config),
    holdOutsider,
  });
  keepKeysIn(path.join(config.VINCULO_DATA, 'chaves'));
  const address = publicAddressOf(config);
  const printing: Printing = { db, lookup, jobs, files, store: services.store, appearance: appearanceOf(db, files) };
  const importing: Importing = { db, jobs, files, storeOf: services.store, owned: OWNED };

  const exportable = new Map([...stores].map(([path, store]) => [`/api/${path}`, store]));
  const importers = new Map<string, Importer>();
  for (const { declaration, imports } of moduleServers)
    for (const registry of declaration.registries) {
      const path = `/api/${declaration.id}/${registry.id}`;
      const columns = imports?.[registry.id];
      if (!registry.readOnly && registry.trail !== 'none')
        importers.set(path, { path, store: services.store(`${declaration.id}/${registry.id}`), ...(columns ? { columns } : {}) });
    }
  const reports = new Map<string, { report: AnyReport; source: ReportSource }>();
  for (const { declaration, queries } of moduleServers)
    for (const report of declaration.reports)
      reports.set(`/api/${declaration.id}/relatorios/${report.id}`, { report, source: queries[report.id] as ReportSource });

  const handlers: TitledJobs = {
    ...sweepJobs(db, files),
    ...lixeiraJobs(db),
    ...closingJobs(db, lookup, (tx, rodadaId) => releaseRound(tx, lookup, rodadaId)),
    ...mixJobs(
      db,
      [...stores.values()].map(({ registry }) => registry),
      lookup,
    ),
    ...Object.assign({}, ...moduleServers.map(({ jobs: own }) => own?.(services) ?? {})),
    ...textJobs(
      jobs,
      files.store,
      moduleServers.flatMap(({ textRead }) => textRead ?? []),
    ),
    ...importJobs(importing, (path) => importers.get(path)),
    [EXPORT_JOB]: { title: 'Exportar uma lista', priority: -1, run: exportJob(printing, (path) => exportable.get(path)) },
    [REPORT_JOB]: { title: 'Gerar um relatório', priority: -1, run: reportJob(printing, (path) => reports.get(path)) },
    [TRANSITION_JOB]: titled('Mudar a situação de um registro', transitionJob(services.store)),
    'sessoes.limpar': titled('Apagar sessões e links vencidos', ({ signal }: Pick<Job, 'signal'>) =>
      sweepSessions(db, audiences, signal),
    ),
    // In places of their own: whoever waits for a link waits for no other task, and thousands of messages delay none.
    [RECOVERY_JOB]: { title: 'Enviar o link de uma senha nova', places: 1, run: recoveryJob(db, audiences, address) },
    'emails.enviar': {
      title: 'Enviar e-mails',
      places: 1,
      async run({ signal }) {
        const smtp = { url: config.SMTP_URL, from: config.SMTP_FROM };
        const { sent, fault } = await deliverMail(db, { ...smtp, address, store: files.store, signal });
        return { mensagem: fault === undefined ? `${sent} e-mails enviados` : `${sent} e-mails enviados; ${fault}` };
      },
    },
    [FORGET_JOB]: titled('Apagar e-mails e relatos de erro antigos', ({ signal }: Pick<Job, 'signal'>) =>
      faultsLast(signal, async (part) => {
        await part(() => forgetReports(db));
        await part(() => forgetNameless(db, messages));
      }),
    ),
    ...digestJobs(db, address),
  };

  return {
    jobs,
    files,
    handlers,
    recurring: [
      ...sweepTimes,
      ...lixeiraTimes,
      ...textTimes,
      ...closingTimes,
      ...mixTimes,
      ...moduleServers.flatMap((module) => module.recurring ?? []),
      { tipo: 'sessoes.limpar', everyMinutes: 60 },
      { tipo: 'emails.enviar', everyMinutes: 1 },
      { tipo: FORGET_JOB, dailyAt: '01:15' },
      { tipo: 'mensagens.resumir', dailyAt: '07:00' },
    ],
    async mount(app) {
      await nameKinds(db, handlers);
      await acceptUploads(app);
      registerFileRoutes(app, files, { maxBytes: config.VINCULO_UPLOAD_MB * MiB });
      registerJobRoutes(app, jobs);
      for (const [path, store] of exportable) registerExport(app, printing, path, store);
      for (const importer of importers.values()) registerImport(app, importing, importer);
      for (const [path, { report, source }] of reports) registerReport(app, printing, path, report, source);
    },
  };
}

const MiB = 1024 * 1024;

function limitsOf(config: Config): Limits {
  const user = config.VINCULO_QUOTA_USUARIO_MB * MiB;
  const floor = config.VINCULO_DISCO_MINIMO_MB * MiB;
  return {
    user,
    company: config.VINCULO_QUOTA_EMPRESA_MB * MiB,
    // A share of its own, with room for two of the largest files.
    loose: user === 0 ? 0 : Math.max(200, 2 * config.VINCULO_UPLOAD_MB) * MiB,
    floor,
    // An embedded database shares the disk.
    reserve: config.DATABASE_URL === undefined ? reserveOf(floor) : 0,
  };
}
