import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { DEMO_LOGINS, DEMO_PASSWORD } from '#app/demo-users.server.ts';
import { loginAt } from '#app/server-process.server.ts';
import { cpf as CPF } from '#kit/br/cpf.ts';
import { type Answers, prepareSiege } from './hostil-clients.ts';
import { type Felt, feel } from './hostil-user.ts';
import type { Place } from './places.ts';
import { watchMemory } from './processes.ts';
import { openStage, type Stage } from './requests.ts';

const CLIENTS = 16;
const USERS = 4;
/** What a hostile user may do: see people and their past, print a record, look at texts of messages, and fill one registry of words. */
const RIGHTS = [
  'ROLE_CAD_INFO_PESSOAL',
  'ROLE_CAD_TALENTO',
  'ROLE_CAD_HISTORICO_COLABORADOR',
  'ROLE_CAD_MODELO_MENSAGEM',
  'ROLE_CAD_AREA_INTERESSE',
  'ROLE_CAD_AREA_INTERESSE_EDITAR',
  'ROLE_VER_TODAS_AREAS',
  'ROLE_REL_FICHA_TALENTO',
];

export interface Siege {
  quiet: Felt;
  hostile: Felt;
  after: Felt;
  /** p95 under attack to p95 in quiet */
  ratio: number;
  /** MiB: the most that the server process ever had, and the most that it and all below it but the database had at one time */
  peakRss: number;
  peakOfAll: number;
  answers: Answers;
}

/** What a usual user feels while others do their worst. */
export async function measureSiege(place: Place, ms: number): Promise<Siege> {
  const stage = await openStage(place, undefined, { VINCULO_WORKERS: '1' });
  const { server, cookie, db } = stage;
  const pid = server.child.pid as number;
  const before = await highest(stage);
  try {
    const talento = await db.one<{ id: number }>(
      sql`select id from talentos where empresa_id = ${stage.empresaId} and matricula is not null order by id limit 1`,
    );
    const { cookies, cpf } = await enemies(stage);
    const { empresaId } = stage;
    const siege = await prepareSiege(
      { url: server.url, cookies, cpf, empresaId, clients: CLIENTS, ms, talento: talento?.id ?? 0 },
      pid,
    );
    const asUser = (time: number) => feel({ url: server.url, cookie, ms: time });
    await asUser(1_000);
    const quiet = await asUser(Math.min(ms, 8_000));
    const stopWatching = watchMemory([pid]);
    const [answers, hostile] = await Promise.all([siege.begin(), asUser(ms)]);
    const peakOfAll = stopWatching().own;
    const after = await asUser(5_000);
    const peakRss = Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024);
    return { quiet, hostile, after, ratio: hostile.p95 / quiet.p95, peakRss, peakOfAll, answers };
  } finally {
    await forget(stage, place, before);
    await stage.stop();
  }
}

/** Users of the least right, each with a session. */
async function enemies({ db, server, empresaId }: Stage): Promise<{ cookies: string[]; cpf: string }> {
  const cpfs = Array.from({ length: USERS }, (_, i) => CPF.sample(700_000_000 + i));
  const administrator = DEMO_LOGINS[0].cpf.replace(/\D/g, '');
  await db.tx(async (tx) => {
    const profile = await tx.one<{ id: number }>(
      sql`insert into perfis (nome, ativo, autoridades) values ('Hostil', true, ${RIGHTS}) returning id`,
    );
    for (const cpf of cpfs) {
      const user = await tx.one<{ id: number }>(
        sql`insert into usuarios (nome, cpf, email, ativo) values (${`Hostil ${cpf}`}, ${cpf}, ${`${cpf}@exemplo.com.br`}, true) returning id`,
      );
      await tx.query(
        sql`insert into usuarios_acessos (registro_id, ordem, empresa_id, perfil_id) values (${user?.id}, 1, ${empresaId}, ${profile?.id})`,
      );
      await tx.query(
        sql`insert into credenciais (usuario_id, hash) select ${user?.id}, c.hash from credenciais c join usuarios u on u.id = c.usuario_id where u.cpf = ${administrator}`,
      );
    }
    await tx.query(sql`update versao_acessos set versao = versao + 1`);
  });
  const cookies = await Promise.all(cpfs.map((cpf) => loginAt(server.url, cpf, DEMO_PASSWORD, empresaId)));
  return { cookies, cpf: cpfs[0] as string };
}

const highest = ({ db }: Stage) =>
  db.one<{ arquivo: number }>(sql`select coalesce(max(id), 0) as arquivo from arquivos`).then((row) => row?.arquivo ?? 0);

/** Removes what the attack left, so that the kept data stay as they were. */
async function forget({ db }: Stage, place: Place, arquivo: number): Promise<void> {
  const ours = sql`(select id from usuarios where nome like 'Hostil %')`;
  await db.tx(async (tx) => {
    await tx.query(sql`delete from importacoes where usuario_id in ${ours}`);
    await tx.query(sql`delete from tarefas where usuario_id in ${ours}`);
    const files = await tx.query<{ chave: string }>(sql`delete from arquivos where id > ${arquivo} returning chave`);
    for (const { chave } of files) rmSync(join(place.env.VINCULO_DATA ?? '', 'arquivos', chave), { force: true });
    await tx.query(sql`delete from usuarios where nome like 'Hostil %'`);
    await tx.query(sql`delete from perfis where nome = 'Hostil'`);
    await tx.query(sql`delete from tentativas`);
  });
}

/** What was measured, as a person reads it. */
export function printSiege({ quiet, hostile, after, ratio, peakRss, peakOfAll, answers }: Siege): void {
  const time = (of: Felt) =>
    `p50 ${of.p50.toFixed(0)}, p95 ${of.p95.toFixed(0)}, pior ${of.worst.toFixed(0)} ms em ${of.requests} pedidos ${JSON.stringify(of.faults)}`;
  const bugs = Object.entries(hostile.faults).reduce((sum, [, count]) => sum + count, 0);
  console.log(`\n${CLIENTS} clientes hostis de ${USERS} usuários, e alguém que abre a lista de talentos`);
  console.log(`  em paz     ${time(quiet)}`);
  console.log(`  sob ataque ${time(hostile)}`);
  console.log(`  depois     ${time(after)}`);
  console.log(`  razão dos p95: ${ratio.toFixed(1)} (alvo 3)   sem resposta boa: ${bugs} (alvo 0)`);
  console.log(`  memória do servidor no pico: ${peakRss} MiB (alvo 700); com os processos dele, sem o banco: ${peakOfAll} MiB`);
  for (const [name, statuses] of Object.entries(answers)) console.log(`    ${name.padEnd(28)} ${JSON.stringify(statuses)}`);
}
