import { createWriteStream, readFileSync } from 'node:fs';
import { openTestCluster } from '#kit/db/testdb.server.ts';
import { openStand, upload } from '#kit/report/stand.server.ts';
import { startWorker } from '#kit/jobs/worker.server.ts';
import { importJobs, registerImport } from './import.server.ts';
import { writeXlsx } from '#kit/sheet/xlsx-writer.server.ts';
import { cpf } from '#kit/br/cpf.ts';
const cluster = await openTestCluster();
const stand = await openStand();
const path = '/api/prova/pessoas';
const importer = { path, store: stand.stores.pessoas };
registerImport(stand.app, stand, importer);
await stand.app.ready();
const worker = startWorker(stand.db, { connection: stand.db.connection, handlers: importJobs(stand, () => importer), actingFor: async (u, e) => stand.acting(u ?? 0, e ?? 0), log: console.error });
// idle
let cpu = process.cpuUsage();
const tx = async () => Number((await stand.db.one<{ n: string }>({ text: 'select xact_commit as n from pg_stat_database where datname = current_database()' }))!.n);
const t0 = await tx();
await new Promise((r) => setTimeout(r, 15000));
let u = process.cpuUsage(cpu);
console.log('idle cpu ms/s', (u.user + u.system) / 1000 / 15, 'tx/s', ((await tx()) - t0) / 15);
for (let i = 0; i < 300; i++) await stand.db.tx((t) => stand.stores.areas.create(t, stand.acting(), { nome: `Área ${i}`, ativo: true }));
const N = 100_000;
const col = (key: string, label: string, type = 'text') => ({ key, label, type: type as 'text', width: 20 });
const file = '/tmp/jobsbench/p.xlsx';
const extra = Array.from({ length: 24 }, (_, i) => col(`x${i}`, `Extra ${i}`));
function* rows() { for (let b = 0; b < N; b += 1000) yield Array.from({ length: 1000 }, (_, j) => ({ nome: `Pessoa número ${b + j}`, cpf: cpf.sample(b + j), nascimento: '1990-01-31', salario: 1234.56, vinculo: 'Celetista', area: `area ${(b + j) % 300}`, ...Object.fromEntries(extra.map(({ key }) => [key, `valor ${key} ${j}`])) })); }
await writeXlsx({ title: 'P', columns: [col('nome', 'Nome'), col('cpf', 'CPF'), col('nascimento', 'Data de Nascimento', 'date'), col('salario', 'Salário', 'money'), col('vinculo', 'Vínculo'), col('area', 'Área'), ...extra], rows: rows() }, createWriteStream(file));
const { payload, headers } = upload('p.xlsx', readFileSync(file));
console.log('file MB', payload.length / 1e6);
let peak = 0; const m = setInterval(() => { peak = Math.max(peak, process.memoryUsage().rss); }, 200);
let t = performance.now(); cpu = process.cpuUsage();
const a = await stand.app.inject({ method: 'POST', url: `${path}/importar/analisar`, payload, headers });
const { tarefaId, importacaoId } = a.json();
const wait = async (id: number) => { for (;;) { const task = await stand.jobs.read(id, stand.acting()); if (task && !['fila', 'executando'].includes(task.estado)) return task; await new Promise((r) => setTimeout(r, 100)); } };
let task = await wait(tarefaId); u = process.cpuUsage(cpu);
console.log('dry run s', (performance.now() - t) / 1000, 'cpu', (u.user + u.system) / 1e6, task.estado, task.mensagem, 'peak MB', peak / 1e6);
const d = (await stand.app.inject({ url: `${path}/importar/${importacaoId}` })).json();
console.log(d.total, d.validos, d.falhasTotal);
if (process.argv[2] === 'apply') {
t = performance.now();
const p = await stand.app.inject({ method: 'POST', url: `${path}/importar/${importacaoId}/aplicar`, payload: { modo: 'inserir' }, headers: { origin: 'http://localhost:80' } });
task = await wait(p.json().tarefaId);
console.log('apply s', (performance.now() - t) / 1000, task.estado, task.mensagem, 'peak MB', peak / 1e6);
}
clearInterval(m);
await worker.stop(); await stand.close(); await cluster.close(); process.exit(0);
